# What PyTorch says of mistakes that learners make: places, dimensions, writing in place.
from mistakes import tell
tell(r"""
x[2]
x[-3]
x[0, 3]
x[0, -4]
x[0, 0, 0]
x[0][3]
x[2, 0]
x['a']
x['a', 0]
x[1.0]
x[1.5]
x[s]
x[None, 5]
x[..., 5]
x[0, ..., 0, ..., 0]
x[(0, 5)]
x[[0, 5]]
x[[0, 1], [0, 1, 2]]
x[[0, 1], [0, 3]]
x[[[0, 1], [0, 5]]]
x[v]
x[v, v]
x[x]
x[b]
x[b, b]
x[:, b[:2]]
x[torch.tensor([True])]
x[torch.ones(2, 4, dtype=torch.bool)]
x[torch.ones(2, 3, 1, dtype=torch.bool)]
x[torch.tensor([0, 5])]
x[torch.tensor([-3])]
x[torch.tensor([0.])]
x[torch.tensor(5)]
x[i]
x[k, i]
x[k, k, k]
x[::-1]
x[::0]
x[0:'a']
x['a':]
x[1.5:]
x[None:1.0]
x[:, ::-2]
x[s:]
x[i[1]:x]
x[x:]
x[{}]
x[{0, 1}]
x[{0: 1}]
x[lin]
x[print]
x[0:1, 0:1, 0:1]
x[...][3]
x[False][0]
x[()][2]
x[(1, 2), (3, 4)]
x[range(5)]
x[[True, False, True]]
x[[True, False], [True, False]]
x[slice(0, 1, 'a')]
s[0]
s[None][1]
s[0, 0]
s[:]
s[b]
e[0]
e[-1]
x[1j]
x[10**30]
x[2**63]
x[-2**64]
x[complex]
x[torch.uint8]
x[torch.tensor([1, 0], dtype=torch.int8)]
x[torch.tensor([1, 0], dtype=torch.int16)]
x[2] = 0
x[0, 5] = 1
x[0] = [1, 2]
x[0] = [1, 2, 3]
x[0] = 'a'
x[0] = None
x[0] = {}
x[0] = lin
x[0] = w
x[0] = y
x[0] = 1j
x[0] = z
x[0] = [1, 'a', 2]
x[0, 0] = x
x[0, 0] = v
x[0, 0] = [1]
x[0, 0] = 'a'
x[b] = 1
x[b[:2]] = w
x[x > 1] = v[:2]
x[x > 1] = 'a'
x[x > 1] = None
x[x > 1] = [1, 2]
x[[0, 5]] = 1
x[[0, 1]] = w
x[v] = 1
x['a'] = 1
x[1.0] = 1
x[...] = y
x[:] = 'a'
x[:, 5] = 1
x[::-1] = 1
x[0:1, 0:2] = y
x[k] = n
x[k] = d
n[0, 0] = float('nan')
n[0, 0] = float('inf')
n[0, 0] = 2**70
n[0, 0] = 1j
b[0] = 'a'
i[0] = x
s[0] = 1
s[...] = x
del x[0]
x[0] += 'a'
x[0] += w
x[2] += 1
p[0] = 1
p[0] += 1
p += 1
p.add_(1)
p.data[5] = 1
p.data += w
p[5]
p.zero_()
p.fill_(3)
p[:] = 0
p.view(3).add_(1)
p.detach().add_(w)
v.requires_grad_();; v[0] = 1
v.requires_grad_();; v *= 2
v.requires_grad_();; v.mul_(2)
v.requires_grad_();; v.resize_(5)
v.requires_grad_();; v.copy_(w)
v.requires_grad_();; v.set_(w)
v.requires_grad_();; v.t_()
v.requires_grad_();; v.unsqueeze_(0)
v.requires_grad_();; v.data.add_(w)
x.add_(w)
x.add_(t)
x.add_('a')
x.add_()
x.mul_(z)
n.add_(1.5)
n.div_(2)
n.mul_(x)
n /= 2
n += x
n *= 1.5
b += 1
b -= b
b *= 2
n.sqrt_()
n.exp_()
n.normal_()
n.uniform_()
n.bernoulli_(2.)
x.bernoulli_(2.)
x.uniform_(1, 0)
x.normal_(0, -1)
x.exponential_(-1)
x.random_(5, 2)
x.random_('a')
x.fill_('a')
x.fill_(x)
x.fill_()
x.fill_(None)
x.copy_(y)
x.copy_('a')
x.copy_()
x.copy_(None)
x.zero_(1)
x.clamp_('a')
x.clamp_()
x.resize_('a')
x.resize_(-1)
x.resize_()
x.expand(2, 2, 3).add_(1)
v.expand(2, 3).mul_(2)
v.expand(2, 3).copy_(x)
v.expand(2, 3).add_(x)
x[0].expand(2, 3)[:] = 3
w[1:].copy_(w[:-1]);; w
w[1:] += w[:-1]
w[1:].add_(w[:-1])
torch.add(w[1:], 1, out=w[:-1])
torch.add(v, v, out=i)
torch.add(v, v, out='a')
torch.add(p, p, out=v)
torch.add(v, 1, out=p)
x.sum(2)
x.sum(-3)
x.sum((0, 0))
x.sum((0, 2))
x.sum('a')
x.sum(1.0)
x.sum(dim='a')
x.sum(axis=4)
x.sum(0, 1, 2)
x.sum(0, keepdim='a')
x.sum(keepdims=True)
x.sum(dtype='a')
torch.sum()
torch.sum(3)
torch.sum([1, 2])
torch.sum(None)
torch.sum(x, v)
torch.sum(x, dim=x)
n.mean()
b.mean()
n.mean(0)
n.mean(dtype='a')
n.mean(5)
torch.mean(n)
torch.mean([1., 2.])
torch.mean(3)
x.mean('a')
x.mean(2)
n.std()
n.var()
x.std(3)
x.std(unbiased=True, correction=1)
x.std('a')
n.median(3)
n.float().median(1.0)
e.max()
e.min()
e.argmax()
e.argmin()
e.amax()
e.max(0)
e.reshape(0, 3).max(0)
e.reshape(0, 3).argmax(0)
e.reshape(0, 3).amax(0)
x.max(2)
x.max(0, 1, 2)
x.max('a')
x.max(w)
x.max(None)
x.argmax(2)
x.argmax('a')
x.argmax((0, 1))
x.argmax(1, 2, 3)
x.amax(3)
x.amax('a')
z.max()
z.argmax()
z.sort()
z < z
z.median()
b.argmax()
b.median()
x.cumsum()
x.cumsum(2)
x.cumsum('a')
x.cumprod()
x.cummax(5)
x.prod(2)
x.prod((0, 1))
x.all(3)
x.any('a')
x.norm('a')
x.logsumexp()
x.logsumexp(4)
x.quantile(2)
x.quantile(-0.5)
x.quantile('a')
x.quantile(torch.tensor([0.5, 1.5]))
x.quantile(d[0])
n.quantile(0.5)
x.quantile(0.5, interpolation='a')
x.quantile(0.5, dim=4)
x.kthvalue(0)
x.kthvalue(5)
x.kthvalue('a')
x.topk(5)
x.topk(-1)
x.topk('a')
x.topk(1, 3)
x.topk()
x.sort(3)
x.sort('a')
x.sort(descending='a')
x.sort(0, True, 1)
x.argsort(3)
x.argsort(descending=3)
x.unique(dim=5)
torch.unique(3)
torch.unique([1, 2])
x.bincount()
n.bincount()
torch.bincount(-i)
torch.bincount(i, w)
torch.bincount(i, minlength=-1)
torch.histc(n)
torch.histc(x, 0)
torch.histc(x, 5, 3, 1)
torch.histc(x, 'a')
torch.searchsorted(x, v)
torch.searchsorted(v, 'a')
torch.bucketize(v, x)
torch.where(x, 1, 2)
torch.where(x > 1, w, v)
torch.where(b, x)
torch.where(b, x, 'a')
torch.where(i, v, v)
torch.where(True, v, v)
torch.where()
torch.where(b, v, w)
torch.where(b, None, v)
torch.gather(x, 0, v)
torch.gather(x, 0, i)
torch.gather(x, 0, n)
torch.gather(x, 2, n)
torch.gather(x, 0, x)
torch.gather(x, 1)
torch.gather(x, 'a', n)
torch.gather(x, 1, torch.tensor([[5]]))
torch.gather(x, 1, torch.zeros(3, 1, dtype=torch.long))
x.scatter_(0, n, 1)
x.scatter_(1, n, 1)
x.scatter_(1, k[None], v)
x.scatter_(1, k[None], n)
x.scatter_(1, k[None], d)
x.scatter_(2, k[None], 1)
x.scatter_(1, k, 1)
x.scatter_(1, k[None])
x.scatter_(1, k[None], 1, reduce='a')
x.scatter_(1, k[None], 'a')
x.scatter_add_(1, k[None], 1)
x.scatter_add_(1, k[None], v)
x.scatter_reduce_(1, k[None], x, 'a')
x.scatter_reduce_(1, k[None], x)
x.index_select(0, i)
x.index_select(0, v)
x.index_select(2, k)
x.index_select(0, 1)
x.index_select(0, [0, 1])
x.index_select(0)
x.index_select(0, torch.tensor([-1]))
x.index_add_(0, k, v)
x.index_add_(0, k, n)
x.index_add_(0, k, y)
x.index_fill_(0, k, 'a')
x.index_fill_(0, i, 1)
x.index_fill_(0, k, v)
x.index_copy_(0, k, y)
x.index_put_((k, k), v)
x.index_put_(k, v)
x.index_put_((i,), v)
x.index_put_((k, k), n)
x.masked_fill(b, 'a')
x.masked_fill(x, 1)
x.masked_fill(n, 1)
x.masked_fill(torch.ones(4, dtype=torch.bool), 1)
x.masked_fill(b, v)
x.masked_fill(b)
x.masked_fill(b, None)
x.masked_fill_(b, 1j)
n.masked_fill(b, float('inf'))
n.masked_fill(b, float('-inf'))
x.masked_select(x)
x.masked_select(torch.ones(4, dtype=torch.bool))
x.masked_select(True)
x.masked_scatter_(b, v[:1])
x.masked_scatter_(b, n)
x.take(v)
x.take(torch.tensor([9]))
x.take([1])
x.put_(k, v)
x.nonzero('a')
torch.nonzero(3)
torch.nonzero(x, 1)
torch.take_along_dim(x, n, 5)
torch.take_along_dim(x, i, 1)
torch.clamp(x)
torch.clamp(x, 'a')
torch.clamp(x, None, None)
torch.clamp(x, min=w)
torch.clamp(x, 1, v)
torch.clamp(x, min='a')
torch.clip(x)
torch.exp()
torch.exp(1)
torch.exp('a')
torch.exp(x, y)
torch.exp([1.])
torch.exp(None)
torch.exp(x, out=3)
torch.sqrt(4)
torch.sqrt(2.)
torch.log(-1)
torch.sin(x, x)
torch.abs(-3)
torch.abs(x, dim=1)
torch.round(3.7)
torch.round(x, 1)
torch.round(x, decimals='a')
torch.pow(x)
torch.pow(x, 'a')
torch.pow(n, -1)
n ** -1
torch.pow(x, y)
torch.max(3)
torch.max(x, 'a')
torch.max(x, y)
torch.max(x, 0, x)
torch.maximum(x, 3)
torch.maximum(x, y)
torch.maximum(x)
torch.minimum(3, x)
torch.add(x)
torch.add(x, 'a')
torch.add('a', x)
torch.add(x, y)
torch.add(x, 1, alpha='a')
torch.add(n, n, alpha=1.5)
torch.add(b, b, alpha=1.5)
torch.sub(b, b)
torch.rsub(b, 1)
torch.mul(x)
torch.mul(x, None)
n // 0
n % 0
n % n
i // i
torch.div(x, 2, rounding_mode='a')
torch.div(x, 2, 'floor')
torch.div(x, 2, rounding_mode=3)
torch.fmod(n, 0)
torch.floor_divide(n, 0)
torch.floor_divide(x, 'a')
torch.remainder(x, 'a')
torch.sigmoid(3)
torch.sigmoid([0.])
torch.tanh('a')
torch.relu(3)
torch.relu([1, -1])
torch.relu(b)
torch.relu(x, 1)
torch.relu()
torch.softmax(x)
torch.softmax(x, 2)
torch.softmax(x, 'a')
torch.softmax(n, 0)
torch.softmax(x, None)
torch.softmax(3, 0)
torch.log_softmax(n, 1)
x.softmax()
x.softmax(dim=5)
x.softmax(-1, 'a')
x.to('a')
x.to('cuda')
x.to('float32')
x.to(3)
x.to(torch.float, 3)
x.to('cpu', 'a')
x.to(lin)
x.to(dtype='a')
x.to(dtype=x)
x.to(device='a')
x.to(torch)
x.cuda()
x.cuda(0)
x.cpu(3)
x.type('a')
x.type(3)
x.float(3)
x.float('a')
x.long(1)
x.double(dtype=3)
x.half('a')
x.view_as(v)
x.view_as(3)
x.type_as('a')
x.reshape_as(y)
x.clone('a')
x.detach(1)
x.contiguous('a')
x.apply_(3)
x.apply_(lambda q: 'a')
x.apply_(lambda: 3)
p.apply_(lambda q: q)
p.numpy()
p.tolist(1)
torch.equal(x, 3)
torch.equal(x)
torch.allclose(x, 3)
torch.allclose(x, w)
torch.allclose(x, n)
torch.allclose(x, d)
torch.allclose(x, x, 'a')
torch.isclose(x, x, rtol=-1)
torch.isclose(x, n)
torch.eq(3, x)
torch.eq(x)
torch.eq(x, 'a')
torch.is_tensor()
torch.is_tensor(1, 2)
torch.numel(3)
torch.numel([1])
torch.save(x)
torch.save()
torch.multinomial(v, 5)
torch.multinomial(-v, 1)
torch.multinomial(v * 0, 1)
torch.multinomial(n, 1)
torch.multinomial(i, 1)
torch.multinomial(t, 1)
torch.multinomial(v, 0)
torch.multinomial(v, 'a')
torch.multinomial(v)
torch.multinomial(torch.tensor([float('nan'), 1]), 1)
torch.normal(1)
torch.normal(1, 2)
torch.normal(0., 1.)
torch.normal(v, -v - 1)
torch.normal(v, w)
torch.normal(0., 1., 3)
torch.normal('a', 1., (2,))
torch.normal(n, n)
torch.bernoulli(v)
torch.bernoulli(n)
torch.bernoulli(0.5)
torch.bernoulli(torch.tensor([float('nan')]))
torch.poisson(-v)
torch.poisson(n)
torch.one_hot(i)
F.one_hot(x)
F.one_hot(-i)
F.one_hot(i, 2)
F.one_hot(i, 'a')
F.one_hot(i.int())
F.one_hot(3)
F.one_hot(i, -5)
F.one_hot(e.long())
torch.vander(x)
torch.trapz(x, w)
torch.cov(t)
torch.corrcoef(3)
torch.lerp(x, y, 0.5)
torch.lerp(x, n, 0.5)
torch.lerp(n, n, 0.5)
torch.addcmul(x, y, y)
torch.fft.fft('a')
torch.fft.fft(x, dim=4)
torch.fft.fft(x, n=0)
torch.fft.fft(x, norm='a')
torch.fft.rfft(z)
torch.fft.fft(e)
torch.view_as_real(x)
torch.view_as_complex(x)
torch.view_as_complex(n)
torch.real('a')
torch.imag(x)
torch.angle('a')
torch.conj(3)
x.imag
x.view(torch.int64)
x.view(torch.float64)
s.view(torch.int16)
""")
