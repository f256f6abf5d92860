# Attention, transformers, recurrent layers and own functions with all their options.
import torch
from torch import nn
from torch.nn import functional as F
torch.manual_seed(0)
torch.set_printoptions(precision=3, sci_mode=False)
q, k, v = (torch.randn(2, 5, 8), torch.randn(2, 6, 4), torch.randn(2, 6, 6))
for kw in (dict(kdim=4, vdim=6, batch_first=True), dict(kdim=4, vdim=6, batch_first=True, add_bias_kv=True, add_zero_attn=True, bias=False)):
    m = nn.MultiheadAttention(8, 2, **kw)
    print(m, [(n, tuple(p.shape)) for n, p in m.named_parameters()])
    for c in (dict(), dict(need_weights=False), dict(average_attn_weights=False), dict(key_padding_mask=torch.tensor([[0, 0, 0, 0, 1, 1]] * 2).bool()), dict(attn_mask=torch.randn(5, 6)), dict(attn_mask=torch.zeros(4, 5, 6).bool())):
        if 'add_bias_kv' in kw and 'attn_mask' in c and 0:
            continue
        o, w = m(q, k, v, **c)
        print(o.sum().item().__round__(3), None if w is None else (tuple(w.shape), round(w.sum().item(), 3)))
t = nn.Transformer(8, 2, 2, 2, 16, dropout=0.0, batch_first=True, norm_first=True, activation=nn.SiLU())
s, g = (torch.randn(2, 5, 8), torch.randn(2, 4, 8))
mask = nn.Transformer.generate_square_subsequent_mask(4)
print(mask)
o = t(s, g, tgt_mask=mask, tgt_is_causal=True, src_key_padding_mask=torch.tensor([[0, 0, 0, 0, 1.0]] * 2).bool())
o.sum().backward()
print(o.shape, o.abs().sum().item().__round__(3), sum((p.grad.abs().sum() for p in t.parameters())).item().__round__(2))
print(t)
e = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 2).eval()
with torch.no_grad():
    a = e(s, src_key_padding_mask=torch.tensor([[0, 0, 0, 1, 1]] * 2).bool())
    print(a.shape, a[:, :3].abs().sum().item().__round__(3))
from torch.nn.attention import sdpa_kernel, SDPBackend
Q = torch.randn(1, 2, 4, 8, requires_grad=True)
with sdpa_kernel([SDPBackend.MATH]):
    y = F.scaled_dot_product_attention(Q, Q, Q, attn_mask=torch.ones(4, 4).tril().bool(), scale=0.3)
y.sum().backward()
print(y.sum().item().__round__(3), Q.grad.sum().item().__round__(3))
print(F.scaled_dot_product_attention(Q, Q[:, :1], Q[:, :1], enable_gqa=True).shape)
for cls in (nn.RNN, nn.GRU, nn.LSTM):
    r = cls(4, 3, 2, bidirectional=True, dropout=0.2, batch_first=True, **{'proj_size': 2} if cls is nn.LSTM else {})
    print(r, list(r.state_dict())[:5])
    x = torch.randn(3, 5, 4, requires_grad=True)
    p = nn.utils.rnn.pack_padded_sequence(x, [5, 3, 2], batch_first=True)
    o, h = r(p)
    z, l = nn.utils.rnn.pad_packed_sequence(o, batch_first=True)
    z.pow(2).sum().backward()
    print(z.shape, l, z.sum().item().__round__(3), x.grad.sum().item().__round__(3), [tuple(a.shape) for a in (h if isinstance(h, tuple) else (h,))])
    r.flatten_parameters()
c = nn.GRUCell(4, 3)
h = torch.zeros(2, 3)
for i in range(3):
    h = c(torch.randn(2, 4), h)
print(h, c)
als = nn.AdaptiveLogSoftmaxWithLoss(6, 12, [3, 7], div_value=2.0, head_bias=True)
o = als(torch.randn(5, 6), torch.tensor([0, 4, 8, 11, 2]))
print(als, o.output, o.loss, als.predict(torch.randn(3, 6)), als.log_prob(torch.randn(2, 6)).exp().sum(1))

class Swish(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x * x.sigmoid()

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, = inputs
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)

    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        s = x.sigmoid()
        return g * s * (1 + x * (1 - s))

    @staticmethod
    def jvp(ctx, t):
        x, = ctx.saved_tensors
        s = x.sigmoid()
        return t * s * (1 + x * (1 - s))
x = torch.randn(3, dtype=torch.double, requires_grad=True)
print(torch.autograd.gradcheck(Swish.apply, x), torch.autograd.gradgradcheck(Swish.apply, x), torch.func.vmap(torch.func.grad(lambda z: Swish.apply(z)))(x.detach()), torch.func.jvp(Swish.apply, (x.detach(),), (torch.ones(3).double(),))[1])
print(Swish.apply(x).grad_fn.name())

class Q(torch.autograd.Function):

    @staticmethod
    def forward(ctx, x, n):
        ctx.n = n
        ctx.mark_non_differentiable(torch.ones(1)) if 0 else None
        ctx.set_materialize_grads(False)
        return torch.round(x * n) / n

    @staticmethod
    def backward(ctx, g):
        return (g, None)
print(torch.autograd.grad(Q.apply(x, 4).sum(), x))

class Two(torch.autograd.Function):

    @staticmethod
    def forward(ctx, x):
        y = x * 2
        z = x > 0
        ctx.mark_non_differentiable(z)
        ctx.mark_dirty()
        return (y, z)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, g, _):
        return g * 2
y, z = Two.apply(x)
print(z.requires_grad)
g, = torch.autograd.grad(y.sum(), x, create_graph=True)
try:
    torch.autograd.grad(g.sum(), x)
except RuntimeError as e:
    print(e)
