"""Gradients by recording what was computed."""

from torch import Tensor as _Tensor, _C
from torch.autograd import grad_mode
from torch.autograd.function import Function
from torch.autograd.grad_mode import (detect_anomaly, enable_grad, inference_mode, no_grad, set_detect_anomaly,
                                      set_grad_enabled)


def _all_outputs(tensors):
    """Refuses what is no tensor, and no row of tensors."""
    for each in [tensors] if isinstance(tensors, _Tensor) else tensors:
        assert isinstance(each, _Tensor), 'Expected output to be a torch.Tensor'


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    """Adds the gradients of tensors to the .grad of the leaves they were made of, or of inputs only."""
    if grad_variables is not None:
        import warnings
        warnings.warn('`grad_variables` is deprecated. Use `grad_tensors` instead.', FutureWarning, stacklevel=2)
        if grad_tensors is not None:
            raise RuntimeError('`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. Please only use '
                               '`grad_tensors`.')
        grad_tensors = grad_variables
    _all_outputs(tensors)
    _C._autograd_backward(tensors, grad_tensors, retain_graph, create_graph, None, inputs)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None,
         is_grads_batched=False, materialize_grads=False):
    """The gradients of the sum of outputs with respect to inputs: a tuple, or a dict where inputs is one."""
    if not only_inputs:
        from warnings import warn
        warn('only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradient for other parts of the graph, '
             'please use torch.autograd.backward.', FutureWarning, stacklevel=2)
    if materialize_grads and allow_unused is False:
        raise ValueError('Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False.')
    _all_outputs(outputs)
    if isinstance(inputs, (tuple, list)) or type(inputs).__name__ in ('str', 'int', 'float'):
        for each in inputs if isinstance(inputs, (tuple, list)) else [inputs]:
            if not isinstance(each, _Tensor):
                raise RuntimeError('all inputs have to be Tensors or GradientEdges, but got %s' % type(each).__name__)
    if isinstance(inputs, dict):
        found = _C._autograd_grad(outputs, tuple(inputs.values()), grad_outputs, retain_graph, create_graph, allow_unused,
                                  is_grads_batched, materialize_grads)
        return dict(zip(inputs, found))
    return _C._autograd_grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused, is_grads_batched, materialize_grads)



def __getattr__(name):
    """Modules below, and gradcheck, are loaded when they are asked for."""
    if name in ('gradcheck', 'gradgradcheck'):
        import torch.autograd.gradcheck as module
        globals()['gradcheck'], globals()['gradgradcheck'] = module.gradcheck, module.gradgradcheck
        return globals()[name]
    if name in ('variable', 'Variable'):
        import torch.autograd.variable as variable
        globals()['Variable'] = variable.Variable
        return globals()[name]
    if name in ('forward_ad', 'functional', 'graph', 'profiler', 'profiler_util'):
        import importlib
        return importlib.import_module('torch.autograd.' + name)
    if name == 'DeviceType':
        from torch.autograd.profiler_util import DeviceType
        return DeviceType
    raise AttributeError("module 'torch.autograd' has no attribute '%s'" % name)


__all__ = '''Function Variable backward detect_anomaly enable_grad grad grad_mode gradcheck inference_mode no_grad
set_detect_anomaly set_grad_enabled'''.split()
