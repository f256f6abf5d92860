# How tensors of derived classes print.
import torch


class My(torch.Tensor):
    pass


class LongerName(My):
    pass


for tensor in (torch.ones(2).as_subclass(My), torch.arange(2000.).as_subclass(LongerName), torch.arange(60).reshape(3, 20).as_subclass(My),
               torch.empty(0).as_subclass(My), torch.empty(2, 0).as_subclass(LongerName), torch.tensor(1).as_subclass(My),
               torch.ones(2, device='meta').as_subclass(My), torch.zeros(3, 3).gt(5).as_subclass(LongerName), My([1., 2.]),
               torch.ones(2, dtype=torch.complex64).as_subclass(My), torch.linspace(0, 1, 23, dtype=torch.float64).as_subclass(LongerName),
               torch.arange(8.).reshape(2, 2, 2).as_subclass(My)):
    print(tensor)
    print([tensor], repr(tensor) == str(tensor) == f'{tensor}')
