"""torch._foreach_NAME: operations on each tensor of a list, as programs that average weights use them."""
import torch


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split('\n')[0][:120])


a = [torch.tensor([1., 4.]), torch.full((2, 2), 2.)]
b = [torch.tensor([3., -1.]), torch.arange(4.).view(2, 2)]
for f in (lambda: torch._foreach_add(a, 1), lambda: torch._foreach_add(a, [1, 2.5]), lambda: torch._foreach_add(a, b, alpha=3),
          lambda: torch._foreach_sub(a, b, alpha=2), lambda: torch._foreach_mul(a, torch.tensor(2.)), lambda: torch._foreach_div(a, [2, 4]),
          lambda: torch._foreach_maximum(a, b), lambda: torch._foreach_minimum(a, 1.5), lambda: torch._foreach_clamp_max(a, b),
          lambda: torch._foreach_clamp_min(a, [2, 3]), lambda: torch._foreach_pow(a, 2), lambda: torch._foreach_pow(2, a), lambda: torch._foreach_pow(a, [2, 3]),
          lambda: torch._foreach_norm(a), lambda: torch._foreach_norm(a, 1), lambda: torch._foreach_norm(b, float('inf')), lambda: torch._foreach_max(b),
          lambda: torch._foreach_lerp(a, b, 0.25), lambda: torch._foreach_lerp(a, b, [0.5, 1]), lambda: torch._foreach_lerp(a, b, a),
          lambda: torch._foreach_addcmul(a, b, b, value=2), lambda: torch._foreach_addcdiv(a, b, a, [1, 2]),
          lambda: torch._foreach_addcdiv(a, b, a, torch.tensor([1., 2.])), lambda: torch._foreach_sqrt(a), lambda: torch._foreach_neg(b), lambda: torch._foreach_sigmoid(b),
          lambda: torch._foreach_clone(a)):
    show(f)
for bad in (lambda: torch._foreach_add(a, [a[0]]), lambda: torch._foreach_add([], 1), lambda: torch._foreach_add(a, [1]),
            lambda: torch._foreach_addcmul(a, a, [a[0]]), lambda: torch._foreach_lerp(a, [a[0]], .5), lambda: torch._foreach_lerp(a, a, [1.]),
            lambda: torch._foreach_mul(a, torch.ones(2)), lambda: torch._foreach_nothing(a)):
    show(bad)
r = torch._foreach_mul_(a, 2)
print(type(r), r[0] is a[0], a)
torch._foreach_add_(a, b, alpha=-1)
torch._foreach_sqrt_([a[1]])
torch._foreach_lerp_(a, b, 0.5)
torch._foreach_maximum_(a, b)
torch._foreach_addcmul_(a, b, b, 0.5)
print(a)
torch._foreach_copy_(a, [torch.ones(2), torch.zeros(2, 2)])
print(a, torch._foreach_zero_(a))
w = [torch.ones(2, requires_grad=True), torch.ones(3, requires_grad=True)]
sum(x.sum() for x in torch._foreach_exp(torch._foreach_mul(w, [2, 3]))).backward()
print([x.grad for x in w])
