"""Ops in place on what is recorded, and their gradients."""
import torch
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:150])
x = torch.tensor([0.5, -1.5, 2.0], requires_grad=True); y = torch.tensor([1., -2., 1.], requires_grad=True)
ops = ['clamp_min_(y)', 'clamp_max_(y)', 'clamp_(y - 1, y + 1)', 'xlogy_(y.abs())', 'hypot_(y)', 'lerp_(y, 0.3)', 'addcmul_(y, y)', 'addcdiv_(y, y)', 'atan2_(y)', 'copysign_(y)', 'fmod_(y)', 'remainder_(y)', 'pow_(2)', 'square_()', 'logit_(0.1)', 'sigmoid_()', 'tanh_()', 'relu_()', 'exp_()', 'sqrt_()', 'abs_()', 'neg_()', 'reciprocal_()', 'sinc_()', 'nan_to_num_()', 'erf_()', 'lgamma_()', 'digamma_()', 'mvlgamma_(1)', 'float_power_(2)', 'true_divide_(y)', 'div_(y)', 'mul_(y)', 'cumsum_(0)', 'cumprod_(0)', 'renorm_(2, 0, 1.0)', 'masked_fill_(y > 0, 2.)', 'index_add_(0, torch.tensor([0]), y[:1])', 'index_fill_(0, torch.tensor([0]), 2.)', 'scatter_(0, torch.tensor([0]), y[:1])', 'clip_(-1, 1)', 'trunc_()', 'frac_()', 'logaddexp_(y)', 'celu_()', 'fill_(2)', 'zero_()', 'tril_()', 'triu_()', 'swapaxes_(0, 0)', 'index_copy_(0, torch.tensor([0]), y[:1])', 'masked_scatter_(y > 0, y)', 'put_(torch.tensor([0]), y[:1])', 'arctan2_(y)', 'i0_()', 'polygamma_(1)', 'deg2rad_()', 'expm1_()', 'log1p_()', 'ldexp_(torch.tensor(2))', 'addmv_(torch.ones(3, 3), y)', 'addr_(y, y)', 'softmax(0).mul_(2)', 'huber_(1)']
for o in ops:
    x.grad = y.grad = None
    def f():
        a = x * 1.0 + 0.01
        if 'addr' in o or 'tri' in o or 'renorm' in o: a = a.expand(3, 3).clone()
        r = eval('a.' + o)
        r.sum().backward()
        return o, r.detach(), x.grad, y.grad
    t(f)
a = x.clone(); print(a.clamp_min_(y)); a = x.clone(); print(a.clamp_max_(y)); print(torch.clamp_min(x, y), x.clamp_max(y)); print(torch.clamp_min(x.detach(), y.detach(), out=torch.empty(3)))
a = x.expand(2, 3).clone().renorm_(2, 0, 1); print(a)
