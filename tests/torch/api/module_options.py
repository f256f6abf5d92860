# Modules, checkpoints and functions that make tensors: options that are accepted change what happens, or are refused.
import warnings

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint


def attempt(name, function):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            text = repr(function())
        except Exception as error:
            text = '%s: %s' % (type(error).__name__, str(error).split('\n')[0][:150])
    print(name, '->', text, [str(each.message)[:90] for each in caught if 'torch.jit' not in str(each.message)] or '')


# ---- state dicts
model = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
attempt('destination', lambda: list(model.state_dict({'a': 1}, 'p.', True)))
attempt('keep_vars', lambda: model.state_dict(keep_vars=True)['0.weight'].requires_grad)
saved = {name: value.clone() for name, value in model.state_dict().items()}
other = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
first = other[0].weight
attempt('assign', lambda: other.load_state_dict(saved, assign=True))
print(other[0].weight is first, other[0].weight.data_ptr() == saved['0.weight'].data_ptr(), type(other[0].weight).__name__,
      other[0].weight.requires_grad, other[1].running_mean.data_ptr() == saved['1.running_mean'].data_ptr())
attempt('assign another type', lambda: (other.load_state_dict({**saved, '0.weight': saved['0.weight'].double()}, assign=True),
                                        other[0].weight.dtype))
given = nn.Parameter(saved['0.weight'], requires_grad=False)
attempt('assign a parameter', lambda: (other.load_state_dict({**saved, '0.weight': given}, assign=True), other[0].weight is given,
                                       given.requires_grad))
attempt('assign another shape', lambda: other.load_state_dict({**saved, '0.weight': torch.zeros(3)}, assign=True))
other[0].weight.requires_grad_(False)
attempt('assign to a frozen one', lambda: (other.load_state_dict(saved, assign=True), other[0].weight.requires_grad))

# ---- hooks
log = []


def noting(name):
    return lambda *args: log.append(name)


layer = nn.Linear(1, 1)
layer.register_forward_hook(noting('a'))
layer.register_forward_hook(noting('b'), prepend=True)
layer.register_forward_pre_hook(noting('p'))
layer.register_forward_pre_hook(noting('q'), prepend=True)
layer.register_full_backward_hook(noting('x'))
layer.register_full_backward_hook(noting('y'), prepend=True)
layer(torch.ones(1, 1, requires_grad=True)).sum().backward()
print(log)


class Failing(nn.Module):
    def forward(self, x):
        raise ValueError('no')


def always(module, args, output):
    log.append(('always', output))


def failing(module, args, output):
    raise KeyError('in hook')


log = []
module = Failing()
module.register_forward_hook(always, always_call=True)
module.register_forward_hook(noting('not called'))
attempt('always called', lambda: module(torch.ones(1)))
module = Failing()
module.register_forward_hook(failing, always_call=True)
attempt('failing, always called', lambda: module(torch.ones(1)))
module = nn.ReLU()
module.register_forward_hook(always, always_call=True)
module.register_forward_hook(failing)
module.register_forward_hook(noting('last'), always_call=True)
attempt('after a failing hook', lambda: module(torch.ones(1)))
print(log)

# ---- tables
print(nn.Embedding(3, 2, 1, max_norm=1.0, norm_type=1.0, scale_grad_by_freq=True, sparse=True))
attempt('pretrained', lambda: nn.Embedding.from_pretrained(torch.eye(2), max_norm=0.5, norm_type=1.0, scale_grad_by_freq=True)(torch.tensor([0])))
attempt('sparse forward', lambda: F.embedding(torch.tensor([1]), torch.ones(3, 2), sparse=True))
with torch.no_grad():
    attempt('sparse without gradients', lambda: nn.Embedding(3, 2, _weight=torch.ones(3, 2), sparse=True)(torch.tensor([1])))

# ---- checkpoints
x = torch.ones(2, requires_grad=True)
runs = [0]


def changing(first, later):
    def function(a):
        runs[0] += 1
        return (first if runs[0] == 1 else later)(a.sin())
    runs[0] = 0
    return function


attempt('determinism_check', lambda: checkpoint(torch.sin, x, use_reentrant=False, determinism_check='foo'))
attempt('no check', lambda: checkpoint(torch.sin, x, use_reentrant=False, determinism_check='none').sum().backward())
attempt('another shape', lambda: checkpoint(changing(torch.exp, lambda b: b[:1].exp()), x, use_reentrant=False).sum().backward())
attempt('fewer tensors', lambda: checkpoint(changing(torch.exp, lambda b: b), x, use_reentrant=False).sum().backward())
attempt('more tensors', lambda: checkpoint(changing(torch.exp, lambda b: b.exp() * 1), x, use_reentrant=False).sum().backward())
attempt('debug', lambda: checkpoint(torch.sin, x, use_reentrant=True, debug=True))

# ---- where and how tensors lie
images = torch.ones(1, 2, 3, 4)
last = torch.channels_last
attempt('resize_', lambda: torch.ones(1).resize_(1, 2, 3, 4, memory_format=last).stride())
attempt('resize_ rank', lambda: torch.ones(1).resize_(2, memory_format=last))
attempt('resize_ preserve', lambda: torch.ones(1).resize_(2, memory_format=torch.preserve_format))
attempt('resize_as_', lambda: torch.ones(1).resize_as_(images, memory_format=last).stride())
attempt('resize_as_ preserve', lambda: torch.ones(1).resize_as_(images.contiguous(memory_format=last), memory_format=torch.preserve_format).stride())
attempt('resize_as_ plain', lambda: torch.ones(1).resize_as_(images.contiguous(memory_format=last)).stride())
attempt('cfloat', lambda: (images.cfloat(memory_format=last).stride(), images.cdouble(memory_format=last).stride()))
attempt('normalize', lambda: (lambda out: (F.normalize(torch.tensor([[3.0, 4.0]]), out=out) is out, out))(torch.zeros(1, 2)))
for name, function in (('empty_permuted', lambda: torch.empty_permuted((2, 3), (0, 1), pin_memory=True)),
                       ('hann_window', lambda: torch.hann_window(4, pin_memory=True)),
                       ('kaiser_window', lambda: torch.kaiser_window(4, pin_memory=True)),
                       ('scalar_tensor', lambda: torch.scalar_tensor(1, pin_memory=True)),
                       ('new_empty_strided', lambda: images.new_empty_strided((2,), (1,), pin_memory=True))):
    attempt(name, function)

# ---- gradients
attempt('only_inputs', lambda: torch.autograd.grad((x * 2).sum(), x, only_inputs=False))
double = torch.ones(2, dtype=torch.float64, requires_grad=True)
attempt('check_backward_ad', lambda: torch.autograd.gradcheck(torch.sin, double, check_backward_ad=False))
attempt('gen_non_contig_grad_outputs', lambda: torch.autograd.gradgradcheck(torch.sin, double, gen_non_contig_grad_outputs=True))
attempt('chunk_size', lambda: torch.func.jacrev(torch.sin, chunk_size=0)(torch.ones(2)))
for randomness in ('error', 'same', 'foo'):
    attempt('jacfwd ' + randomness, lambda: torch.func.jacfwd(lambda a: a + torch.rand(2) * 0, randomness=randomness)(torch.ones(2)))
attempt('fp32_precision', lambda: setattr(torch.backends.cuda.matmul, 'fp32_precision', 'foo'))
attempt('unknown switch', lambda: setattr(torch.backends.cuda.matmul, 'foo', 1))
attempt('benchmark', lambda: setattr(torch.backends.cudnn, 'benchmark', 'x'))
