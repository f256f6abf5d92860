# torch.return_types: the classes of named results.
import torch

x = torch.tensor([[3., 1.], [2., 5.]])
for result in (x.max(0), x.min(1), x.sort(), x.topk(1), x.median(0), x.mode(0), x.kthvalue(1), x.cummax(0), x.aminmax(), torch.linalg.qr(x),
               torch.linalg.svd(x), torch.linalg.eigh(x), torch.linalg.slogdet(x), torch.linalg.lu(x), torch.frexp(x), torch.linalg.inv_ex(x)):
    kind = type(result)
    print(kind, kind is getattr(torch.return_types, kind.__name__), isinstance(result, tuple))
print(torch.return_types.max is type(x.max(1)))
try:
    torch.return_types.nothing
except AttributeError as error:
    print(error)
try:
    1 + x.max(0)
except TypeError as error:
    print(error)
