# Sizes whose product is 0 although part of it is no 64-bit integer.
import torch
import torch.nn.functional as F


def show(name, f):
    try:
        r = f()
        r = r[0] if isinstance(r, tuple) else r
        print(name, tuple(r.shape), r.dtype)
    except (RuntimeError, IndexError, ValueError) as e:
        print(name, type(e).__name__)


for sizes in ((2**61, 3, 0), (0, 2**32, 2**30), (3, 0, 2**61, 5)):
    try:
        x = torch.empty(sizes)
    except RuntimeError as e:
        print(sizes, e)
        continue
    print(sizes, x.numel())
    show('sum', lambda: x.sum())
    if sizes[1] == 3:
        show('sum of two dimensions', lambda: x.sum((0, 2)))
    show('add', lambda: x + 1)
    show('add itself', lambda: x + x)
    show('compare', lambda: x > 0)
    show('softmax', lambda: x.softmax(-1))
    show('cumsum', lambda: x.cumsum(0))
    show('transposed', lambda: x.transpose(0, -1).contiguous())
    show('expand', lambda: x[None].expand(2, *sizes))
    show('flip', lambda: x.flip(0))
    show('roll', lambda: x.roll(1, 0))
    show('cat', lambda: torch.cat([x, x], 0))
    show('stack', lambda: torch.stack([x, x]))
    show('clone', lambda: x.clone())
    show('to', lambda: x.to(torch.float64))
    show('mask', lambda: x[x > 0])
    show('unsqueeze', lambda: x.unsqueeze(0))
    show('matmul', lambda: x @ x.mT if sizes[-1] == 0 else torch.zeros(0) @ torch.zeros(0, 3))
    if len(sizes) == 3 and sizes[1] == 3:
        show('cross', lambda: x.cross(x, 1))
