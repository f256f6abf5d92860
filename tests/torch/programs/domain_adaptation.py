"""A classifier moved to another domain: reversed gradients, correlation alignment, maximum mean discrepancy, self-training with confident labels."""
import torch
from torch import nn, Tensor
from torch.autograd import Function
from torch.nn import functional as F
from itertools import cycle


class ReverseGrad(Function):
    @staticmethod
    def forward(ctx, x: Tensor, lambd: float):
        ctx.lambd = lambd
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return grad.neg() * ctx.lambd, None


def domain(n, angle, seed):
    g = torch.Generator().manual_seed(seed)
    y = torch.randint(2, (n,), generator=g)
    x = torch.randn(n, 2, generator=g) * 0.4 + torch.stack([2. * y - 1, torch.zeros(n)], 1)
    c, s = torch.tensor(angle).cos(), torch.tensor(angle).sin()
    return x @ torch.stack([torch.stack([c, s]), torch.stack([-s, c])]), y


source, target = domain(64, 0.0, 1), domain(64, 0.6, 2)


def coral(a, b):
    return (torch.cov(a.T) - torch.cov(b.T)).square().sum() / (4 * a.shape[1] ** 2)


def mmd(a, b, scales=(0.5, 1., 2.)):
    z = torch.cat([a, b])
    d = torch.cdist(z, z, compute_mode='donot_use_mm_for_euclid_dist').square()
    k = sum(torch.exp(-d / (2 * s * s)) for s in scales)
    n = len(a)
    return k[:n, :n].mean() + k[n:, n:].mean() - 2 * k[:n, n:].mean()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(2, 16), nn.ELU(), nn.Linear(16, 8), nn.Tanhshrink())
        self.label, self.domain = nn.Linear(8, 2), nn.Sequential(nn.Linear(8, 8), nn.CELU(), nn.Linear(8, 1))

    def forward(self, x, lambd=1.0):
        h = self.features(x)
        return self.label(h), self.domain(ReverseGrad.apply(h, lambd)).squeeze(-1), h


def accuracy(net, data):
    with torch.no_grad():
        return (net(data[0])[0].argmax(1) == data[1]).float().mean().item()


for method in ('source only', 'adversarial', 'coral', 'mmd'):
    torch.manual_seed(10)
    net = Net()
    opt = torch.optim.Adam(net.parameters(), lr=0.01)
    batches = zip(cycle(source[0].split(32)), cycle(source[1].split(32)), cycle(target[0].split(16)))
    for step, (xs, ys, xt) in zip(range(30), batches):
        lambd = 2 / (1 + torch.exp(torch.tensor(-10. * step / 30))).item() - 1
        logits, ds, hs = net(xs, lambd)
        _, dt, ht = net(xt, lambd)
        loss = F.cross_entropy(logits, ys)
        extra = {'source only': lambda: loss.new_zeros(()), 'coral': lambda: coral(hs, ht), 'mmd': lambda: mmd(hs, ht),
                 'adversarial': lambda: F.binary_cross_entropy_with_logits(torch.cat([ds, dt]), torch.cat([torch.ones_like(ds), torch.zeros_like(dt)]))}[method]()
        opt.zero_grad()
        (loss + extra).backward()
        opt.step()
        if step % 10 == 9:
            print(f'{method:12s} {step:2d} {loss.item():.3f} {extra.item():.3f}')
    print('  source', accuracy(net, source) > 0.9)

# a mean teacher: the student is told what the slow copy says of unlabelled points, seen through noise
import copy  # noqa: E402
torch.manual_seed(11)
student = Net()
teacher = copy.deepcopy(student)
for p in teacher.parameters():
    p.detach_()
opt = torch.optim.SGD(student.parameters(), lr=0.1, momentum=0.9, nesterov=True, weight_decay=1e-4)
few = source[0][:6], source[1][:6]
for step in range(30):
    noise = lambda: 0.1 * torch.randn_like(target[0])
    said = teacher(target[0] + noise())[0].softmax(1)
    consistency = F.mse_loss(student(target[0] + noise())[0].softmax(1), said)
    confident = said.max(1).values > 0.9
    pseudo = F.cross_entropy(student(target[0])[0][confident], said.argmax(1)[confident]) if confident.any() else 0.
    loss = F.cross_entropy(student(few[0])[0], few[1]) + min(step / 10, 1) * consistency + 0.1 * pseudo
    opt.zero_grad()
    loss.backward()
    opt.step()
    alpha = min(1 - 1 / (step + 1), 0.95)
    for pt, ps in zip(teacher.parameters(), student.parameters()):
        pt.mul_(alpha).add_(ps.data, alpha=1 - alpha)
    if step % 10 == 0:
        print('teacher', step, f'{loss.item():.2f}', f'{consistency.item():.4f}')
print([p.requires_grad for p in teacher.parameters()][:2], teacher.label.weight.grad)
