"""Gradient descent and its variants by hand; Newton's method with hessians; line search; Lagrange."""
import torch
from torch.autograd.functional import hessian, jacobian, hvp, vjp, jvp, vhp

torch.set_default_dtype(torch.float64)


def valley(p):
    x, y = p
    return (1 - x) ** 2 + 100 * (y - x ** 2) ** 2


start = torch.tensor([-1.2, 1.0])


def run(name, update, steps=50):
    p = start.clone().requires_grad_()
    state = {}
    for t in range(1, steps + 1):
        loss = valley(p)
        g, = torch.autograd.grad(loss, p)
        with torch.no_grad():
            p += update(g, state, t)
    print(f'{name:10s}', p.detach(), valley(p).item())


def plain(g, s, t):
    return -1e-3 * g


def momentum(g, s, t):
    s['v'] = 0.9 * s.get('v', torch.zeros_like(g)) + g
    return -1e-4 * s['v']


def nesterov(g, s, t):
    v = s['v'] = 0.9 * s.get('v', 0) + g
    return -1e-4 * (g + 0.9 * v)


def adagrad(g, s, t):
    s['n'] = s.get('n', 0) + g ** 2
    return -0.1 * g / (s['n'].sqrt() + 1e-10)


def rmsprop(g, s, t):
    s['n'] = 0.99 * s.get('n', torch.zeros(2)) + 0.01 * g.square()
    return -0.01 * g / (s['n'].sqrt() + 1e-8)


def adam(g, s, t):
    m = s['m'] = torch.lerp(s.get('m', torch.zeros(2)), g, 0.1)
    n = s['n'] = s.get('n', torch.zeros(2)).mul(0.999).addcmul(g, g, value=0.001)
    return -0.05 * (m / (1 - 0.9 ** t)) / ((n / (1 - 0.999 ** t)).sqrt() + 1e-8)


for f in (plain, momentum, nesterov, adagrad, rmsprop, adam):
    run(f.__name__, f)
for cls, options in ((torch.optim.SGD, dict(lr=1e-4, momentum=0.9)), (torch.optim.Adam, dict(lr=0.05)), (torch.optim.RMSprop, dict(lr=0.01)), (torch.optim.Adagrad, dict(lr=0.1))):
    p = start.clone().requires_grad_()
    opt = cls([p], **options)
    for _ in range(50):
        opt.zero_grad()
        valley(p).backward()
        opt.step()
    print(cls.__name__, p)

# Newton
p = start.clone()
for i in range(6):
    H = hessian(valley, p)
    g = jacobian(valley, p)
    p = p - torch.linalg.solve(H, g)
    print(i, p, valley(p), torch.linalg.eigvalsh(H))
print(H, torch.linalg.cond(H))
print(hvp(valley, start, torch.tensor([1., 0.])), vhp(valley, start, torch.tensor([0., 1.])), hessian(valley, start)[0])


def residuals(p):
    return torch.stack([10 * (p[1] - p[0] ** 2), 1 - p[0]])


p = start.clone()
for i in range(3):
    J, r = jacobian(residuals, p), residuals(p)
    p = p - torch.linalg.lstsq(J, r.unsqueeze(1)).solution.squeeze()
    print('gauss-newton', p, r.norm())
print(jvp(residuals, start, torch.ones(2)), vjp(residuals, start, torch.ones(2)))
print(jacobian(lambda a, b: a.outer(b), (torch.ones(2), torch.tensor([1., 2., 3.]))))
print(jacobian(residuals, start, create_graph=True), jacobian(residuals, start, strategy='forward-mode', vectorize=True) + 0)

# roots, square roots
x = torch.tensor(2.0, requires_grad=True)
for i in range(5):
    f = x ** 3 - 2 * x - 5
    d, = torch.autograd.grad(f, x)
    x = (x - f / d).detach().requires_grad_()
    print(x)
a = torch.tensor([2., 9., 1e-4])
y = torch.ones(3)
for _ in range(12):
    y = 0.5 * (y + a / y)
print(y - a.sqrt())

# schedules
for step in (0, 5, 10):
    warm = min(1.0, (step + 1) / 5)
    cosine = 0.5 * (1 + torch.cos(torch.tensor(step / 10 * torch.pi)))
    print(step, warm, cosine, 0.1 * 0.5 ** (step // 5))

# a function with a kink, and one that is flat
k = torch.tensor([-1., 0., 2.], requires_grad=True)
for f in (torch.abs, torch.relu, torch.sign, torch.floor, lambda t: t.clamp(0, 1), lambda t: t.max(), lambda t: t.norm(), lambda t: torch.where(t > 0, t, 0.1 * t), lambda t: t.sort().values[0], torch.sqrt):
    k.grad = None
    f(k).sum().backward()
    print(k.grad)
for wrong in (lambda: hessian(residuals, start), lambda: jacobian(lambda p: 3.0, start), lambda: jacobian(residuals, start, strict=True), lambda: hessian(valley, start.long()), lambda: hvp(valley, start, torch.ones(3)),
              lambda: jacobian(lambda p: torch.ones(2), start, strict=True), lambda: jacobian(lambda p: torch.ones(2), start), lambda: vjp(residuals, start), lambda: vjp(residuals, start, torch.ones(3)), lambda: torch.autograd.grad(valley(start), start),
              lambda: torch.optim.SGD([start], lr=-1), lambda: torch.optim.Adam([], lr=1), lambda: torch.optim.SGD(start, 0.1), lambda: hvp(residuals, start, start), lambda: jvp(residuals, start), lambda: torch.optim.Adam([start], betas=(1.0, 0.9)),
              lambda: jacobian('f', start), lambda: jacobian(residuals, 'x'), lambda: torch.autograd.grad(x, x, torch.ones(2))):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error))
