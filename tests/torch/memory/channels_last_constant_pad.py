# A border of one value around images with channels last: the result lies as they do.
import torch
import torch.nn.functional as F
for shape, pads in (((2, 3, 4, 5), ((1, 1), (1, 2, 0, 1), (0, 0, 0, 0, 1, 0), (-1, 2), (-1, -1), (0, 0), (0, 0, 0, 0, -1, -1, 1, 0))),
                    ((1, 2, 3, 2, 2), ((1, 1), (1, 0, 0, 1, 1, 1), (-1, 0))), ((2, 1, 3, 3), ((1, 1),)), ((2, 3, 1, 1), ((1, 1, 1, 1),))):
    form = torch.channels_last if len(shape) == 4 else torch.channels_last_3d
    dense = torch.arange(1., torch.Size(shape).numel() + 1).reshape(shape)
    for pad in pads:
        for x in (dense, dense.contiguous(memory_format=form), dense.half().contiguous(memory_format=form), dense.transpose(0, 1)):
            x = x.clone().requires_grad_()
            y = F.pad(x, pad, value=7)
            print(pad, y.shape, y.stride(), y.grad_fn.name(), y.sum().item(), y.flatten()[:3].tolist())
            y.square().sum().backward()
            print(x.grad.stride(), x.grad.sum().item())
