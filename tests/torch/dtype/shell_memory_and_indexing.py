# Unsigned integers beyond uint8, floats of 8 bits and halves of complex numbers: views, copies, joining and indexing.
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter('ignore')
TYPES = [torch.uint16, torch.uint32, torch.uint64, torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz, torch.float8_e8m0fnu,
         torch.complex32]
CALLS = [
    'torch.where(x.bool(),x,x)', 'torch.where(x.bool(),x,1)', 'x.clone()', 'x.contiguous()', 'm.t().contiguous()', 'm.t()', 'm.T.clone()',
    'x.fill_(1)', 'x.zero_()', 'torch.cat([x,x])', 'torch.cat([x,x.float()])', 'torch.stack([x,x])', 'torch.hstack([x,x])',
    'torch.vstack([x,x])', 'x.split(2)', 'x.chunk(2)', 'x.unbind()', 'x.view(2,3)', 'x.reshape(3,2)', 'x.flatten()', 'x.squeeze()',
    'x.unsqueeze(0)', 'm.permute(1,0)', 'm.expand(2,3,3)', 'x.repeat(2)', 'x.tile(2)', 'x.repeat_interleave(2)', 'x.roll(1)', 'x.flip(0)',
    'm.rot90()', 'm.diag()', 'x.diag()', 'x.diag_embed()', 'm.diagonal()', 'm.tril()', 'm.triu()', 'x[0]', 'x[1:3]', 'x[::2]', 'x[idx]',
    'x[x.bool()]', 'm[idx,idx]', 'x[None]', 'x[...]', 'x.__setitem__(0,1)', 'x.__setitem__(0,x[1])', 'x.__setitem__(idx,1)',
    'x.__setitem__(x.bool(),1)', 'x.__setitem__(x.bool(),x[0])', 'x.__setitem__(slice(0,2),3)', 'x.index_select(0,idx)',
    'x.index_add(0,idx,x[:2])', 'x.index_copy(0,idx,x[:2])', 'x.index_fill(0,idx,1)', 'x.index_fill(0,idx,x[0])',
    'x.index_put((idx,),x[0])', 'x.gather(0,idx)', 'x.scatter(0,idx,x[:2])', 'x.scatter(0,idx,1)', 'x.scatter_add(0,idx,x[:2])',
    'x.take(idx)', 'x.put(idx,x[:2])', 'x.masked_select(x.bool())', 'x.masked_fill(x.bool(),1)', 'x.masked_fill(x.bool(),x[0])',
    'x.masked_scatter(x.bool(),x)', 'torch.take_along_dim(x,idx,0)', 'x.tolist()', 'x[0].item()', 'int(x[0])', 'float(x[0])', 'bool(x[0])',
    'complex(x[0])', 'x[0].__index__()', 'x.copy_(x.float())', 'x.copy_(x.double())', "torch.meshgrid(x,x,indexing='ij')",
    'torch.broadcast_tensors(x,x)', 'torch.atleast_2d(x)', 'torch.view_as_real(x)', 'torch.view_as_complex(x.view(3,2))',
    'torch.copysign(x,x)', 'x.to(torch.bool)', 'x.half()', 'x.detach()', 'x.view(torch.uint8)', 'x.byte()', 'x.char()', 'x.chalf()',
    'format(x[0])', 'x.unfold(0,2,1)', 'x.as_strided((2,),(1,))', 'x.resize_(3)', 'x.set_(x)', 'x.swapaxes(0,0)', 'x.movedim(0,0)',
    'x.unflatten(0,(2,3))', 'x+x.byte()', 'x.fill_diagonal_(1) if 0 else m.fill_diagonal_(1)', 'torch.where(x.bool(),x,x.float())',
    'torch.where(x.bool(),x,0.5)', 'x.masked_fill_(x.bool(),2)', 'm.index_put_((idx,idx),x[:2].clone())',
    'm.index_put_((idx,idx),T(1.).to(d))', 'm[idx]', 'm[:,idx]', 'm[idx].fill_(1)', 'm.index_select(1,idx)', 'm.scatter(0,idx[None],m)',
    'm.masked_fill(m.bool(),x[0])', 'torch.stack([x,x.float()])', 'torch.cat([x,x.int()])', 'x.ne(x[0])', 'x.copy_(x.int())',
    'x.copy_(x.cfloat())', 'x.fill_(x[0])', 'x.fill_(1j)', 'x.to(torch.complex64)', 'x.to(torch.complex128)', 'x.tril()', 'torch.clone(x)',
    'x.t()', 'x.nbytes', 'x.to(torch.float8_e4m3fn)', 'x.to(torch.uint16)', 'x.repeat_interleave(T([1,2,1,1,1,1]))',
    'torch.broadcast_to(x,(2,6))', 'torch.utils.data.default_collate([x,x])',
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
