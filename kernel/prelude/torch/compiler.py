"""torch.compiler: what can be said about compiled functions. Nothing is compiled here, and all of it says so."""

import contextlib
import functools

import torch
from torch._dynamo.eval_frame import disable as _disable, get_default_backend, list_backends, reset, set_default_backend


def compile(*args, **kwargs):
    """torch.compile."""
    return torch.compile(*args, **kwargs)


def is_compiling():
    """False: nothing is ever compiled or exported."""
    return False


def is_dynamo_compiling():
    """False: nothing is ever traced."""
    return False


def is_exporting():
    """False: nothing is ever exported."""
    return False


def disable(fn=None, recursive=True, *, reason=None):
    """The function, or module, as what is never compiled; without one a decorator."""
    return _disable(fn, recursive, reason=reason)


def allow_in_graph(fn):
    """A function, or a list of functions, as they are: there is no graph."""
    for each in fn if isinstance(fn, (list, tuple)) else (fn,):
        if not callable(each):
            raise AssertionError('allow_in_graph expects a callable')
    return fn if not isinstance(fn, tuple) else list(fn)


def assume_constant_result(fn):
    """The function, with a mark."""
    fn._dynamo_marked_constant = True
    return fn


def substitute_in_graph(original_fn, *, can_constant_fold_through=False, skip_signature_check=False):
    """A decorator for what stands for original_fn in graphs, of which there are none."""
    if not callable(original_fn):
        raise TypeError('substitute_in_graph expects a function but got %r' % type(original_fn))

    def wrapper(traceable_fn):
        @functools.wraps(original_fn)
        def wrapped(*args, **kwargs):
            return original_fn(*args, **kwargs)
        return wrapped
    return wrapper


def cudagraph_mark_step_begin():
    """Says that a new step begins, for CUDA graphs, which are recorded only where torch.cuda.graph is written."""


_STANCES = ('default', 'eager_on_recompile', 'aot_eager_then_compile', 'eager_then_compile', 'fail_on_recompile', 'force_eager')


class set_stance(contextlib.ContextDecorator):
    """How compiled functions are to be run: checked, at once and as a context; every stance comes to running them as they are written."""

    def __init__(self, stance='default', *, skip_guard_eval_unsafe=False, force_backend=None):
        if stance not in _STANCES:
            raise RuntimeError('invalid torch.compile stance %r' % (stance,))
        if force_backend is not None and stance != 'default':
            raise RuntimeError('non-default stance cannot have force_backend set')

    def __enter__(self):
        return None

    def __exit__(self, *error):
        return None


def wrap_numpy(fn):
    """Refused: there are no numpy arrays."""
    raise NotImplementedError('torch.compiler.wrap_numpy: numpy is not there in this version')


def save_cache_artifacts():
    """None: nothing is compiled, nothing is cached."""
    return None


def load_cache_artifacts(serialized_artifacts):
    """Refused: there is no cache of compiled code."""
    raise NotImplementedError('torch.compiler.load_cache_artifacts: there is no compiled code in this version')


def load_compiled_function(file, *, f_globals=None, external_data=None):
    """Refused: there is no compiled code."""
    raise NotImplementedError('torch.compiler.load_compiled_function: there is no compiled code in this version')


__all__ = '''allow_in_graph assume_constant_result compile cudagraph_mark_step_begin disable get_default_backend is_compiling
is_dynamo_compiling is_exporting list_backends load_cache_artifacts load_compiled_function reset save_cache_artifacts set_default_backend
set_stance substitute_in_graph wrap_numpy'''.split()
