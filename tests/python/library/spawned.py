# needs: multiprocessing
"""Processes that are started anew (spawn, forkserver), with functions, classes and modules of the program."""
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor

import torch

if not os.path.exists('beside_them.py'):
    with open('beside_them.py', 'w') as file:
        file.write('def add(x):\n    return x + 100\n\n\nclass Thing:\n    def __init__(self, v):\n        self.v = v\n\n    def times(self, k):\n        return self.v * k\n')
sys.path.insert(0, os.getcwd())
from beside_them import Thing, add


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(2, 1)


class Box:
    def __init__(self, v):
        self.v = v

    def __repr__(self):
        return f'Box({self.v})'

    def area(self, k):
        return self.v * k


def train(seed):
    torch.manual_seed(seed)
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), 0.1)
    for _ in range(3):
        optimizer.zero_grad()
        net.layer(torch.ones(4, 2)).mean().backward()
        optimizer.step()
    return f'{net.layer.bias.item():.3f}', __name__, sys.argv[1:], Box(seed)


def fail(x):
    raise ValueError('no', x)


def start(v):
    global given
    given = v


def use(x):
    return x + given


def echo(end, value, event):
    value.value += 5
    end.send(end.recv()[::-1])
    sys.exit(3 if event.wait(5) else 9)


if __name__ == '__main__':
    for how in ('spawn', 'forkserver'):
        context = multiprocessing.get_context(how)
        with context.Pool(1, start, (10,)) as pool:
            print(how, pool.map(train, [0]), pool.map(use, [1]), pool.apply(add, (1,)), pool.apply(Thing(3).times, (4,)), pool.apply(Box(2).area, (5,)))
            try:
                pool.apply(fail, (3,))
            except ValueError as error:
                print(type(error).__name__, error.args)
        one, two = context.Pipe()
        value, event = context.Value('i', 1), context.Event()
        child = context.Process(target=echo, args=(two, value, event), name='echo')
        child.start()
        one.send([1, Box(2)])
        print(one.recv(), child.name)
        event.set()
        child.join()
        print(value.value, child.exitcode)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context('spawn')) as pool:
        print(list(pool.map(add, [3])), pool.submit(Box(5).area, 2).result())
