"""torch.jit.trace: runs a function once as a tracer would, checks what it gives, and returns it behind TorchScript's names. Nothing is
recorded, so control flow is followed anew with each call."""

import warnings

import torch
from torch import Tensor
from torch.jit._script import RecursiveScriptModule, ScriptFunction, ScriptModule, _twin_of, exported_methods
from torch.nn import Module


class TracerWarning(Warning):
    """Something that a trace does not hold."""


class TracingCheckError(Exception):
    """A trace that cannot be checked."""


_tracing = [False]


def is_tracing():
    """Is a function being traced?"""
    return _tracing[0]


class _Tracing:
    def __enter__(self):
        self.before, _tracing[0] = _tracing[0], True

    def __exit__(self, *error):
        _tracing[0] = self.before


class TracedModule(RecursiveScriptModule):
    """A child of a traced module."""

    def _get_name(self):
        return self.original_name

    @classmethod
    def _child_type(cls):
        return TracedModule

    def _reaches(self, name):
        return False


class TopLevelTracedModule(TracedModule):
    """A traced module."""


_ONLY_TENSORS = 'Only tensors, lists, tuples of tensors, or dictionary of tensors can be output from traced functions'


def _check_outputs(value, strict):
    """A traced function gives tensors in tuples; with strict=False also in lists and dicts."""
    if isinstance(value, dict) and strict:
        raise RuntimeError("Encountering a dict at the output of the tracer might cause the trace to be incorrect, this is only valid if the "
                           "container structure does not change based on the module's inputs. Consider using a constant container instead (e.g. "
                           "for `list`, use a `tuple` instead. for `dict`, use a `NamedTuple` instead). If you absolutely need this and know the "
                           "side effects, pass strict=False to trace() to allow this behavior.")
    if isinstance(value, (tuple, list, dict)):
        for each in value.values() if isinstance(value, dict) else value:
            _check_outputs(each, strict)
    elif not isinstance(value, Tensor):
        raise RuntimeError(_ONLY_TENSORS)


def _leaves(value):
    from torch._pytree import flatten
    return [each for each in flatten(value)[0] if isinstance(each, Tensor)]


def _compare(first, again, tolerance):
    """Warns where another run gives something else."""
    for i, (a, b) in enumerate(zip(_leaves(first), _leaves(again))):
        try:
            torch.testing.assert_close(a.detach(), b.detach(), rtol=tolerance, atol=1e-5, equal_nan=True)
        except AssertionError as error:
            warnings.warn('Output nr %d. of the traced function does not match the corresponding output of the Python function. '
                          'Detailed error:\n%s' % (i + 1, error), TracerWarning, stacklevel=4)
            return


def _run(function, args, kwargs, strict):
    with _Tracing():
        value = function(*args, **kwargs)
    if value is None:
        raise RuntimeError("The traced function didn't return any values! Side-effects are not captured in traces, so it would be a no-op.")
    _check_outputs(value, strict)
    return value


def _trace(function, args, kwargs, check_trace, check_inputs, tolerance, strict):
    """Runs a function as the tracer does: once, and twice more for each set of inputs to check."""
    _run(function, args, kwargs, strict)
    if not check_trace:
        return
    for inputs in check_inputs if check_inputs is not None else [(args, kwargs)]:
        if check_inputs is not None:
            inputs, named = (inputs if isinstance(inputs, tuple) else (inputs,)), {}
        else:
            inputs, named = inputs
        with torch.random.fork_rng(devices=[]):
            again = _run(function, inputs, named, strict)
            plain = function(*inputs, **named)
        _compare(again, plain, tolerance)


def trace(func, example_inputs=None, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5, strict=True,
          _force_outplace=False, _module_class=None, _compilation_unit=None, example_kwarg_inputs=None, _store_inputs=True):
    """A module or function as TorchScript's, after it has run on example inputs and its outputs were checked."""
    if isinstance(func, ScriptModule):
        return func
    func = func._function if isinstance(func, ScriptFunction) else func
    if optimize is not None:
        warnings.warn('`optimize` is deprecated and has no effect. Use `with torch.jit.optimized_execution()` instead', FutureWarning, stacklevel=2)
    kwargs = {}
    if example_kwarg_inputs is not None:
        if not isinstance(example_kwarg_inputs, dict):
            raise RuntimeError('example_kwarg_inputs should be a dict')
        args, kwargs = (), example_kwarg_inputs
    elif isinstance(example_inputs, (Tensor, dict)):
        args = (example_inputs,)
    elif example_inputs is None and isinstance(func, Module):
        raise RuntimeError('example_kwarg_inputs should be a dict')
    else:
        args = tuple(example_inputs)
    if not isinstance(func, Module):
        if hasattr(func, '__self__') and isinstance(func.__self__, Module):
            raise AttributeError("trace doesn't support compiling individual module's functions.\nPlease use trace_module")
        if not hasattr(func, '__code__'):
            raise RuntimeError('Could not get name of python class object')
    _trace(func, args, kwargs, check_trace, check_inputs, check_tolerance, strict)
    examples = args if not kwargs else tuple(kwargs.values())
    if not isinstance(func, Module):
        return ScriptFunction(func, '_lambda' if func.__name__ == '<lambda>' else func.__name__, examples)
    return _traced(func, examples)


def _traced(module, examples):
    twin = _twin_of(module, {})
    return (RecursiveScriptModule if exported_methods(module) else TopLevelTracedModule)(twin, examples=examples)


def trace_module(mod, inputs, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5, strict=True, _force_outplace=False,
                 _module_class=None, _compilation_unit=None, example_inputs_is_kwarg=False, _store_inputs=True):
    """A module as TorchScript's, after the methods that inputs names have run on its values."""
    if not isinstance(mod, Module):
        raise AttributeError('expected torch.nn.Module as the first argument')
    if not isinstance(inputs, dict):
        raise AttributeError('expected a dictionary of (method_name, input) pairs')
    examples = None
    for name, given in inputs.items():
        args, kwargs = ((), given) if example_inputs_is_kwarg else (given if isinstance(given, tuple) else (given,), {})
        sets = None if check_inputs is None else [each[name] for each in check_inputs]
        _trace(mod if name == 'forward' else getattr(mod, name), args, kwargs, check_trace, sets, check_tolerance, strict)
        examples = (args or tuple(kwargs.values())) if name == 'forward' else examples
    return _traced(mod, examples)
