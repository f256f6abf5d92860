"""TransformerEncoderLayer, TransformerDecoderLayer, their stacks and Transformer."""
import itertools
import warnings

import torch
from torch import nn
import torch.nn.functional as F


def attempt(name, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            print(name, function())
        except Exception as error:
            print(name, type(error).__name__, error)
    for each in caught:
        print('  warned', each.category.__name__, each.message)


torch.manual_seed(0)
scale = torch.tensor([1.0, 2.0, -1.0, 0.5])
torch.set_printoptions(sci_mode=False)
src, tgt = torch.randn(3, 2, 4), torch.randn(5, 2, 4)
causal = nn.Transformer.generate_square_subsequent_mask(3)
padding = torch.tensor([[False, False, True], [False, False, False]])
warnings.simplefilter('ignore')
for norm_first, activation, bias in itertools.product([False, True], ['relu', 'gelu', F.silu, nn.GELU(), nn.ReLU(), torch.tanh], [True, False]):
    torch.manual_seed(1)
    kind = {'norm_first': norm_first, 'activation': activation, 'bias': bias, 'layer_norm_eps': 1e-3}
    encoder, decoder = nn.TransformerEncoderLayer(4, 2, 8, **kind), nn.TransformerDecoderLayer(4, 2, 8, **kind)
    print(norm_first, activation if isinstance(activation, str) else type(activation).__name__, bias, encoder.activation_relu_or_gelu)
    print([p.sum().item() for p in encoder.parameters()][:3], [n for n, _ in decoder.named_parameters()] == list(decoder.state_dict()))
    torch.manual_seed(2)
    memory = encoder(src, src_mask=causal, src_key_padding_mask=padding)
    out = decoder(tgt, memory, tgt_mask=nn.Transformer.generate_square_subsequent_mask(5), memory_key_padding_mask=padding, tgt_is_causal=True)
    print((memory * scale).sum(-1), out[0])
    (out ** 2 * scale).sum().backward()
    print([p.grad.abs().sum().item() for p in encoder.parameters()])
print(encoder, decoder)
print(list(encoder.state_dict()), list(decoder.state_dict()))

print('stacks')
torch.manual_seed(4)
layer = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)
stack = nn.TransformerEncoder(layer, 2, nn.LayerNorm(4))
print(stack, stack.num_layers, stack.use_nested_tensor, stack.enable_nested_tensor, stack.mask_check)
print(torch.equal(stack.layers[0].linear1.weight, stack.layers[1].linear1.weight), stack.layers[0] is layer)
x = torch.randn(2, 3, 4)
print(stack(x, src_key_padding_mask=padding))
stack.eval()
print(stack(x, src_key_padding_mask=padding))
with torch.no_grad():
    print('padded', stack(x, src_key_padding_mask=padding))
    stack.norm = None
    print('padded', stack(x, src_key_padding_mask=padding))
    print('in front', stack(x, src_key_padding_mask=padding.flip(1)))
    print('float padding', stack(x, src_key_padding_mask=torch.zeros(2, 3).masked_fill(padding, float('-inf'))))
    print('both', stack(x, mask=causal, src_key_padding_mask=padding))
    print('mask', stack(x, mask=causal), stack(x, mask=causal != 0, is_causal=True))
    print('one', stack(x[0]))
    flat = nn.TransformerEncoder(layer, 1, enable_nested_tensor=False).eval()
    print('not nested', flat(x, src_key_padding_mask=padding))
    print('half', stack.double()(x.double(), src_key_padding_mask=padding).dtype)
stack = nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 8, dropout=0.0), 2, nn.LayerNorm(4))
print(stack.num_layers, list(stack.state_dict())[-3:])
print(stack(tgt, src, tgt_mask=nn.Transformer.generate_square_subsequent_mask(5)).mul(scale).sum(-1), stack(tgt, src).mul(scale).sum(-1), stack(tgt[:, 0], src[:, 0]).shape)

