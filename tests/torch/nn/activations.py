# activations, an example of each
import torch
from torch.nn import functional as F

x = torch.tensor([-4.0, -1.0, 0.0, 0.3, 2.0], requires_grad=True)
calls = {
    'celu': lambda: F.celu(x, 1.5), 'selu': lambda: F.selu(x), 'elu': lambda: F.elu(x, 0.5), 'prelu': lambda: F.prelu(x, torch.tensor([0.25])),
    'threshold': lambda: F.threshold(x, 0.1, 20), 'hardshrink': lambda: F.hardshrink(x), 'softshrink': lambda: F.softshrink(x, 0.2),
    'tanhshrink': lambda: F.tanhshrink(x), 'softsign': lambda: F.softsign(x), 'hardsigmoid': lambda: F.hardsigmoid(x),
    'hardswish': lambda: F.hardswish(x), 'mish': lambda: F.mish(x), 'relu6': lambda: F.relu6(x), 'logsigmoid': lambda: F.logsigmoid(x),
    'softmin': lambda: F.softmin(x, 0), 'glu': lambda: F.glu(x[:4]), 'hardtanh': lambda: F.hardtanh(x, -2, 0.5), 'leaky_relu': lambda: F.leaky_relu(x),
}
for name, call in calls.items():
    y = call()
    print(name, y.detach(), type(y.grad_fn).__name__, *torch.autograd.grad((y * y).sum(), x))
for f in (F.celu_, F.selu_, F.elu_, F.leaky_relu_, F.hardtanh_, torch.relu_, torch.celu_, torch.selu_):
    z = x.detach().clone()
    print(f(z) is z, z)
for f in (F.celu, F.selu, F.hardswish, F.hardsigmoid, F.mish, F.silu, F.relu6):
    z = x.detach().clone()
    print(f(z, inplace=True) is z, z)
z = x.detach().clone()
print(F.threshold(z, 0.5, -1.0, inplace=True), torch.threshold_(z, 1, 3), z)
torch.manual_seed(0)
print(F.rrelu(x.detach(), training=True), F.rrelu(x.detach()), F.alpha_dropout(torch.ones(5), 0.4, True), F.feature_alpha_dropout(torch.ones(2, 3, 2), 0.5, True))
print(F.gumbel_softmax(torch.zeros(2, 3)), F.gumbel_softmax(torch.zeros(2, 3), hard=True), F.dropout1d(torch.ones(2, 3, 2)), F.dropout3d(torch.ones(1, 2, 1, 2, 2)))
for call in (lambda: F.glu(x), lambda: F.glu(torch.tensor(1.0)), lambda: F.celu(x, 0.0), lambda: F.softshrink(x, -1), lambda: F.rrelu(x, 0.5, 0.1), lambda: F.prelu(x, torch.tensor([1., 2.])), lambda: F.mish(torch.tensor([1])), lambda: F.hardtanh(torch.tensor([True])), lambda: F.alpha_dropout(x, 2.0), lambda: F.dropout1d(x)):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).split('\n')[0])
