"""Skip-gram with negative sampling over a tiny corpus."""
from collections import Counter

import torch
from torch import nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

torch.manual_seed(2)
text = ('the quick brown fox jumps over the lazy dog while the small cat watches the dog and the fox '
        'run over the hill to the quick river').split()
counts = Counter(text)
vocabulary = {word: i for i, (word, _) in enumerate(counts.most_common())}
print(len(vocabulary), list(vocabulary)[:5])


class Pairs(Dataset):
    def __init__(self, words, window=2):
        ids = [vocabulary[w] for w in words]
        self.pairs = [(ids[i], ids[j]) for i in range(len(ids)) for j in range(max(0, i - window), min(len(ids), i + window + 1)) if i != j]

    def __len__(self):
        return len(self.pairs)

    def __getitem__(self, i):
        return self.pairs[i]


class SkipGram(nn.Module):
    def __init__(self, n, width):
        super().__init__()
        self.center = nn.Embedding(n, width)
        self.context = nn.Embedding(n, width, _weight=torch.zeros(n, width))

    def forward(self, center, context, negative):
        v = self.center(center).unsqueeze(2)
        good = F.logsigmoid(torch.bmm(self.context(context).unsqueeze(1), v)).squeeze()
        bad = F.logsigmoid(-torch.bmm(self.context(negative), v)).squeeze(2).sum(1)
        return -(good + bad).mean()


weights = torch.tensor([counts[w] for w in vocabulary], dtype=torch.float) ** 0.75
loader = DataLoader(Pairs(text), batch_size=16, shuffle=True)
model = SkipGram(len(vocabulary), 10)
optimizer = torch.optim.SGD(model.parameters(), lr=0.5, momentum=0.9, nesterov=True)
for epoch in range(5):
    total = 0.
    for center, context in loader:
        negative = torch.multinomial(weights, len(center) * 4, replacement=True).view(-1, 4)
        loss = model(center, context, negative)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        total += loss.item() * len(center)
    print(f'{epoch} {total / len(loader.dataset):.4f}')
e = F.normalize(model.center.weight.detach(), dim=1)
similarity, index = torch.topk(e @ e[vocabulary['fox']], 3)
print([list(vocabulary)[i] for i in index], similarity)
