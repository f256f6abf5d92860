# from M import * gives what the module is for, and nothing of what it is made of.
import torch


def shown(name, inside):
    space = {}
    exec('from %s import *' % name, space)
    hidden = [n for n in ('torch', 'math', 'warnings', 'weakref', 'functools', 'F', 'collections', 'contextlib', 'gc') if n in space]
    print(name, hidden, [n in space for n in inside])


shown('torch.optim', ['SGD', 'Adam', 'Optimizer'])
shown('torch.optim.lr_scheduler', ['StepLR', 'LambdaLR'])
shown('torch.utils.data', ['DataLoader', 'Dataset', 'TensorDataset'])
shown('torch.utils.checkpoint', ['checkpoint'])
shown('torch.nn.init', ['xavier_uniform_', 'zeros_'])
shown('torch.nn.parameter', ['Parameter'])
shown('torch.nn.modules', ['Linear', 'Module'])
shown('torch.nn.modules.linear', ['Linear', 'Identity'])
shown('torch.nn.modules.conv', ['Conv2d'])
shown('torch.linalg', ['norm', 'svd'])
shown('torch.fft', ['fft', 'irfft'])
shown('torch.special', ['erf', 'logit'])
shown('torch.func', ['grad', 'vmap'])
shown('torch.random', ['manual_seed', 'seed'])
shown('torch.distributions.kl', ['kl_divergence', 'Normal'])
shown('torch.autograd.function', ['Function'])
shown('torch.autograd.grad_mode', ['no_grad'])
