"""torch.nn.MultiheadAttention: options, masks, initial values, gradients, errors."""
import itertools
import warnings

import torch
from torch import nn


def attempt(name, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            print(name, function())
        except Exception as error:
            print(name, type(error).__name__, error)
    for each in caught:
        print('  warned', each.category.__name__, each.message)


def bits(t):
    return t.detach().double().sum().item(), t.detach().double().abs().sum().item()


options = [{}, {'bias': False}, {'add_bias_kv': True}, {'add_zero_attn': True}, {'kdim': 3}, {'vdim': 5}, {'kdim': 3, 'vdim': 5, 'add_bias_kv': True, 'add_zero_attn': True},
           {'batch_first': True}, {'dropout': 0.5}, {'bias': False, 'kdim': 6, 'vdim': 2, 'batch_first': True}]
for option in options:
    torch.manual_seed(3)
    layer = nn.MultiheadAttention(6, 3, **option)
    print(option, layer, [(name, tuple(p.shape), '%r %r' % bits(p)) for name, p in layer.named_parameters()], list(layer.state_dict()))
    first = layer.batch_first
    query = torch.randn(2, 4, 6) if first else torch.randn(4, 2, 6)
    key = torch.randn(*((2, 5) if first else (5, 2)), layer.kdim)
    value = torch.randn(*((2, 5) if first else (5, 2)), layer.vdim)
    output, weights = layer(query, key, value)
    torch.set_printoptions(sci_mode=False)
    print(output, weights.shape, weights[0])
    output.sum().backward()
    print([None if p.grad is None else p.grad.sum() for p in layer.parameters()])
    layer.eval()
    print(layer(query, key, value, need_weights=False)[0].sum(), layer(query, key, value, average_attn_weights=False)[1].shape)
    with torch.no_grad():
        print(layer(query, key, value, need_weights=False)[0].sum(), (layer(query, key, value)[1].sum() * 100).round())

torch.manual_seed(0)
layer = nn.MultiheadAttention(4, 2, batch_first=True)
x = torch.randn(2, 3, 4)
causal = nn.Transformer.generate_square_subsequent_mask(3)
padding = torch.tensor([[False, False, True], [False, False, False]])
floats = torch.zeros(2, 3).masked_fill(padding, float('-inf'))
masks = {'none': None, 'causal': causal, 'bool': causal != 0, 'heads': (causal != 0).expand(4, 3, 3), 'int': torch.ones(3, 3, dtype=torch.long), 'wrong': torch.zeros(2, 2), 'wrong heads': torch.zeros(2, 3, 3), '1d': torch.zeros(3)}
for (name, mask), (pname, pad) in itertools.product(masks.items(), {'no padding': None, 'padding': padding, 'float padding': floats}.items()):
    attempt(name + ', ' + pname, lambda: [t if t is None else t.sum(-1) for t in layer(x, x, x, attn_mask=mask, key_padding_mask=pad)])
    attempt('  without weights', lambda: layer(x, x, x, attn_mask=mask, key_padding_mask=pad, need_weights=False)[0].sum(-1))
attempt('hint', lambda: layer(x, x, x, attn_mask=causal, is_causal=True)[0].sum(-1))
attempt('hint, no weights', lambda: layer(x, x, x, attn_mask=causal, is_causal=True, need_weights=False)[0].sum(-1))
attempt('hint without mask', lambda: layer(x, x, x, is_causal=True))
attempt('unbatched', lambda: [t.shape for t in layer(x[0], x[0], x[0])])
attempt('unbatched padding', lambda: layer(x[0], x[0], x[0], key_padding_mask=padding[0])[1])
attempt('padding of integers', lambda: layer(x, x, x, key_padding_mask=torch.zeros(2, 3, dtype=torch.long)))
attempt('padding of wrong size', lambda: layer(x, x, x, key_padding_mask=torch.zeros(2, 4, dtype=torch.bool)))
attempt('width', lambda: layer(torch.ones(2, 3, 5), x, x))
attempt('widths', lambda: layer(torch.ones(2, 3, 5), torch.ones(2, 3, 5), torch.ones(2, 3, 5)))
attempt('dimensions', lambda: layer(x, x[0], x[0]))
attempt('4 dimensions', lambda: layer(x[None], x[None], x[None]))
attempt('keys and values', lambda: layer(x, x, x[:, :2]))
attempt('batch', lambda: layer(x, x[:1], x[:1]))
attempt('type', lambda: layer(x.double(), x.double(), x.double()))
attempt('no input', lambda: layer())
attempt('merge', lambda: layer.merge_masks(None, None, x))
attempt('merge padding', lambda: layer.merge_masks(None, floats, x))
attempt('merge attention', lambda: layer.merge_masks(causal, None, x))
attempt('merge both', lambda: [t if isinstance(t, int) else t.shape for t in layer.merge_masks(causal, floats, x)])
attempt('merge heads', lambda: [t if isinstance(t, int) else t.shape for t in layer.merge_masks(causal.expand(4, 3, 3), floats, x)])
for arguments in [(5, 2), (0, 1), (4, 0), (4, 5)]:
    attempt(arguments, lambda: nn.MultiheadAttention(*arguments))
print(layer.double()(x.double(), x.double(), x.double())[0].dtype, type(layer.out_proj), isinstance(layer.out_proj, nn.Linear))
print(layer.embed_dim, layer.kdim, layer.vdim, layer.head_dim, layer.num_heads, layer.dropout, layer.batch_first, layer._qkv_same_embed_dim, layer.bias_k, layer.q_proj_weight, layer.add_zero_attn)
torch.manual_seed(5)
drop = nn.MultiheadAttention(4, 2, dropout=0.3)
torch.manual_seed(6)
print(drop(x, x, x)[1])
torch.manual_seed(6)
print(drop(x, x, x, need_weights=False)[0])
