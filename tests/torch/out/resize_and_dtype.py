# out= of another type or size: the type that is computed in, the strides that are taken, what is refused.
import torch
torch.manual_seed(0)


def new(*types):
    made = tuple(torch.empty(0, dtype=each) for each in types)
    return made if len(made) > 1 else made[0]


a = torch.randn(2, 4)
for x in (a, a.t(), torch.randn(2, 3, 4).transpose(0, 2), torch.randn(3, 4)[:, ::2], torch.randn(2, 3, 4, 5).contiguous(memory_format=torch.channels_last)):
    for dim in (0, -1):
        for call in (lambda o: torch.sort(x, dim, out=o), lambda o: torch.sort(x, dim=dim, stable=True, out=o), lambda o: torch.topk(x, 1, dim, out=o),
                     lambda o: torch.kthvalue(x, 1, dim, out=o), lambda o: torch.cummax(x, dim, out=o), lambda o: torch.max(x, dim, out=o)):
            print(tuple(x.shape), dim, [(r.stride(), round(r.double().sum().item(), 3)) for r in call(new(torch.float, torch.long))])
for dtype in (torch.bfloat16, torch.half, torch.float):
    x = torch.rand(7, 30).to(dtype)
    for to in (torch.float, torch.double):
        for name in ('mean', 'sum', 'nansum', 'norm'):
            try:
                r = torch.norm(x, 2, -1, out=new(to)) if name == 'norm' else getattr(torch, name)(x, -1, out=new(to))
                print(dtype, to, name, r.dtype, '%.4f' % r.double().sum())
            except Exception as e:
                print(dtype, to, name, type(e).__name__, e)
for dtype in (torch.complex64, torch.bool, torch.half):
    x = torch.zeros(3).to(dtype)
    for call in ('torch.randint_like(x, 2)', 'torch.randint_like(x, 0, 2)', 'torch.randint(2, (2,), dtype=dtype)', 'torch.randint(2, (0,), dtype=dtype)',
                 'torch.randint_like(x[:0], 2)', 'torch.randint_like(x, 0)', 'x.clone().random_()', 'x.clone().random_(2)', 'x.clone().random_(0, 2)',
                 'x.clone().random_(5, 3)'):
        try:
            r = eval(call)
            print(dtype, call, r.dtype, tuple(r.shape))
        except Exception as e:
            print(dtype, call, type(e).__name__, e)
