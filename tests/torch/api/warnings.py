# What warns: each time, or once in a process (then the second call is silent); forms of the first releases; removed functions.
import torch
import torch.nn.functional as F
import warnings

x = torch.eye(3) + 1e-3
a = torch.arange(24.).view(2, 3, 4)
m = torch.tensor([1, 0, 1], dtype=torch.uint8)
z = torch.tensor([1 + 2j, 3])
v = torch.ones(3)
b = x[None]


def ask(text):
    said, results = [], []
    for turn in range(2):
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter('always')
            try:
                result = eval(text)
                results.append(result.shape if isinstance(result, torch.Tensor) else type(result).__name__)
            except Exception as e:
                results.append('%s: %s' % (type(e).__name__, e))
        said.append([w.category.__name__ + ': ' + str(w.message).split(' (Triggered')[0] for w in found])
    print('>>>', text)
    print(results[0])
    for line in said[0]:
        print('   ', line)
    print('again', 'as before' if said[0] == said[1] and said[0] else len(said[1]), '' if results[0] == results[1] else results[1])


def put(index, value):
    a.clone()[0][index] = value


# what is to come in other words
for text in '''torch.cholesky(x)|torch.qr(x)|torch.lu_solve(x, *torch.linalg.lu_factor(x))|torch.triangular_solve(x, x)|torch.cross(x, x)
torch.meshgrid(v, v)|torch.meshgrid([v, v])|torch.meshgrid(v, v, indexing='ij')|torch.range(0, 3)|torch.chain_matmul(x, x)
a.T|v.T|v[0].T|v[0].mT|v[0].H|v[0].mH|x.storage()|torch.set_default_tensor_type(torch.FloatTensor)|a.new_tensor(x)|torch.tensor(x)
x.resize(9)|x.resize(2, 2)|x.resize_as(torch.ones(9))|F.softmax(x)|F.softmin(x)|F.upsample(a[None], scale_factor=2)
F.mse_loss(x, x, size_average=False)|F.dropout2d(a)'''.replace('\n', '|').split('|'):
    ask(text)

# masks of bytes
for text in '''a[0][m]|a[0, m]|a[0][m, m]|a[0].masked_fill(m[:, None], 0)|torch.where(m, v, v)|a[0][m.bool()]|put(m, 1.)|put(m, torch.ones(2, 4))
put((m, 0), 1.)|put((slice(None), torch.tensor([1, 0, 1, 1], dtype=torch.uint8)), torch.ones(3, 3))'''.replace('\n', '|').split('|'):
    ask(text)

# lists that are read as tuples
for text in '''x[[0, 1]]|x[[[0, 1], [1, 2]]]|x[[slice(0, 1), slice(0, 2)]]|x[[0, None]]|x[[..., 0]]|x[[(0, 1)]]|x[[range(2)]]|x[[torch.tensor(0), 1]]
x[[True, False, True]]|x[[0] * 33]|put([slice(0, 1)], 0)'''.replace('\n', '|').split('|'):
    ask(text)

# numbers that lose something, numbers that are none
for text in '''z.float()|z.to(torch.int32)|torch.zeros(2).copy_(z)|z.bool()|z.real|torch.tensor([1.]).std()|torch.tensor([1.]).var(0)
torch.std_mean(torch.tensor([1.]))|torch.var_mean(a[:1], dim=0)|torch.std_mean(a, dim=0)|torch.cov(torch.ones(2, 1))|torch.zeros(0).std()
F.kl_div(x.log(), x)|F.kl_div(x.log(), x, reduction='batchmean')|F.mse_loss(x, x[:, :1])|F.l1_loss(x, x[0])'''.replace('\n', '|').split('|'):
    ask(text)

# places to write to of another size
for text in '''torch.add(x, x, out=torch.zeros(2))|torch.add(x, x, out=torch.zeros(0))|torch.mm(x, x, out=torch.zeros(2, 2))|torch.zeros(3, out=torch.zeros(2))
torch.sort(x, out=(torch.zeros(1), torch.zeros(1, dtype=torch.long)))|torch.cat([x, x], out=torch.zeros(2))'''.replace('\n', '|').split('|'):
    ask(text)

# what is copied first, and windows
for text in '''torch.searchsorted(v[:2], x.t())|torch.searchsorted(x.t(), x)|torch.bucketize(v, x[:, 0])|torch.stft(torch.ones(64), 16, return_complex=True)
torch.istft(torch.ones(9, 5, dtype=torch.complex64), 16)|torch.stft(torch.ones(64), 16)'''.replace('\n', '|').split('|'):
    ask(text)

# former names of torch.amp
for text in '''torch.cuda.amp.autocast(enabled=False)|torch.cuda.amp.GradScaler(enabled=False)|torch.cuda.amp.custom_fwd(lambda ctx: ctx)
torch.cuda.amp.custom_bwd(lambda ctx: ctx)'''.replace('\n', '|').split('|'):
    ask(text)

# removed
for name in 'lstsq solve eig symeig'.split():
    ask('torch.%s(x, x)' % name)
    ask('x.%s(x)' % name)
ask('torch.matrix_rank(x)')

# forms of the first releases: factors among the tensors
torch.set_warn_always(True)
for text in '''torch.add(x, 2, x)|x.add(2, x)|x.clone().add_(-0.5, x)|torch.sub(x, 2, x)|x.clone().sub_(2, x)|torch.addcmul(x, 2, x, x)|x.clone().addcdiv_(-1, x, x)
torch.addmm(2, x, 3, x, x)|torch.addmm(2, x, x, x)|x.addmm(2, 3, x, x)|x.clone().addmm_(2, x, x)|torch.addmv(2, v, 3, x, v)|v.addmv(2, x, v)
torch.addr(2, x, 3, v, v)|x.clone().addr_(2, v, v)|torch.addbmm(2, x, 3, b, b)|x.addbmm(2, b, b)|torch.baddbmm(2, b, 3, b, b)|b.clone().baddbmm_(2, b, b)
torch.add(x, 2, x, out=torch.zeros(3, 3))|torch.addmm(x, 2, x, x)|torch.mul(x, 2, x)'''.replace('\n', '|').split('|'):
    ask(text)
    if '_(' not in text and 'torch.mul' not in text and 'addmm(x' not in text:
        print(eval(text).sum())
p = torch.ones(3)
p.add_(-0.25, torch.arange(3.))
p.data.addcmul_(0.5, p, p).addcdiv_(-1, p, p + 1)
print(p)

# coordinates in both forms
print(torch.nonzero(x > 0.5, as_tuple=True), torch.nonzero(x > 0.5, as_tuple=False), torch.nonzero(input=x > 0.5).shape)
for text in ("torch.nonzero(x, as_tuple=3)", "torch.nonzero(x, foo=3)", "torch.nonzero(x, as_tuple=True, out=torch.zeros(3))"):
    ask(text)
ask('torch.zeros(3).index_reduce_(0, torch.tensor([0, 1]), torch.ones(2), "prod")')
ask('torch.zeros(3).index_reduce(0, torch.tensor([0, 1]), torch.ones(2), "prod")')
