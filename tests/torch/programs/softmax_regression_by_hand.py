"""Softmax regression from its definition and with cross_entropy: the same gradients, the same losses for a hundred steps."""
import torch
import torch.nn.functional as F

torch.manual_seed(1)
classes, features, n = 4, 6, 80
centres = 2 * torch.randn(classes, features)
labels = torch.arange(n) % classes
inputs = centres[labels] + torch.randn(n, features)


def softmax(X):
    X_exp = torch.exp(X - X.max(1, keepdim=True).values)
    partition = X_exp.sum(1, keepdim=True)
    return X_exp / partition


def cross_entropy(y_hat, y):
    return -torch.log(y_hat[range(len(y_hat)), y])


class Accumulator:
    """Sums over n variables."""

    def __init__(self, n):
        self.data = [0.0] * n

    def add(self, *args):
        self.data = [a + float(b) for a, b in zip(self.data, args)]

    def __getitem__(self, idx):
        return self.data[idx]


W = (0.01 * torch.randn(features, classes)).requires_grad_()
b = torch.zeros(classes, requires_grad=True)
W2, b2 = W.detach().clone().requires_grad_(), b.detach().clone().requires_grad_()
by_hand, by_module = [], []
for step in range(100):
    loss = cross_entropy(softmax(inputs @ W + b), labels).mean()
    gW, gb = torch.autograd.grad(loss, (W, b))
    loss2 = F.cross_entropy(torch.addmm(b2, inputs, W2), labels)
    loss2.backward()
    if step == 0:
        # the closed form: X^T (p - onehot) / n
        p = softmax(inputs @ W + b).detach()
        closed = inputs.T @ (p - F.one_hot(labels, classes)) / n
        print(torch.allclose(gW, closed, atol=1e-6), torch.allclose(W2.grad, closed, atol=1e-6))
    with torch.no_grad():
        W -= 0.1 * gW
        b -= 0.1 * gb
        for q in (W2, b2):
            q.add_(q.grad, alpha=-0.1)
            q.grad = None
    by_hand.append(loss.item())
    by_module.append(loss2.item())
print([f'{v:.4f}' for v in by_hand[::11]])
print(max(abs(a - c) for a, c in zip(by_hand, by_module)) < 1e-5)

metric = Accumulator(2)
with torch.no_grad():
    for X, y in zip(inputs.split(16), labels.split(16)):
        y_hat = softmax(X @ W + b)
        metric.add((y_hat.argmax(axis=1).type(y.dtype) == y).sum(), y.numel())
print(f'accuracy {metric[0] / metric[1]:.3f} of {metric[1]:g}')
confusion = torch.zeros(classes, classes, dtype=torch.int64)
confusion.index_put_((labels, softmax(inputs @ W + b).argmax(1)), torch.ones(n, dtype=torch.int64), accumulate=True)
print(confusion)
print('smoothed', F.cross_entropy(inputs @ W + b, labels, label_smoothing=0.1), 'weighted',
      F.cross_entropy(inputs @ W + b, labels, weight=torch.tensor([1., 2., 0.5, 1.]), reduction='sum'))
soft = F.one_hot(labels, classes).float() * 0.9 + 0.025
print('soft targets', F.cross_entropy(inputs @ W + b, soft))

# binary: logistic regression by Newton's method (IRLS)
yb = (labels < 2).double()
Xb = torch.cat([inputs.double(), torch.ones(n, 1, dtype=torch.float64)], 1)
beta = torch.zeros(features + 1, dtype=torch.float64)
for i in range(5):
    mu = torch.sigmoid(Xb @ beta)
    nll = F.binary_cross_entropy(mu, yb)
    H = Xb.T @ (Xb * (mu * (1 - mu))[:, None]) + 1e-2 * torch.eye(features + 1, dtype=torch.float64)
    beta = beta + torch.linalg.solve(H, Xb.T @ (yb - mu) - 1e-2 * beta)
    print(i, f'{nll.item():.6f}')
