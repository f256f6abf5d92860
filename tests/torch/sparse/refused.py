# What there is not for sparse tensors is refused, and no memory read that is not there.
import torch


def show(*texts):
    """Each expression with what it gives, or its error as far as the first sentence."""
    for text in texts:
        try:
            print(text, '->', repr(eval(text)))
        except Exception as error:
            print(text, '->', type(error).__name__, str(error).split(' This could')[0])


i, v = torch.tensor([[0, 1, 1, 0], [2, 0, 2, 2]]), torch.tensor([3., 4., 5., 6.])
s = torch.sparse_coo_tensor(i, v, (2, 3))
c, d = s.coalesce(), torch.arange(6.).reshape(2, 3)
k = torch.sparse_coo_tensor([[0, 1], [0, 2]], [10., 20.], (2, 3)).coalesce()
h = torch.sparse_coo_tensor([[0, 2]], torch.tensor([[1., 2.], [3., 4.]]), (4, 2))
csr, csc = d.to_sparse_csr(), d.to_sparse_csc()
show('s.exp()',
     's.cos()',
     's.log()',
     's.sigmoid()',
     's.reciprocal()',
     's.clamp(0, 1)',
     'torch.nn.functional.gelu(s)',
     's.angle()',
     's > 0',
     's == s',
     's.max()',
     's.min()',
     's.prod()',
     's.all()',
     'torch.linalg.vector_norm(s)',
     's.gather(1, i)',
     's.dot(s)',
     's.trace()',
     's.triu()',
     's.argmax()',
     's.topk(1)',
     's.cumsum(0)',
     's.flip(0)',
     's.roll(1)',
     's.uniform_()',
     's.normal_()',
     's.fill_(1)',
     's.addcmul(s, s)',
     's.lerp(s, 0.5)',
     's.baddbmm(s, s)',
     'torch.diag_embed(s)',
     's.max(1)',
     's.maximum(s)',
     's.any(0)',
     's.ne(0)',
     's.data_ptr()',
     's.tolist()',
     'torch.nn.utils.clip_grad_norm_([s], 1.)')

for name in ('conv1d', 'layer_norm', 'cross_entropy', 'mse_loss', 'pad', 'interpolate', 'scaled_dot_product_attention', 'embedding'):
    function = getattr(torch.nn.functional, name)
    extra = {'conv1d': (d,), 'layer_norm': ((3,),), 'cross_entropy': (torch.tensor([0, 1]),), 'mse_loss': (d,), 'pad': ((1, 1),), 'interpolate': (4,),
             'scaled_dot_product_attention': (d, d), 'embedding': (d,)}[name]
    try:
        function(s, *extra)
        print(name, 'is there')
    except Exception as error:
        print(name, 'is refused')
out = torch.empty(2, 3)
for name in ('where', 'addcdiv', 'logaddexp', 'fmod', 'atan2', 'copysign'):
    try:
        getattr(torch, name)(*[d > 0][:name == 'where'], d, s, *[d][:name == 'addcdiv'])
        print(name, 'is there')
    except Exception as error:
        print(name, 'is refused')
