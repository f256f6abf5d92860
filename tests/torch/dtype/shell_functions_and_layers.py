# Unsigned integers beyond uint8, floats of 8 bits and halves of complex numbers: products, linear algebra, layers and losses.
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter('ignore')
TYPES = [torch.uint16, torch.uint32, torch.uint64, torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz, torch.float8_e8m0fnu,
         torch.complex32]
CALLS = [
    'F.relu(x)', 'F.gelu(x)', 'F.softmax(x,0)', 'F.log_softmax(x,0)', 'm@m', 'torch.mm(m,m)', 'torch.mv(m,m[0])', 'torch.dot(x,x)',
    'torch.bmm(l[0],l[0])', 'torch.addmm(m,m,m)', 'torch.baddbmm(l[0],l[0],l[0])', 'torch.matmul(x,x)', 'F.linear(m,m)',
    'F.max_pool2d(l,2)', 'F.avg_pool2d(l,2)', 'F.adaptive_avg_pool2d(l,2)', 'F.embedding(idx,m)', 'F.one_hot(x)', 'F.dropout(x,0.5)',
    'F.batch_norm(l,None,None,training=True)', 'F.layer_norm(m,(3,))', 'F.mse_loss(x,x)', 'F.cross_entropy(m,idx)', 'torch.cdist(m,m)',
    'torch.cross(m,m)', 'torch.kron(m,m)', 'torch.outer(x,x)', 'torch.ger(x,x)', "torch.einsum('ij,jk->ik',m,m)", 'torch.block_diag(m,m)',
    'torch.linalg.inv(m)', 'torch.linalg.det(m)', 'torch.linalg.norm(m)', 'torch.linalg.vector_norm(x)', 'torch.linalg.solve(m,m)',
    'torch.linalg.svd(m)', 'torch.linalg.eigh(m)', 'torch.linalg.qr(m)', 'torch.linalg.cholesky(m)', 'torch.fft.rfft(x)',
    'torch.softmax(x,0,dtype=torch.float32)', 'torch.special.entr(x)', 'torch.special.ndtri(x)', 'torch.special.log_ndtr(x)',
    'torch.special.erfcx(x)', 'torch.mvlgamma(x+0 if d==torch.complex32 else x,2)', 'F.silu(x)', 'F.leaky_relu(x)', 'F.elu(x)',
    'F.softplus(x)', 'F.logsigmoid(x)', 'F.hardtanh(x)', 'F.celu(x)', 'F.selu(x)', 'F.mish(x)', 'F.hardswish(x)', 'F.hardsigmoid(x)',
    'F.hardshrink(x)', 'F.softshrink(x)', 'F.threshold(x,1,1)', 'F.glu(x)', 'F.prelu(x,x[:1])', 'F.relu6(x)', 'F.softmax(m,0)',
    'F.log_softmax(m,0)', 'F.l1_loss(x,x)', 'F.smooth_l1_loss(x,x)', 'F.huber_loss(x,x)', 'F.binary_cross_entropy(x,x)',
    'F.binary_cross_entropy_with_logits(x,x)', 'F.nll_loss(m,T([0,1,2]))', 'F.kl_div(x,x)', 'F.conv_transpose2d(l,l)', 'F.group_norm(l,3)',
    'F.adaptive_max_pool2d(l,2)', 'F.unfold(l,2)', 'F.pixel_shuffle(l.view(2,12,2,2)[:,:12],2)', 'torch.addbmm(m,m[None],m[None])',
    'torch.addmv(m[0],m,m[0])', 'torch.addr(m,m[0],m[0])', 'torch.vdot(x,x)', 'torch.inner(x,x)', 'torch.chain_matmul(m,m)',
    'torch.special.zeta(x,x)', 'torch.special.xlog1py(x,x)', "torch.linalg.vector_norm(x,float('inf'))", 'F.embedding_bag(idx[None],m)',
    'torch.nn.Parameter(x)', 'torch.nn.Parameter(x,requires_grad=False)', 'torch.nn.functional.one_hot(x)',
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
