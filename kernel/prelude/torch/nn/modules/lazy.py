"""Modules whose first input tells the shapes of their parameters."""

from torch import no_grad
from torch.nn.parameter import is_lazy


class LazyModuleMixin:
    """What a module with UninitializedParameters derives from, before Module.

    It defines initialize_parameters(), which gets the arguments of the first call and materializes them; after that call the module is
    one of the class cls_to_become, where there is one. RuntimeError if something stays without a shape.
    """

    cls_to_become = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._load_hook = self._register_load_state_dict_pre_hook(self._lazy_load_hook)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters, with_kwargs=True)

    def _own_tensors(self):
        return [*self._parameters.items(), *self._buffers.items()]

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        without_shape = [(name, value) for name, value in self._own_tensors() if is_lazy(value) and name not in self._non_persistent_buffers_set]
        if not without_shape:
            super()._save_to_state_dict(destination, prefix, keep_vars)
            return
        for name, value in self._own_tensors():
            if value is not None and name not in self._non_persistent_buffers_set:
                destination[prefix + name] = value if keep_vars or is_lazy(value) else value.detach()

    def _lazy_load_hook(self, state_dict, prefix, *rest):
        """Gives what is to be loaded its shape."""
        for name, value in self._own_tensors():
            loaded = state_dict.get(prefix + name)
            if is_lazy(value) and loaded is not None and not is_lazy(loaded):
                with no_grad():
                    value.materialize(loaded.shape)

    def initialize_parameters(self, *args, **kwargs):
        """Materializes what has no shape, from the arguments of the first call."""
        raise NotImplementedError('initialize_parameters is not implemented for ' + type(self).__name__)

    def has_uninitialized_params(self):
        """Whether a parameter or buffer of this module has no shape yet."""
        return any([is_lazy(value) for _, value in self._own_tensors()])

    def _infer_parameters(self, module, args, kwargs=None):
        """Before the first call: initializes the module and takes the hooks away."""
        module.initialize_parameters(*args, **(kwargs or {}))
        if module.has_uninitialized_params():
            raise RuntimeError('module %s has not been fully initialized' % self._get_name())
        for name in ('_initialize_hook', '_load_hook'):
            getattr(module, name).remove()
            delattr(module, name)
        if not any([module._table(name) for name in ('_forward_pre_hooks', '_forward_hooks', '_backward_hooks', '_backward_pre_hooks')]):
            del module._hooked  # calls need not look for hooks any more
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become


__all__ = ['LazyModuleMixin']
