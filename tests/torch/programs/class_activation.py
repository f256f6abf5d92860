"""What a network looks at: Grad-CAM by hooks, saliency, integrated gradients, guided ReLUs, occlusion, adversarial examples and training on them."""
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(230)
images = 0.2 * torch.rand(30, 1, 12, 12)
labels = torch.arange(30) % 2
where = torch.randint(0, 8, (30, 2))
for img, l, (r, c) in zip(images, labels, where):
    img[0, r:r + 4, c:c + 4] += torch.eye(4) if l else torch.eye(4).flip(0)
net = nn.Sequential()
net.add_module('conv1', nn.Conv2d(1, 8, 3, padding=1))
net.add_module('relu1', nn.ReLU())
net.add_module('conv2', nn.Conv2d(8, 8, 3, padding=1))
net.add_module('relu2', nn.ReLU())
net.add_module('pool', nn.AdaptiveMaxPool2d(1))
net.add_module('flat', nn.Flatten())
net.add_module('fc', nn.Linear(8, 2))


def train(net, steps, attack=None):
    opt = torch.optim.Adam(net.parameters(), lr=0.01)
    for step in range(steps):
        x = images if attack is None else attack(net, images, labels)
        loss = F.cross_entropy(net(x), labels)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 10 == 0:
            print(step, f'{loss.item():.3f}')
    return net


train(net, 40)


class GradCAM:
    def __init__(self, model, layer):
        self.model = model
        self.hooks = [layer.register_forward_hook(self._forward), layer.register_full_backward_hook(self._backward)]

    def _forward(self, module, inputs, output):
        self.activation = output.detach()

    def _backward(self, module, grad_in, grad_out):
        self.gradient = grad_out[0].detach()

    def __call__(self, x):
        logits = self.model(x)
        self.model.zero_grad()
        logits.max(1).values.sum().backward()
        weights = self.gradient.mean((2, 3), keepdim=True)
        cam = F.relu((weights * self.activation).sum(1, keepdim=True))
        cam = F.interpolate(cam, size=x.shape[2:], mode='bilinear', align_corners=False)
        return cam / (cam.amax((1, 2, 3), keepdim=True) + 1e-8), logits

    def close(self):
        while self.hooks:
            self.hooks.pop().remove()


cam = GradCAM(net, net.conv2)
maps, logits = cam(images[:6])
print(maps.shape, maps.min() >= 0, maps.max() <= 1, (logits.argmax(1) == labels[:6]).sum() >= 3)
cam.close()
print(len(net.conv2._forward_hooks), len(net.conv2._backward_hooks))

x = images[:2].clone().requires_grad_()
score = net(x).gather(1, labels[:2, None]).sum()
saliency, = torch.autograd.grad(score, x)
print('saliency', saliency.abs().amax((2, 3)).shape, saliency.abs().sum() > 0)

# integrated gradients are complete: they sum to the difference of the outputs
base = torch.zeros_like(x)
alphas = (torch.arange(50) + 0.5) / 50
path = (base + alphas.view(-1, 1, 1, 1, 1) * (x.detach() - base)).requires_grad_()
out = net(path.flatten(0, 1)).unflatten(0, (50, 2))[..., 1]
g, = torch.autograd.grad(out.sum(), path)
ig = (x.detach() - base) * g.mean(0)
gap = (net(x) - net(base))[:, 1].detach()
print('completeness', (ig.sum((1, 2, 3)) - gap).abs().max() < 0.2)


class GuidedReLU(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.clamp(min=0)
        ctx.save_for_backward(y)
        ctx.mark_non_differentiable()
        return y

    @staticmethod
    def backward(ctx, g):
        y, = ctx.saved_tensors
        return g * (y > 0) * (g > 0)


h = GuidedReLU.apply(net.conv1(x))
h = GuidedReLU.apply(net.conv2(h))
guided, = torch.autograd.grad(net.fc(net.pool(h).flatten(1))[:, 0].sum(), x)
print('guided', guided.shape)
with torch.no_grad():
    full = net(images[:1]).softmax(1)[0, labels[0]]
    heat = torch.zeros(4, 4)
    for i in range(4):
        for j in range(4):
            hidden = images[:1].clone()
            hidden[:, :, 3 * i:3 * i + 3, 3 * j:3 * j + 3] = 0.1
            heat[i, j] = full - net(hidden).softmax(1)[0, labels[0]]
print('occlusion', heat.shape, heat.isfinite().all())


def fgsm(net, x, y, eps=0.1):
    x = x.clone().requires_grad_()
    F.cross_entropy(net(x), y).backward()
    return (x + eps * x.grad.sign()).clamp(0, 2).detach()


def pgd(net, x, y, eps=0.1, step=0.04, rounds=3):
    adv = x + torch.empty_like(x).uniform_(-eps, eps)
    for _ in range(rounds):
        adv.requires_grad_()
        g, = torch.autograd.grad(F.cross_entropy(net(adv), y), adv)
        adv = adv.detach() + step * g.sign()
        adv = torch.min(torch.max(adv, x - eps), x + eps).clamp_(0, 2)
    return adv.detach()


clean = F.cross_entropy(net(images), labels).item()
for attack in (fgsm, pgd):
    adv = attack(net, images, labels)
    print(attack.__name__, F.cross_entropy(net(adv), labels).item() > clean, ((adv - images).abs().max() < 0.1001).item())
torch.manual_seed(231)
train(net, 15, pgd)
