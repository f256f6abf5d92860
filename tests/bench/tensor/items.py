# Single numbers into a third vector: ten thousand small operations.
import torch

a, b = torch.ones(10000), torch.ones(10000)


def work():
    c = torch.zeros(10000)
    for i in range(10000):
        c[i] = a[i] + b[i]
    return c.sum().item()
