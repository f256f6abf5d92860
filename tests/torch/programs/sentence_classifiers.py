"""Sentences classified three ways: convolutions of several widths (Kim), averaged word vectors in an EmbeddingBag, and a hierarchy of attention."""
import torch
from torch import nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

positive, negative = 'great lovely superb fine'.split(), 'awful boring dull poor'.split()
filler = 'the film was a plot with actors and music very not'.split()
vocab = ['<pad>', *positive, *negative, *filler]
lookup = dict(zip(vocab, range(len(vocab))))


class Reviews(Dataset):
    def __init__(self, n, seed):
        g = torch.Generator().manual_seed(seed)
        self.rows = []
        for i in range(n):
            label = i % 2
            words = [filler[j] for j in torch.randint(len(filler) - 1, (int(torch.randint(4, 9, (), generator=g)),), generator=g)]
            mood = int(torch.randint(4, (), generator=g))
            negated = i % 5 == 0
            words[1:1] = (['not'] if negated else []) + [(negative if label == negated else positive)[mood]]
            self.rows.append(([lookup[w] for w in words], label))

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return self.rows[i]


def pad(batch):
    texts, labels = zip(*batch)
    longest = max(map(len, texts))
    return torch.tensor([t + [0] * (longest - len(t)) for t in texts]), torch.tensor(labels)


def offsets(batch):
    texts, labels = zip(*batch)
    starts = torch.tensor([0] + [len(t) for t in texts[:-1]]).cumsum(0)
    return (torch.tensor(sum(texts, [])), starts), torch.tensor(labels)


class TextCNN(nn.Module):
    def __init__(self):
        super().__init__()
        self.static = nn.Embedding.from_pretrained(torch.eye(len(vocab))[:, :12].contiguous())
        self.tuned = nn.Embedding(len(vocab), 12)
        self.convs = nn.ModuleList(nn.Conv1d(24, 10, k, padding=k // 2) for k in (1, 2, 3))
        self.drop, self.fc = nn.Dropout(0.3), nn.Linear(30, 2)

    def forward(self, x):
        e = torch.cat([self.static(x), self.tuned(x)], 2).permute(0, 2, 1)
        pooled = [F.max_pool1d(F.relu(c(e)), c(e).shape[-1]).squeeze(-1) for c in self.convs]
        return self.fc(self.drop(torch.cat(pooled, 1)))


class Bag(nn.Module):
    def __init__(self, mode):
        super().__init__()
        self.embedding = nn.EmbeddingBag(len(vocab), 8, mode=mode)
        self.fc = nn.Linear(8, 2)

    def forward(self, x):
        return self.fc(self.embedding(*x))


class Attentive(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(len(vocab), 10, padding_idx=0)
        self.gru = nn.GRU(10, 6, batch_first=True, bidirectional=True)
        self.proj, self.query = nn.Linear(12, 12), nn.Parameter(torch.randn(12) / 4)
        self.fc = nn.Linear(12, 2)

    def forward(self, x):
        h, _ = self.gru(self.emb(x))
        a = (self.proj(h).tanh() @ self.query).masked_fill(x.eq(0), float('-inf')).softmax(1)
        return self.fc(torch.einsum('bt,bth->bh', a, h))


train, test = Reviews(48, 1), Reviews(20, 2)
for name, make, collate in (('cnn', TextCNN, pad), ('mean', lambda: Bag('mean'), offsets), ('max', lambda: Bag('max'), offsets), ('attention', Attentive, pad)):
    torch.manual_seed(40)
    net = make()
    opt = torch.optim.Adam([p for p in net.parameters() if p.requires_grad], lr=0.02)
    loader = DataLoader(train, 12, shuffle=True, collate_fn=collate)
    curve = []
    for epoch in range(5):
        total = 0.
        for x, y in loader:
            loss = F.cross_entropy(net(x), y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item()
        curve.append(f'{total / len(loader):.3f}')
    net.eval()
    with torch.no_grad():
        hits = sum((net(x).argmax(1) == y).sum().item() for x, y in DataLoader(test, 7, collate_fn=collate))
    print(f'{name:9s}', *curve, hits > 8)
print(TextCNN(), Bag('sum'), sep='\n')
