"""Reductions on the CUDA plugin against the CPU: lengths at which rows are folded by a thread, a warp, a block, in parts;
columns; views. check-emulated runs it; the last line is "N passed, M failed"."""
import torch
from torch.nn import functional as F

counts = [0, 0]
tolerances = {torch.float32: 1e-4, torch.bfloat16: 2e-2, torch.float64: 1e-10, torch.int64: 0}


def check(what, got, want, tolerance):
    good = got.dtype == want.dtype and got.shape == want.shape and torch.allclose(got.cpu().double(), want.double(), tolerance,
                                                                                   10 * tolerance, equal_nan=True)
    counts[not good] += 1
    if not good:
        print('%s: is %s, not %s' % (what, got.flatten()[:5], want.flatten()[:5]))


whole = {'sum': torch.sum, 'amax': torch.amax, 'argmin': torch.argmin, 'rows': lambda x: x.sum(-1), 'columns': lambda x: x.sum(0),
         'argmax rows': lambda x: x.argmax(-1), 'any': lambda x: (x > 2).any(), 'all columns': lambda x: (x > -3).all(0),
         'transposed': lambda x: x.t().amin(0) if x.ndim == 2 else x.amin(), 'steps': lambda x: x[..., ::2].sum(-1)}
floats = {'norm': torch.norm, 'mean': lambda x: x.mean(0), 'var': lambda x: x.var(), 'std rows': lambda x: x.std(-1),
          'l1': lambda x: x.norm(1), 'norm 3': lambda x: x.norm(3, -1), 'prod': lambda x: (1 + x / 1000).prod(),
          'planes': lambda x: x.sum((0, 2)) if x.ndim == 3 else x.sum(), 'nan': lambda x: torch.where(x > 3, float('nan'), x).amax(-1)}
torch.manual_seed(0)
for shape in ((), (1,), (33,), (1025,), (4097,), (10000,), (32768,), (32769,), (70000,), (3, 5000), (2, 33000), (100, 100),
              (5, 7, 1000), (2, 4100), (3000, 5), (0,), (3, 0)):
    for dtype in tolerances:
        x = (torch.randn(shape) * 2).to(dtype)
        for name, f in list(whole.items()) + (list(floats.items()) if dtype.is_floating_point else []):
            if x.ndim == 0 and name in ('steps', 'std rows') or x.numel() == 0 and name not in ('sum', 'any', 'norm', 'l1', 'prod'):
                continue
            if x.numel() < 2 and name in ('var', 'std rows'):
                continue
            check('%s of %s %s' % (name, list(shape), dtype), f(x.cuda()), f(x), tolerances[dtype])

# columns that a block folds for 32 results at once, and those that are folded in parts
for shape in ((33, 10), (256, 256), (1024, 33), (1024, 1), (1025, 40), (700, 3, 5), (2, 500, 31), (90, 64)):
    for dtype in tolerances:
        x = (torch.randn(shape) * 2).to(dtype)
        for name in ('columns', 'all columns'):
            check('%s of %s %s' % (name, list(shape), dtype), whole[name](x.cuda()), whole[name](x), tolerances[dtype])
        for name, f in (('argmax', lambda x: x.argmax(0)), ('amin', lambda x: x.amin(0)), ('transposed sum', lambda x: x.transpose(0, -1).sum(-1)),
                        ('min', lambda x: x.min(-2).values)):
            check('%s of %s %s' % (name, list(shape), dtype), f(x.cuda()), f(x), tolerances[dtype])
        if dtype.is_floating_point:
            for name, f in (('var', lambda x: x.var(0)), ('norm', lambda x: x.norm(2, 0)), ('l1', lambda x: x.norm(1, 0)), ('nan', lambda x: torch.where(x > 4, float('nan'), x).argmin(0))):
                check('%s of %s %s' % (name, list(shape), dtype), f(x.cuda()), f(x), tolerances[dtype])

# losses by class: one launch each way, and by steps where there are more targets
for n, classes in ((1, 1), (5, 3), (300, 7), (2000, 10), (1500, 300), (0, 4), (33000, 3)):
    for dtype in (torch.float32, torch.float64):
        for reduction in ('none', 'mean', 'sum'):
            for weight in (None, torch.rand(classes, dtype=dtype)):
                for transposed, ignored in ((False, -100), (True, 2)):
                    x = torch.randn(classes, n, dtype=dtype).t() if transposed else torch.randn(n, classes, dtype=dtype)
                    target = torch.randint(0, classes, (n,))
                    found = []
                    for device in ('cpu', 'cuda'):
                        leaf = x.to(device).detach().requires_grad_()
                        loss = F.nll_loss(leaf, target.to(device), None if weight is None else weight.to(device), ignore_index=ignored, reduction=reduction)
                        (loss * torch.arange(1., 1 + loss.numel(), dtype=dtype, device=device).reshape(loss.shape)).sum().backward()
                        found.append((loss.detach(), leaf.grad))
                    for what, got, want in zip(('loss', 'gradient'), found[1], found[0]):
                        check('%s of %d x %d %s %s %s %s' % (what, n, classes, dtype, reduction, weight is not None, transposed), got, want, 1e-4)

print('%d passed, %d failed' % tuple(counts))
