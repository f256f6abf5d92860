"""torch.nn.utils: functional_call, fusion with batch normalisation, skip_init, memory formats, gradients and vectors of parameters."""
import warnings

import torch
from torch import nn


def at(name, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            print(name, function())
        except Exception as error:
            print(name, type(error).__name__, error)
    for each in caught:
        print('  warned', each.category.__name__, each.message)


from torch.nn import utils
from torch.nn.utils import stateless, fusion
from torch.func import functional_call, stack_module_state


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = nn.Linear(1, 1)
        self.register_buffer('buffer', torch.ones(1))
        self.tied = self.l1.weight

    def forward(self, x, *, scale=1):
        self.buffer.add_(1)
        return (self.l1(x) + self.tied + self.buffer) * scale


torch.manual_seed(0)
m = Tied()
x = torch.ones(1, 1)
new = {'l1.weight': torch.full((1, 1), 5.0), 'l1.bias': torch.zeros(1), 'buffer': torch.zeros(1)}
print(functional_call(m, new, (x,)), functional_call(m, new, x), functional_call(m, new, x, {'scale': 3}), new['buffer'], m.buffer, type(m.l1.weight))
print(functional_call(m, {'tied': torch.full((1, 1), 5.0)}, x), functional_call(m, {'l1.weight': torch.full((1, 1), 5.0)}, x, tie_weights=False))
print(functional_call(m, [{'l1.weight': torch.ones(1, 1)}, {'l1.bias': torch.ones(1)}], x))
w = torch.ones(1, 1, requires_grad=True)
functional_call(m, {'l1.weight': w}, x).sum().backward()
print(w.grad, m.l1.weight.grad)
at('different tied', lambda: functional_call(m, {'l1.weight': torch.ones(1, 1), 'tied': torch.zeros(1, 1)}, x))
at('different tied', lambda: functional_call(m, {'l1.weight': torch.ones(1, 1), 'tied': torch.zeros(1, 1)}, x, tie_weights=False))
at('same tied', lambda: functional_call(m, {'l1.weight': w, 'tied': w}, x))
at('unexpected', lambda: functional_call(m, {'foo': w}, x))
at('unexpected', lambda: functional_call(m, {'l1.foo': w}, x))
at('unexpected', lambda: functional_call(m, {'l2.foo': w}, x))
at('strict', lambda: functional_call(m, {'foo': w}, x, strict=True))
at('strict', lambda: functional_call(m, {'l1.weight': w}, x, strict=True))
at('strict', lambda: functional_call(m, {**new, 'foo': w, 'bar': w}, x, strict=True))
at('strict', lambda: functional_call(m, new, x, strict=True))
at('not a module', lambda: functional_call(3, new, x))
at('not a dict', lambda: functional_call(m, 3, x))
at('not a tensor', lambda: functional_call(m, {'l1.weight': 3}, x))
at('repeated', lambda: functional_call(m, [new, {'l1.weight': w}], x))
at('no arguments', lambda: functional_call(nn.Sequential(nn.Linear(1, 1)), {}, None))
at('arguments', lambda: functional_call(m, new, [x]))
at('stateless', lambda: stateless.functional_call(m, new, (x,)))
at('kwargs', lambda: functional_call(m, new, kwargs={'x': x}))
models = [nn.Linear(2, 1) for _ in range(3)]
params, buffers = stack_module_state(models)
print({k: (v.shape, v.requires_grad, v.is_leaf) for k, v in params.items()}, buffers)
at('stack none', lambda: stack_module_state([]))
at('stack kinds', lambda: stack_module_state([nn.Linear(1, 1), nn.ReLU()]))
at('stack modes', lambda: stack_module_state([nn.Linear(1, 1), nn.Linear(1, 1).eval()]))
print(torch.func.vmap(lambda p, x: functional_call(models[0], p, (x,)), (0, None))(params, torch.ones(2)).shape)

print('fusion')
for layer, bn, shape in [(nn.Conv1d(2, 3, 2), nn.BatchNorm1d(3), (2, 2, 4)), (nn.Conv2d(2, 3, 2, bias=False), nn.BatchNorm2d(3), (2, 2, 4, 4)), (nn.Conv2d(2, 4, 1, groups=2), nn.BatchNorm2d(4, affine=False), (2, 2, 4, 4))]:
    bn.running_mean.normal_()
    bn.running_var.uniform_(0.5, 2)
    layer.eval(), bn.eval()
    fused = utils.fuse_conv_bn_eval(layer, bn)
    x = torch.randn(shape)
    print(fused, torch.allclose(fused(x), bn(layer(x)), atol=1e-5), fused is layer, type(fused.weight), fused.weight.requires_grad)
t, bn = nn.ConvTranspose2d(2, 3, 2).eval(), nn.BatchNorm2d(3).eval()
bn.running_mean.normal_()
print(torch.allclose(utils.fuse_conv_bn_eval(t, bn, transpose=True)(x[:, :2]), bn(t(x[:, :2])), atol=1e-5))
l, bn = nn.Linear(2, 3).eval(), nn.BatchNorm1d(3).eval()
bn.running_var.fill_(3)
x = torch.randn(4, 2)
print(torch.allclose(utils.fuse_linear_bn_eval(l, bn)(x), bn(l(x)), atol=1e-5))
at('training', lambda: utils.fuse_conv_bn_eval(nn.Conv1d(1, 1, 1), nn.BatchNorm1d(1)))
at('linear training', lambda: utils.fuse_linear_bn_eval(nn.Linear(1, 1), nn.BatchNorm1d(1)))
at('no statistics', lambda: utils.fuse_conv_bn_eval(nn.Conv1d(1, 1, 1).eval(), nn.BatchNorm1d(1, track_running_stats=False).eval()))
at('features', lambda: utils.fuse_linear_bn_eval(nn.Linear(2, 3).eval(), nn.BatchNorm1d(2).eval()))
at('one feature', lambda: utils.fuse_linear_bn_eval(nn.Linear(2, 3).eval(), nn.BatchNorm1d(1).eval()))
at('weights', lambda: [p.requires_grad for p in utils.fuse_conv_bn_weights(torch.ones(1, 1, 1), None, torch.zeros(1), torch.ones(1), 0.1, None, None)])
at('weights', lambda: utils.fuse_linear_bn_weights(torch.ones(1, 1), None, torch.zeros(1), torch.ones(1), 0.0, torch.ones(1), torch.ones(1)))

print('others')
torch.manual_seed(0)
s = utils.skip_init(nn.Linear, 3, 2)
print(s, torch.rand(1), s.weight.shape)
at('skip', lambda: utils.skip_init(nn.ReLU))
at('skip', lambda: utils.skip_init(Tied))
at('skip', lambda: utils.skip_init(3))
at('device', lambda: utils.skip_init(nn.Linear, 1, 1, device='cpu', dtype=torch.float64).weight.dtype)
c = nn.Sequential(nn.Conv2d(2, 2, 3), nn.Conv3d(2, 2, 3), nn.ConvTranspose2d(2, 2, 3), nn.Linear(2, 2))
utils.convert_conv2d_weight_memory_format(c, torch.channels_last)
print([p.stride() for p in c.parameters()])
utils.convert_conv3d_weight_memory_format(c, torch.channels_last_3d)
print([p.stride() for p in c.parameters()])
p = nn.Parameter(torch.zeros(3))
q = nn.Parameter(torch.zeros(2, 2))
p.grad, q.grad = torch.tensor([3.0, 0, 4]), torch.ones(2, 2)
print(utils.get_total_norm([p.grad, q.grad]), utils.get_total_norm([p.grad], float('inf')), utils.get_total_norm([], 1.0), utils.get_total_norm(p.grad, 1), utils.get_total_norm([p.grad, q.grad], 0))
utils.clip_grads_with_norm_([p, q], 1.0, torch.tensor(10.0))
print(p.grad, q.grad)
utils.clip_grads_with_norm_(p, 1.0, torch.tensor(0.1))
print(p.grad)
print(utils.clip_grad_norm_([p, q], 0.1, norm_type=1.0), utils.clip_grad_norm_([], 1.0), p.grad, utils.clip_grad_norm_(iter([p]), 5.0, foreach=False))
utils.clip_grad_value_([p, q], 0.001)
print(p.grad, q.grad)
p.grad[0] = float('nan')
at('nonfinite', lambda: utils.clip_grad_norm_([p], 1.0, error_if_nonfinite=True))
at('nonfinite', lambda: utils.get_total_norm([p.grad], error_if_nonfinite=True))
at('generator', lambda: utils.clip_grad_norm_((x for x in []), 1.0))
at('deprecated', lambda: utils.clip_grad_norm([q], 1.0))
vector = utils.parameters_to_vector([p, q])
print(vector, vector.shape)
utils.vector_to_parameters(torch.arange(7.0), [p, q])
print(p, q)
at('short', lambda: utils.vector_to_parameters(torch.arange(5.0), [p, q]))
at('not a vector', lambda: utils.vector_to_parameters([1.0], [p]))
at('nothing', lambda: utils.parameters_to_vector([]))
import torch.nn.utils.clip_grad, torch.nn.utils.convert_parameters, torch.nn.utils.weight_norm, torch.nn.utils.spectral_norm
print(torch.nn.utils.clip_grad.__all__, torch.nn.utils.clip_grad.clip_grad_norm_ is utils.clip_grad_norm_, callable(torch.nn.utils.weight_norm), callable(torch.nn.utils.spectral_norm))
