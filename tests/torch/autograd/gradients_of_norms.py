"""Gradients of gradients and tangents of layers that normalise, against differences; of the penalty on gradients that critics are trained with."""
import torch
import torch.nn.functional as F

torch.manual_seed(0)
D = torch.float64
x = torch.randn(2, 3, 4, dtype=D, requires_grad=True)
w, b = [torch.randn(3, dtype=D, requires_grad=True) for _ in range(2)]
mean, var = torch.zeros(3, dtype=D), torch.full((3,), 2.0, dtype=D)
for name, f, given in (('batch', lambda x, w, b: F.batch_norm(x, None, None, w, b, True), (x, w, b)), ('plain', lambda x: F.batch_norm(x, None, None, training=True), (x,)),
                       ('kept', lambda x, w, b: F.batch_norm(x, mean, var, w, b), (x, w, b)), ('instance', lambda x, w, b: F.instance_norm(x, None, None, w, b), (x, w, b)),
                       ('group', lambda x, w, b: F.group_norm(x, 3, w, b), (x, w, b)), ('layer', lambda x: F.layer_norm(x, (4,)), (x,)), ('rms', lambda x: F.rms_norm(x, (4,)), (x,))):
    print(name, torch.autograd.gradcheck(f, given), torch.autograd.gradgradcheck(f, given), torch.autograd.gradcheck(f, given, check_forward_ad=True))
for layers in ('BatchNorm2d', 'InstanceNorm2d'):
    torch.manual_seed(1)
    critic = torch.nn.Sequential(torch.nn.Conv2d(2, 4, 3), getattr(torch.nn, layers)(4), torch.nn.LeakyReLU(0.2), torch.nn.Flatten(), torch.nn.Linear(64, 1)).double()
    images = torch.randn(5, 2, 6, 6, dtype=D, requires_grad=True)
    slope, = torch.autograd.grad(critic(images).sum(), images, create_graph=True)
    penalty = ((slope.flatten(1).norm(2, 1) - 1) ** 2).mean()
    penalty.backward()
    print(layers, '%.6f' % penalty, *['%.4f' % (p.grad.abs().sum() if p.grad is not None else 0) for p in critic.parameters()])
