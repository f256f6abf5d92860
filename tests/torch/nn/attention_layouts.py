"""Fused attention: layouts of results and gradients, blocks of every size, queries that see no key, second derivatives."""
import math
import torch
from torch.nn import functional as F


def show(name, query, key, value, **options):
    parts = [t.detach().requires_grad_() for t in (query, key, value)]
    out = F.scaled_dot_product_attention(*parts, **options)
    gradients = torch.autograd.grad(out.square().sum(), parts)
    print(name, tuple(out.shape), out.stride(), out.grad_fn.name())
    for t in (out, *gradients):
        print('   ', t.stride(), '%.4f %.4f' % (t.mean(), t.norm()))


def rows_first(batch, rows, heads, size):
    return torch.randn(batch, rows, heads, size).transpose(1, 2)


torch.manual_seed(0)
for causal in (False, True):
    show('heads first', *[torch.randn(2, 3, 5, 4) for _ in range(3)], is_causal=causal)
    show('rows first', *[rows_first(2, n, 3, 4) for n in (5, 7, 7)], is_causal=causal)
    show('parts of one', *[t.view(2, 40, 2, 6).transpose(1, 2) for t in torch.randn(2, 40, 36).split(12, 2)], is_causal=causal)
    show('batch second', *[torch.randn(70, 2 * 2, 8).transpose(0, 1).view(2, 2, 70, 8) for _ in range(3)], is_causal=causal)
    show('expanded', torch.randn(2, 3, 5, 4), torch.randn(1, 1, 6, 4).expand(2, 3, 6, 4), torch.randn(1, 3, 6, 4).expand(2, 3, 6, 4), is_causal=causal)
    show('many keys', *[torch.randn(1, 2, n, 33) for n in (70, 500, 500)], is_causal=causal)
    show('many queries', *[torch.randn(1, 1, n, 3) for n in (300, 20, 20)], is_causal=causal, scale=0.3)
    show('double', *[torch.randn(1, 2, 9, 4, dtype=torch.float64) for _ in range(3)], is_causal=causal)

key, value = torch.rand(1, 1, 5, 4), torch.rand(1, 1, 5, 4)
query = torch.full((1, 1, 3, 4), -math.inf)
print(F.scaled_dot_product_attention(query, key, value))
query = torch.rand(1, 1, 3, 4)
key[0, 0, 4, 0] = math.nan
print(F.scaled_dot_product_attention(query, key, value).isnan().all(), F.scaled_dot_product_attention(query, key, value, is_causal=True).isnan().any())

# one step of a causal model changes no earlier result
x = torch.randn(1, 2, 40, 8)
whole = F.scaled_dot_product_attention(x, x, x, is_causal=True)
print(torch.allclose(whole[:, :, :20], F.scaled_dot_product_attention(x[:, :, :20], x[:, :, :20], x[:, :, :20], is_causal=True)))
parts = [torch.randn(1, 2, 6, 4, dtype=torch.float64, requires_grad=True) for _ in range(3)]
print(torch.autograd.gradcheck(lambda *p: F.scaled_dot_product_attention(*p, is_causal=True), parts))
