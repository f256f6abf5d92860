# Normalisation by groups and images, padding, sliding blocks and margin losses.
import torch
import torch.nn.functional as F
import torch.nn as nn

def refused(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)

def slopes(f, *shapes):
    torch.manual_seed(3)
    xs = [torch.randn(s, requires_grad=True) for s in shapes]
    out = f(*xs)
    (out * torch.arange(1., out.numel() + 1).reshape(out.shape)).sum().backward()
    print(out.shape, [x.grad for x in xs])

x = torch.arange(16.).reshape(1, 4, 2, 2)
print(F.group_norm(x, 2), F.group_norm(x, 4, torch.ones(4), torch.arange(4.)))
slopes(lambda x, w, b: F.group_norm(x, 2, w, b), (2, 4, 3), 4, 4)
slopes(lambda x: F.instance_norm(x, eps=.1), (2, 2, 3))
mean, var = torch.zeros(4), torch.ones(4)
print(F.instance_norm(x, mean, var, momentum=.5), mean, var)
print(F.instance_norm(x, mean, var, use_input_stats=False))
slopes(lambda x, w: F.rms_norm(x, (4,), w), (3, 4), 4)
print(F.rms_norm(x, (2, 2), eps=1.), F.local_response_norm(x, 3, alpha=1.), F.local_response_norm(x[0], 2))
slopes(lambda x, y, w, b: F.bilinear(x, y, w, b), (2, 3), (2, 2), (2, 3, 2), 2)
print(torch.pixel_shuffle(x, 2), F.pixel_unshuffle(x, 2).flatten(), F.channel_shuffle(x, 2))
slopes(lambda x: F.pixel_shuffle(x, 2), (1, 4, 1, 2))
slopes(lambda x: F.pixel_unshuffle(x, 2), (1, 1, 2, 4))
slopes(lambda x: F.channel_shuffle(x, 3), (1, 6, 2))
for mode in ('constant', 'reflect', 'replicate', 'circular'):
    print(F.pad(x[0, 0], (1, 1), mode=mode), F.pad(x[0], (1, 0, 0, 1), mode=mode), F.pad(x, (-1, 1, 1, -1), mode=mode))
    slopes(lambda x: F.pad(x, (1, 2, 0, 1, 2, 2), mode=mode), (1, 1, 3, 3, 3))
    for shape, border in (((2, 3), (1, 1, 1)), ((2, 3), (1, 1, 1, 1, 1, 1)), ((2, 0, 3), (0, 0))):
        refused(F.pad, torch.ones(shape), border, mode=mode)
refused(F.pad, x, (2, 2, 2, 2), mode='reflect')
refused(F.pad, x, (3, 2, 2, 2), mode='circular')
refused(F.pad, x, (1, 1), mode='replicate')
refused(F.pad, x, (1, 1, 1, 1), mode='replicate', value=3)
refused(F.pad, x, (1, 1, 1, 1), mode='other')
print(F.unfold(x[:, :1], 2, padding=1), F.fold(torch.ones(1, 4, 4), 3, 2))
slopes(lambda x: F.unfold(x, (2, 1), dilation=(1, 2), stride=2), (1, 2, 3, 4))
slopes(lambda x: F.fold(x, (3, 3), 2), (8, 4))
refused(F.unfold, x, 3)
refused(F.unfold, x, 2, 0)
refused(F.fold, torch.ones(1, 4, 5), 3, 2)
refused(F.fold, torch.ones(1, 5, 4), 3, 2)
for f in (lambda: F.group_norm(x, 3), lambda: F.group_norm(x, 2, torch.ones(3)), lambda: F.rms_norm(x, (3,)), lambda: F.pixel_shuffle(x, 3),
          lambda: F.pixel_unshuffle(x, 3), lambda: F.pixel_unshuffle(x[0, 0], 2), lambda: F.channel_shuffle(x, 3),
          lambda: F.bilinear(x, x, torch.ones(2, 3, 2)), lambda: F.instance_norm(x[:, :, :1, :1]), lambda: F.local_response_norm(x[0, 0], 2)):
    refused(f)

# losses
y, classes = torch.tensor([[1., -1, 1], [-1, 1, 1]]), torch.tensor([2, 0])
for reduction in ('none', 'mean', 'sum'):
    slopes(lambda x: F.soft_margin_loss(x, y, reduction=reduction), (2, 3))
    slopes(lambda x: F.multi_margin_loss(x, classes, reduction=reduction), (2, 3))
    slopes(lambda x: F.multi_margin_loss(x, classes, p=2, margin=.5, weight=torch.tensor([1., 2, 3]), reduction=reduction), (2, 3))
    slopes(lambda x: F.multilabel_margin_loss(x, torch.tensor([[1, -1, 2], [2, 0, -1]]), reduction=reduction), (2, 3))
    slopes(lambda x: F.multilabel_margin_loss(x, torch.tensor([1, 1, -1]), reduction=reduction), 3)
    slopes(lambda x: F.multi_margin_loss(x, torch.tensor(1), reduction=reduction), 3)
x = torch.randn(2, 3, requires_grad=True)
print(F.soft_margin_loss(x, y).grad_fn.name(), F.multi_margin_loss(x, classes).grad_fn.name(), F.multilabel_margin_loss(x, y.long()).grad_fn.name())
refused(F.multi_margin_loss, x, torch.tensor([0, 3]))
refused(F.multi_margin_loss, x, torch.tensor([0]))
refused(F.multi_margin_loss, x, classes, p=3)
refused(F.multi_margin_loss, x, classes, weight=torch.ones(2))
refused(F.multilabel_margin_loss, x, classes)
refused(F.multilabel_margin_loss, x, y.long() * 3)
refused(F.soft_margin_loss, x, x)
refused(F.soft_margin_loss, x, y, reduction='some')
