"""Rows with a goal of their own: what we do much faster."""
import torch

G = torch.Generator().manual_seed(1)
GOALS = {'transposed_copy': 3, 'large_add': 2, 'large_exp': 2, 'large_chain': 2, 'rand': 5, 'randn': 2.5, 'perceptron': 4}


def perceptron():
    """Forward and backward of three layers written with plain operations, batch 64."""
    x, y = torch.randn(64, 20, generator=G), torch.randn(64, 1, generator=G)
    sizes = ((20, 64), (64, 64), (64, 1))
    weights = [(torch.randn(*size, generator=G) * 0.1).requires_grad_() for size in sizes]
    biases = [torch.zeros(size[1], requires_grad=True) for size in sizes]

    def work():
        h = x
        for w, b in zip(weights, biases):
            h = torch.relu(h @ w + b) if w is not weights[-1] else h @ w + b
        loss = ((h - y) ** 2).mean()
        for p in weights + biases:
            p.grad = None
        loss.backward()
        return loss
    return work


def transposed_copy():
    a = torch.randn(2000, 2000, generator=G)
    return lambda: a.t().contiguous()


def large(call):
    def row():
        a, b = torch.randn(12_000_000, generator=G), torch.randn(12_000_000, generator=G)
        return lambda: call(a, b)
    return row


def sample(name, *size):
    def row():
        call = getattr(torch, name)

        def work():
            torch.manual_seed(3)
            return call(*size)
        return work
    return row


ROWS = {
    'transposed_copy': transposed_copy, 'large_add': large(lambda a, b: a + b), 'large_exp': large(lambda a, b: a.exp()), 'large_chain': large(lambda a, b: (a * b + a).relu()),
    'rand': sample('rand', 1_000_000), 'randn': sample('randn', 1_000_000), 'perceptron': perceptron,
}
