"""Normalisation across maps, as Torch 7 had it: its window and its gradient, to the letter of PyTorch's results."""

import torch


def _bands(channels, low, high, extra, like):
    """A matrix that is 1 where channel d is from c + low to c + high, and in column 0 of the rows from `extra` on."""
    columns = torch.arange(channels, device=like.device)
    rows = columns.unsqueeze(1)
    band = (columns >= rows + low) & (columns <= rows + high)
    if extra is not None:
        band |= (rows >= extra) & (columns == 0)
    return band.to(like.dtype)


def _summed(bands, x):
    return torch.matmul(bands, x.flatten(2)).view_as(x)


class CrossMapLRN2d(torch.autograd.Function):
    """x / (k + alpha / size S)^beta, S the sum of the squares of neighbouring channels. As in PyTorch, the first channel never leaves the sum,
    and the gradient sums over the channels before."""

    @staticmethod
    def forward(ctx, input, size, alpha=1e-4, beta=0.75, k=1):
        if input.dim() != 4:
            raise ValueError('CrossMapLRN2d: Expected input to be 4D, got %dD instead.' % input.dim())
        reach = int((size - 1) / 2 + 1)
        sums = _summed(_bands(input.size(1), 1 - reach, reach - 1, reach, input), input * input)
        scale = sums * (alpha / size) + k
        output = input * scale.pow(-beta)
        ctx.save_for_backward(input, output, scale)
        ctx.options = size, alpha, beta
        return output

    @staticmethod
    def backward(ctx, grad_output):
        input, output, scale = ctx.saved_tensors
        size, alpha, beta = ctx.options
        channels = input.size(1)
        if size == 1:
            raise RuntimeError('start (1) + length (%d) exceeds dimension size (%d).' % (channels, channels))
        before = int(size - (size - 1) / 2)
        sums = _summed(_bands(channels, -before, size - 1 - before, None, input), grad_output * output / scale)
        return grad_output * scale.pow(-beta) - input * sums * (2 * alpha * beta / size), None, None, None, None
