"""Functions with a backward of their own."""

import torch
from torch import _C


class FunctionCtx:
    """What forward leaves for backward."""

    def __init__(self):
        self._saved = ()
        self._not_differentiable = ()
        self.needs_input_grad = ()
        self._materialize = True

    def save_for_backward(self, *tensors):
        """Keeps tensors for backward."""
        self._saved = tensors

    def mark_dirty(self, *args):
        """Says which inputs were changed in place."""

    def mark_non_differentiable(self, *args):
        """Says which outputs have no gradient."""
        self._not_differentiable = args

    def set_materialize_grads(self, value):
        """False: backward gets None instead of zeros."""
        self._materialize = value

    @property
    def saved_tensors(self):
        return self._saved


class Function:
    """Derive from it, define the static methods forward(ctx, ...) and backward(ctx, *grads), call apply(...)."""

    @staticmethod
    def forward(*args, **kwargs):
        raise NotImplementedError('You must implement the forward function for custom autograd.Function.')

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError("You must implement either the backward or vjp method for your custom autograd.Function to use "
                                  "it with backward mode AD.")

    @classmethod
    def apply(cls, *args):
        """Runs forward and puts it on the tape."""
        ctx = FunctionCtx()
        inputs = [arg if isinstance(arg, torch.Tensor) else None for arg in args]
        ctx.needs_input_grad = tuple([tensor is not None and tensor.requires_grad for tensor in inputs])
        recording = torch.is_grad_enabled() and any(ctx.needs_input_grad)
        separate = hasattr(cls, 'setup_context')
        previous = _C._set_grad_enabled(False)
        try:
            result = cls.forward(*args) if separate else cls.forward(ctx, *args)
            if separate:
                cls.setup_context(ctx, args, result)
        finally:
            _C._set_grad_enabled(previous)
        if not recording:
            return result
        outputs = result if isinstance(result, tuple) else (result,)
        # an output that is an input needs a history of its own
        outputs = tuple([out.view_as(out).detach() if any([out is tensor for tensor in inputs]) else out for out in outputs])
        tracked = [out for out in outputs if isinstance(out, torch.Tensor)
                   and not any([out is other for other in ctx._not_differentiable])]
        shapes = [(out.shape, out.dtype, out.device) for out in tracked]

        def backward(grads):
            if ctx._materialize:
                grads = [torch.zeros(shape, dtype=dtype, device=device) if grad is None else grad
                         for grad, (shape, dtype, device) in zip(grads, shapes)]
            return cls.backward(ctx, *grads)

        def aligned(grads):
            found = backward(grads)
            if not isinstance(found, tuple):
                found = (found,)
            if len(found) != len(args):
                raise RuntimeError('function %sBackward returned an incorrect number of gradients (expected %d, got %d)'
                                   % (cls.__name__, len(args), len(found)))
            return tuple([grad for grad, tensor in zip(found, inputs) if tensor is not None])

        _C._foreign_node(cls.__name__ + 'Backward', aligned, [tensor for tensor in inputs if tensor is not None], tracked)
        return outputs if isinstance(result, tuple) else outputs[0]


def once_differentiable(function):
    """For backward methods that cannot be differentiated again."""
    return function
