"""The recorded graph: its nodes, and what they keep."""

import contextlib

import torch
from torch import _C

Node = _C._Node


class GradientEdge:
    """An edge of the graph: a node and the index of its output."""

    def __init__(self, node, output_nr, ownership_token=None):
        self.node, self.output_nr, self.ownership_token = node, output_nr, ownership_token

    def __iter__(self):
        return iter((self.node, self.output_nr, self.ownership_token))

    def __getitem__(self, index):
        return (self.node, self.output_nr, self.ownership_token)[index]

    def __eq__(self, other):
        return isinstance(other, GradientEdge) and tuple(self) == tuple(other)

    def __hash__(self):
        return hash((self.node, self.output_nr))

    def __repr__(self):
        return 'GradientEdge(node=%r, output_nr=%r, ownership_token=%r)' % tuple(self)


def get_gradient_edge(tensor):
    """The edge that a tensor's gradient flows to; for a leaf its AccumulateGrad node."""
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    return GradientEdge(tensor.grad_fn or tensor.view_as(tensor).grad_fn.next_functions[0][0], tensor.output_nr)


class saved_tensors_hooks:
    """Inside, tensors saved for backward pass through pack_hook when they are recorded and unpack_hook when they are used."""

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook, self.unpack_hook = pack_hook, unpack_hook

    def __enter__(self):
        _C._push_saved_tensors_hooks(self.pack_hook, self.unpack_hook)

    def __exit__(self, *args):
        _C._pop_saved_tensors_hooks()


class save_on_cpu(saved_tensors_hooks):
    """Inside, what backward keeps is moved to the CPU, and back to its device when it is needed."""

    def __init__(self, pin_memory=False, device_type='cuda'):
        if device_type != 'cuda':
            raise NotImplementedError('save_on_cpu: device_type=%r is not there' % (device_type,))
        if pin_memory and torch.cuda.is_available():
            super().__init__(lambda tensor: (tensor.device, tensor.cpu().pin_memory()), lambda packed: packed[1].to(packed[0], non_blocking=True))
        else:
            super().__init__(lambda tensor: (tensor.device, tensor.cpu()), lambda packed: packed[1].to(packed[0]))


@contextlib.contextmanager
def disable_saved_tensors_hooks(error_message, is_tracing=False):
    """Inside, setting hooks for saved tensors is an error with this message."""
    previous = _C._forbid_saved_tensors_hooks(error_message)
    try:
        yield
    finally:
        _C._forbid_saved_tensors_hooks(previous)


def register_multi_grad_hook(tensors, fn, *, mode='all'):
    """Calls fn once all tensors that get a gradient in a backward have theirs (a tuple, None for the others), or with the first one."""
    if mode not in ('all', 'any'):
        raise ValueError("Expects mode to be one of ('all', 'any') but got %s" % mode)
    grads, state = [None] * len(tensors), {'seen': 0, 'done': False}
    wanted = [tensor.requires_grad for tensor in tensors]

    def hook_of(i):
        def hook(grad):
            if mode == 'any':
                if not state['done']:
                    state['done'] = True
                    fn(grad)
                return
            grads[i] = grad
            state['seen'] += 1
            if state['seen'] == sum(wanted):
                given, state['seen'] = tuple(grads), 0
                grads[:] = [None] * len(tensors)
                fn(given)
        return hook

    handles = [tensor.register_hook(hook_of(i)) for i, tensor in enumerate(tensors) if tensor.requires_grad]
    return _Handles(handles)


class _Handles:
    """Several hooks that are taken away together."""

    def __init__(self, handles):
        self.handles = tuple(handles)

    def remove(self):
        for handle in self.handles:
            handle.remove()

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.remove()


def increment_version(tensor):
    """Increments the version of a tensor whose memory was changed outside of autograd."""
    for one in (tensor,) if isinstance(tensor, torch.Tensor) else tensor:
        one._bump_version()


__all__ = '''GradientEdge Node disable_saved_tensors_hooks get_gradient_edge increment_version register_multi_grad_hook
save_on_cpu saved_tensors_hooks'''.split()
