"""Histograms of SummaryWriter.add_histogram by numpy's rules for the number of bins: what stands in the event file."""
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


def doubles(data):
    return torch.frombuffer(bytes(data), dtype=torch.float64).tolist()


def inner(data, *path):
    for number in path:
        data = next(value for key, value in fields(data) if key == number)
    return data


def histograms(folder):
    data, at = open(os.path.join(folder, os.listdir(folder)[0]), 'rb').read(), 0
    while at < len(data):
        size = int.from_bytes(data[at:at + 8], 'little')
        event, at = data[at + 12:at + 12 + size], at + 16 + size
        if any(key == 5 for key, _ in fields(event)):
            value = inner(event, 5, 1)
            yield inner(value, 1).decode(), dict(fields(inner(value, 5)))


torch.manual_seed(0)
VALUES = {'normal': torch.randn(1000), 'uniform': torch.rand(50), 'skew': torch.rand(300) ** 4, 'integers': torch.arange(100) % 7,
          'two': torch.tensor([1., 2.]), 'one': torch.tensor([3.]), 'constant': torch.ones(5), 'wide integers': torch.randint(0, 1000, (200,)),
          'outlier': torch.tensor([0.] * 9 + [10.]), 'three': torch.tensor([1., 2., 4.]), 'bytes': torch.tensor([1, 5, 250], dtype=torch.uint8)}
with SummaryWriter('histograms') as writer:
    for name, values in VALUES.items():
        for rule in 'auto fd doane scott stone rice sturges sqrt'.split():
            writer.add_histogram('%s by %s' % (name, rule), values, 1, bins=rule)
    try:
        writer.add_histogram('h', torch.ones(2), 1, bins='foo')
    except Exception as error:
        print(type(error).__name__, error)
for tag, found in histograms('histograms'):
    limits, counts = doubles(found[6]), doubles(found[7])
    print(tag, len(limits), ['%.4g' % each for each in limits[:3]], '%.4g' % limits[-1], [int(each) for each in counts[:6]], int(sum(counts)))
