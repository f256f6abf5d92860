"""Layers of encoders and self-attention as single operations: when they are taken (hooks tell, and masks that count as bool), what they give."""
import warnings

import torch
from torch import nn
from torch.backends.mha import get_fastpath_enabled, set_fastpath_enabled

warnings.simplefilter('ignore')
torch.set_printoptions(precision=3, sci_mode=False)
torch.manual_seed(0)
x = torch.randn(2, 3, 4)
inf = float('inf')
padding = torch.tensor([[False, False, True], [True, True, True]])
causal = torch.ones(3, 3, dtype=torch.bool).triu(1)


def layer(**options):
    torch.manual_seed(1)
    return nn.TransformerEncoderLayer(4, 2, 8, batch_first=True, **options).eval()


def attempt(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as error:
        return f'{type(error).__name__}: {error}'.split('\n')[0]


print(get_fastpath_enabled())
with torch.no_grad():
    print('---- layers: both ways')
    for options in ({}, {'activation': 'gelu'}, {'norm_first': True}, {'activation': nn.GELU(), 'norm_first': True}, {'layer_norm_eps': .1},
                    {'activation': nn.functional.silu}, {'bias': False}):
        l = layer(**options)
        for masks in ({}, {'src_key_padding_mask': padding[:1].expand(2, 3)}, {'src_mask': causal}, {'src_mask': causal.expand(4, 3, 3)},
                      {'src_mask': causal, 'src_key_padding_mask': padding[:1].expand(2, 3)}):
            one = l(x, **masks)
            set_fastpath_enabled(False)
            other = l(x, **masks)
            set_fastpath_enabled(True)
            print(sorted(masks), torch.allclose(one, other, atol=1e-5), one.stride(), end=' ')
        print(one[0, 1])

    print('---- masks are of bool')
    l = layer()
    print(l(x, src_key_padding_mask=padding))
    numbers = torch.tensor([[0, 1., 2], [3, 0, -1], [0, 0, 0]])
    print(torch.equal(l(x, src_mask=numbers), l(x, src_mask=numbers != 0)), l(x, src_mask=numbers)[0])
    print(l(x, src_mask=torch.tensor([[True, True, True], [False, False, True], [False, False, False]])))
    print(attempt(l, x, is_causal=True)[0, 0], torch.equal(l(x, is_causal=True), l(x)))
    for masks in ({'src_mask': causal.expand(2, 3, 3)}, {'src_mask': torch.ones(3, 4).bool()}, {'src_key_padding_mask': torch.zeros(2, 4).bool()},
                  {'src_key_padding_mask': torch.zeros(3).bool()}):
        print(attempt(l, x, **masks))
    print(attempt(l, torch.randn(2, 3, 6)), attempt(l, x.double()), attempt(l, torch.randn(0, 3, 4)).shape, attempt(l, torch.randn(2, 0, 4)).shape)

    print('---- attention')
    torch.manual_seed(2)
    m = nn.MultiheadAttention(4, 2, batch_first=True).eval()
    for options in ({}, {'need_weights': False}, {'average_attn_weights': False}, {'key_padding_mask': padding}, {'attn_mask': causal},
                    {'attn_mask': causal, 'key_padding_mask': padding[:1].expand(2, 3)}, {'attn_mask': numbers},
                    {'key_padding_mask': padding.float() * -inf if False else torch.zeros(2, 3)}, {'key_padding_mask': padding, 'need_weights': False}):
        out, weights = m(x, x, x, **options)
        print(sorted(options), out.is_contiguous(), out[1, 2], weights if weights is None else weights[1])
    print(m(x, x.clone(), x)[0].is_contiguous())
    for masks in ({'attn_mask': causal.expand(2, 3, 3)}, {'attn_mask': torch.ones(3, 4).bool()}, {'key_padding_mask': torch.zeros(2, 4).bool()},
                  {'attn_mask': torch.ones(3, 3).long()}, {'is_causal': True, 'need_weights': False}):
        result = attempt(m, x, x, x, **masks)
        print(result if isinstance(result, str) else result[0][0])
    nine = torch.randn(2, 3, 9)
    print([nn.MultiheadAttention(width, heads, batch_first=True, **options).eval()(y, y, y)[0].is_contiguous() for width, heads, options, y in (
        (4, 2, {}, x), (4, 2, {'bias': False}, x), (9, 3, {}, nine), (4, 2, {'add_zero_attn': True}, x), (4, 2, {'add_bias_kv': True}, x))])

print('---- taken or not: hooks of the linear layers say so')
for name, change in (('no_grad', lambda l: None), ('hook', lambda l: l.norm2.register_forward_hook(lambda *a: print('norm2', end=' '))),
                     ('pre hook', lambda l: l.linear1.register_forward_pre_hook(lambda *a: print('linear1', end=' '))),
                     ('eps', lambda l: setattr(l.norm1, 'eps', .5)), ('flag', lambda l: setattr(l, 'activation_relu_or_gelu', 0)),
                     ('replaced', lambda l: setattr(l, 'activation', nn.functional.silu)), ('norm', lambda l: setattr(l, 'norm1', nn.Identity())),
                     ('bias', lambda l: setattr(l, 'linear2', nn.Linear(8, 4, bias=False)))):
    l = layer()
    change(l)
    with torch.no_grad():
        result = attempt(l, x)
    print(name, result if isinstance(result, str) else result[0, 0])
l = layer()
print(l(x).requires_grad, l.requires_grad_(False)(x).requires_grad, l(x.clone().requires_grad_()).requires_grad)
with torch.inference_mode():
    print(l(x).is_inference())

print('---- the operations themselves')
m = l.self_attn
arguments = dict(query=x, key=x, value=x, embed_dim=4, num_head=2, qkv_weight=m.in_proj_weight, qkv_bias=m.in_proj_bias,
                 proj_weight=m.out_proj.weight, proj_bias=m.out_proj.bias)
for change in ({}, {'need_weights': False}, {'query': x[0]}, {'key': x[0]}, {'value': x[:1]}, {'num_head': 3}, {'embed_dim': 5},
               {'qkv_weight': torch.ones(12)}, {'qkv_weight': torch.ones(11, 4)}, {'qkv_weight': torch.ones(12, 5)}, {'qkv_bias': torch.ones(11)},
               {'qkv_bias': torch.ones(12, 1)}, {'mask': padding}, {'mask': padding, 'mask_type': 0}, {'mask': padding, 'mask_type': 1},
               {'mask': padding, 'mask_type': 2}, {'mask': padding, 'mask_type': 3}, {'mask': causal.expand(2, 2, 3, 3)},
               {'key': torch.ones(2, 3, 4), 'value': torch.ones(2, 3, 4)}, {'key': x.double()}, {'proj_bias': None}, {'average_attn_weights': False}):
    result = attempt(torch._native_multi_head_attention, **{**arguments, **change})
    print(result if isinstance(result, str) else [None if t is None else t[0, 0] for t in result])
out = torch._native_multi_head_attention(**{**arguments, 'query': x.clone().requires_grad_()})[0]
print(out.requires_grad, attempt(out.sum().backward))
