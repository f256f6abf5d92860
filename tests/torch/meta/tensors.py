# Tensors on the device meta: how they are made and shown, what they know, and what they refuse.
import copy
import io
import torch

m = torch.empty(2, 3, device='meta')
x = torch.ones(2, 3)


def show(text):
    try:
        print(text, '->', eval(text))
    except Exception as error:
        print(text, '!!', type(error).__name__, error)


for made in '''torch.empty(2, 3, device='meta')
torch.empty((), device='meta')
torch.empty(0, device='meta')
torch.empty(2, 0, device='meta', dtype=torch.int64)
torch.empty(2, device='meta', dtype=torch.bool)
torch.zeros(2, device='meta', dtype=torch.float64)
torch.zeros(2, device='meta', dtype=torch.complex64)
torch.full((2,), 3, device='meta')
torch.arange(0, 1, 0.1, device='meta')
torch.linspace(0, 1, 5, device='meta')
torch.eye(3, device='meta')
torch.rand(2, device='meta')
torch.randn(2, device='meta', generator=torch.Generator())
torch.randint(3, (2,), device='meta')
torch.randperm(5, device='meta')
torch.empty_strided((2, 3), (1, 2), device='meta').stride()
torch.tril_indices(3, 5, -1, device='meta')
torch.triu_indices(5, 3, 1, device='meta')
torch.hann_window(5, device='meta')
torch.tensor([1, 2], device='meta')
torch.tensor([[1.5]], device='meta', requires_grad=True)
torch.as_tensor(x, device='meta')
torch.asarray(x, device='meta')
torch.zeros_like(x, device='meta')
torch.normal(m, m)
torch.bernoulli(m)
torch.multinomial(m, 2)
torch.complex(m, m)
x.to('meta')
x.to(m)
m.new_zeros(3)
m.new_tensor([1, 2])
m.new_empty(3, device='cpu').device
torch.empty(2, device='meta:1')
torch.device('meta', 1), torch.device('meta'), torch.empty(2, device='meta:1').device
torch.nn.Parameter(m)
torch.empty(2, device='meta', requires_grad=True) * 2
torch.empty(2, 3, 4, 5, device='meta', dtype=torch.float64, requires_grad=True)'''.split('\n'):
    show(made)

for known in '''m.is_meta, x.is_meta, m.is_cpu, m.is_cuda, m.device, m.device.index, m.get_device()
m.type(), m.double().type(), m.dtype, m.layout
m.data_ptr(), m.nbytes, m.numel(), m.stride(), m.is_contiguous()
m.untyped_storage()
m.untyped_storage().nbytes(), m.untyped_storage().device, m.untyped_storage().data_ptr()
torch.UntypedStorage(4, device='meta')
m.untyped_storage().clone()
m.is_shared(), m.is_pinned(), len(m)
f'{m} {m[0, 0]}', str(m), format(m)
torch.empty(10**6, 10**6, 10**5, device='meta').numel()
torch.empty(2**40, device='meta').sum()
m.requires_grad_() is m, (m * 2).grad_fn is not None
m.detach(), m.data, m.clone()
copy.copy(m), copy.deepcopy(m), m.T
torch.empty(2, 3, device='meta').resize_(5)
[part for part in m.detach()]
m.apply_(abs) is m if not m.requires_grad else None'''.split('\n'):
    show(known)
m = torch.empty(2, 3, device='meta')
one = torch.empty((), device='meta')
index = torch.empty((), device='meta', dtype=torch.int64)

for refused in '''m.item()
one.item()
bool(m)
bool(one)
float(one)
int(one)
f'{one:.2f}'
m.tolist()
one.tolist()
torch.empty(0, device='meta').tolist()
m.cpu()
m.to('cpu', torch.float64)
torch.empty(0, device='meta').cpu()
m.to(x)
x.copy_(m)
torch.as_tensor(m, device='cpu')
m.type(torch.DoubleTensor)
m.numpy()
torch.full((2,), one)
torch.tensor([one, 1.0])
[1, 2][index]
range(index)
m.pin_memory()
m.share_memory_()
m.set_(x)
m.untyped_storage().tolist()
m.untyped_storage()[0]
m.untyped_storage().cpu()
x.data = m
m.type('torch.meta.FloatTensor')
torch.Generator(device='meta')
m[5]
m.backward()
m.sum().backward()'''.split('\n'):
    if ' = ' in refused:
        try:
            x.data = m
        except RuntimeError as error:
            print(refused, '!!', error)
    else:
        show(refused)

# changes in place change nothing, also with what is elsewhere
show('m.copy_(x)')
show('m.add_(x), m.mul_(x), m.fill_(torch.tensor(1.0)), m.zero_()')
m[0] = 1.0
m[0] = x[0]
m[m > 0] = 2.0
m[m > 0] = m[0]
m[x > 2] = m[0, 0]
show('m[x > 0], m[torch.tensor([1, 0])], m[torch.empty(4, dtype=torch.int64, device="meta")]')
show('m + torch.tensor(1.0), torch.tensor(1.0) + m')

for mixed in '''m + x
x + m
torch.cat([m, x])
torch.cat([x, m])
torch.where(m > 0, x, m)
torch.maximum(m, x)
torch.nn.functional.mse_loss(m, x)
torch.nn.functional.cross_entropy(m, torch.tensor([0, 1]))
torch.nn.functional.layer_norm(x, (3,), m[0])
torch.nn.Linear(3, 2, device='meta')(x)
torch.nn.Linear(3, 2)(m)
torch.add(m, m, out=x)
torch.add(x, x, out=m)
x[0].__setitem__(0, m[0, 0])'''.split('\n'):
    show(mixed)

# the state of random numbers
torch.manual_seed(0)
torch.rand(9, device='meta'), torch.randn(20, device='meta'), torch.randperm(9, device='meta')
m.normal_(), m.uniform_(), m.exponential_(), m.random_(), m.bernoulli_(0.5), m.cauchy_(), m.geometric_(0.5), m.log_normal_()
torch.poisson(m), torch.multinomial(m, 2), torch.nn.functional.dropout(m), torch.nn.Linear(3, 3, device='meta')
first = torch.rand(3)
torch.manual_seed(0)
print(torch.equal(first, torch.rand(3)))

# files
for content in m, {'a': m, 'b': torch.nn.Parameter(m.double())}:
    buffer = io.BytesIO()
    torch.save(content, buffer)
    buffer.seek(0)
    print(torch.load(buffer))
    buffer.seek(0)
    print(torch.load(buffer, map_location='cpu'))
buffer = io.BytesIO()
torch.save({'x': x, 'y': x[0]}, buffer)
buffer.seek(0)
print(torch.load(buffer, map_location='meta'))

# memory that grows
small = torch.zeros(2, device='meta')
print(torch.zeros(1, device='meta').set_(small.untyped_storage(), 1, (4,), (2,)).stride(), small.untyped_storage().nbytes())
small.untyped_storage().resize_(100)
print(small.untyped_storage().nbytes(), small.resize_(50).shape, small.untyped_storage().nbytes(), small[:2].resize_(3, 2).stride())
