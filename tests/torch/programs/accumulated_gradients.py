"""Large batches from small ones: accumulation equals one batch, per-sample norms, clipping in three forms, noise added as in DP-SGD, no_sync of autocast."""
import contextlib
import torch
from torch import nn
from torch.func import functional_call, grad, vmap
from torch.nn.utils import clip_grad_norm_, clip_grad_value_, get_total_norm, parameters_to_vector, vector_to_parameters

torch.manual_seed(120)
X, Y = torch.randn(32, 6), torch.randn(32, 1)


def net():
    torch.manual_seed(121)
    return nn.Sequential(nn.Linear(6, 10), nn.Tanh(), nn.Linear(10, 1))


whole, parts = net(), net()
so, sp = torch.optim.SGD(whole.parameters(), lr=0.1), torch.optim.SGD(parts.parameters(), lr=0.1)
for epoch in range(10):
    so.zero_grad()
    nn.functional.mse_loss(whole(X), Y).backward()
    so.step()
    sp.zero_grad()
    for i, (x, y) in enumerate(zip(X.chunk(4), Y.chunk(4)), 1):
        loss = nn.functional.mse_loss(parts(x), y) / 4
        loss.backward()
        if i % 4 == 0:
            sp.step()
print('the same', torch.allclose(parameters_to_vector(whole.parameters()), parameters_to_vector(parts.parameters()), atol=1e-6), f'{loss.item() * 4:.5f}')

for clip in (None, ('norm', 0.5), ('value', 0.05), ('inf', 0.1)):
    m = net()
    opt = torch.optim.SGD(m.parameters(), lr=0.5, momentum=0.9)
    for it in range(12):
        opt.zero_grad()
        loss = nn.functional.smooth_l1_loss(m(X), 3 * Y)
        loss.backward()
        if clip and clip[0] == 'norm':
            total = clip_grad_norm_(m.parameters(), clip[1])
        elif clip and clip[0] == 'value':
            clip_grad_value_(m.parameters(), clip_value=clip[1])
        elif clip:
            clip_grad_norm_(m.parameters(), clip[1], norm_type=float('inf'), error_if_nonfinite=True)
        opt.step()
    print(clip, f'{loss.item():.4f}', f'{get_total_norm([p.grad for p in m.parameters()]).item():.3f}')

# DP-SGD: each sample's gradient is clipped by itself, then noise
m = net()
params = {k: v.detach() for k, v in m.named_parameters()}


def sample_loss(params, x, y):
    return nn.functional.mse_loss(functional_call(m, params, (x[None],)), y[None])


each = vmap(grad(sample_loss), in_dims=(None, 0, 0))
g = torch.Generator().manual_seed(5)
for it in range(8):
    grads = each(params, X, Y)
    norms = torch.stack([v.flatten(1).norm(dim=1) for v in grads.values()]).norm(dim=0)
    factor = (1.0 / (norms + 1e-6)).clamp(max=1.0)
    for k, v in grads.items():
        clipped = torch.einsum('n,n...->...', factor, v)
        noise = 0.5 * torch.randn(clipped.shape, generator=g)
        params[k] = params[k] - 0.1 / len(X) * (clipped + noise)
    if it % 3 == 0:
        print('private', it, f'{nn.functional.mse_loss(functional_call(m, params, (X,)), Y).item():.4f}', f'{norms.max().item():.3f}')
# by hand with a loop
m2 = net()
loop = []
for x, y in zip(X[:4], Y[:4]):
    m2.zero_grad()
    nn.functional.mse_loss(m2(x[None]), y[None]).backward()
    loop.append(m2[0].weight.grad.clone())
fresh = each({k: v.detach() for k, v in m2.named_parameters()}, X[:4], Y[:4])['0.weight']
print('per sample', torch.allclose(torch.stack(loop), fresh, atol=1e-6))

# a flat vector of parameters, moved along a random direction
v = parameters_to_vector(m2.parameters())
vector_to_parameters(v + 0.01 * torch.ones_like(v), m2.parameters())
print(v.shape, (parameters_to_vector(m2.parameters()) - v).mean())
m2[0].weight.grad[0, 0] = float('nan')
try:
    clip_grad_norm_(m2.parameters(), 1.0, error_if_nonfinite=True)
except RuntimeError as e:
    print(e)
with contextlib.suppress(ValueError):
    torch.optim.SGD(m2.parameters(), lr=-1)
    print('not reached')
