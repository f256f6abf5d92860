"""Handles of hooks, and what modules with backward hooks do around a call."""

import warnings
from _weakref import ref as _weak_reference
from collections import OrderedDict

import torch


class RemovableHandle:
    """Takes a hook out of its table again; in a with statement at the end of the block.

    hooks_dict: the table, id: the hook's key in it. extra_dict: one table, or a list of them, that may have the same key.
    """

    next_id = 0

    def __init__(self, hooks_dict, *, extra_dict=None):
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1
        self.hooks_dict_ref = _weak_reference(hooks_dict)
        extra = extra_dict if isinstance(extra_dict, list) else [] if extra_dict is None else [extra_dict]
        self.extra_dict_ref = tuple([_weak_reference(table) for table in extra])

    def remove(self):
        """Takes the hook away; nothing happens where it is gone."""
        for reference in (self.hooks_dict_ref,) + self.extra_dict_ref:
            table = reference()
            if table is not None:
                table.pop(self.id, None)

    def __getstate__(self):
        """The tables themselves: a copy of the handle belongs to the copies of the tables."""
        return self.id, [reference() for reference in (self.hooks_dict_ref,) + self.extra_dict_ref]

    def __setstate__(self, state):
        self.id, tables = state
        first, *rest = [_weak_reference(OrderedDict() if table is None else table) for table in tables]
        self.hooks_dict_ref, self.extra_dict_ref = first, tuple(rest)
        RemovableHandle.next_id = max(RemovableHandle.next_id, self.id + 1)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.remove()


def unserializable_hook(f):
    """Marks a hook of a tensor as one that need not be warned about when the tensor is saved."""
    f.__torch_unserializable__ = True
    return f


def warn_if_has_hooks(tensor):
    """Warns of hooks of a tensor that would be lost when it is saved."""
    for hook in (getattr(tensor, '_backward_hooks', None) or {}).values():
        if not hasattr(hook, '__torch_unserializable__'):
            warnings.warn('backward hook %r on tensor will not be serialized.  If this is expected, you can decorate the function with '
                          '@torch.utils.hooks.unserializable_hook to suppress this warning' % hook, stacklevel=2)


class BackwardHookFunction(torch.autograd.Function):
    """The identity, whose node is where the hooks of a module see gradients."""

    @staticmethod
    def forward(ctx, *tensors):
        ctx.mark_non_differentiable(*[each for each in tensors if not each.requires_grad])
        return tensors

    @staticmethod
    def backward(ctx, *gradients):
        return gradients


_NO_INPUT_WARNING = (
    'Full backward hook is firing when gradients are computed with respect to module outputs since no inputs require gradients. See '
    'https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html#torch.nn.Module.register_full_backward_hook for more details.')


def _at_positions(values, positions, length):
    """A tuple of `length` entries with the values at their positions, else None."""
    out = [None] * length
    for position, value in zip(positions, values):
        out[position] = value
    return tuple(out)


def _as_tuple(value):
    return value if isinstance(value, tuple) else (value,)


class BackwardHook:
    """One call of a module that has full backward hooks.

    Its inputs and outputs go through the identity. The node behind the outputs calls the pre-hooks with their gradients and keeps what
    these return; the node at the inputs calls the hooks with both. Where no input has a gradient, the hooks are called at the outputs.
    """

    def __init__(self, module, user_hooks, user_pre_hooks):
        self.module, self.user_hooks, self.user_pre_hooks = module, user_hooks, user_pre_hooks
        self.grad_outputs = None  # between the two nodes
        self.inputs = None  # the positions of tensors among the arguments, where they have a node
        self.n_inputs = 0

    def _through_node(self, values, listen):
        """The values with their tensors as outputs of one node, which listen(node, positions) gets; unchanged if no gradient is recorded."""
        positions = [i for i, value in enumerate(values) if isinstance(value, torch.Tensor)]
        if not torch.is_grad_enabled() or not any([values[i].requires_grad for i in positions]):
            return values
        passed = BackwardHookFunction.apply(*[values[i] for i in positions])
        nodes = [each.grad_fn for each in passed if each.grad_fn is not None and each.grad_fn.name() == 'BackwardHookFunctionBackward']
        if not nodes:
            raise RuntimeError('Error while setting up backward hooks')
        listen(nodes[0], positions)
        out = list(values)
        for position, value in zip(positions, passed):
            out[position] = value
        return type(values)(*out) if hasattr(values, '_fields') else tuple(out)

    def setup_input_hook(self, args):
        """The arguments for forward."""
        def listen(node, positions):
            self.inputs = positions
            node.register_hook(lambda gradients, _: self._at_inputs(gradients))
        self.n_inputs = len(args)
        return self._through_node(args, listen)

    def setup_output_hook(self, args):
        """What the call of the module returns for the output of forward."""
        def listen(node, positions):
            node.register_prehook(lambda gradients: self._at_outputs(gradients, positions, len(outputs)))
        outputs = (args,) if isinstance(args, torch.Tensor) else args
        passed = self._through_node(outputs, listen)
        return passed[0] if outputs is not args else passed

    def _at_outputs(self, gradients, positions, length):
        kept = self.grad_outputs = _at_positions(gradients, positions, length)
        for hook in self.user_pre_hooks:
            result = hook(self.module, kept)
            if result is not None:
                if len(_as_tuple(result)) != length:
                    raise RuntimeError('Backward pre hook returned an invalid number of grad_output, got %d, but expected %d'
                                       % (len(_as_tuple(result)), length))
                kept = self.grad_outputs = _as_tuple(result)
        if self.inputs is None:
            self._without_inputs()
        return tuple([kept[i] for i in positions]) if self.user_pre_hooks else None

    def _without_inputs(self):
        """Calls the hooks where no gradient will arrive at the inputs."""
        if self.user_hooks:
            warnings.warn(_NO_INPUT_WARNING, stacklevel=5)
        for hook in self.user_hooks:
            result = hook(self.module, (None,) * self.n_inputs, self.grad_outputs)
            if result is not None and any([gradient is not None for gradient in _as_tuple(result)]):
                raise RuntimeError('Backward hook for Modules where no input requires gradient should always return None or None for all '
                                   'gradients.')
        self.grad_outputs = None

    def _at_inputs(self, gradients):
        if self.grad_outputs is None:  # they came another way than through the outputs, as in double backward
            return None
        found = _at_positions(gradients, self.inputs, self.n_inputs)
        for hook in self.user_hooks:
            result = hook(self.module, found, self.grad_outputs)
            if result is not None:
                if len(_as_tuple(result)) != self.n_inputs:
                    raise RuntimeError('Backward hook returned an invalid number of grad_input, got %d, but expected %d'
                                       % (len(_as_tuple(result)), self.n_inputs))
                found = _as_tuple(result)
        self.grad_outputs = None
        return tuple([found[i] for i in self.inputs])


__all__ = ['RemovableHandle', 'unserializable_hook', 'warn_if_has_hooks', 'BackwardHook']
