# Unsigned integers beyond uint8, floats of 8 bits and halves of complex numbers: new tensors and random numbers.
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter('ignore')
TYPES = [torch.uint16, torch.uint32, torch.uint64, torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz, torch.float8_e8m0fnu,
         torch.complex32]
CALLS = [
    'torch.zeros(3,dtype=d)', 'torch.ones(3,dtype=d)', 'torch.full((3,),2,dtype=d)', 'torch.full((3,),2.5,dtype=d)',
    'torch.empty(3,dtype=d).shape', 'torch.arange(5,dtype=d)', 'torch.linspace(0,1,3,dtype=d)', 'torch.logspace(0,1,3,dtype=d)',
    'torch.eye(3,dtype=d)', 'torch.rand(3,dtype=d)', 'torch.randn(3,dtype=d)', 'torch.randint(0,5,(3,),dtype=d)',
    'torch.randperm(5,dtype=d)', 'torch.zeros_like(x)', 'torch.ones_like(x)', 'torch.full_like(x,3)', 'torch.rand_like(x)',
    'torch.randn_like(x)', 'torch.randint_like(x,5)', 'torch.tensor([1,2],dtype=d)', 'torch.tensor([1.5,2],dtype=d)',
    'torch.tensor([True],dtype=d)', 'torch.as_tensor([1,2],dtype=d)', 'x.new_zeros(2)', 'x.new_ones(2)', 'x.new_full((2,),3)',
    'x.new_tensor([1,2])', 'torch.scalar_tensor(2,dtype=d)', 'torch.tril_indices(2,2,dtype=d)', 'x.uniform_()', 'x.normal_()',
    'x.random_()', 'x.random_(5)', 'x.bernoulli_(0.5)', 'x.bernoulli()', 'x.exponential_()', 'x.geometric_(0.5)', 'x.cauchy_()',
    'x.log_normal_()', 'torch.multinomial(x,2)', 'torch.poisson(x)', 'torch.zeros(6).copy_(x)', 'torch.tensordot(m,m,1)',
    'torch.complex(x,x)', 'torch.polar(x,x)', 'torch.zeros(3,dtype=d,requires_grad=True)',
    'torch.empty_strided((2,2),(2,1),dtype=d).zero_()', 'torch.randint(0,70000,(3,),dtype=d)', 'torch.randint(-5,5,(3,),dtype=d)',
    'torch.view_as_complex(torch.ones(2,2,dtype=torch.float16))', 'torch.complex(torch.ones(2).half(),torch.ones(2).half())',
    'torch.ones(2).half()*1j', 'torch.ones(2).half().to(torch.complex32)+1', 'torch.tensor(x.tolist(),dtype=d)', 'torch.as_tensor(x)',
]


def counted(dtype, *shape):
    size = torch.Size(shape).numel()
    return torch.arange(1, size + 1, dtype=torch.float32).reshape(shape).to(dtype)


def shown(value):
    if isinstance(value, torch.Tensor):
        return str(value).replace('\n', ' ') if value.numel() < 20 else str(value.shape)
    if isinstance(value, (tuple, list)):
        return '(%s)' % ', '.join(shown(one) for one in value)
    return repr(value)[:60]


def outcome(call, dtype):
    torch.manual_seed(0)
    names = {'torch': torch, 'F': F, 'T': torch.tensor, 'd': dtype, 'idx': torch.tensor([0, 2]), 'x': counted(dtype, 6), 'm': counted(dtype, 3, 3),
             'l': counted(dtype, 2, 3, 4, 4)}
    try:
        return shown(eval(call, names))
    except Exception as error:
        return '%s: %s' % (type(error).__name__, str(error).split('\n')[0])


for call in CALLS:
    print(call)
    for dtype in TYPES:
        print('   ', str(dtype)[6:], outcome(call, dtype))
