"""Optimising an image: features by hooks, Gram matrices, total variation; saliency, adversarial examples, deep dream."""
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(13)
net = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(8, 12, 3, padding=1), nn.ReLU(), nn.AvgPool2d(2),
                    nn.Conv2d(12, 16, 3), nn.ELU())
for p in net.parameters():
    p.requires_grad_(False)
features = {}
handles = [net[i].register_forward_hook(lambda m, a, out, i=i: features.__setitem__(i, out)) for i in (1, 4, 7)]


def gram(f):
    b, c, h, w = f.shape
    f = f.reshape(b, c, h * w)
    return f @ f.transpose(1, 2) / (c * h * w)


content, style = torch.rand(1, 3, 16, 16), torch.rand(1, 3, 16, 16)
net(content)
goal = features[4].clone()
net(style)
grams = {i: gram(f) for i, f in features.items()}
image = nn.Parameter(content.clone())
optimizer = torch.optim.Adam([image], lr=0.05)
for step in range(12):
    net(image)
    loss = F.mse_loss(features[4], goal) + 100 * sum([F.mse_loss(gram(f), grams[i]) for i, f in features.items()])
    tv = (image[..., 1:, :] - image[..., :-1, :]).abs().mean() + (image[..., 1:] - image[..., :-1]).abs().mean()
    loss = loss + 0.1 * tv
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        image.clamp_(0, 1)
    if step % 4 == 0:
        print(step, f'{loss.item():.6f} {tv.item():.5f}')
for h in handles:
    h.remove()
head = nn.Sequential(net, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 4))
x = content.clone().requires_grad_()
out = head(x)
out[0, out.argmax()].backward()
saliency = x.grad.abs().amax(1)
print(saliency.shape, saliency.mean())
attack = (x + 0.03 * x.grad.sign()).clamp(0, 1).detach()
print(out.softmax(1), head(attack).softmax(1))
jac = torch.autograd.functional.jacobian(lambda z: head(z)[0], content)
print(jac.shape, jac.norm())
