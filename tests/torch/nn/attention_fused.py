# The fused kernel of attention: when it is taken, how its result lies and is named, masks beside is_causal.
import math
import torch
import torch.nn.functional as F
torch.manual_seed(0)
attend = F.scaled_dot_product_attention
q, k, v = (torch.randn(2, 3, 4, 8, requires_grad=True) for _ in range(3))
mask = torch.tensor([[1, 1, 0, 1], [0, 1, 1, 1], [1, 0, 1, 0], [1, 1, 1, 1]]).bool()
CALLS = '''
attend(q, k, v)
attend(q.detach(), k.detach(), v.detach())
attend(q.detach(), k.detach(), v)
attend(q, k, v, is_causal=True)
attend(q, k, v, dropout_p=.5)
attend(q, k, v, attn_mask=mask)
attend(q, k, v, attn_mask=mask, is_causal=True)
attend(q, k, v, attn_mask=torch.zeros(4, 4).masked_fill(~mask, -1.), is_causal=True)
attend(q, k, v, attn_mask=mask, is_causal=True, dropout_p=.5)
attend(q[0], k[0], v[0], attn_mask=mask, is_causal=True)
attend(q[..., :2], k[..., :2], v, attn_mask=mask, is_causal=True)
attend(q, k, v, attn_mask=torch.zeros(4, 4, requires_grad=True), is_causal=True)
attend(q[:, :, :2], k, v, attn_mask=mask[:2], is_causal=True)
attend(q, k, v, attn_mask=torch.zeros(4, 4, requires_grad=True))
attend(q[0], k[0], v[0])
attend(q[0, 0], k[0, 0], v[0, 0])
attend(q, k, v[..., :4])
attend(q, torch.randn(2, 3, 6, 8), torch.randn(2, 3, 6, 8), is_causal=True)
attend(q.half(), k.half(), v.half())
attend(q.double(), k.double(), v.double())
attend(q, k, v, attn_mask=torch.ones(2, 1, 4, 4).bool())
attend(q, k, v, attn_mask=torch.ones(3, 4, 4).bool())
attend(q, k, v, attn_mask=torch.ones(4).bool())
attend(q, k, v, attn_mask=torch.ones(1, 1, 1, 4).bool())
attend(q, k, v, attn_mask=torch.zeros(4, 4).bool())
attend(*(x.transpose(1, 2).contiguous().transpose(1, 2) for x in (q, k, v)))
attend(q.transpose(2, 3).contiguous().transpose(2, 3), k, v)
attend(q, k[:1], v[:1])
attend(q, k[:, :1], v[:, :1])
attend(torch.randn(2, 6, 4, 8, requires_grad=True), k, v, enable_gqa=True)
attend(q, k, v, scale=1.)
'''
for call in CALLS.strip().split('\n'):
    torch.manual_seed(1)
    try:
        r = eval(call)
        print(call, tuple(r.shape), r.stride(), r.grad_fn and r.grad_fn.name(), '%.3f' % r.double().square().sum())
    except Exception as e:
        print(call, type(e).__name__, e)
attend(q, k, v, attn_mask=mask, is_causal=True).square().sum().backward()
print(*('%.4f' % each.grad.abs().sum() for each in (q, k, v)))
