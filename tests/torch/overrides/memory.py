"""Calls of derived classes leave nothing behind."""
import torch


class Plain(torch.Tensor):
    pass


def resident():
    with open('/proc/self/statm') as file:
        return int(file.read().split()[1]) * 4096 / 2 ** 20


def work():
    s = torch.ones(10000).as_subclass(Plain)
    for _ in range(20):
        s = torch.add(s, 1)


for _ in range(30):
    work()
before = resident()
for _ in range(400):
    work()
print(resident() - before < 100)
