# Integers of 8 and 16 bits, which have loops of their own: all pointwise operations, numbers that wrap, layouts, sums of few elements
import torch
G = torch.Generator().manual_seed(3)
CALLS = '''x + y;x - y;x * y;x & y;x | y;x ^ y;~x;x == y;x != z;x < y;x >= z;torch.maximum(x, y);torch.minimum(x, z);x.abs();-x;x.sign();x.square();x ** 3;x ** y.abs();x.clamp(3, 50);x.clamp(-1, 1)
x.clamp_min(7);x.clamp_max(-3);x.relu();x.logical_and(y);x.logical_not();x.signbit();x >> 1;x << 3;x >> y;x << y;x >> 9;x << 9;x // 3;x % 7;x.addcmul(y, z);x.addcmul(y, z, value=3);torch.add(x, y, alpha=3)
x + 1;300 - x;x + 300;x == 300;x < 300;x * y[0];x + y[:, :1];x.t() + y.t();x[:, ::2] + y[:, 1::2];x.flip(0) * y;x.heaviside(y);x.fmax(y);torch.add(x, y, out=torch.empty(0, dtype=torch.int32))
x.clone().add_(y);x.clone().mul_(3);x.clone().bitwise_xor_(5);x + torch.tensor(70000);torch.maximum(x, torch.tensor(300));x + z.int();x * 1.5;torch.threshold(x, 5, 6);big.sum(0);big.sum(1);big.sum(2);big.amax(2);big.amin((0, 2))
big.view(-1, 4).sum(1);big.view(-1, 4).amax(1);big.view(-1, 5).prod(1) % 1000;big.view(-1, 4).sum(1, dtype=torch.float32);(big > 0).view(-1, 4).any(1);x.unfold(1, 3, 1).sum(-1);x.clone().tril_(2);x.clone()[:, ::2].triu_()'''
for dtype in (torch.uint8, torch.int8, torch.int16):
    def made(*shape):
        return torch.randint(-40000, 40000, shape, generator=G).to(dtype)
    x, y, z, big = made(12, 40), made(12, 40), made(12, 40), made(40, 25, 8)
    for call in CALLS.replace('\n', ';').split(';'):
        try:
            result = eval(call)
            places = torch.arange(result.numel()).reshape(result.shape) % 1009
            print(dtype, call, result.dtype, tuple(result.shape), (result.double() * places).sum().item())
        except RuntimeError as error:
            print(dtype, call, error)
