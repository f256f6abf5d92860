"""Attention and layers of encoders: inference, where each is one operation, and gradients with masks; one thread, processor time."""
import torch
from torch import nn
from torch.nn.functional import scaled_dot_product_attention

ELAPSED = ()
SHAPES = {'small': (1, 8, 32, 2), 'middle': (16, 64, 128, 4), 'large': (8, 128, 256, 8)}  # batch, length, width, heads


def case(shape, make):
    def row():
        torch.set_num_threads(1)
        torch.manual_seed(0)
        batch, length, width, heads = SHAPES[shape]
        x = torch.randn(batch, length, width)
        padding = torch.arange(length) >= torch.linspace(length // 4, length - 1, batch).long()[:, None]
        return make(x, padding, heads)
    return row


def layer_of(x, heads):
    return nn.TransformerEncoderLayer(x.size(-1), heads, 4 * x.size(-1), dropout=0.0, batch_first=True)


def inference(forward):
    def make(x, padding, heads):
        layer = layer_of(x, heads).eval()

        def work():
            with torch.no_grad():
                return forward(layer, x, padding)
        return work
    return make


def stack(x, padding, heads):
    encoder = nn.TransformerEncoder(layer_of(x, heads), 2).eval()

    def work():
        with torch.no_grad():
            return encoder(x, src_key_padding_mask=padding)
    return work


def train_padded(x, padding, heads):
    layer = layer_of(x, heads)
    parameters = list(layer.parameters())
    return lambda: torch.autograd.grad(layer(x, src_key_padding_mask=padding).square().mean(), parameters)[0]


def train_masked(x, padding, heads):
    batch, length, width = x.shape
    q, k, v = (torch.randn(batch, heads, length, width // heads, requires_grad=True) for _ in range(3))
    mask = torch.ones(length, length, dtype=torch.bool).tril()
    return lambda: torch.autograd.grad(scaled_dot_product_attention(q, k, v, mask).square().mean(), (q, k, v))[1]


def causal(layer, x, padding):
    return layer(x, src_mask=torch.ones(x.size(1), x.size(1), dtype=torch.bool).triu(1))


KINDS = {
    'layer': inference(lambda layer, x, padding: layer(x)),
    'layer_padded': inference(lambda layer, x, padding: layer(x, src_key_padding_mask=padding)),
    'layer_causal': inference(causal),
    'attention': inference(lambda layer, x, padding: layer.self_attn(x, x, x, need_weights=False)[0]),
    'attention_weights': inference(lambda layer, x, padding: layer.self_attn(x, x, x)[0]),
    'stack_padded': stack, 'train_padded': train_padded, 'train_masked': train_masked,
}
ROWS = {f'{kind}_{shape}': case(shape, make) for kind, make in KINDS.items() for shape in SHAPES}
