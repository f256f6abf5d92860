"""Memory for time: what a function keeps for backward is computed anew when backward needs it."""

import warnings

import torch
from torch.autograd.graph import saved_tensors_hooks

__all__ = ['checkpoint', 'checkpoint_sequential']


class CheckpointError(RuntimeError):
    """The second computation kept other tensors than the first."""


class _Again:
    """One call under a checkpoint: counts what it keeps, and fetches it by running the function once more."""

    def __init__(self, function, args, kwargs, preserve_rng_state):
        self.function, self.args, self.kwargs = function, args, kwargs
        self.state = torch.get_rng_state() if preserve_rng_state else None
        self.shapes, self.kept = [], None

    def pack(self, tensor):
        self.shapes.append((tensor.shape, tensor.dtype))
        return len(self.shapes) - 1

    def compute(self):
        kept = []

        def keep(tensor):
            kept.append(tensor.detach())
            return len(kept) - 1

        before = torch.get_rng_state()
        try:
            if self.state is not None:
                torch.set_rng_state(self.state)
            with torch.enable_grad(), saved_tensors_hooks(keep, lambda at: kept[at]):
                self.function(*self.args, **self.kwargs)
        finally:
            torch.set_rng_state(before)
        if [(tensor.shape, tensor.dtype) for tensor in kept] != self.shapes:
            raise CheckpointError('torch.utils.checkpoint: A different number of tensors was saved during the original forward and '
                                  'recomputation.\nNumber of tensors saved during forward: %d\nNumber of tensors saved during '
                                  'recomputation: %d.' % (len(self.shapes), len(kept)))
        self.kept, self.left = kept, len(kept)

    def unpack(self, at):
        if self.kept is None:
            self.compute()
        tensor = self.kept[at]
        self.left -= 1
        if self.left == 0:
            self.kept = None
        return tensor


class CheckpointFunction(torch.autograd.Function):
    """The reentrant form: backward runs the function, and backward through it."""

    @staticmethod
    def forward(ctx, run_function, preserve_rng_state, *args):
        ctx.run_function = run_function
        ctx.state = torch.get_rng_state() if preserve_rng_state else None
        ctx.others = [None if isinstance(arg, torch.Tensor) else arg for arg in args]
        ctx.save_for_backward(*[arg if isinstance(arg, torch.Tensor) else None for arg in args])
        return run_function(*args)

    @staticmethod
    def backward(ctx, *grads):
        saved = [None if tensor is None else tensor.detach().requires_grad_(tensor.requires_grad) for tensor in ctx.saved_tensors]
        given = [other if tensor is None else tensor for tensor, other in zip(saved, ctx.others)]
        before = torch.get_rng_state()
        try:
            if ctx.state is not None:
                torch.set_rng_state(ctx.state)
            with torch.enable_grad():
                outputs = ctx.run_function(*given)
        finally:
            torch.set_rng_state(before)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        pairs = [(out, grad) for out, grad in zip(outputs, grads) if isinstance(out, torch.Tensor) and out.requires_grad]
        if not pairs:
            raise RuntimeError('none of output has requires_grad=True, this checkpoint() is not necessary')
        torch.autograd.backward([out for out, _ in pairs], [grad for _, grad in pairs])
        return (None, None) + tuple([None if tensor is None else tensor.grad for tensor in saved])


def checkpoint(function, *args, use_reentrant=None, context_fn=None, determinism_check='default', debug=False, preserve_rng_state=True,
               **kwargs):
    """function(*args, **kwargs), of which nothing is kept: backward runs it again."""
    if use_reentrant is None:
        warnings.warn('torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly. Starting in PyTorch 2.9, calling '
                      'checkpoint without use_reentrant will raise an exception. use_reentrant=False is recommended, but if you need to '
                      'preserve the current default behavior, you can pass use_reentrant=True. Refer to docs for more details on the '
                      'differences between the two variants.', stacklevel=2)
        use_reentrant = True
    if not use_reentrant:
        again = _Again(function, args, kwargs, preserve_rng_state)
        with saved_tensors_hooks(again.pack, again.unpack):
            return function(*args, **kwargs)
    if kwargs:
        raise ValueError('Unexpected keyword arguments: ' + ','.join(kwargs))
    return CheckpointFunction.apply(function, preserve_rng_state, *args)


def checkpoint_sequential(functions, segments, input, use_reentrant=None, **kwargs):
    """Runs functions one after the other in so many segments, each but the last under a checkpoint."""
    functions = list(functions.children()) if isinstance(functions, torch.nn.Sequential) else list(functions)
    size = len(functions) // segments

    def chain(start, end):
        def run(value):
            for function in functions[start:end]:
                value = function(value)
            return value
        return run

    start = 0
    for start in range(0, size * (segments - 1), size):
        input = checkpoint(chain(start, start + size), input, use_reentrant=use_reentrant, **kwargs)
    return chain(size * (segments - 1), len(functions))(input)
