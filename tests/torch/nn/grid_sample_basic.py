# Images sampled at the places of a grid.
import torch
import torch.nn.functional as F

def refused(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs).shape)
    except Exception as e:
        print(type(e).__name__, e)

def slopes(f, *shapes):
    torch.manual_seed(6)
    xs = [torch.randn(s, requires_grad=True) for s in shapes]
    out = f(*xs)
    (out * torch.arange(1., out.numel() + 1).reshape(out.shape)).sum().backward()
    print(out.shape, out.detach().flatten()[:30], [x.grad.flatten()[:30] + 0. for x in xs])

turn = torch.tensor([[[0., -1, 0], [1, 0, 0]]])
x = torch.arange(12.).reshape(1, 1, 3, 4)
for align in (False, True):
    print(F.affine_grid(turn, (1, 1, 2, 3), align_corners=align), F.affine_grid(turn, [1, 1, 1, 2], align_corners=align))
    slopes(lambda t: F.affine_grid(t, (2, 1, 2, 3), align_corners=align), (2, 2, 3))
    slopes(lambda t: F.affine_grid(t, (1, 1, 2, 3, 2), align_corners=align), (1, 3, 4))
    for mode in ('bilinear', 'nearest'):
        print(F.grid_sample(x, F.affine_grid(turn, (1, 1, 4, 3), align_corners=align), mode=mode, align_corners=align))
        for padding in ('zeros', 'border', 'reflection'):
            slopes(lambda x, g: F.grid_sample(x, g * 1.5, mode, padding, align), (2, 2, 3, 4), (2, 3, 3, 2))
            slopes(lambda x, g: F.grid_sample(x, g, mode, padding, align), (1, 2, 3, 2, 3), (1, 2, 2, 2, 3))
g = torch.zeros(1, 2, 2, 2)
for f in (lambda: F.grid_sample(x, g, 'other', align_corners=False), lambda: F.grid_sample(x, g, padding_mode='other', align_corners=False),
          lambda: F.grid_sample(x, g.repeat(2, 1, 1, 1), align_corners=False), lambda: F.grid_sample(x, g[..., :1], align_corners=False),
          lambda: F.grid_sample(x, g.double(), align_corners=False), lambda: F.grid_sample(x[:, :, :0], g, align_corners=False),
          lambda: F.affine_grid(turn, (1, 1, 2), False), lambda: F.affine_grid(turn[..., :2], (1, 1, 2, 2), False), lambda: F.affine_grid(turn, (1, 1, 0, 2), False),
          lambda: F.affine_grid(turn.long(), (1, 1, 2, 2), False)):
    refused(f)
