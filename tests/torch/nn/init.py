# Initial values, bit by bit.
import torch
from torch import nn
from torch.nn import init


def show(*tensors):
    for t in tensors:
        print([x.hex() for x in t.detach().flatten().double().tolist()])


for seed in (0, 42):
    torch.manual_seed(seed)
    lin = nn.Linear(3, 4)
    show(lin.weight, lin.bias)
    torch.manual_seed(seed)
    conv = nn.Conv2d(1, 2, 3)
    show(conv.weight, conv.bias)
    torch.manual_seed(seed)
    show(nn.Embedding(5, 4).weight, nn.Embedding(3, 2, padding_idx=0).weight)
    torch.manual_seed(seed)
    bilinear = nn.Bilinear(2, 3, 1)
    show(bilinear.weight, bilinear.bias)
    for f in (init.xavier_uniform_, init.xavier_normal_, init.uniform_, init.normal_, init.kaiming_uniform_):
        torch.manual_seed(seed)
        show(f(torch.empty(4, 5)))
    torch.manual_seed(seed)
    show(init.kaiming_normal_(torch.empty(4, 5), nonlinearity='relu'))
    torch.manual_seed(seed)
    show(torch.rand(20), torch.randn(5), torch.randn(20), torch.rand(3, dtype=torch.float64), torch.randn(4, dtype=torch.float64))
    torch.manual_seed(seed)
    print(torch.randint(10, (20,)).tolist(), torch.randperm(10).tolist(), torch.randint(0, 2 ** 40, (2,)).tolist())
    torch.manual_seed(seed)
    print(torch.bernoulli(torch.full((20,), 0.3)).tolist(), nn.functional.dropout(torch.ones(20)).tolist())
    torch.manual_seed(seed)
    print(torch.multinomial(torch.tensor([.1, .2, .3, .4]), 20, True).tolist(), torch.normal(0., 1., (3,)).tolist())
    net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
    show(*net.parameters())
print(init.calculate_gain('relu'), init.calculate_gain('tanh'), init.calculate_gain('leaky_relu', 0.2))
print(init.constant_(torch.empty(2), 3), init.ones_(torch.empty(2)), init.zeros_(torch.empty(2)), init.eye_(torch.empty(2, 2)))
g = torch.manual_seed(7)
print(type(g), torch.initial_seed(), g.initial_seed(), g is torch.default_generator)
state = torch.get_rng_state()
a = torch.rand(3)
torch.set_rng_state(state)
print(torch.equal(a, torch.rand(3)), state.dtype, state.shape)
own = torch.Generator().manual_seed(3)
print(torch.rand(2, generator=own).tolist(), own.device)
