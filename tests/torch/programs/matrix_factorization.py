"""Recommendations: embeddings with biases, factorisation machines, and alternating least squares."""
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

torch.manual_seed(11)
users, items = 15, 20
U, V = torch.randn(users, 3), torch.randn(items, 3)
pairs = torch.cartesian_prod(torch.arange(users), torch.arange(items))
pairs = pairs[torch.randperm(len(pairs))[:150]]
ratings = (U[pairs[:, 0]] * V[pairs[:, 1]]).sum(1) + 3
train, test = random_split(TensorDataset(pairs, ratings), [0.8, 0.2], generator=torch.Generator().manual_seed(0))
print(len(train), len(test), test[0])


class MF(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.P, self.Q = nn.Embedding(users, width), nn.Embedding(items, width, max_norm=2.0)
        self.b, self.c = nn.Embedding(users, 1), nn.Embedding(items, 1)
        self.mean = nn.Parameter(torch.tensor(3.))
        for e in (self.b, self.c):
            nn.init.zeros_(e.weight)

    def forward(self, u, i):
        return (self.P(u) * self.Q(i)).sum(1) + self.b(u).squeeze() + self.c(i).squeeze() + self.mean


model = MF()
optimizer = torch.optim.Adam([{'params': [model.mean], 'lr': 0.1}, {'params': [p for n, p in model.named_parameters() if n != 'mean']}],
                             lr=0.02, weight_decay=1e-4)
print(optimizer)
for epoch in range(6):
    for pair, rating in DataLoader(train, batch_size=40, shuffle=True, drop_last=True):
        loss = nn.functional.mse_loss(model(pair[:, 0], pair[:, 1]), rating)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        rmse = torch.sqrt(sum([((model(p[:, 0], p[:, 1]) - r) ** 2).sum() for p, r in DataLoader(test, 16)]) / len(test))
    print(f'epoch {epoch} train {loss:.4f} test {rmse:.4f}')

P, Q = torch.randn(users, 3), torch.randn(items, 3)
R = torch.full((users, items), float('nan'))
R[pairs[:, 0], pairs[:, 1]] = ratings - 3
seen = ~R.isnan()
for sweep in range(3):
    for A, B, M, S in ((P, Q, R, seen), (Q, P, R.T, seen.T)):
        for k in range(len(A)):
            b = B[S[k]]
            A[k] = torch.linalg.solve(b.T @ b + 0.1 * torch.eye(3), b.T @ M[k][S[k]])
    print(sweep, ((P @ Q.T - R)[seen] ** 2).mean().sqrt())
