# The nodes inside the graphs of torch.gradient and rms_norm, by name
import torch
import torch.nn.functional as F


def walk(node):
    return '-' if node is None else node.name().rpartition(':')[2] + ('(' + ' '.join(walk(n) for n, _ in node.next_functions) + ')' if node.next_functions else '')


x = torch.tensor([[1., 4., 9., 16.], [2., 3., 5., 7.], [1., 0., 2., 8.]], dtype=torch.float64, requires_grad=True)
for keywords in (dict(), dict(spacing=2.0), dict(dim=0), dict(dim=1, edge_order=2), dict(spacing=0.3, dim=0, edge_order=2), dict(spacing=(torch.tensor([1., 2., 4.], dtype=torch.float64),), dim=0),
                 dict(spacing=3), dict(spacing=(1, 2.5))):
    for y in torch.gradient(x, **keywords):
        slope, = torch.autograd.grad(y.square().sum(), x)
        print(walk(y.grad_fn), ['%.6g' % v for v in y.flatten().tolist()], ['%.6g' % v for v in slope.flatten().tolist()])
    print([y.dtype for y in torch.gradient(x.detach().long(), **keywords)])
for weight in (None, torch.ones(4, dtype=torch.float64)):
    for z in (x, x.t().clone().t(), x.reshape(1, 3, 2, 2).contiguous(memory_format=torch.channels_last)):
        y = F.rms_norm(z, (z.size(-1),), None if weight is None else weight[:z.size(-1)])
        print(y.stride(), walk(y.grad_fn))
