"""One line through noisy points: normal equations, lstsq, gradients by hand, and nn.Linear with minibatches."""
import torch

g = torch.Generator().manual_seed(7)
true_w, true_b = torch.tensor([2.0, -3.4, 0.7]), 4.2
X = torch.randn(120, 3, generator=g)
y = X @ true_w + true_b + 0.01 * torch.randn(120, generator=g)

# 1. normal equations, with a column of ones
A = torch.cat((X, X.new_ones(len(X), 1)), dim=1)
theta = torch.linalg.solve(A.T @ A, A.T @ y)
print('normal equations', theta)

# 2. least squares, and ridge through an augmented system
theta2 = torch.linalg.lstsq(A, y.unsqueeze(1)).solution
print(torch.allclose(theta, theta2.squeeze(1), atol=1e-4), (A @ theta2 - y[:, None]).norm())
for lam in (0., 1., 100.):
    big = torch.cat([A, lam ** 0.5 * torch.eye(4)])
    rhs = torch.cat([y, torch.zeros(4)])
    print(f'ridge {lam:5.1f}:', [f'{v:+.3f}' for v in torch.linalg.lstsq(big, rhs[:, None]).solution.flatten().tolist()])

# 3. from scratch, as in the first chapter of every course
w = torch.zeros(3, requires_grad=True)
b = torch.zeros(1, requires_grad=True)


def data_iter(batch_size):
    order = torch.randperm(len(X), generator=g)
    for i in range(0, len(X), batch_size):
        index = order[i:i + batch_size]
        yield X[index], y[index]


def sgd(params, lr, batch_size):
    with torch.no_grad():
        for p in params:
            p -= lr * p.grad / batch_size
            p.grad.zero_()


for epoch in range(3):
    for xb, yb in data_iter(10):
        l = (xb @ w + b - yb) ** 2 / 2
        l.sum().backward()
        sgd([w, b], 0.1, len(xb))
    with torch.no_grad():
        print(f'epoch {epoch + 1}, loss {((X @ w + b - y) ** 2 / 2).mean():.6f}')
print(w, b, sep='\n')

# 4. concise
net = torch.nn.Linear(3, 1)
with torch.no_grad():
    net.weight.normal_(0, 0.01, generator=g)
    net.bias.fill_(0)
trainer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.5)
criterion = torch.nn.MSELoss()
for epoch in range(3):
    for xb, yb in data_iter(12):
        trainer.zero_grad()
        criterion(net(xb), yb[:, None]).backward()
        trainer.step()
    print(f'epoch {epoch + 1}, loss {criterion(net(X), y.reshape(-1, 1)).item():.5f}')
print('error of w', (true_w - net.weight.data.reshape(true_w.shape)).abs().max() < 0.01, net.bias)

# polynomial features and the gap between training and test
t = torch.linspace(-1, 1, 20, dtype=torch.float64)
target = (3 * t).sin()
V = torch.vander(t, 8, increasing=True)
for degree in (1, 3, 7):
    fit = torch.linalg.lstsq(V[::2, :degree + 1], target[::2, None]).solution
    rms = ((V[1::2, :degree + 1] @ fit).squeeze() - target[1::2]).square().mean().sqrt()
    print(degree, f'{rms:.6f}', fit.dtype)
