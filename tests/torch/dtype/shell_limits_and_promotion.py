# Unsigned integers beyond uint8 near their limits, and as indices; the smallest power of two that a float of 8 bits without a sign has.
import warnings

import torch

warnings.simplefilter('ignore')


def t(call, names):
    try:
        print(call, '->', repr(eval(call, names)).replace('\n', ' '), names.get('x'))
    except Exception as error:
        print(call, '->', type(error).__name__, str(error).split('\n')[0])


x = torch.tensor([2**63, 1, 5], dtype=torch.uint64)
for call in ('x.sort()', 'x.argsort()', 'x.sum()', 'x.prod()', 'x.unique(return_counts=True)', 'x*3', 'x.cumsum(0)', 'x/2', 'x+0.5', 'x.sqrt()',
             'x==2**63', 'x.msort()', 'x.sort(descending=True)', 'x+1', 'x*2**63', 'x.fill_(2**63)', 'x==2**64-1', 'x.eq(-1)', 'x*-1',
             'x==1.5', 'x.__setitem__(0,2**64-1)', 'x.__setitem__(0,2**64)', 'x[0]>0', 'int(x[0])', 'float(x[0])', 'x[0].item()',
             'hash(x[0])!=0', 'range(x[1])', '[1,2,3][x[1]]', 'x*1.5', 'torch.full((2,),2**64-1,dtype=torch.uint64)',
             'torch.full((2,),2**63)', 'torch.tensor(2**63)', 'torch.tensor([1.])+2**63',
             'torch.scalar_tensor(2**63,dtype=torch.uint64)'):
    t(call, {'torch': torch, 'x': x})

u = torch.tensor([1, 2], dtype=torch.uint16)
for call in ('torch.arange(5)[u]', 'torch.arange(5)[u[0]]', 'torch.arange(5)[[u[0],u[1]]]', 'torch.arange(5).index_select(0,u)',
             'torch.zeros(5).gather(0,u)', 'torch.arange(5)[torch.ones(1).to(torch.float8_e5m2)]', 'u*65535', 'u*-1', 'u*65536',
             'u==65536', 'u==-1', 'u&65536', 'u+0.5',
             'torch.tensor([65535],dtype=torch.uint16)*torch.tensor([65535],dtype=torch.uint16)', 'u.sum()', 'u.bool()',
             'u.sum(dtype=torch.uint8)', 'u/u', 'u.sqrt()', 'torch.tensor([-65535,-65536+1],dtype=torch.uint16)',
             'torch.tensor([-65536],dtype=torch.uint16)', 'u.mean(dtype=torch.float32)', 'u.to(torch.float8_e4m3fn)',
             'torch.result_type(u,u.float()[0])', 'torch.result_type(u,torch.tensor(1,dtype=torch.int32))',
             'u*torch.tensor(2,dtype=torch.int32)', 'u==torch.tensor(2)', 'u*torch.tensor(2.5,dtype=torch.float64)',
             'torch.maximum(u,u.float())', 'u.fill_(-65535)', 'u.fill_(-65536)', 'u.floor()', 'u.round()'):
    t(call, {'torch': torch, 'u': u})

z = torch.zeros(3, dtype=torch.float8_e8m0fnu)
print(z, z.float(), z.double(), z.tolist(), z == 0, z.bool(), z.view(torch.uint8), z.half(), z.int(), z[0].item(), z[0])
for dtype in (torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz, torch.float8_e8m0fnu):
    print(dtype, torch.arange(0, 256, 3).to(torch.uint8).view(dtype), torch.arange(256).to(torch.uint8).view(dtype)[::5].tolist())
NEW = [torch.uint16, torch.uint32, torch.uint64, torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e8m0fnu, torch.complex32]
for a in NEW:
    for b in NEW + [torch.bool, torch.uint8, torch.int16, torch.int64, torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64, torch.complex128]:
        t('torch.promote_types(a, b)', {'torch': torch, 'a': a, 'b': b})
        t('(torch.can_cast(a, b), torch.can_cast(b, a))', {'torch': torch, 'a': a, 'b': b})
        t('torch.result_type(torch.ones(2).to(a), torch.ones(()).to(b))', {'torch': torch, 'a': a, 'b': b})
    for number in (True, 1, 1.5, 1j):
        t('torch.result_type(torch.ones(2).to(a), number)', {'torch': torch, 'a': a, 'number': number})
