# Gradients of 16-bit numbers: where they are rounded, and what does not fit them.
import torch
import torch.nn.functional as F

torch.manual_seed(3)

# the mean in the gradient of a variance is rounded once
for k in range(8):
    for dtype in (torch.float16, torch.bfloat16):
        a = (torch.randn(4, 3) * 2).to(dtype).requires_grad_()
        (a.var(-1) if k % 2 else a.std(0)).backward(torch.full((4 - (k + 1) % 2,), k * .37 + .1).to(dtype))
        print(a.grad.flatten().tolist())

# there is no number as small as the least room of a probability
for logit in (-30., -17.2, -16.5, -10., 0., 20.):
    for target in (0., .5, 1.):
        for dtype in (torch.float16, torch.bfloat16, torch.float32):
            p = torch.tensor([logit], dtype=dtype).sigmoid().requires_grad_()
            loss = F.binary_cross_entropy(p, torch.tensor([target], dtype=dtype), reduction='sum')
            loss.backward()
            if dtype != torch.float32:
                print(p.item(), target, loss.item(), p.grad.item())

# a gradient of 0 among running logarithms: the logarithm of nothing is the lowest number of the type
for dtype in (torch.float16, torch.bfloat16):
    for gradient in ([1., 0., 1.], [0., -1., 2.], [0., 0., 0.]):
        a = torch.tensor([[-1., 1.125, 2.]], dtype=dtype).requires_grad_()
        a.logcumsumexp(1).backward(torch.tensor([gradient], dtype=dtype))
        print(dtype, gradient, a.grad.tolist())
