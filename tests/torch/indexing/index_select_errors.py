# Indices that index_select refuses, and what scatter with reduce warns of.
import warnings
import torch
for x in (torch.arange(12).view(3, 4), torch.ones(3), torch.ones(()), torch.ones(0, 4), torch.ones(3, 4, requires_grad=True)):
    for index in (torch.tensor([[0]]), torch.tensor([[0.]]), torch.tensor([0.]), torch.zeros(1, 0, dtype=torch.long), torch.tensor([5]),
                  torch.tensor([-1]), torch.tensor([[[0]]], dtype=torch.int), torch.tensor(0), torch.tensor([True])):
        for dim in (0, -1, 4):
            try:
                print(x.index_select(dim, index).shape)
            except Exception as e:
                print(type(e).__name__, e)
x, one = torch.arange(12.).view(3, 4), torch.tensor([[0]])
for src, reduce in ((9., 'add'), (torch.tensor([[9.]]), 'add'), (torch.tensor([[9.]]), 'multiply'), (torch.tensor([[9.]]), 'mean'), (2, 'multiply')):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter('always')
        try:
            print(x.scatter(1, one, src, reduce=reduce)[0], [str(w.message).split(' (Triggered')[0] for w in said])
        except Exception as e:
            print(e, len(said))
