"""Convolutions whose border has a name, of whole numbers, with other types; dimensions moved by lists; targets that do not fit."""
import torch
import torch.nn.functional as F


def attempt(name, function):
    try:
        print(name, function())
    except Exception as error:
        print(name, type(error).__name__, str(error).split('\nException')[0])


x = torch.arange(20.).view(1, 1, 4, 5) / 10
for padding in ('same', 'valid', 'foo', 1, (1,), (1, 2), (1, 2, 3)):
    attempt(padding, lambda: F.conv2d(x, torch.ones(1, 1, 2, 3), padding=padding, dilation=2 if padding == 'same' else 1))
    attempt(padding, lambda: F.conv1d(x[0, 0, None], torch.ones(1, 4, 2), padding=padding, dilation=2 if padding == 'same' else 1))
    attempt(padding, lambda: torch.conv1d(x[0, 0], torch.ones(1, 4, 2), padding=padding, stride=2))
attempt('strided', lambda: F.conv2d(x, torch.ones(1, 1, 2, 4), padding='same', stride=(1, 2)))
w = torch.ones(1, 1, 2, 4, requires_grad=True)
attempt('uneven', lambda: F.conv2d(x, w, None, 1, 'same'))
attempt('gradient', lambda: torch.autograd.grad(F.conv2d(x, w, None, 1, 'same').sum(), w))
for dtype in (torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool, torch.int64):
    attempt(dtype, lambda: F.conv2d(torch.arange(18).view(1, 2, 3, 3).to(dtype), torch.ones(2, 2, 2, 2).to(dtype), padding=1, stride=2))
    attempt(dtype, lambda: F.conv1d(torch.arange(6).view(1, 2, 3).to(dtype), torch.ones(2, 1, 2).to(dtype), torch.ones(2).to(dtype), groups=2))
big = torch.full((1, 1, 2, 2), 2 ** 40 + 1)
attempt('exact', lambda: F.conv2d(big, torch.full((1, 1, 2, 2), 3)))
attempt('wraps', lambda: F.conv2d(torch.full((1, 1, 2, 2), 100, dtype=torch.uint8), torch.full((1, 1, 2, 2), 3, dtype=torch.uint8)))
one, two = torch.ones(1, 1, 3, 3), torch.ones(1, 1, 2, 2)
for a, b, c in ((one.long(), two, None), (one, two.long(), None), (one.double(), two, None), (one, two.half(), None), (one, two, torch.ones(1).double()),
                (one.double(), two, torch.ones(1)), (one, torch.ones(1, 2, 2, 2).int(), None)):
    attempt('types', lambda: F.conv2d(a, b, c))
    attempt('types', lambda: F.conv3d(a[None], b[None], c))
c = torch.arange(24).view(2, 3, 4)
for source, destination in (((0, 1), (1, 2)), ([0, 1], [2, 0]), ((-1,), (0,)), ((), ()), ((0, 1), (0,)), ((0, 0), (0, 1)), ((0, 1), (1, 1)), ((0, 3), (1, 2))):
    attempt('movedim', lambda: (c.movedim(source, destination).shape, torch.moveaxis(c, source, destination).stride()))
attempt('unflatten', lambda: torch.arange(3).unflatten(0, (2, 2)))
attempt('unflatten', lambda: torch.arange(6).unflatten(0, (-1, 4)))
logits = torch.ones(3, 3, 2)
for a, b in ((torch.ones(3, 3), [[0, 1, 2]]), (torch.ones(3, 3), [[0], [1], [2]]), (logits, [[0], [1], [2]]), (logits, [0, 1, 2]), (torch.ones(3, 3), 1),
             (torch.ones(3), [1]), (torch.ones(3), [1, 2]), (torch.ones(3), [[1]]), (logits[..., None], [[0, 1]] * 3), (logits[..., None], [[[0]]] * 3)):
    attempt('target', lambda: F.cross_entropy(a, torch.tensor(b)))
for low, high, dtype in ((0, 300, torch.uint8), (0, 256, torch.uint8), (-1, 3, torch.uint8), (0, 32769, torch.int16), (-200, 1, torch.int8), (0, 3, torch.bool),
                         (0, 2 ** 31 + 1, torch.int32), (0, 70000, torch.half)):
    attempt((low, high, dtype), lambda: torch.randint(low, high, (0,), dtype=dtype).shape)
    attempt((low, high, dtype), lambda: torch.empty(0, dtype=dtype).random_(low, high).shape)
for shapes in (((2,), (3,)), ((2, 3), (1,), (4, 3)), ((2, 3), (5, 1, 4)), (2, (5, 2)), ((-1,), (5, 2)), ()):
    attempt('shapes', lambda: torch.broadcast_shapes(*shapes))
for k, dims in ((1, (0, 2)), (1, (0, 0)), (1, (0, -2)), (1, (5, 0)), (0, (0, 3)), (1, (0,)), (3, (1, 0))):
    attempt('rot90', lambda: torch.rot90(torch.arange(6).view(2, 3), k, dims))
attempt('cdist', lambda: torch.cdist(torch.ones(30, 2), torch.ones(30, 2).double()))
attempt('cdist', lambda: torch.cdist(torch.ones(2, 2), torch.ones(2, 2).double()))
attempt('state', lambda: torch.set_rng_state(torch.zeros(4)))
attempt('statistics', lambda: F.batch_norm(x, None, torch.zeros(1)))
attempt('statistics', lambda: F.batch_norm(x, torch.zeros(1), None))
