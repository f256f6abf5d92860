# The texts of wrong calls.
import torch


def tr(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


x = torch.ones(2, 3)
F = torch.nn.functional
for f in [lambda: torch.add(x, 'a'), lambda: torch.relu(x, 2), lambda: torch.relu(), lambda: torch.relu(x, foo=1), lambda: torch.relu([1]), lambda: x.relu(1),
          lambda: x.reshape(), lambda: torch.sum(x, 'a'), lambda: torch.sum(x, dim='a'), lambda: torch.cat(x), lambda: torch.cat(1), lambda: torch.cat([1, x]),
          lambda: torch.matmul(x, 1), lambda: torch.softmax(x, 1.5), lambda: x.softmax(), lambda: x.sum(0, 1, 2, 3), lambda: torch.transpose(x, 0), lambda: x.transpose(0),
          lambda: x.transpose('a', 1), lambda: torch.max(x, 'a'), lambda: x.permute(0, 'b'), lambda: torch.dot(x, 2), lambda: torch.exp(2), lambda: torch.add(1, x),
          lambda: torch.mul(2, 3), lambda: x.mul('a'), lambda: x.add_('a'), lambda: x.size('a'), lambda: x.size(5), lambda: x.dim(1), lambda: x.t(1), lambda: torch.stack(x),
          lambda: x.index_select(0, 1), lambda: x.gather(0, 1), lambda: x + 'a', lambda: x + None, lambda: x + [1], lambda: x < 'a', lambda: x @ 2, lambda: 2 @ x,
          lambda: x ** 'a', lambda: x // 'a', lambda: x.foo, lambda: torch.foo, lambda: torch.nn.Foo, lambda: F.relu(1), lambda: F.linear(x, 1)]:
    tr(f)
for f in [lambda: x @ x, lambda: torch.mm(x, x), lambda: torch.ones(3) @ torch.ones(4), lambda: x @ torch.ones(4), lambda: torch.ones(2, 3, 4) @ torch.ones(5),
          lambda: torch.ones(2, 3, 4) @ torch.ones(2, 5, 6), lambda: torch.mm(x, torch.ones(3)), lambda: torch.dot(x, torch.ones(2)), lambda: torch.tensor(1) @ torch.tensor(1),
          lambda: torch.ones(2) + torch.ones(3), lambda: x + torch.ones(3, 2), lambda: torch.ones(3).add_(x), lambda: x.view(4), lambda: x.reshape(-1, -1), lambda: x.t().view(6),
          lambda: torch.cat([x, torch.ones(2, 2)]), lambda: torch.cat([x, torch.ones(2)]), lambda: torch.cat([]), lambda: torch.stack([torch.ones(2), torch.ones(3)]),
          lambda: x.sum(3), lambda: x.mean(dim=-3), lambda: x.index_select(0, torch.tensor([5])), lambda: x.gather(1, torch.tensor([[5]])),
          lambda: torch.mm(x.double(), torch.ones(3, 2)), lambda: x.double() @ torch.ones(3), lambda: torch.dot(torch.ones(2), torch.ones(2).double()),
          lambda: torch.tensor([1, 2]).mean(), lambda: torch.tensor([1, 2]).std(), lambda: torch.tensor([1, 2]).softmax(0), lambda: torch.norm(torch.tensor([1, 2])),
          lambda: torch.tensor([True]) - torch.tensor([True]), lambda: 1 - torch.tensor([True]), lambda: -torch.tensor([True]), lambda: torch.relu(torch.tensor([True])),
          lambda: torch.tensor([7]) // 0, lambda: torch.tensor([2]) ** -1, lambda: torch.ones(2, dtype=torch.int64).add_(1.5), lambda: torch.clamp(x), lambda: x.topk(5),
          lambda: x.split([2, 2], 1), lambda: torch.tensor([]).max(), lambda: x.masked_fill(torch.tensor([1, 0, 1]), 1), lambda: torch.where(torch.tensor([1]), x, x),
          lambda: torch.randint(5, 5, (2,)), lambda: torch.multinomial(torch.ones(2), 3), lambda: x.bernoulli_(1.5), lambda: torch.normal(0., -1., (2,)),
          lambda: x.expand(2, 2), lambda: x.squeeze(5), lambda: x.unsqueeze(5), lambda: x.flatten(1, 0)]:
    tr(f)
for f in [lambda: F.cross_entropy(torch.ones(2, 3), torch.tensor([0, 3])), lambda: F.cross_entropy(torch.ones(2, 3), torch.tensor([0])),
          lambda: F.cross_entropy(torch.ones(2, 3), torch.tensor([0., 1.])), lambda: F.dropout(x, 1.5), lambda: F.binary_cross_entropy(x, torch.ones(3)),
          lambda: F.binary_cross_entropy_with_logits(x, torch.ones(3)), lambda: torch.nn.Linear(3, 4)(torch.ones(2, 5)), lambda: torch.nn.Linear(3, 4)(torch.ones(5)),
          lambda: torch.nn.Linear(3, 4)(torch.ones(2, 2, 5)), lambda: torch.nn.Linear(3, 4)(torch.ones(2, 3).double()), lambda: torch.nn.Embedding(3, 2)(torch.tensor([5])),
          lambda: torch.nn.BatchNorm1d(3)(torch.ones(1, 3)), lambda: torch.nn.BatchNorm2d(3)(x)]:
    tr(f)
