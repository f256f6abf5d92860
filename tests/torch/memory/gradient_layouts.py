# How gradients lie in memory: a gradient and what it is of, in different orders of dimensions
import math
import torch
from torch.nn import functional as F


def steps(x):
    return None if x is None else tuple(s if n > 1 else '.' for n, s in zip(x.shape, x.stride()))


def laid(shape, order, dtype=torch.float64):
    back = [order.index(d) for d in range(len(shape))]
    values = (torch.arange(math.prod(shape), dtype=dtype) % 7 + 1) / 9
    return values.reshape([shape[d] for d in order]).permute(back)


ORDERS = [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
FUNCTIONS = [
    ('torch.abs(x)', lambda x: torch.abs(x)),
    ('torch.sgn(x)', lambda x: torch.sgn(x)),
    ('torch.erfinv(x)', lambda x: torch.erfinv(x)),
    ('torch.sinc(x)', lambda x: torch.sinc(x)),
    ('torch.nan_to_num(x)', lambda x: torch.nan_to_num(x)),
    ('torch.relu(x)', lambda x: torch.relu(x)),
    ('torch.exp(x)', lambda x: torch.exp(x)),
    ('torch.tanh(x)', lambda x: torch.tanh(x)),
    ('torch.clamp(x,0.2,0.5)', lambda x: torch.clamp(x,0.2,0.5)),
    ('x.clamp(min=0.3)', lambda x: x.clamp(min=0.3)),
    ('x.clamp(max=0.4)', lambda x: x.clamp(max=0.4)),
    ('F.softmax(x,0)', lambda x: F.softmax(x,0)),
    ('F.softmax(x,-1)', lambda x: F.softmax(x,-1)),
    ('F.log_softmax(x,1)', lambda x: F.log_softmax(x,1)),
    ('F.relu6(x)', lambda x: F.relu6(x)),
    ('F.leaky_relu(x)', lambda x: F.leaky_relu(x)),
    ('F.elu(x)', lambda x: F.elu(x)),
    ('F.selu(x)', lambda x: F.selu(x)),
    ('F.celu(x)', lambda x: F.celu(x)),
    ('F.gelu(x)', lambda x: F.gelu(x)),
    ("F.gelu(x,approximate='tanh')", lambda x: F.gelu(x,approximate='tanh')),
    ('F.hardtanh(x)', lambda x: F.hardtanh(x)),
    ('F.hardswish(x)', lambda x: F.hardswish(x)),
    ('F.hardsigmoid(x)', lambda x: F.hardsigmoid(x)),
    ('F.hardshrink(x)', lambda x: F.hardshrink(x)),
    ('F.softshrink(x)', lambda x: F.softshrink(x)),
    ('F.threshold(x,.3,.1)', lambda x: F.threshold(x,.3,.1)),
    ('x.amax(0)', lambda x: x.amax(0)),
    ('x.amax((0,2))', lambda x: x.amax((0,2))),
    ('x.norm(p=2,dim=0)', lambda x: x.norm(p=2,dim=0)),
    ('x.norm(p=3,dim=2)', lambda x: x.norm(p=3,dim=2)),
    ('x.masked_select(x>0.3)', lambda x: x.masked_select(x>0.3)),
    ('x.masked_fill(x>0.3,2)', lambda x: x.masked_fill(x>0.3,2)),
    ('torch.renorm(x,2,0,0.5)', lambda x: torch.renorm(x,2,0,0.5)),
    ('torch.renorm(x,2,2,0.5)', lambda x: torch.renorm(x,2,2,0.5)),
    ('torch.renorm(x,3,1,0.5)', lambda x: torch.renorm(x,3,1,0.5)),
    ('torch.special.entr(x)', lambda x: torch.special.entr(x)),
    ('torch.special.erfcx(x)', lambda x: torch.special.erfcx(x)),
    ('torch.special.log_ndtr(x)', lambda x: torch.special.log_ndtr(x)),
    ('torch.cdist(x,x.detach()+1)', lambda x: torch.cdist(x,x.detach()+1)),
    ('x.logit(0.1)', lambda x: x.logit(0.1)),
    ('F.pairwise_distance(x,x.detach()+1)', lambda x: F.pairwise_distance(x,x.detach()+1)),
    ('torch.aminmax(x,dim=1)[0]', lambda x: torch.aminmax(x,dim=1)[0]),
    ('x.aminmax()[0]', lambda x: x.aminmax()[0]),
    ('F.binary_cross_entropy_with_logits(x,x.detach().sigmoid())', lambda x: F.binary_cross_entropy_with_logits(x,x.detach().sigmoid())),
    ('torch.special.softmax(x,1)', lambda x: torch.special.softmax(x,1)),
    ('torch.masked_scatter(x,x>0.3,x.detach())', lambda x: torch.masked_scatter(x,x>0.3,x.detach())),
    ('x.select_scatter(x.detach()[0],0,0)', lambda x: x.select_scatter(x.detach()[0],0,0)),
    ('x.slice_scatter(x.detach(),0)', lambda x: x.slice_scatter(x.detach(),0)),
    ('x.diagonal_scatter(x.detach().diagonal())', lambda x: x.diagonal_scatter(x.detach().diagonal())),
    ("x.scatter_reduce(0,torch.zeros(2,3,4,dtype=torch.long),x.detach(),'amax')", lambda x: x.scatter_reduce(0,torch.zeros(2,3,4,dtype=torch.long),x.detach(),'amax')),
    ('x.put(torch.tensor([0]),x.detach().flatten()[:1])', lambda x: x.put(torch.tensor([0]),x.detach().flatten()[:1])),
    ('x.index_put((torch.tensor([0]),),torch.tensor(1.,dtype=x.dtype))', lambda x: x.index_put((torch.tensor([0]),),torch.tensor(1.,dtype=x.dtype))),
    ("x.index_reduce(0,torch.tensor([0]),x.detach()[:1],'amax')", lambda x: x.index_reduce(0,torch.tensor([0]),x.detach()[:1],'amax')),
    ('torch.dist(x,x.detach()+1)', lambda x: torch.dist(x,x.detach()+1)),
    ('torch.dist(x,x.detach()+1,1)', lambda x: torch.dist(x,x.detach()+1,1)),
    ('torch.view_as_complex(torch.stack([x,x],-1)).abs()', lambda x: torch.view_as_complex(torch.stack([x,x],-1)).abs()),
]
for name, function in FUNCTIONS:
    for order in ORDERS:
        x = laid((2, 3, 4), order).detach().requires_grad_()
        y = function(x)
        found = [steps(y)]
        given = [torch.ones((), dtype=y.dtype).expand(y.shape), torch.ones(y.shape, dtype=y.dtype)]
        if y.dim() == 3:
            given += [laid(y.shape, other, y.dtype) for other in ORDERS[1:]]
        for g in given:
            dx, = torch.autograd.grad(y, x, g, retain_graph=True)
            found.append(steps(dx))
        print(name, order, *found, '%.4f' % dx.sum().item())

print('--- transforms')
for order in ORDERS:
    for dims in ([0], [1], [2], [0, 1], [1, 0], [2, 0], [0, 1, 2], [2, 1, 0]):
        for name in ('_fft_c2c', '_fft_r2c', 'whole', '_fft_c2r'):
            x = laid((2, 3, 4), order)
            if name in ('_fft_c2c', '_fft_c2r'):
                x = torch.complex(x, x * 2)
            x = x.detach().requires_grad_()
            if name == '_fft_c2c':
                y = torch._fft_c2c(x, dims, 0, True)
            elif name == '_fft_c2r':
                y = torch._fft_c2r(x, dims, 0, 2 * x.shape[dims[-1]] - 1)
            else:
                y = torch._fft_r2c(x, dims, 0, name != 'whole')
            found = [steps(y)]
            for g in (y.detach(), torch.ones(y.shape, dtype=y.dtype), laid(y.shape, (1, 2, 0), torch.float64).to(y.dtype)):
                dx, = torch.autograd.grad(y, x, g, retain_graph=True)
                found.append(steps(dx))
            print(name, order, dims, *found, '%.3f' % dx.abs().sum().item())
