# needs: einops torchinfo
import torch, einops
print(einops.rearrange(torch.arange(6).reshape(2, 3), 'a b -> b a'))
from einops import repeat, reduce
print(reduce(torch.ones(2, 4), 'a (b c) -> a b', 'sum', c=2), repeat(torch.arange(2), 'a -> a b', b=2))
from einops.layers.torch import Rearrange
print(Rearrange('a b -> b a')(torch.ones(2, 3)).shape, Rearrange('a b -> b a'))
from torchinfo import summary
print(summary(torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU(), torch.nn.Linear(3, 1)), input_size=(4, 2)))
