"""SummaryWriter.add_graph: what of a network's graph does not hang on how it is run: inputs and results with their sizes, the scopes of modules, errors."""
import os
import warnings

import torch
from torch.utils.tensorboard import SummaryWriter

warnings.simplefilter('ignore')


def fields(data):
    """(number, content) of the fields of a message of protobuf."""
    def number(at):
        value = shift = 0
        while True:
            value |= (data[at] & 127) << shift
            shift, at = shift + 7, at + 1
            if data[at - 1] < 128:
                return value, at
    at = 0
    while at < len(data):
        key, at = number(at)
        if key & 7 == 0:
            value, at = number(at)
        else:
            size, at = number(at) if key & 7 == 2 else (8 if key & 7 == 1 else 4, at)
            value, at = data[at:at + size], at + size
        yield key >> 3, value


def path(data, *numbers):
    """All contents of the fields that lie behind these numbers."""
    if not numbers:
        return [data]
    return [found for key, value in fields(data) if key == numbers[0] for found in path(value, *numbers[1:])]


def graphs(folder):
    data, at = open(os.path.join(folder, os.listdir(folder)[0]), 'rb').read(), 0
    while at < len(data):
        size = int.from_bytes(data[at:at + 8], 'little')
        event, at = data[at + 12:at + 12 + size], at + 16 + size
        yield from path(event, 4)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.body = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU(), torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Sigmoid()))
        self.head = torch.nn.Linear(3, 1)

    def forward(self, x, shift):
        return self.head(self.body(x * 2) + shift)


class Words(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding, self.out = torch.nn.Embedding(5, 4), torch.nn.Linear(4, 5)
        self.norm = torch.nn.BatchNorm1d(5)

    def forward(self, words):
        return self.norm(self.out(self.embedding(words).mean(1)).tanh())


def show(model, inputs):
    name = type(model).__name__
    with SummaryWriter(name) as writer:
        writer.add_graph(model, inputs)
    graph, = graphs(name)
    scopes = set()
    for node in path(graph, 1):
        title, op = path(node, 1)[0].decode(), path(node, 2)[0].decode()
        if op == 'IO Node':
            shape = [path(size, 1)[0] for attribute in path(node, 5) if path(attribute, 1) == [b'_output_shapes'] for size in path(attribute, 2, 1, 7, 2)]
            print(title, op, shape, len(path(node, 3)))
        elif ']' in title:
            scopes.add(title[:title.rindex(']') + 1])
    print(sorted(scopes), path(graph, 4, 1))


net = Net()
show(net, (torch.ones(4, 2), torch.ones(3)))
print(net.training, net.head.weight.requires_grad, net.head.weight.grad)
words = Words().train()
before = words.norm.running_mean.clone()
words.out.bias.requires_grad_(False)
show(words, torch.tensor([[1, 2, 3], [0, 0, 4]]))
print(words.training, words.norm.training, torch.equal(before, words.norm.running_mean), words.norm.num_batches_tracked, words.out.bias.requires_grad)
for model, inputs in ((torch.nn.Linear(2, 2), torch.ones(3)), (lambda x: x, torch.ones(2))):
    with SummaryWriter('errors') as writer:
        try:
            writer.add_graph(model, inputs)
        except Exception as error:
            print(type(error).__name__, error)
