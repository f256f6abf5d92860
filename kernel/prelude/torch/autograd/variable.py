"""Variable: the name that tensors with gradients had before PyTorch 0.4. Calls make tensors, every tensor is an instance."""
import torch


class VariableMeta(type):
    """The class of Variable, whose instances are the tensors."""

    def __instancecheck__(cls, instance):
        return isinstance(instance, torch.Tensor)


_Base = type('_LegacyVariableBase', (), {'__module__': 'torch._C'})


class Variable(_Base, metaclass=VariableMeta):
    def __new__(cls, data=None, requires_grad=False, volatile=False):
        if volatile:
            import warnings
            warnings.warn('volatile was removed and now has no effect. Use `with torch.no_grad():` instead.', stacklevel=2)
        if data is None:
            data = torch.empty(0)
        if not isinstance(data, torch.Tensor):
            raise TypeError('Variable data has to be a tensor, but got %s' % type(data).__name__)
        if requires_grad and not (data.is_floating_point() or data.is_complex()):
            raise RuntimeError('Only Tensors of floating point and complex dtype can require gradients')
        return data.detach().as_subclass(torch.Tensor).requires_grad_(bool(requires_grad))
