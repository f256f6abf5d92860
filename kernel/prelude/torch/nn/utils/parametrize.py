"""Parameters and buffers that are computed from others each time they are read.

register_parametrization moves a tensor of a module to module.parametrizations.NAME.original, and gives the module a class of its own in
which NAME is a property: the value of the parametrizations, one after the other, of the original. A first parametrization whose
right_inverse returns several tensors gets original0, original1 ...
"""

import copy
from collections.abc import Sequence
from contextlib import contextmanager

import torch
from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

_cache_depth = 0
_cache = {}


@contextmanager
def cached():
    """Inside this with statement each parametrized tensor is computed once."""
    global _cache_depth
    _cache_depth += 1
    try:
        yield
    finally:
        _cache_depth -= 1
        if not _cache_depth:
            _cache.clear()


class ParametrizationList(ModuleList):
    """The parametrizations of one tensor, with the tensors that they compute it from: original, or original0, original1 ...

    unsafe leaves out the checks that shape and type stay.
    """

    def __init__(self, modules, original, unsafe=False):
        if not modules:
            raise ValueError('ParametrizationList requires one or more modules.')
        super().__init__(modules)
        self.unsafe = unsafe
        before, kept = {'dtype': original.dtype, 'shape': original.shape}, original
        with torch.no_grad():
            for module in reversed(self):
                if hasattr(module, 'right_inverse'):
                    try:
                        kept = module.right_inverse(kept)
                    except NotImplementedError:
                        pass  # the tensor becomes the original as it is
        if not isinstance(kept, (torch.Tensor, Sequence)):
            raise ValueError("'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got %s" % type(kept).__name__)
        self.is_tensor = isinstance(kept, torch.Tensor)
        self.ntensors = 1 if self.is_tensor else len(kept)
        if self.is_tensor:
            self._keep_one(original, kept)
        else:
            self._keep_several(original, kept)
        if not unsafe:
            self._check_result(before)

    def _keep_one(self, original, kept):
        if original.dtype != kept.dtype:
            raise ValueError('When `right_inverse` outputs one tensor, it may not change the dtype.\noriginal.dtype: %s\nright_inverse(original)'
                             '.dtype: %s' % (original.dtype, kept.dtype))
        with torch.no_grad():
            original.data = kept.detach().clone() if kept is not original else original.data
        self._register('original', original)

    def _keep_several(self, original, kept):
        for i, each in enumerate(kept):
            if not isinstance(each, torch.Tensor):
                raise ValueError('When `right_inverse` outputs a Sequence of tensors, it must return a Sequence of tensors. Got %s'
                                 % type(each).__name__)
            if isinstance(original, Parameter):
                each = Parameter(each, original.requires_grad)
            each.requires_grad_(original.requires_grad)
            self._register('original%d' % i, each)

    def _register(self, name, tensor):
        if isinstance(tensor, Parameter):
            self.register_parameter(name, tensor)
        else:
            self.register_buffer(name, tensor)

    def _check_result(self, before):
        after = self()
        if not isinstance(after, torch.Tensor):
            raise ValueError('A parametrization must return a tensor. Got %s.' % type(after).__name__)
        for what in ('dtype', 'shape'):
            if getattr(after, what) != before[what]:
                raise ValueError('Registering a parametrization may not change the %s of the tensor, unless `unsafe` flag is enabled.\n'
                                 'unparametrized %s: %s\nparametrized %s: %s' % (what, what, before[what], what, getattr(after, what)))

    def _originals(self):
        return [self.original] if self.is_tensor else [getattr(self, 'original%d' % i) for i in range(self.ntensors)]

    def right_inverse(self, value):
        """Changes the originals so that they give this value. RuntimeError where a parametrization has no right_inverse."""
        with torch.no_grad():
            for module in reversed(self):
                if not hasattr(module, 'right_inverse'):
                    raise RuntimeError('parametrization %s does not implement right_inverse.' % type(module).__name__)
                value = module.right_inverse(value)
            if self.is_tensor:
                if not isinstance(value, torch.Tensor):
                    raise ValueError('`right_inverse` should return a tensor. Got %s' % type(value).__name__)
                if value.dtype != self.original.dtype:
                    raise ValueError('The tensor `right_inverse` returned has dtype %s while `original` has dtype %s'
                                     % (value.dtype, self.original.dtype))
                self.original.data = value.detach()
                return
            if not isinstance(value, Sequence):
                raise ValueError("'right_inverse' must return a sequence of tensors. Got %s." % type(value).__name__)
            if len(value) != self.ntensors:
                raise ValueError("'right_inverse' must return a sequence of tensors of length %d. Got a sequence of length %d."
                                 % (self.ntensors, len(value)))
            for original, each in zip(self._originals(), value):
                original.data = each.detach()

    def forward(self):
        """The value of the tensor."""
        first, *rest = self
        value = first(*self._originals())
        for module in rest:
            value = module(value)
        return value


def _parametrized_class(module):
    """A class for one module, in which properties can be put."""
    def refuse_pickling(self):
        raise RuntimeError('Serialization of parametrized modules is only supported through state_dict(). See:\n'
                           'https://pytorch.org/tutorials/beginner/saving_loading_models.html'
                           '#saving-loading-a-general-checkpoint-for-inference-and-or-resuming-training')

    def deepcopy(self, memo):
        """A copy with the same class."""
        if id(self) not in memo:
            made = memo[id(self)] = self.__new__(type(self))
            made.__dict__ = copy.deepcopy(self.__dict__, memo)
        return memo[id(self)]

    kind = type(module)
    made = type('Parametrized' + kind.__name__, (kind,), {'__getstate__': refuse_pickling, '__deepcopy__': deepcopy, '__module__': __name__})
    made._parametrized_base = kind
    return made


