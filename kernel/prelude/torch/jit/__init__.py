"""TorchScript's names: scripted and traced programs run as they are written, and are saved with the names of their classes."""

import collections
import contextlib
import typing
from typing import Final

from torch.futures import Future
from torch.jit._archive import load, save
from torch.jit._script import (Error, RecursiveScriptModule, ScriptFunction, ScriptModule, export, freeze, ignore, interface,
                               optimize_for_inference, script, script_method, unused)
from torch.jit._trace import TopLevelTracedModule, TracedModule, TracerWarning, TracingCheckError, is_tracing, trace, trace_module

Attribute = collections.namedtuple('Attribute', ['value', 'type'])


class ScriptWarning(Warning):
    """A warning of the compiler."""


def is_scripting():
    """False: functions run as they are written."""
    return False


def annotate(the_type, the_value):
    """The value."""
    return the_value


def script_if_tracing(fn):
    """The function as it is; while one is traced, a scripted one."""
    import functools

    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        return fn(*args, **kwargs)

    wrapper.__original_fn = fn
    return wrapper


_script_if_tracing = script_if_tracing


def _overload(func):
    """Marks the declaration of an overload; calls go to the definition that follows."""
    return func


def _overload_method(func):
    """Marks the declaration of an overload in a class; calls go to the definition that follows."""
    return func


def isinstance(obj, target_type):
    """Is a value one of a type that may have types inside: List[int], Optional[str], or one of a tuple of types?"""
    from torch.jit._schema import Type, type_of_annotation
    if type(target_type) is tuple:
        return any([isinstance(obj, each) for each in target_type])
    kind = type_of_annotation(target_type)
    if kind.name == 'Any':
        return target_type is typing.Any or type(target_type) is type and issubclass(type(obj), target_type)
    if kind.name == 'float':
        return type(obj) is float
    return kind.takes(obj)


def fork(func, *args, **kwargs):
    """A future of func(*args), which runs at once."""
    future = Future()
    try:
        value = func(*args, **kwargs)
    except Exception as error:
        future.set_exception(error)
    else:
        future.set_result(value)
    return future


def wait(future):
    """The value of a future; raises its error."""
    if type(future) is not Future:
        raise TypeError('wait(): incompatible function arguments. The following argument types are supported:\n'
                        '    1. (arg0: torch._C.Future) -> object\n\nInvoked with: %r' % (future,))
    return future.wait()


@contextlib.contextmanager
def optimized_execution(should_optimize):
    """A context in which programs run as always: there is nothing to optimise."""
    yield


class strict_fusion(contextlib.ContextDecorator):
    """A context that is to raise where something is not fused, which is asked of the compiler only."""

    def __enter__(self):
        return None

    def __exit__(self, *error):
        return None


_fusion = {'strategy': [('STATIC', 2), ('DYNAMIC', 10)]}


def set_fusion_strategy(strategy):
    """Sets how often programs are specialised, and returns what was set before; nothing is specialised here."""
    for kind, depth in strategy:
        if kind not in ('STATIC', 'DYNAMIC'):
            raise RuntimeError("FusionBehavior only supported 'STATIC' or 'DYNAMIC', got: " + kind)
    before, _fusion['strategy'] = _fusion['strategy'], list(strategy)
    return before


def enable_onednn_fusion(enabled):
    """Refused where it is to be on: there is no fuser."""
    if enabled:
        raise NotImplementedError('torch.jit.enable_onednn_fusion: there is no fuser in this version')


def onednn_fusion_enabled():
    """False: there is no fuser."""
    return False


def export_opnames(m):
    """Refused: no graph is made of programs."""
    raise NotImplementedError('torch.jit.export_opnames: scripted programs have no graph in this version')


class CompilationUnit:
    """Refused: text of TorchScript is not compiled."""

    def __init__(self, lang=None, _frames_up=0):
        raise NotImplementedError('torch.jit.CompilationUnit: text is not compiled in this version; use torch.jit.script with functions')


__all__ = '''Attribute CompilationUnit Error Future ScriptFunction ScriptModule annotate enable_onednn_fusion export export_opnames fork freeze
ignore interface isinstance load onednn_fusion_enabled optimize_for_inference save script script_if_tracing set_fusion_strategy strict_fusion
trace trace_module unused wait'''.split()
