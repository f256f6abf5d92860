"""Weight normalisation with hooks (deprecated: torch.nn.utils.parametrizations.weight_norm)."""

import warnings

import torch
from torch.nn.parameter import Parameter


def norms_of(weight, dim):
    """The norm of each index of dim, or with -1 of all elements, in a shape that broadcasts."""
    return torch.norm_except_dim(weight, 2, dim)


def scaled(direction, norm, dim):
    """direction * norm / |direction|."""
    result = direction * (norm / norms_of(direction, dim))
    if result.requires_grad and dim in (0, direction.dim() - 1):
        return torch._C._name_node(result, 'WeightNormInterfaceBackward0')
    return result


_PARTS = ('_g', '_v')  # what comes after the name of the norms and of the directions


class WeightNorm:
    """The hook that computes a weight before each call of its module."""

    def __init__(self, name, dim):
        vars(self).update(name=name, dim=-1 if dim is None else dim)

    def compute_weight(self, module):
        """The weight from module.NAME_g and NAME_v."""
        norm, direction = [getattr(module, self.name + end) for end in _PARTS]
        return scaled(direction, norm, self.dim)

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module))

    @staticmethod
    def apply(module, name, dim):
        """Puts the hook into a module. RuntimeError where it has one for this parameter."""
        if _hook_of(module, name):
            raise RuntimeError('Cannot register two weight_norm hooks on the same parameter ' + name)
        hook, weight = WeightNorm(name, dim), getattr(module, name)
        del module._parameters[name]
        for end, part in zip(_PARTS, (norms_of(weight, hook.dim), weight)):
            module.register_parameter(name + end, Parameter(part.data))
        hook(module, None)
        module.register_forward_pre_hook(hook)
        return hook

    def remove(self, module):
        """Makes the present weight an ordinary parameter again."""
        value = self.compute_weight(module).data
        for end in ('',) + _PARTS:
            delattr(module, self.name + end)
        module.register_parameter(self.name, Parameter(value))


def _hook_of(module, name):
    """(number, hook) of the hook for a name, or None."""
    return next((item for item in module._forward_pre_hooks.items() if isinstance(item[1], WeightNorm) and item[1].name == name), None)


def weight_norm(module, name='weight', dim=0):
    """Deprecated: gives a weight a norm for each index of dim (None: one for all), trained beside its direction; returns the module."""
    warnings.warn('`torch.nn.utils.weight_norm` is deprecated in favor of `torch.nn.utils.parametrizations.weight_norm`.', FutureWarning,
                  stacklevel=2)
    WeightNorm.apply(module, name, dim)
    return module


def remove_weight_norm(module, name='weight'):
    """Takes weight_norm away from a weight; returns the module. ValueError where it is not there."""
    found = _hook_of(module, name)
    if found is None:
        raise ValueError("weight_norm of '%s' not found in %s" % (name, module))
    found[1].remove(module)
    del module._forward_pre_hooks[found[0]]
    return module


__all__ = ['WeightNorm', 'weight_norm', 'remove_weight_norm']