print('whole')
torch.manual_seed(7)
net = nn.Transformer(4, 2, 1, 1, 8, dropout=0.0)
print(net)
print([(n, p.sum().item()) for n, p in net.named_parameters()])
out = net(src, tgt, tgt_mask=net.generate_square_subsequent_mask(5), src_key_padding_mask=padding)
print(out)
(out * scale).sum().backward()
print(net.encoder.layers[0].self_attn.in_proj_weight.grad.abs().sum(), [p.grad is None for p in net.parameters()].count(True))
print(net(src[:, 0], tgt[:, 0]).shape, nn.Transformer(4, 2, 1, 1, 8, batch_first=True, norm_first=True, bias=False)(src.transpose(0, 1), tgt.transpose(0, 1)).shape)
print(net.d_model, net.nhead, net.batch_first)


class Mean(nn.Module):
    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        return src.mean(0, keepdim=True)


print(nn.Transformer(4, 2, 1, 1, 8, dropout=0.0, custom_encoder=Mean())(src, tgt).shape)

print('texts')
attempt('batch', lambda: net(src, tgt[:, :1]))
attempt('width', lambda: net(src, torch.ones(5, 2, 3)))
attempt('width 2', lambda: net(torch.ones(5, 2, 3), torch.ones(5, 2, 3)))
attempt('first', lambda: nn.Transformer(4, 2, 1, 1, 8, batch_first=True)(src, tgt))
attempt('activation', lambda: nn.TransformerEncoderLayer(4, 2, activation='tanh'))
attempt('heads', lambda: nn.TransformerDecoderLayer(5, 2))
attempt('mask', lambda: net.encoder(src, mask=torch.ones(3, 3, dtype=torch.int)))
attempt('padding', lambda: net.encoder(src, src_key_padding_mask=torch.ones(2, 3, dtype=torch.int)))
attempt('mixed', lambda: net.encoder(src, mask=causal, src_key_padding_mask=padding).shape)
attempt('mixed layer', lambda: net.encoder.layers[0](src, src_mask=causal, src_key_padding_mask=padding).shape)
attempt('mixed decoder', lambda: net.decoder.layers[0](tgt, src, tgt_mask=nn.Transformer.generate_square_subsequent_mask(5), tgt_key_padding_mask=torch.zeros(2, 5, dtype=torch.bool)).shape)
attempt('layer mask', lambda: net.encoder.layers[0](src, src_mask=torch.ones(3, 3, dtype=torch.int)))
attempt('mask size', lambda: net.encoder(src, mask=torch.zeros(2, 2)))
attempt('hint', lambda: net.encoder(src, is_causal=True))
attempt('decoder', lambda: net.decoder(tgt))
kinds = {'batch_first': True, 'norm_first': True, 'bias': False, 'activation': torch.tanh}
for n in range(1, 5):
    for names in itertools.combinations(kinds, n):
        attempt(names, lambda: nn.TransformerEncoder(nn.TransformerEncoderLayer(6, 3, 4, **{name: kinds[name] for name in names}), 1).use_nested_tensor)
odd = nn.TransformerEncoderLayer(4, 2, 4, batch_first=True)
odd.norm2.eps = 1.0
attempt('eps', lambda: nn.TransformerEncoder(odd, 1).use_nested_tensor)
attempt('another', lambda: nn.TransformerEncoder(nn.Linear(4, 4), 2))
attempt('off', lambda: nn.TransformerEncoder(nn.Linear(4, 4), 1, enable_nested_tensor=False).use_nested_tensor)
print(nn.Transformer.generate_square_subsequent_mask(3), nn.Transformer.generate_square_subsequent_mask(2, dtype=torch.float64), nn.Transformer.generate_square_subsequent_mask(2, 'cpu', torch.bool), nn.Transformer.generate_square_subsequent_mask(0))
