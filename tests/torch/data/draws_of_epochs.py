# What a loader draws from the default generator and from its own: the seed of its workers, orders, the last order of an epoch.
import torch
from torch.utils.data import DataLoader, RandomSampler, SubsetRandomSampler, TensorDataset, WeightedRandomSampler


def g():
    return torch.Generator().manual_seed(3)


def draw(generator):
    """The next numbers, which tell what has been drawn before."""
    return round(torch.rand(1).item(), 5), generator and round(torch.rand(1, generator=generator).item(), 5)


ds = range(6)
torch.manual_seed(0)
for options in ({}, {'shuffle': True}, {'shuffle': True, 'generator': g()}, {'sampler': RandomSampler(ds, True)},
                {'sampler': RandomSampler(ds, num_samples=9, generator=g())}, {'sampler': RandomSampler(ds, num_samples=12)},
                {'sampler': WeightedRandomSampler([1, 2, 3.], 5)}, {'sampler': SubsetRandomSampler([1, 2, 3])},
                {'shuffle': True, 'drop_last': True, 'generator': g()}):
    generator = options.get('generator')
    loader = DataLoader(ds, 2, **options)
    for epoch in range(3):
        print(draw(generator), [batch.tolist() for batch in loader], draw(generator))
    batches = iter(loader)
    print(draw(generator))
    next(batches)
    print(draw(generator))
    next(batches)
    print(draw(generator))
    for batch in batches:
        pass
    print(draw(generator))
rows = TensorDataset(torch.arange(20.).view(10, 2), torch.arange(10))
for x, y in DataLoader(rows, 4, shuffle=True, generator=g()):
    print(x, y, torch.rand(1).item())
