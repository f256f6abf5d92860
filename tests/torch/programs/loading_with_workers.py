"""Pipelines of data: workers, an iterable dataset split among them, buckets of like lengths, weights against imbalance, collate rules, a resumed epoch.
Host only: workers are processes of the host."""
import math
from collections import Counter, namedtuple

import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence, pack_padded_sequence
from torch.utils.data import (BatchSampler, ChainDataset, DataLoader, Dataset, IterableDataset, Sampler, SequentialSampler, StackDataset, TensorDataset,
                              WeightedRandomSampler, default_collate, get_worker_info)

Sample = namedtuple('Sample', 'tokens label')


class Sentences(Dataset):
    def __init__(self, n, seed=0):
        g = torch.Generator().manual_seed(seed)
        self.rows = [torch.randint(1, 9, (int(k),), generator=g) for k in torch.randint(2, 9, (n,), generator=g)]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return Sample(self.rows[i], int(self.rows[i].float().mean() > 4.5))


class BucketSampler(Sampler):
    """Batches of like lengths; a new order for each epoch."""

    def __init__(self, lengths, size):
        self.lengths, self.size, self.epoch = lengths, size, 0

    def __len__(self):
        return math.ceil(len(self.lengths) / self.size)

    def __iter__(self):
        g = torch.Generator().manual_seed(self.epoch)
        noisy = torch.tensor(self.lengths) + 0.5 * torch.rand(len(self.lengths), generator=g)
        batches = noisy.argsort().split(self.size)
        for b in torch.randperm(len(batches), generator=g).tolist():
            yield batches[b].tolist()


def collate(batch):
    batch = sorted(batch, key=lambda s: -len(s.tokens))
    lengths = torch.tensor([len(s.tokens) for s in batch])
    return pad_sequence([s.tokens for s in batch], batch_first=True), lengths, torch.tensor([float(s.label) for s in batch])


data = Sentences(40)
sampler = BucketSampler([len(r) for r in data.rows], 8)
torch.manual_seed(200)
embed, gru, head = nn.Embedding(9, 8, padding_idx=0), nn.GRU(8, 8, batch_first=True), nn.Linear(8, 1)
optimizer = torch.optim.Adam([*embed.parameters(), *gru.parameters(), *head.parameters()], lr=0.02)
loader = DataLoader(data, batch_sampler=sampler, collate_fn=collate, num_workers=2, persistent_workers=True, prefetch_factor=2)
for epoch in range(3):
    sampler.epoch, waste, total = epoch, 0, 0.
    for tokens, lengths, labels in loader:
        _, h = gru(pack_padded_sequence(embed(tokens), lengths, batch_first=True))
        loss = nn.functional.binary_cross_entropy_with_logits(head(h[-1]).squeeze(1), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        waste += int((tokens == 0).sum())
        total += loss.item()
    print(epoch, len(loader), f'{total / len(loader):.4f}', 'padding', waste)


class Stream(IterableDataset):
    def __init__(self, start, end):
        self.start, self.end = start, end

    def __iter__(self):
        info = get_worker_info()
        if info is None:
            return iter(range(self.start, self.end))
        per = math.ceil((self.end - self.start) / info.num_workers)
        low = self.start + info.id * per
        return iter(range(low, min(low + per, self.end)))


for workers in (0, 1, 3):
    print(workers, [b.tolist() for b in DataLoader(Stream(3, 12), batch_size=2, num_workers=workers)])
print([b.tolist() for b in DataLoader(ChainDataset([Stream(0, 3), Stream(7, 9)]), batch_size=4)])


def seeded(worker_id):
    torch.manual_seed(100 + worker_id)


class Noise(Dataset):
    def __len__(self):
        return 6

    def __getitem__(self, i):
        return i, torch.rand(2), get_worker_info().id


for i, noise, who in DataLoader(Noise(), batch_size=3, num_workers=2, worker_init_fn=seeded):
    print(i, noise, who)

# classes that are rare are drawn more often
labels = torch.tensor([0] * 30 + [1] * 6 + [2] * 4)
weights = 1 / labels.bincount()[labels].double()
drawn = WeightedRandomSampler(weights, 300, generator=torch.Generator().manual_seed(4))
counts = Counter(labels[i].item() for i in drawn)
print(sorted(counts.items()), len(drawn))
print(list(BatchSampler(SequentialSampler(range(7)), 3, drop_last=True)), list(BatchSampler('abcdefg', 3, False)))
stacked = StackDataset(x=torch.arange(4), y=TensorDataset(torch.arange(4.)))
print(stacked[1], next(iter(DataLoader(stacked, 2))))
print(default_collate([Sample(torch.ones(2), 1), Sample(torch.zeros(2), 0)]), default_collate([{'a': 1., 'b': ('x', [1, 2])}, {'a': 2., 'b': ('y', [3, 4])}]))

# an epoch that was interrupted goes on where it stopped
whole = [b[0].tolist() for b in DataLoader(TensorDataset(torch.arange(10)), 3, shuffle=True, generator=torch.Generator().manual_seed(8))]
order = torch.Generator().manual_seed(8)
torch.empty((), dtype=torch.int64).random_(generator=order)
rest = torch.randperm(10, generator=order).tolist()[6:]
print(whole, len(whole), sorted(sum(whole, [])) == list(range(10)), len(rest))


class Broken(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        if i == 2:
            raise ValueError('row 2 is damaged')
        return i


for workers in (0, 2):
    got = []
    try:
        for b in DataLoader(Broken(), num_workers=workers):
            got.append(b.item())
    except ValueError as e:
        print(got, str(e).splitlines()[0], '|', str(e).splitlines()[-1])
for bad in (dict(batch_size=2, batch_sampler=[[0]]), dict(shuffle=True, sampler=[0]), dict(num_workers=-1), dict(prefetch_factor=2), dict(persistent_workers=True), dict(timeout=-1)):
    try:
        DataLoader(Broken(), **bad)
    except ValueError as e:
        print(e)
