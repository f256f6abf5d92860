# AdaptiveLogSoftmaxWithLoss: clusters, outputs, loss, gradients, errors; the former names NLLLoss2d and Container.
import warnings

import torch
from torch import nn

A, R = nn.AdaptiveLogSoftmaxWithLoss, torch.randn


def show(source):
    print('>>>', source)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter('always')
        try:
            print(eval(source))
        except Exception as e:
            print(type(e).__name__ + ':', e)
    for each in said:
        if 'zero-element' not in str(each.message):
            print(each.category.__name__ + ':', str(each.message))


for line in '''nn.NLLLoss2d()
nn.NLLLoss2d(reduction='sum')
nn.NLLLoss2d(torch.ones(3), ignore_index=1)(torch.ones(2, 3, 2, 2), torch.zeros(2, 2, 2, dtype=torch.long))
nn.NLLLoss2d.__mro__[1].__name__, nn.NLLLoss2d.__module__, nn.NLLLoss2d.__constants__
nn.Container()
nn.Container(a=nn.Linear(1, 2))
nn.Container(a=3)
nn.Container(nn.Linear(1, 2))
A(8, 20, [5, 10], div_value=2.0, head_bias=True)
A(8, 20, [5, 10], bias=True)
A(8, 20, [])
A(8, 20, [5, 5])
A(8, 20, [10, 5])
A(8, 20, [5, 25])
A(8, 20, [5, 20])
A(8, 20, [0, 5])
A(8, 20, [-1, 5])
A(8, 20, [5.5])
A(8, 20)
A(8, 20, (5, 10)).cutoffs
A(8, 20, [5, 10]).shortlist_size, A(8, 20, [5, 10]).n_clusters, A(8, 20, [5, 10]).head_size
list(A(8, 20, [5, 10], head_bias=True).state_dict())
[tuple(p.shape) for p in A(8, 20, [5, 10]).parameters()]
A(8, 20, [5, 10])(R(3, 8), torch.tensor([0, 7, 15]))._fields
type(A(8, 20, [5, 10])(R(3, 8), torch.tensor([0, 7, 15])))
A(8, 20, [5, 10])(R(3, 8), torch.tensor([0, 7, 20]))
A(8, 20, [5, 10])(R(3, 8), torch.tensor([0, 7, -1]))
A(8, 20, [5, 10])(R(3, 8), torch.tensor([0, 7]))
A(8, 20, [5, 10])(R(3, 7), torch.tensor([0, 7, 1]))
A(8, 20, [5, 10])(R(8), torch.tensor(7)).output.shape
A(8, 20, [5, 10])(R(3, 8), torch.tensor(7))
A(8, 20, [5, 10])(R(8), torch.tensor([7]))
A(8, 20, [5, 10])(R(2, 3, 8), torch.zeros(2, 3, dtype=torch.long))
A(8, 20, [5, 10])(R(3, 8), torch.tensor([0.0, 7, 1]))'''.split('\n'):
    show(line)
torch.manual_seed(0)
net = A(16, 50, [8, 20, 35], div_value=2.0)
print([weight.flatten()[0].item().hex() for weight in net.parameters()])
x, y = torch.randn(12, 16, requires_grad=True), torch.randint(0, 50, (12,))
output, loss = net(x, y)
print(['%.4f' % value for value in output.tolist()], '%.4f' % loss, type(loss.grad_fn).__name__)
print(['%.4f' % grad.norm() for grad in torch.autograd.grad(loss, [x, *net.parameters()])])
print(net.predict(x).tolist(), torch.allclose(net.log_prob(x).exp().sum(1), torch.ones(12)))
print(torch.allclose(net.log_prob(x)[torch.arange(12), y], output), torch.equal(net.predict(x), net.log_prob(x).argmax(1)))
optimizer = torch.optim.SGD(net.parameters(), lr=1.0)
for step in range(5):
    optimizer.zero_grad()
    loss = net(x.detach(), y).loss
    loss.backward()
    optimizer.step()
    print('%.4f' % loss)
