"""Fitting lines: linear regression by formulas, by gradients of our own and by autograd."""
import torch

torch.manual_seed(0)
n, d = 40, 3
true_w = torch.tensor([[2.0], [-3.5], [0.25]])
true_b = 4.2
X = torch.randn(n, d)
noise = 0.01 * torch.randn(n, 1)
y = X @ true_w + true_b + noise
print(X[:3], y[:3].T, X.shape, y.dtype)
print(X.mean(0), X.std(dim=0), X.var(0, unbiased=False))

# in closed form
ones = torch.ones(n, 1)
A = torch.cat((X, ones), dim=1)
theta = torch.linalg.solve(A.T @ A, A.T @ y)
print(theta.flatten())
print(torch.linalg.lstsq(A, y).solution.squeeze())
print((torch.linalg.pinv(A) @ y).view(-1))
residual = y - A @ theta
print(f'rss {residual.square().sum().item():.6f} r2 {1 - residual.var().item() / y.var().item():.4f}')
print('%.3f' % residual.abs().max())
print(torch.allclose(A.T @ residual, torch.zeros(4, 1), atol=1e-4))

# by gradients of our own
w = torch.zeros(d, 1)
b = torch.zeros(1)
rate = 0.1
for step in range(101):
    guess = X @ w + b
    error = guess - y
    loss = (error ** 2).mean()
    if step % 25 == 0:
        print(step, round(loss.item(), 4), w.flatten().tolist()[0] > 0)
    w -= rate * 2 / n * X.T @ error
    b -= rate * 2 * error.mean()
print(w, b)

# by autograd
w2 = torch.zeros(d, 1, requires_grad=True)
b2 = torch.zeros(1, requires_grad=True)


def net(X):
    return X @ w2 + b2


def squared(guess, y):
    return (guess - y.reshape(guess.shape)) ** 2 / 2


order = torch.randperm(n)
print(order)
for epoch in range(3):
    for at in range(0, n, 8):
        rows = order[at:at + 8]
        loss = squared(net(X[rows]), y[rows]).mean()
        loss.backward()
        with torch.no_grad():
            for p in (w2, b2):
                p -= 0.3 * p.grad
                p.grad.zero_()
    with torch.no_grad():
        print(f'epoch {epoch + 1}, loss {float(squared(net(X), y).mean()):f}')
print(net(X)[:2], loss)
print(w2.grad, w2, b2.detach())
print('differences', (w2 - true_w).abs().max() < 0.5, abs(true_b - b2) < 1)

# polynomials and ridge
x = torch.linspace(-1, 1, 9, dtype=torch.float64)
powers = torch.stack([x ** k for k in range(4)], 1)
print(powers)
target = torch.sin(3 * x)
for penalty in (0.0, 0.1, 10.0):
    c = torch.linalg.solve(powers.T @ powers + penalty * torch.eye(4, dtype=torch.float64), powers.T @ target)
    print(penalty, c, c.norm())
print(torch.vander(x[:3], 4, increasing=True))

for wrong in (lambda: X @ true_w.T, lambda: X + torch.ones(4), lambda: torch.linalg.solve(torch.zeros(2, 2), torch.ones(2)),
              lambda: w2.numpy() if False else w2.data + 'a', lambda: squared(net(X), y).backward(), lambda: net(X[:, :2]),
              lambda: torch.cat((X, ones.squeeze())), lambda: theta.view(3), lambda: X.mean(2), lambda: y.long().mean(),
              lambda: torch.inverse(X)):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error))
