"""Learning from few examples: episodes from a batch sampler of classes and queries, prototypes, matching with attention, a relation head."""
import torch
from torch.nn.functional import cross_entropy, mse_loss, one_hot, log_softmax
from torch.utils.data import Dataset, DataLoader, Sampler


class Glyphs(Dataset):
    def __init__(self, classes, per_class, seed):
        g = torch.Generator().manual_seed(seed)
        strokes = (torch.rand(classes, 1, 6, 6, generator=g) > 0.6).float()
        self.images = (strokes[:, None] + 0.4 * torch.randn(classes, per_class, 1, 6, 6, generator=g)).flatten(0, 1)
        self.targets = torch.arange(classes).repeat_interleave(per_class)

    def __len__(self):
        return len(self.targets)

    def __getitem__(self, index):
        return self.images[index], self.targets[index]


class EpisodeSampler(Sampler):
    """Yields the positions of `ways` classes, `shots` + `queries` of each, the supports first."""

    def __init__(self, targets, ways, shots, queries, episodes, generator=None):
        self.by_class = {int(c): (targets == c).nonzero().view(-1) for c in targets.unique()}
        self.ways, self.shots, self.queries, self.episodes, self.generator = ways, shots, queries, episodes, generator

    def __len__(self):
        return self.episodes

    def __iter__(self):
        for _ in range(self.episodes):
            chosen = torch.randperm(len(self.by_class), generator=self.generator)[:self.ways]
            support, query = [], []
            for c in chosen.tolist():
                where = self.by_class[c][torch.randperm(len(self.by_class[c]), generator=self.generator)]
                support.append(where[:self.shots])
                query.append(where[self.shots:self.shots + self.queries])
            yield torch.cat(support + query).tolist()


ways, shots, queries = 3, 2, 3
data = Glyphs(8, 6, seed=0)
loader = DataLoader(data, batch_sampler=EpisodeSampler(data.targets, ways, shots, queries, 12, torch.Generator().manual_seed(1)))
print(len(loader), next(iter(loader))[1])
y = torch.arange(ways).repeat_interleave(queries)


def encoder():
    return torch.nn.Sequential(torch.nn.Conv2d(1, 8, 3), torch.nn.BatchNorm2d(8, track_running_stats=False), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(128, 12))


def prototypical(net, support, query):
    centres = net(support).unflatten(0, (ways, shots)).mean(1)
    return cross_entropy(-torch.cdist(net(query), centres).square(), y)


def matching(net, support, query):
    s, q = torch.nn.functional.normalize(net(support), dim=1), torch.nn.functional.normalize(net(query), dim=1)
    attention = log_softmax(5 * q @ s.T, 1)
    return -attention.unflatten(1, (ways, shots)).logsumexp(2).gather(1, y[:, None]).mean()


torch.manual_seed(3)
relation_head = torch.nn.Sequential(torch.nn.Linear(24, 16), torch.nn.ReLU(), torch.nn.Linear(16, 1), torch.nn.Sigmoid())


def relation(net, support, query):
    s, q = net(support).view(ways, shots, -1).sum(1), net(query)
    pairs = torch.cat([s.expand(len(q), -1, -1), q[:, None].expand(-1, ways, -1)], 2)
    return mse_loss(relation_head(pairs).squeeze(2), one_hot(y, ways).float())


for method in (prototypical, matching, relation):
    torch.manual_seed(4)
    net = encoder()
    params = [*net.parameters()] + ([*relation_head.parameters()] if method is relation else [])
    opt = torch.optim.Adam(params, lr=5e-3)
    losses = []
    for images, targets in loader:
        loss = method(net, images[:ways * shots], images[ways * shots:])
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    print(method.__name__, ' '.join(f'{l:.3f}' for l in losses[::4]))
print([n for n, _ in net.named_buffers()], net[1])
unseen = Glyphs(4, 5, seed=9)
images, _ = next(iter(DataLoader(unseen, batch_sampler=EpisodeSampler(unseen.targets, ways, shots, queries, 1, torch.Generator().manual_seed(2)))))
with torch.no_grad():
    print(f'{prototypical(net, images[:6], images[6:]).item():.1f}'.replace('-', '') != '', images.shape)
