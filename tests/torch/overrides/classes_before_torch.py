# A class with __torch_function__ that was made before torch was imported overrides calls like any other.
class Early:
    def __init__(self, value):
        self.value = value

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return func.__name__, [t.__name__ for t in types], [getattr(a, 'value', '-') for a in args]


import torch
from torch.overrides import has_torch_function, is_tensor_like

e = Early(3)
print(torch.add(torch.ones(2), e), torch.sin(e), torch.ones(2) * e)
print(torch.nn.functional.relu(e), torch.max(e))
print(has_torch_function((e,)), is_tensor_like(e), torch.ones(2).add(e))


class Late(Early):
    pass


print(torch.mul(e, Late(4)), torch.stack([torch.ones(1), e])[0])
