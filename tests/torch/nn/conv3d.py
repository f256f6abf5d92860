# Convolution of volumes.
import torch
import torch.nn.functional as F

def slopes(f, *shapes):
    torch.manual_seed(7)
    xs = [torch.randn(s, requires_grad=True) for s in shapes]
    out = f(*xs)
    (out * torch.arange(1., out.numel() + 1).reshape(out.shape)).sum().backward()
    print(out.shape, out.stride(), out.detach().flatten()[:30], [x.grad.flatten()[:30] for x in xs])

for options in ({}, dict(stride=2, padding=1), dict(padding='same'), dict(padding='valid'), dict(dilation=(1, 2, 1), padding=(0, 1, 2), stride=(1, 2, 3))):
    slopes(lambda x, w, b: F.conv3d(x, w, b, **options), (2, 2, 3, 4, 5), (4, 2, 2, 2, 2), 4)
    slopes(lambda x, w: F.conv3d(x, w, groups=2, **options), (2, 3, 4, 5), (4, 1, 2, 2, 3))
x, w = torch.ones(1, 2, 3, 4, 4), torch.ones(2, 2, 2, 2, 2)
print(F.conv3d(x, w))
for f in (lambda: F.conv3d(x[0, 0], w), lambda: F.conv3d(x, w[0]), lambda: F.conv3d(x[:, :, :1], w), lambda: F.conv3d(x[:, :1], w), lambda: F.conv3d(x, w, groups=2),
          lambda: F.conv3d(x, w, padding='same', stride=2)):
    try:
        print(f().shape)
    except Exception as e:
        print(type(e).__name__, e)
