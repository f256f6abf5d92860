"""Classification: logistic regression, softmax, cross entropy by hand, accuracy, confusion."""
import torch
import torch.nn.functional as F

torch.manual_seed(1)


def sigmoid(z):
    return 1 / (1 + torch.exp(-z))


# two clouds
a = torch.randn(20, 2) + torch.tensor([2.0, 0.0])
b = torch.randn(20, 2) - torch.tensor([2.0, 1.0])
X = torch.vstack([a, b])
y = torch.cat([torch.ones(20), torch.zeros(20)])
print(X[::10], y[::10], y.sum(), X.min(0), X.max(dim=0).values)
w = torch.zeros(2, requires_grad=True)
c = torch.tensor(0.0, requires_grad=True)
for step in range(20):
    p = sigmoid(X.mv(w) + c)
    loss = -(y * p.log() + (1 - y) * (1 - p).log()).mean()
    gw, gc = torch.autograd.grad(loss, [w, c])
    by_hand = X.T @ (p - y).detach() / len(y)
    if step % 5 == 0:
        print(step, loss, gw, torch.allclose(gw, by_hand, atol=1e-6))
    with torch.no_grad():
        w.sub_(gw, alpha=1.0)
        c.sub_(gc)
print(w, c)
print(((p > 0.5) == y.bool()).float().mean(), F.binary_cross_entropy(p, y), F.binary_cross_entropy_with_logits(X @ w + c, y))

# softmax
logits = torch.tensor([[2.0, 1.0, 0.1], [0.5, 2.5, -1.0], [1000.0, 999.0, 998.0]])
e = logits.exp()
print(e / e.sum(1, keepdim=True))
shifted = logits - logits.max(dim=1, keepdim=True).values
safe = shifted.exp() / shifted.exp().sum(1, True)
print(safe, torch.softmax(logits, 1), torch.isclose(safe, logits.softmax(-1)).all())
labels = torch.tensor([0, 1, 2])
logp = F.log_softmax(logits, dim=1)
print(logp, -logp[range(3), labels], F.cross_entropy(logits, labels, reduction='none'), F.nll_loss(logp, labels))
print(F.cross_entropy(logits, labels, label_smoothing=0.1), F.cross_entropy(logits, labels, weight=torch.tensor([1., 2., 3.])))
print(F.cross_entropy(logits, F.one_hot(labels, 3).float()), torch.logsumexp(logits, 1))

# three classes on a plane
means = torch.tensor([[0.0, 2.0], [2.0, -1.0], [-2.0, -1.0]])
labels = torch.arange(3).repeat_interleave(15)
points = means[labels] + 0.7 * torch.randn(45, 2)
W = torch.zeros(2, 3, requires_grad=True)
bias = torch.zeros(3, requires_grad=True)
for epoch in range(30):
    out = points @ W + bias
    loss = F.cross_entropy(out, labels)
    loss.backward()
    if epoch % 10 == 0:
        prob = out.detach().softmax(1)
        hand = points.T @ (prob - F.one_hot(labels)) / 45
        print(f'{epoch:3d} {loss.item():8.4f}', W.grad, (W.grad - hand).abs().max() < 1e-6)
    with torch.no_grad():
        W -= W.grad
        bias -= bias.grad
    W.grad = bias.grad = None
guess = (points @ W + bias).argmax(1)
print(guess, (guess == labels).sum().item(), '/', len(labels))
confusion = torch.zeros(3, 3, dtype=torch.int64)
for t, g in zip(labels, guess):
    confusion[t, g] += 1
print(confusion, confusion.diag().sum() / confusion.sum())
print(torch.bincount(labels * 3 + guess, minlength=9).reshape(3, 3))
precision = confusion.diag() / confusion.sum(0)
recall = confusion.diag() / confusion.sum(1)
print(precision, recall, 2 * precision * recall / (precision + recall))
print(torch.topk(out.softmax(1)[:4], 2), out.softmax(1)[0].sort(descending=True))

for wrong in (lambda: F.cross_entropy(logits, torch.tensor([0, 1])), lambda: F.cross_entropy(logits, torch.tensor([0, 1, 3])),
              lambda: F.cross_entropy(logits, torch.tensor([0., 1., 2.])), lambda: F.binary_cross_entropy(p, y[:3]),
              lambda: F.binary_cross_entropy(p + 1, y), lambda: F.one_hot(torch.tensor([1.0])), lambda: F.one_hot(torch.tensor([3]), 2),
              lambda: F.nll_loss(logp, labels), lambda: loss.backward(), lambda: F.softmax(logits, dim=2), lambda: W.numpy if W.grad is None else 0,
              lambda: F.cross_entropy(logits, torch.tensor([[0, 1, 2]])), lambda: F.one_hot(torch.tensor([-1]))):
    try:
        print(wrong() is None)
    except Exception as error:
        print(type(error).__name__, str(error))
