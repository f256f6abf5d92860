"""Pruning: elements or slices of parameters that masks set to zero.

A pruned parameter NAME is kept as NAME_orig beside the buffer NAME_mask; a hook before each call of the module puts their product in its
place. Several methods on one parameter are one PruningContainer.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable

import torch


class BasePruningMethod(ABC):
    """A method: it defines compute_mask() and PRUNING_TYPE ('unstructured', 'structured' or 'global')."""

    _tensor_name = None

    @abstractmethod
    def compute_mask(self, t, default_mask):
        """The mask for a tensor, or for the importance of its elements, of which those at zeros of default_mask are pruned already."""

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    def apply_mask(self, module):
        """The product of the original and the mask."""
        name = self._tensor_name
        if name is None:
            raise AssertionError('Module %s has to be pruned' % module)
        mask = getattr(module, name + '_mask')
        return mask.to(dtype=getattr(module, name + '_orig').dtype) * getattr(module, name + '_orig')

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        """Prunes a parameter of a module with this method, after those that have pruned it; the method, or the container of all."""
        hooks = module._forward_pre_hooks
        before = next(((number, hook) for number, hook in hooks.items() if isinstance(hook, BasePruningMethod) and hook._tensor_name == name), None)
        method = cls(*args, **kwargs)
        method._tensor_name = name
        if before is not None:
            del hooks[before[0]]
            container = before[1] if isinstance(before[1], PruningContainer) else PruningContainer(before[1])
            container.add_pruning_method(method)
            method = container
        original = getattr(module, name)
        if importance_scores is None:
            importance_scores = original
        elif importance_scores.shape != original.shape:
            raise AssertionError('importance_scores should have the same shape as parameter %s of %s, got %s vs %s'
                                 % (name, module, importance_scores.shape, original.shape))
        if before is None:
            module.register_parameter(name + '_orig', original)
            del module._parameters[name]
            mask = torch.ones_like(original)
        else:
            mask = getattr(module, name + '_mask').detach().clone(memory_format=torch.contiguous_format)
        try:
            mask = method.compute_mask(importance_scores, default_mask=mask)
            module.register_buffer(name + '_mask', mask)
            setattr(module, name, method.apply_mask(module))
            module.register_forward_pre_hook(method)
        except Exception:
            if before is None:  # the parameter is as it was
                restored = getattr(module, name + '_orig')
                del module._parameters[name + '_orig']
                module.register_parameter(name, restored)
            raise
        return method

    def prune(self, t, default_mask=None, importance_scores=None):
        """The pruned tensor."""
        if importance_scores is None:
            importance_scores = t
        elif importance_scores.shape != t.shape:
            raise AssertionError('importance_scores should have the same shape as tensor t')
        return t * self.compute_mask(importance_scores, default_mask=torch.ones_like(t) if default_mask is None else default_mask)

    def remove(self, module):
        """Makes the pruned parameter an ordinary one, with its zeros."""
        name = self._tensor_name
        if name is None:
            raise AssertionError('Module %s has to be pruned before pruning can be removed' % module)
        weight, original = self.apply_mask(module), module._parameters[name + '_orig']
        if hasattr(module, name):
            delattr(module, name)
        original.data = weight.data
        del module._parameters[name + '_orig'], module._buffers[name + '_mask']
        setattr(module, name, original)


class PruningContainer(BasePruningMethod):
    """Methods on one parameter, each of which sees what those before it have left."""

    def __init__(self, *args):
        self._pruning_methods = ()
        if len(args) == 1 and not isinstance(args[0], Iterable):
            self._tensor_name = args[0]._tensor_name
            self.add_pruning_method(args[0])
        else:
            for method in args[0] if len(args) == 1 else args:
                self.add_pruning_method(method)

    def add_pruning_method(self, method):
        """Adds a method for the same parameter."""
        if method is not None and not isinstance(method, BasePruningMethod):
            raise TypeError('%s is not a BasePruningMethod subclass' % type(method))
        if method is not None and self._tensor_name != method._tensor_name:
            raise ValueError("Can only add pruning methods acting on the parameter named '%s' to PruningContainer %s. Found '%s'"
                             % (self._tensor_name, self, method._tensor_name))
        self._pruning_methods += (method,)

    def __len__(self):
        return len(self._pruning_methods)

    def __iter__(self):
        return iter(self._pruning_methods)

    def __getitem__(self, idx):
        return self._pruning_methods[idx]

    def compute_mask(self, t, default_mask):
        """The mask of the last method combined with default_mask."""
        method = self._pruning_methods[-1]
        left = default_mask == 1
        kind = method.PRUNING_TYPE
        if kind == 'unstructured':
            where = left
        elif kind == 'structured':  # the slices that have something left
            if not hasattr(method, 'dim'):
                raise AttributeError('Pruning methods of PRUNING_TYPE "structured" need to have the attribute `dim` defined.')
            others = [dim for dim in range(t.dim()) if dim != method.dim % t.dim()]
            where = [slice(None)] * t.dim()
            where[method.dim] = left.sum(dim=others) != 0
            where = tuple(where)
        elif kind == 'global':
            where = (slice(None),) * t.dim()
        else:
            raise ValueError('Unrecognized PRUNING_TYPE %s' % kind)
        mask = default_mask.clone()
        mask[where] = method.compute_mask(t[where], default_mask=default_mask[where]).to(mask.dtype)
        return mask


def _check_amount(amount):
    if not isinstance(amount, (int, float)):
        raise TypeError('Invalid type for amount: %s. Must be int or float.' % (amount,))
    if amount < 0 or not isinstance(amount, int) and amount > 1:
        raise ValueError('amount=%s should either be a float in the range [0, 1] or a non-negative integer' % amount)


def _count(amount, size):
    """How many of `size` an amount is."""
    if isinstance(amount, int):
        if amount > size:
            raise ValueError('amount=%s should be smaller than the number of parameters to prune=%s' % (amount, size))
        return amount
    return round(amount * size)


def _check_structured(t, dim):
    if t.dim() <= 1:
        raise ValueError('Structured pruning can only be applied to multidimensional tensors. Found tensor of shape %s with %d dims'
                         % (t.shape, t.dim()))
    if dim >= t.dim():
        raise IndexError('Invalid index %d for tensor of size %s' % (dim, t.shape))


def _of_slices(t, dim, kept):
    """A mask that is 1 where the slices along dim are kept, given as a vector."""
    mask = torch.zeros_like(t)
    where = [slice(None)] * t.dim()
    where[dim] = kept
    mask[tuple(where)] = 1
    return mask


class Identity(BasePruningMethod):
    """Prunes nothing."""

    PRUNING_TYPE = 'unstructured'

    def compute_mask(self, t, default_mask):
        """default_mask."""
        return default_mask


class CustomFromMask(BasePruningMethod):
    """Prunes where a given mask is 0."""

    PRUNING_TYPE = 'global'

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t, default_mask):
        """default_mask times the given mask."""
        given, before = self.mask, default_mask
        if given.shape != before.shape:
            raise AssertionError('default_mask shape %s must match self.mask shape %s' % (before.shape, given.shape))
        return before * given.to(before.dtype)


class _Amount(BasePruningMethod):
    """A method that prunes an amount: a number of elements or slices, or a share of them."""

    PRUNING_TYPE = 'unstructured'

    def __init__(self, amount):
        _check_amount(amount)
        self.amount = amount


class RandomUnstructured(_Amount):
    """Prunes elements drawn at random."""

    def compute_mask(self, t, default_mask):
        """default_mask with so many more zeros."""
        count, mask = _count(self.amount, t.nelement()), default_mask.clone(memory_format=torch.contiguous_format)
        if count:
            mask.view(-1)[torch.topk(torch.rand_like(t).view(-1), k=count).indices] = 0
        return mask


class L1Unstructured(_Amount):
    """Prunes the elements of the smallest absolute values."""

    def compute_mask(self, t, default_mask):
        """default_mask with so many more zeros."""
        count, mask = _count(self.amount, t.nelement()), default_mask.clone(memory_format=torch.contiguous_format)
        if count:
            mask.view(-1)[torch.topk(torch.abs(t).view(-1), k=count, largest=False).indices] = 0
        return mask


class _Structured(_Amount):
    """A method that prunes slices along a dimension."""

    PRUNING_TYPE = 'structured'


class RandomStructured(_Structured):
    """Prunes slices drawn at random."""

    def __init__(self, amount, dim=-1):
        super().__init__(amount)
        self.dim = dim

    def compute_mask(self, t, default_mask):
        """default_mask with so many more slices of zeros."""
        _check_structured(t, self.dim)
        size = t.shape[self.dim]
        count = _count(self.amount, size)
        if not count:
            return default_mask
        draws = torch.rand(size)
        kept = draws > torch.kthvalue(draws, k=count).values
        return default_mask * _of_slices(t, self.dim, kept).to(dtype=default_mask.dtype)


class LnStructured(_Structured):
    """Prunes the slices of the smallest norms."""

    def __init__(self, amount, n, dim=-1):
        super().__init__(amount)
        self.n, self.dim = n, dim

    def compute_mask(self, t, default_mask):
        """default_mask with so many more slices of zeros."""
        _check_structured(t, self.dim)
        size = t.shape[self.dim]
        count = _count(self.amount, size)
        others = [dim for dim in range(t.dim()) if dim != self.dim % t.dim()]
        norms = torch.norm(t, p=self.n, dim=others)
        kept = torch.topk(norms, k=size - count, largest=True).indices
        return default_mask if not count else default_mask * _of_slices(t, self.dim, kept).to(dtype=default_mask.dtype)


def identity(module, name):
    """Gives a parameter a mask of ones; returns the module."""
    Identity.apply(module, name)
    return module


def random_unstructured(module, name, amount):
    """Prunes an amount of the elements of a parameter, drawn at random; returns the module."""
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module, name, amount, importance_scores=None):
    """Prunes an amount of the elements of the smallest absolute values, or scores; returns the module."""
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module, name, amount, dim):
    """Prunes an amount of the slices along dim, drawn at random; returns the module."""
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module, name, amount, n, dim, importance_scores=None):
    """Prunes an amount of the slices along dim whose n-norms, or those of their scores, are smallest; returns the module."""
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module, name, mask):
    """Prunes a parameter where a mask is 0; returns the module."""
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    """Prunes an amount of the elements of several parameters, pairs of (module, name), as if they were one."""
    if not isinstance(parameters, Iterable):
        raise TypeError('global_unstructured(): parameters is not an Iterable')
    scores = {} if importance_scores is None else importance_scores
    if not isinstance(scores, dict):
        raise TypeError('global_unstructured(): importance_scores must be of type dict')
    parameters = list(parameters)
    importance = torch.nn.utils.parameters_to_vector([scores.get(pair, getattr(*pair)) for pair in parameters])
    masks = torch.nn.utils.parameters_to_vector([getattr(module, name + '_mask', torch.ones_like(getattr(module, name)))
                                                 for module, name in parameters])
    container = PruningContainer()
    container._tensor_name = 'temp'
    method = pruning_method(**kwargs)
    method._tensor_name = 'temp'
    container.add_pruning_method(method)
    if method.PRUNING_TYPE != 'unstructured':
        raise TypeError('Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method %s of type %s'
                        % (pruning_method, method.PRUNING_TYPE))
    sizes = [getattr(*pair).numel() for pair in parameters]
    for (module, name), mask in zip(parameters, container.compute_mask(importance, masks).split(sizes)):
        custom_from_mask(module, name, mask=mask.view_as(getattr(module, name)))


def remove(module, name):
    """Makes a pruned parameter an ordinary one, with its zeros; returns the module. ValueError where it is not pruned."""
    for number, hook in module._forward_pre_hooks.items():
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            hook.remove(module)
            del module._forward_pre_hooks[number]
            return module
    raise ValueError("Parameter '%s' of module %s has to be pruned before pruning can be removed" % (name, module))


def is_pruned(module):
    """Whether a parameter of a module, or of one in it, is pruned."""
    return any([isinstance(hook, BasePruningMethod) for _, each in module.named_modules() for hook in (each._table('_forward_pre_hooks') or {}).values()])
