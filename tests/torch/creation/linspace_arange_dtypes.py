# linspace, logspace and arange to the bit, of each type; placements that are not there.
import torch

for dtype in (torch.half, torch.bfloat16, torch.float, torch.double):
    for n in (0, 1, 2, 3, 4, 7, 10, 17, 33):
        for a, b in ((0, 1), (-1, 1), (2, -3), (0.1, 0.7), (0, 100)):
            print(dtype, n, a, b, [v.hex() for v in torch.linspace(a, b, n, dtype=dtype).double().tolist()])
for dtype in (torch.int, torch.int64, torch.uint8, torch.int16, torch.int8):
    for n in (1, 2, 3, 5, 7, 11, 33):
        for a, b in ((0, 1), (0, 10), (0.5, 9.7), (3, 100)):
            print(dtype, n, a, b, torch.linspace(a, b, n, dtype=dtype).tolist())
for dtype in (torch.double, torch.float):
    for n in (3, 5, 7, 8, 9, 12, 16, 17, 31, 70):
        for start, step in ((5, -.7), (0.1, .1), (-3, .3), (1e3, .01), (2, 1 / 3)):
            print(dtype, n, start, step, [v.hex() for v in torch.arange(start, start + step * (n - .5), step, dtype=dtype).tolist()])
print(torch.logspace(0, 2, 5), torch.logspace(0, 1, 4, dtype=torch.half), torch.logspace(1, 3, 3, base=2, dtype=torch.int))
for text in ('torch.zeros(2, pin_memory=True)', 'torch.tensor([1.], pin_memory=True)', 'torch.rand(2, pin_memory=True)', 'torch.zeros(2, layout=torch.strided)',
             'torch.zeros(2, pin_memory=False)', 'torch.ones_like(torch.zeros(2), pin_memory=True)'):
    try:
        print(text, eval(text).shape)
    except Exception as e:
        print(text, type(e).__name__ + ':', e)
for text in ('torch.linspace(0, 1, 2**50, dtype=torch.half)', 'torch.linspace(0, 1, 2**50)', 'torch.histc(torch.ones(3), 6666666666666663)'):
    try:
        print(eval(text).shape)
    except RuntimeError as e:
        print(text, str(e).split('. Error')[0])
