# A thousand products of 100 x 100 matrices, each followed by its norm.
import torch

a = torch.ones(100, 100)


def work():
    for _ in range(1000):
        n = torch.mm(a, a).norm()
    return n.item()
