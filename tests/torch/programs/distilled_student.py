"""A student learns from a teacher: softened probabilities, hints from hidden layers through hooks, attention maps, a comparison with labels only."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(90)
x = torch.randn(96, 12)
y = (x[:, :3].sum(1) > 0).long() + (x[:, 3:6].prod(1) > 0).long()
xt, yt = x[64:], y[64:]
x, y = x[:64], y[:64]


def fit(model, loss_of, steps, lr):
    opt = torch.optim.Adam(model.parameters() if isinstance(model, nn.Module) else model, lr=lr)
    trace = []
    for step in range(steps):
        loss = loss_of()
        opt.zero_grad()
        loss.backward()
        opt.step()
        trace.append(round(loss.item(), 3))
    return trace[::max(1, steps // 4)]


teacher = nn.Sequential(nn.Linear(12, 48), nn.ReLU(), nn.Linear(48, 48), nn.ReLU(), nn.Linear(48, 3))
print('teacher', fit(teacher, lambda: F.cross_entropy(teacher(x), y), 40, 5e-3))
teacher.eval().requires_grad_(False)


class KDLoss(nn.Module):
    def __init__(self, temperature, alpha):
        super().__init__()
        self.T, self.alpha = temperature, alpha
        self.kl = nn.KLDivLoss(reduction='batchmean', log_target=True)

    def extra_repr(self):
        return f'T={self.T}, alpha={self.alpha}'

    def forward(self, student, teacher, target):
        soft = self.kl(F.log_softmax(student / self.T, -1), F.log_softmax(teacher / self.T, -1)) * self.T ** 2
        return self.alpha * soft + (1 - self.alpha) * F.cross_entropy(student, target)


def student(seed):
    torch.manual_seed(seed)
    return nn.Sequential(nn.Linear(12, 8), nn.ReLU(), nn.Linear(8, 3))


kd = KDLoss(4.0, 0.7)
print(kd)
alone, taught = student(1), student(1)
print('alone ', fit(alone, lambda: F.cross_entropy(alone(x), y), 30, 1e-2))
print('taught', fit(taught, lambda: kd(taught(x), teacher(x), y), 30, 1e-2))
with torch.no_grad():
    agree = [(m(xt).argmax(1) == teacher(xt).argmax(1)).float().mean().item() for m in (alone, taught)]
print(0 <= agree[0] <= 1, agree[1] > 0.4)

# hints: the hidden activations of both are caught by hooks and compared through a regressor
caught = {}


def catch(name):
    def hook(module, args, output):
        caught[name] = output
    return hook


hinted = student(2)
handles = [teacher[1].register_forward_hook(catch('teacher')), hinted[1].register_forward_hook(catch('student'))]
regressor = nn.Linear(8, 48)


def hint_loss():
    teacher(x), hinted(x)
    return F.mse_loss(regressor(caught['student']), caught['teacher'])


print('hints', fit([*hinted[0].parameters(), *regressor.parameters()], hint_loss, 20, 1e-2))
print('then ', fit(hinted, lambda: kd(hinted(x), teacher(x), y), 20, 1e-2))
for h in handles:
    h.remove()
caught.clear()
hinted(x)
print(caught, len(hinted[1]._forward_hooks))

# attention transfer between convolutions of different width
big, small = nn.Conv2d(1, 16, 3, padding=1), nn.Conv2d(1, 4, 3, padding=1)
image = torch.randn(6, 1, 7, 7)


def attention(f):
    return F.normalize(f.pow(2).mean(1).flatten(1))


print('attention', fit(small, lambda: (attention(small(image)) - attention(big(image).detach())).pow(2).sum(1).mean(), 16, 2e-2))
# two students that teach each other
a, b = student(3), student(4)
opt = torch.optim.SGD([*a.parameters(), *b.parameters()], lr=0.2)
for step in range(12):
    la, lb = a(x).log_softmax(1), b(x).log_softmax(1)
    loss = F.nll_loss(la, y) + F.nll_loss(lb, y) + F.kl_div(la, lb.detach(), reduction='batchmean', log_target=True) + F.kl_div(lb, la.detach().exp(), reduction='batchmean')
    opt.zero_grad()
    loss.backward()
    opt.step()
print('mutual', f'{loss.item():.4f}')
