# Which graphs backward may walk twice: those that keep nothing, or only what is no tensor.
import torch, warnings
warnings.simplefilter('ignore')
x = torch.tensor([[.5, .25], [.75, .3]], requires_grad=True)
z = torch.tensor([[1.5, .5], [.25, 1.3]], requires_grad=True)
k = torch.tensor([[1.5, .5], [.25, 1.3]])
E = '''
x*2
2*x
x*k
k*x
x*z
x/2
2/x
x/k
k/x
x/z
x+2
x+k
x-2
2-x
x+z
-x
x**2
2**x
x**k
k**x
x**0
x**1
x.exp()
x.log()
x.sin()
x.relu()
x.sigmoid()
x.tanh()
x.abs()
x.sum(0)
x.mean(0)
x.mean()
x.prod()
x.prod(0)
x.max()
x.max(0)[0]
x.min()
x.amax(0)
x.view(4)
x.t()
x[0]
x[:, 1]
x[[0]]
x[x > .4]
x.clone()
x.to(torch.double)
x.float()
x @ k
k @ x
x @ z
x.matmul(k[0])
x.mv(k[0])
x.clamp(0, 1)
x.clamp(min=.3)
x.softmax(0)
x.log_softmax(0)
x.norm()
x.var()
x.std()
x.cumsum(0)
x.cumprod(0)
x.sort()[0]
x.topk(1)[0]
torch.cat([x, z])
torch.stack([x, z])
x.repeat(2, 1)
x.expand(3, 2, 2)
x.unsqueeze(0)
x.squeeze()
x.permute(1, 0)
x.flatten()
x.reshape(-1)
x.gather(0, torch.tensor([[0, 0]]))
torch.where(k > 1, x, z)
torch.where(k > 1, x, 0.)
x.masked_fill(k > 1, 0)
x.tril()
x.triu()
x.diag()
x.trace()
x.det()
x.inverse()
x.logsumexp(0)
x.floor()
x.round()
x.sign()
x.frac()
x % .2
x // .2
x.fmod(.2)
x.pow(2)
x.square()
x.sqrt()
x.rsqrt()
x.reciprocal()
torch.dropout(x, .5, True)
torch.nn.functional.mse_loss(x, k)
torch.nn.functional.l1_loss(x, k)
torch.nn.functional.cross_entropy(x, torch.tensor([0, 1]))
torch.nn.functional.nll_loss(x, torch.tensor([0, 1]))
torch.nn.functional.binary_cross_entropy(x, k.clamp(0, 1))
torch.nn.functional.binary_cross_entropy_with_logits(x, k)
torch.nn.functional.linear(x, k)
torch.nn.functional.linear(x, k, k[0])
torch.nn.functional.gelu(x)
torch.nn.functional.leaky_relu(x)
torch.nn.functional.elu(x)
torch.nn.functional.layer_norm(x, (2,))
torch.nn.functional.pad(x, (1, 1))
x.roll(1)
x.flip(0)
x.chunk(2)[0]
x.split(1)[0]
torch.einsum("ij,jk->ik", x, k)
torch.einsum("ij->i", x)
torch.outer(x[0], k[0])
x[0].dot(k[0])
torch.addmm(x, k, k)
torch.addcmul(x, k, k)
torch.addcdiv(x, k, k)
torch.lerp(x, k, .5)
x.index_select(0, torch.tensor([0]))
torch.maximum(x, k)
torch.minimum(x, 2*k)
torch.atan2(x, k)
torch.hypot(x, k)
torch.add(x, k, alpha=3)
torch.sub(x, 2, alpha=3)
torch.rsub(x, 2)
x.neg()
x.detach()*x
x.clone().mul_(2)
x.clone().add_(2)
x.clone().div_(2)
x.clone().zero_()
x.clone().fill_(2)
x.clone().clamp_(0, 1)
x.median()
x.quantile(.5)
x.cummax(0)[0]
x.unfold(0, 1, 1)
x.diff()
torch.cdist(x, k)
torch.cosine_similarity(x, k)
torch.nn.functional.normalize(x)
torch.nn.functional.one_hot(torch.tensor([0])) * x
torch.nn.functional.embedding(torch.tensor([0]), x)
torch.nn.functional.max_pool2d(x[None], 2)
torch.nn.functional.avg_pool2d(x[None], 2)
torch.nn.functional.conv2d(x[None, None], k[None, None])
torch.nn.functional.interpolate(x[None, None], scale_factor=2)
torch.nn.functional.softplus(x)
torch.nn.functional.silu(x)
torch.nn.functional.smooth_l1_loss(x, k)
torch.nn.functional.huber_loss(x, k)
torch.nn.functional.kl_div(x, k)
torch.nn.functional.hinge_embedding_loss(x, k)
x.erf()
x.lgamma()
x.kron(k)
torch.tensordot(x, k, 1)
torch.linalg.norm(x)
torch.linalg.solve(x, k)
torch.linalg.svdvals(x)
torch.nansum(x)
x.nanmean()
x.type(torch.double)
x.contiguous()
x.real
x.T
x.mT
x.swapaxes(0, 1)
x.movedim(0, 1)
x.narrow(0, 0, 1)
x.select(0, 0)
x.take(torch.tensor([0]))
x.scatter(0, torch.tensor([[0, 0]]), 1.)
x.scatter_add(0, torch.tensor([[0, 0]]), k)
x.index_add(0, torch.tensor([0]), k[:1])
x.index_copy(0, torch.tensor([0]), k[:1])
x.index_fill(0, torch.tensor([0]), 1)
torch.nn.functional.cosine_embedding_loss(x, k, torch.ones(2))
torch.meshgrid(x[0], k[0], indexing="ij")[0]
torch.tril(x, 1)
torch.bmm(x[None], k[None])
torch.baddbmm(x[None], k[None], k[None])
x.sum()
x.aminmax()[0]
x.logcumsumexp(0)
x.xlogy(k)
torch.special.logit(x)
x.deg2rad()
x.sinc()
x.heaviside(k)
torch.nn.functional.prelu(x, k[0, :1])
torch.nn.functional.hardtanh(x)
torch.nn.functional.threshold(x, .3, 0)
torch.nn.functional.glu(x)
torch.nn.functional.batch_norm(x, None, None, training=True)
x.view_as(k)
x.expand_as(k)
x.sub(k)
x.bool() * x
torch.complex(x, k)
torch.view_as_complex(x)
torch.polar(x, k)
x.bernoulli()
x.copysign(k)
x.nan_to_num()
torch.linalg.cross(x.repeat(1, 2)[:, :3], k.repeat(1, 2)[:, :3])
torch.renorm(x, 2, 0, 1.)
torch.nn.functional.scaled_dot_product_attention(x[None], k[None], k[None])
'''.strip().split('\n')
for e in E:
    x.grad = None
    try:
        y = eval(e)
    except Exception as ex:
        print(e, 'FAILED', ex); continue
    try:
        y.backward(torch.ones_like(y)); y.backward(torch.ones_like(y))
        print(e, y.grad_fn.name(), 'twice', torch.isnan(x.grad).any().item())
    except RuntimeError as ex:
        print(e, y.grad_fn.name(), str(ex)[:50])
for y in (x * 2, 3.5 * x, x / 4, x.clone().mul_(2), x * True):
    print(y.grad_fn.name(), y.grad_fn._saved_other)
    y.sum().backward()
    try:
        y.grad_fn._saved_other
    except RuntimeError as ex:
        print(str(ex)[:50])
