"""What a module is taken apart into: with it PyTorch and this kernel run each other's files of whole models."""
import copy
import pickle

import torch
from torch import nn

model = nn.Sequential(nn.Linear(2, 1), nn.BatchNorm1d(1))
state = model.__reduce_ex__(2)[2]
print(sorted(state))
print({name: (type(value).__name__, len(value)) for name, value in state.items() if 'hook' in name and value is not None}, state['_is_full_backward_hook'])
print(sorted(model[1].__reduce_ex__(2)[2])[-6:])
handle = model.register_forward_hook(print)
model.register_full_backward_hook(print)
state = model.__reduce_ex__(2)[2]
print(len(state['_forward_hooks']), len(state['_forward_hooks_with_kwargs']), len(state['_backward_hooks']), state['_is_full_backward_hook'])
handle.remove()


class Half(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer, self.rate = nn.Linear(1, 1), 0.5

    def __getstate__(self):
        return {**self.__dict__, 'rate': 0.25}

    def forward(self, x):
        return self.layer(x) * self.rate


for other in (copy.deepcopy(Half()), pickle.loads(pickle.dumps(Half())), copy.copy(Half())):
    print(other.rate, other, other(torch.ones(1)).shape, other._modules.keys(), type(other._parameters).__name__, len(list(other.parameters())))
shared = copy.copy(model)
print(shared[0] is model[0], shared._parameters is model._parameters, shared._modules is model._modules)
