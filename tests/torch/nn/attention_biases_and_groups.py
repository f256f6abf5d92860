# Causal biases of attention, registered implementations, grouped and scaled products, small helpers of torch.nn.
import warnings
from collections import namedtuple
import torch
import torch.nn.attention as attention
import torch.nn.functional as F
from torch.nn.attention.bias import CausalBias, CausalVariant, causal_lower_right, causal_upper_left
from torch.nn.parallel.scatter_gather import is_namedtuple

warnings.simplefilter('always')
warnings.showwarning = lambda message, kind, *rest: print('warning', kind.__name__, message)


def shown(name, call):
    try:
        print(name, call())
    except Exception as error:
        print(name, type(error).__name__, error)


print(list(CausalVariant), CausalVariant.UPPER_LEFT)
torch.manual_seed(0)
q, k, v = torch.randn(1, 2, 3, 8), torch.randn(1, 2, 4, 8), torch.randn(1, 2, 4, 8)
for bias in (causal_upper_left(3, 4), causal_lower_right(3, 4)):
    print(repr(bias), type(bias), bias.shape, bias.dtype, bias.variant, bias.seq_len_q, bias.seq_len_kv, isinstance(bias, torch.Tensor))
    out = F.scaled_dot_product_attention(q, k, v, bias)
    print(out.sum(), torch.allclose(out, F.scaled_dot_product_attention(q, k, v, bias._materialize())))
    print(F.scaled_dot_product_attention(q.requires_grad_(), k, v, bias, scale=.1).sum())
    shown('is_causal', lambda: F.scaled_dot_product_attention(q, k, v, bias, is_causal=True))
print(F.scaled_dot_product_attention(k, k, v, causal_lower_right(4, 4)).sum(), F.scaled_dot_product_attention(k, k, v, causal_upper_left(4, 4)).sum())
shown('one size', lambda: causal_upper_left(3))
shown('three sizes', lambda: causal_lower_right(3, 4, 5))
shown('more queries', lambda: causal_lower_right(4, 3))
shown('variant', lambda: CausalBias(3, 2, 2))
shown('grouped queries', lambda: F.scaled_dot_product_attention(torch.randn(1, 4, 3, 8), k, v, causal_upper_left(3, 4), enable_gqa=True).shape)

print(attention.list_flash_attention_impls(), attention.current_flash_attention_impl())
for name in ('FA3', 'FA4', 'foo', 3):
    shown(name, lambda: attention.activate_flash_attention_impl(name))
attention.register_flash_attention_impl('Mine', register_fn=lambda: print('registered'))
print(attention.list_flash_attention_impls())
attention.activate_flash_attention_impl('Mine')
print(attention.current_flash_attention_impl())
Handle = type('Handle', (), {'remove': lambda self: print('removed')})
attention.register_flash_attention_impl('Mine', register_fn=Handle)
attention.activate_flash_attention_impl('Mine')
print(attention.current_flash_attention_impl())
attention.restore_flash_attention_impl()
print(attention.current_flash_attention_impl())
shown('positional', lambda: attention.register_flash_attention_impl('X', 3))

Pair = namedtuple('Pair', 'a b')
print(is_namedtuple(Pair(1, 2)), is_namedtuple((1, 2)), is_namedtuple(Pair))
for arg in ([1, 2], 3, [1, 2, 3], (1,)):
    shown('pair', lambda: F.assert_int_or_pair(arg, 'kernel', 'Expected {} x'))

half = lambda *sizes: torch.randint(-4, 5, sizes).bfloat16()
ends = torch.tensor([3, 8], dtype=torch.int32)
a, b = half(8, 16), half(2, 16, 8)
for name, call in {
        'batch': lambda: torch.equal(F.grouped_mm(half(2, 16, 16), c := half(2, 16, 16)), c) or 'computed',
        'rows': lambda: torch.equal(F.grouped_mm(a, b, offs=ends), torch.cat([a[:3] @ b[0], a[3:] @ b[1]])),
        'both': lambda: F.grouped_mm(half(8, 16), half(16, 8), offs=torch.tensor([8, 16], dtype=torch.int32)).shape,
        'columns': lambda: F.grouped_mm(half(2, 8, 16), half(16, 16), offs=torch.tensor([8, 16], dtype=torch.int32)).shape,
        'float32': lambda: F.grouped_mm(a.float(), b.float(), offs=ends).shape, 'no offsets': lambda: F.grouped_mm(a, b),
        'offsets': lambda: F.grouped_mm(half(2, 16, 16), half(2, 16, 16), offs=ends), 'int64': lambda: F.grouped_mm(a, b, offs=ends.long()),
        'bias': lambda: F.grouped_mm(a, b, offs=ends, bias=half(2, 8)), 'type': lambda: F.grouped_mm(a, b, offs=ends, out_dtype=torch.float32),
        'contraction': lambda: F.grouped_mm(half(8, 16), half(2, 8, 8), offs=ends), '1-d': lambda: F.grouped_mm(half(8), b, offs=ends),
        'groups': lambda: F.grouped_mm(a, b, offs=torch.tensor([2, 4, 8], dtype=torch.int32)),
        'strides': lambda: F.grouped_mm(half(8, 15), half(2, 15, 8), offs=ends),
        'gradient': lambda: torch.autograd.grad(F.grouped_mm(c := a.clone().requires_grad_(), b, offs=ends).float().sum(), c)[0].shape,
        'node': lambda: F.grouped_mm(a.clone().requires_grad_(), b, offs=ends).grad_fn.name()}.items():
    shown(name, call)
print(F.ScalingType.RowWise.name, F.ScalingType.RowWise.value, F.SwizzleType.NO_SWIZZLE.name)
try:
    F.scaled_grouped_mm(a[None], a[None], torch.ones(1), F.ScalingType.RowWise, torch.ones(1), F.ScalingType.RowWise)
except NotImplementedError as error:
    print(str(error).partition(' This')[0])
x = torch.ones(2, 3, 4)
for dims in ((0, 1, 2), (0, 1), None):
    shown('fro', lambda: torch.norm(x, p='fro', dim=dims))
    shown('nuc', lambda: torch.norm(x, p='nuc', dim=dims))
    shown('default', lambda: x.norm(dim=dims))
    shown('method', lambda: x.norm('fro', dims))
    shown('two', lambda: x.norm(2, dims))
shown('one image', lambda: torch.nn.Conv3d(3, 4, 2)(torch.ones(2, 4, 4, 4)))
shown('one image', lambda: torch.nn.Conv2d(3, 4, 2)(torch.ones(2, 4, 4)))
shown('bins', lambda: torch.histogram(torch.ones(3), 0, weight=torch.ones(2)))
shown('range', lambda: torch.histogram(torch.ones(3), 3, weight=torch.ones(2), range=(2., 1.)))
shown('type', lambda: torch.histogram(torch.ones(3).long(), 3, weight=torch.ones(2)))
