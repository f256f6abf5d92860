"""RNN, GRU and LSTM cells by plain operations; batch norm, layer norm and dropout by hand."""
import math
import torch
import torch.nn.functional as F

torch.manual_seed(7)
T, B, I, H = 5, 2, 3, 4
xs = torch.randn(T, B, I)
Wx, Wh, b = torch.randn(I, H) * 0.5, torch.randn(H, H) * 0.5, torch.zeros(H)
for p in (Wx, Wh, b):
    p.requires_grad = True


def rnn(xs, h):
    outputs = []
    for x in xs:
        h = torch.tanh(x @ Wx + h @ Wh + b)
        outputs.append(h)
    return torch.stack(outputs), h


out, h = rnn(xs, torch.zeros(B, H))
print(out.shape, h, out[-1].eq(h).all())
h.sum().backward()
print(Wx.grad, Wh.grad.norm(), b.grad)


def clip(params, limit):
    norm = torch.sqrt(sum((p.grad ** 2).sum() for p in params))
    if norm > limit:
        for p in params:
            p.grad[:] *= limit / norm
    return norm


before = clip([Wx, Wh, b], 1.0)
after = torch.cat([p.grad.flatten() for p in (Wx, Wh, b)]).norm()
print(f'{before:.4f} {after:.4f}')

# one LSTM step with all gates at once
W = torch.randn(I + H, 4 * H) * 0.3
bias = torch.zeros(4 * H)
bias[H:2 * H] = 1.0
h = c = torch.zeros(B, H)
for t in range(T):
    gates = torch.cat([xs[t], h], dim=-1) @ W + bias
    i, f, g, o = gates.chunk(4, dim=1)
    c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
    h = torch.sigmoid(o) * torch.tanh(c)
    print(t, h[0], c.abs().max())
r, z, n = (torch.randn(B, H) for _ in range(3))
gru = (1 - z.sigmoid()) * n.tanh() + z.sigmoid() * h
print(gru, torch.lerp(n.tanh(), h, z.sigmoid()))

# exploding and vanishing
for scale in (0.5, 1.0, 1.5):
    M = torch.eye(3) * scale
    v = torch.ones(3)
    norms = [(v := M @ v).norm().item() for _ in range(12)]
    print(scale, ['%.3g' % x for x in norms[::4]])

# batch norm
x = torch.randn(4, 3, 2, 2) * 3 + 1
mean = x.mean((0, 2, 3), keepdim=True)
var = x.var((0, 2, 3), unbiased=False, keepdim=True)
mine = (x - mean) / torch.sqrt(var + 1e-5)
running_mean, running_var = torch.zeros(3), torch.ones(3)
theirs = F.batch_norm(x, running_mean, running_var, training=True, momentum=0.1)
print((mine - theirs).abs().max() < 1e-5, running_mean, running_var)
print(torch.allclose(running_mean, 0.1 * mean.flatten()), torch.allclose(running_var, 0.9 + 0.1 * x.var((0, 2, 3)), rtol=1e-4))
print(F.batch_norm(x, running_mean, running_var)[0, :, 0, 0])
gamma, beta = torch.tensor([1., 2., 3.]), torch.tensor([0., -1., 1.])
print(F.batch_norm(x, None, None, gamma, beta, True)[1, :, 1, 1], (mine * gamma.view(1, -1, 1, 1) + beta[:, None, None])[1, :, 1, 1])
y = torch.tensor([[1., 2., 3., 4.], [2., 2., 2., 10.]])
mu, sd = y.mean(-1, keepdim=True), y.std(-1, keepdim=True, correction=0)
print((y - mu) / (sd + 1e-5), F.layer_norm(y, (4,)), F.layer_norm(y, [4], torch.full((4,), 2.0), torch.ones(4)))
print(F.group_norm(y, 2), F.instance_norm(y[None]), F.normalize(y), F.normalize(y, p=1, dim=0), F.rms_norm(y, (4,)))

# dropout
torch.manual_seed(9)
ones = torch.ones(2, 8)
mask = (torch.rand(2, 8) > 0.5).float()
print(mask * ones / (1 - 0.5), mask.mean())
torch.manual_seed(9)
print(F.dropout(ones), F.dropout(ones, 0.25, training=False).equal(ones), F.dropout(ones, 1.0).sum(), F.dropout(ones, 0.0).sum())
torch.manual_seed(9)
print(F.dropout2d(torch.ones(2, 3, 1, 2)), F.alpha_dropout(ones[:1], 0.2), torch.bernoulli(torch.full((2, 4), 0.3)))
w = torch.ones(5, requires_grad=True)
d = F.dropout(w, 0.4)
d.sum().backward()
print(d, w.grad, torch.equal(d.detach(), w.grad))
for wrong in (lambda: xs[0] @ Wh, lambda: torch.cat([xs[0], h], 0), lambda: torch.stack([xs[0], h]), lambda: F.batch_norm(x[:1, :, :1, :1], running_mean, running_var, training=True),
              lambda: F.batch_norm(x, torch.zeros(2), torch.ones(2)), lambda: F.layer_norm(y, (3,)), lambda: F.group_norm(y, 3), lambda: F.dropout(ones, 1.5), lambda: F.dropout(ones, -0.1),
              lambda: torch.bernoulli(ones * 2), lambda: F.layer_norm(y, 4), lambda: gates.chunk(0), lambda: gates.split(5, 1)[3].shape, lambda: gates.split([3, 3], 1), lambda: torch.lerp(h, c, torch.ones(3)),
              lambda: h.sum().backward(), lambda: F.instance_norm(torch.ones(2, 2, 1)), lambda: F.batch_norm(x, None, None)):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error))