def _property(name):
    def read(self):
        parametrization = self.parametrizations[name]
        if not _cache_depth:
            return parametrization()
        key = id(self), name
        if key not in _cache:
            _cache[key] = parametrization()
        return _cache[key]

    def write(self, value):
        self.parametrizations[name].right_inverse(value)

    return property(read, write)


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    """Makes a parameter or buffer of a module the value of a parametrization, or adds one after those that it has; returns the module.

    ValueError where shape or type would change, unless unsafe, and for names that are not there.
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        _append(module, tensor_name, parametrization, unsafe)
    elif tensor_name in {**module._parameters, **module._buffers}:
        _begin(module, tensor_name, parametrization, unsafe)
    else:
        raise ValueError("Module '%s' does not have a parameter, a buffer, or a parametrized element with name '%s'" % (module, tensor_name))
    return module


def _begin(module, name, parametrization, unsafe):
    """The first parametrization of a tensor."""
    originals = ParametrizationList([parametrization], getattr(module, name), unsafe=unsafe)
    delattr(module, name)
    if not is_parametrized(module):
        module.__class__ = _parametrized_class(module)
        module.parametrizations = ModuleDict()
    setattr(type(module), name, _property(name))
    module.parametrizations[name] = originals


def _append(module, name, parametrization, unsafe):
    """Another one after it."""
    if not unsafe:
        _check_another(module, name, parametrization)
    originals = module.parametrizations[name]
    originals.append(parametrization)
    originals.unsafe = originals.unsafe or unsafe


def _check_another(module, name, parametrization):
    """Whether another parametrization fits behind those that a tensor has."""
    value = getattr(module, name)
    result = parametrization(value)
    if not isinstance(result, torch.Tensor):
        raise ValueError('A parametrization must return a tensor. Got %s.' % type(result).__name__)
    for what in ('dtype', 'shape'):
        if getattr(result, what) != getattr(value, what):
            raise ValueError('Registering a parametrization may not change the %s of the tensor, unless the `unsafe` flag is enabled.\n'
                             'module.%s.%s: %s\nparametrization(module.%s).%s: %s'
                             % (what, name, what, getattr(value, what), name, what, getattr(result, what)))
    if hasattr(parametrization, 'right_inverse'):
        try:
            back = parametrization.right_inverse(result)
        except NotImplementedError:
            return
        if not isinstance(back, torch.Tensor):
            raise ValueError('parametrization.right_inverse must return a tensor. Got: %s' % type(back).__name__)
        for what in ('dtype', 'shape'):
            if getattr(back, what) != getattr(value, what):
                raise ValueError('The tensor returned by parametrization.right_inverse must have the same %s as module.%s, unless the `unsafe` '
                                 'flag is enabled.\nmodule.%s.%s: %s\nreturned %s: %s'
                                 % (what, name, name, what, getattr(value, what), what, getattr(back, what)))


def is_parametrized(module, tensor_name=None):
    """Whether a module has parametrizations, or one for a tensor."""
    table = getattr(module, 'parametrizations', None)
    if not isinstance(table, ModuleDict):
        return False
    return len(table) > 0 if tensor_name is None else tensor_name in table


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    """Makes a tensor an ordinary one again: with its present value, or with leave_parametrized=False with the original; returns the module.

    ValueError where there is no parametrization, or where there are several originals to leave.
    """
    if not is_parametrized(module, tensor_name):
        raise ValueError('Module %s does not have a parametrization on %s' % (module, tensor_name))
    originals = module.parametrizations[tensor_name]
    if originals.is_tensor:
        tensor = originals.original
        if leave_parametrized:
            tensor.data = getattr(module, tensor_name).detach()
    elif leave_parametrized:
        value = getattr(module, tensor_name).detach().clone()
        trained = any([each.requires_grad for each in originals._originals()])
        tensor = Parameter(value, trained) if isinstance(originals.original0, Parameter) else value
    else:
        raise ValueError('Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a sequence of '
                         'tensors.')
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    ParametrizationList._register(module, tensor_name, tensor)
    if not is_parametrized(module):
        del module.parametrizations
        module.__class__ = type(module)._parametrized_base
    return module


def type_before_parametrizations(module):
    """The class that a module had before it was parametrized."""
    return type(module)._parametrized_base if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(from_module, to_module, tensor_name=None):
    """Gives a module the parametrizations and originals of another, of one tensor or of all; returns it."""
    if is_parametrized(from_module):
        for name in ([tensor_name] if tensor_name is not None else list(from_module.parametrizations)):
            if not hasattr(to_module, name):
                setattr(to_module, name, Parameter(getattr(from_module, name)))
            for each in from_module.parametrizations[name]:
                register_parametrization(to_module, name, each)
            source, target = from_module.parametrizations[name], to_module.parametrizations[name]
            for i, original in enumerate(source._originals()):
                setattr(target, 'original' if target.is_tensor else 'original%d' % i, original)
    return to_module


__all__ = ['cached', 'ParametrizationList', 'register_parametrization', 'is_parametrized', 'remove_parametrizations',
           'type_before_parametrizations', 'transfer_parametrizations_and_params']
