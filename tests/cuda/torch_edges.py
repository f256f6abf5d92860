"""Every method of a tensor on a device against the CPU: of no elements, and of each type: the same results, errors of the same
kind, and errors when the method is called, not later. check-emulated runs it on the plugin and on a simulated device; the
last line is "N passed, M failed"."""
import warnings

import torch

warnings.simplefilter('ignore')
counts = [0, 0]
# of no use here: they draw numbers, change the process, give what memory holds, or want other arguments
LEFT_OUT = ('seed', 'from', 'set_', 'vmap', 'save', 'load', 'manual', 'get_', 'use_', 'is_', 'empty', 'rand', 'bernoulli', 'normal', 'poisson', 'multinomial',
            'dropout', '_', 'init', 'typename', 'tensor', 'as_', 'cuda', 'share', 'data_ptr', 'storage', 'pin', 'untyped', 'record', 'cpu', 'requires', 'retain',
            'backward', 'register', 'type', 'new', 'apply_', 'numpy', 'cauchy', 'exponential', 'geometric', 'log_normal', 'uniform', 'resize')
# what only the CPU has, and what GPUs do without a word
ONLY_CPU = ('"addmm_cuda" not', '"dot" not', '"logaddexp_cuda" not')
DIVIDES = ('floor_divide', 'fmod', 'remainder', 'div', 'true_divide', 'divide')
ENDLESS = ('atanh', 'arctanh')  # of complex ones: the other part


def outcome(f):
    try:
        result = f()
    except Exception as e:
        return type(e).__name__, str(e).split('\n')[0]
    try:
        torch.cuda.synchronize()
        parts = result if isinstance(result, (tuple, list)) else [result]
        return 'gives', [part.cpu() if isinstance(part, torch.Tensor) else part for part in parts]
    except Exception as e:
        return 'later', str(e).split('\n')[0]


def alike(a, b):
    if not isinstance(a, torch.Tensor):
        return a == b or str(a).replace('cuda', 'cpu') == str(b).replace('cuda', 'cpu') or a != a
    if a.layout is not torch.strided:
        return a.layout == b.layout and alike(a.to_dense(), b.to_dense())
    return a.shape == b.shape and a.dtype == b.dtype and (a.numel() == 0 or a.is_quantized or torch.allclose(a, b, 1e-3, 1e-3, equal_nan=True))


def compare(name, call, make, arguments):
    def on(device):
        x = make(device)
        return getattr(x, name)(*arguments(x))
    want, got = outcome(lambda: on('cpu')), outcome(lambda: on('cuda'))
    good = want[0] == got[0] and (want[0] != 'gives' or len(want[1]) == len(got[1]) and all([alike(a, b) for a, b in zip(want[1], got[1])]))
    good = good or got[0] == 'NotImplementedError' and got[1].startswith(ONLY_CPU)
    counts[not good] += 1
    if not good:
        print('%s: is %s, not %s' % (call, str(got)[:150].replace('\n', ' '), str(want)[:150].replace('\n', ' ')))


methods = [name for name in dir(torch.Tensor) if not name.startswith(LEFT_OUT) and callable(getattr(torch.Tensor, name))]
for name in methods:
    for shape in ((0,), (0, 3), (3, 0), (2, 0, 4)):
        for dtype in (torch.float32, torch.int64, torch.bool):
            for what, arguments in (('', lambda x: ()), ('0', lambda x: (0,)), ('x', lambda x: (x,)), ('0.5', lambda x: (0.5,))):
                compare(name, 'x.%s(%s) of %s, %s' % (name, what, shape, dtype), lambda device: torch.zeros(shape, dtype=dtype, device=device), arguments)
    for dtype in (torch.bool, torch.uint8, torch.int64, torch.float16, torch.bfloat16, torch.float64, torch.complex64):
        if dtype == torch.complex64 and name.rstrip('_') in ENDLESS:
            continue
        for what, arguments in (('', lambda x: ()), ('x', lambda x: (x,)), ('0', lambda x: (0,)), ('2', lambda x: (2,)), ('x, x', lambda x: (x, x))):
            if what != '0' or name.rstrip('_') not in DIVIDES:
                compare(name, 'x.%s(%s) of %s' % (name, what, dtype), lambda device: torch.ones(2, 2, dtype=dtype, device=device), arguments)

print('%d passed, %d failed' % tuple(counts))
