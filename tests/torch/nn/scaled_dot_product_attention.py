# Attention and transposed convolutions.
import torch
import torch.nn.functional as F

def refused(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

def slopes(f, *shapes):
    torch.manual_seed(5)
    xs = [torch.randn(s, requires_grad=True) for s in shapes]
    out = f(*xs)
    (out * torch.arange(1., out.numel() + 1).reshape(out.shape)).sum().backward()
    print(out.shape, out.detach().flatten()[:30], [x.grad.flatten()[:30] for x in xs])

attention = F.scaled_dot_product_attention
some = torch.tensor([[True, True, False, True], [False, False, False, False], [False, True, True, True]])
for options in ({}, dict(is_causal=True), dict(scale=.3), dict(attn_mask=some), dict(attn_mask=some.float()), dict(attn_mask=some.float().log(), scale=1.)):
    slopes(lambda q, k, v: attention(q, k, v, **options), (2, 2, 3, 5), (2, 2, 4, 5), (2, 2, 4, 2))
slopes(lambda q, k, v: attention(q, k, v, is_causal=True), (4, 3), (3, 3), (3, 2))
slopes(lambda q, k, v: attention(q, k, v, enable_gqa=True), (1, 4, 3, 2), (1, 2, 3, 2), (1, 2, 3, 2))
q = torch.randn(2, 3, 4)
print(attention(q, q, q, dropout_p=1.))
for f in (lambda: attention(q[0, 0], q, q), lambda: attention(q, q.double(), q), lambda: attention(q, q, q, attn_mask=torch.ones(3, 3).bool(), is_causal=True),
          lambda: attention(q, q, q, attn_mask=torch.ones(3, 3).long())):
    refused(f)

for options in ({}, dict(stride=2), dict(stride=2, padding=1, output_padding=1), dict(padding=1, dilation=2), dict(stride=(2, 1), padding=(0, 1), dilation=(1, 2))):
    slopes(lambda x, w, b: F.conv_transpose2d(x, w, b, **options), (2, 4, 3, 3), (4, 3, 2, 3), 3)
    slopes(lambda x, w: F.conv_transpose2d(x, w, groups=2, **options), (4, 3, 3), (4, 3, 2, 3))
for options in ({}, dict(stride=3, output_padding=2), dict(stride=(2,), padding=(1,)), dict(dilation=2, padding=2, output_padding=1)):
    slopes(lambda x, w, b: F.conv_transpose1d(x, w, b, **options), (2, 4, 3), (4, 3, 3), 3)
    slopes(lambda x, w: F.conv_transpose1d(x, w, groups=4, **options), (4, 3), (4, 1, 3))
x, w = torch.ones(1, 4, 3, 3), torch.ones(4, 2, 2, 2)
print(F.conv_transpose2d(x, w), F.conv_transpose2d(x[:0], w).shape)
for options in (dict(stride=2, output_padding=2), dict(groups=3), dict(stride=0), dict(padding=-1), dict(bias=torch.ones(3)), dict(groups=0), dict(output_padding=1)):
    refused(F.conv_transpose2d, x, w, **options)
refused(F.conv_transpose2d, x[0, 0], w)
refused(F.conv_transpose2d, x, w[0])
refused(F.conv_transpose2d, x.double(), w)
refused(F.conv_transpose1d, x[0], w[..., 0])
