"""Masks of scaled_dot_product_attention: added numbers and bool, repeated and not, with gradients; against the same in single steps."""
import torch
from torch.nn.functional import scaled_dot_product_attention as attention

torch.set_printoptions(precision=3, sci_mode=False)
torch.manual_seed(0)


def steps(q, k, v, mask, causal):
    scores = q @ k.transpose(-2, -1) / q.size(-1) ** .5
    mask = mask.float().log().to(q.dtype) if mask.dtype == torch.bool else mask
    scores = scores + mask
    if causal:
        scores = scores.masked_fill(~torch.ones(scores.shape[-2:], dtype=torch.bool).tril(), -float('inf'))
    hidden = (scores == -float('inf')).all(-1, keepdim=True)
    return scores.masked_fill(hidden, 0).softmax(-1).masked_fill(hidden, 0) @ v


for batch, heads, queries, keys, size in ((2, 2, 3, 5, 4), (1, 2, 70, 300, 9), (2, 4, 64, 64, 16)):
    for dtype in (torch.float32, torch.float64):
        q, k, v = (torch.randn(batch, heads, n, size, dtype=dtype, requires_grad=True) for n in (queries, keys, keys))
        masks = (torch.randn(queries, keys, dtype=dtype), torch.randn(batch, 1, 1, keys, dtype=dtype), torch.rand(batch, 1, 1, keys) > .3,
                 torch.rand(queries, keys) > .3, torch.rand(batch, heads, queries, keys) > .5, torch.randn(keys, queries, dtype=dtype).t(),
                 torch.arange(keys).expand(queries, keys) < torch.arange(queries)[:, None], (torch.arange(keys) < keys // 2).expand(batch, 1, 1, keys),
                 torch.zeros(batch, 1, 1, keys, dtype=torch.bool), torch.ones(1, keys, dtype=torch.bool))
        equal = []
        for mask in masks:
            one, other = attention(q, k, v, mask), steps(q, k, v, mask, False)
            gradient = torch.randn_like(one)
            pairs = zip((one, *torch.autograd.grad(one, (q, k, v), gradient)), (other, *torch.autograd.grad(other, (q, k, v), gradient)))
            equal.append(all(torch.allclose(a, b, atol=2e-5) for a, b in pairs))
        print(batch, heads, queries, keys, size, dtype, equal)

q = torch.randn(2, 2, 3, 4, requires_grad=True)
mask = torch.zeros(3, 3)
mask[0] = -float('inf')
out = attention(q, q, q, mask)
print(out[0, 0], out.grad_fn.name(), out.stride(), torch.autograd.grad(out.sum(), q)[0][0, 0])
swapped = q.transpose(1, 2).contiguous().transpose(1, 2)
print(attention(swapped, swapped, swapped, mask).stride())
slopes = mask.clone().requires_grad_()
print(torch.autograd.grad(attention(q, q, q, slopes).sum(), slopes)[0].shape)
print(torch.autograd.gradcheck(lambda q: attention(q, q, q, torch.ones(3, 3, dtype=torch.float64)), q.double()))
for shape in ((3, 4), (4, 3), (3, 2, 3, 3), (1, 3), (2, 1, 1, 3)):
    try:
        print(shape, attention(q, q, q, torch.zeros(shape)).shape)
    except RuntimeError as error:
        print(shape, str(error).split('\n')[0])
one = torch.randn(1, 2, 1, 4)
for q, k, shape in ((one, one, (2, 2, 1, 1)), (one, torch.randn(1, 2, 3, 4), (3, 3))):
    try:
        print(attention(q, k, k, torch.zeros(shape)).shape)
    except RuntimeError as error:
        print(error)
