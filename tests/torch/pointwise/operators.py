# Operators, promotion of types, broadcasting, in-place forms.
import torch

i, f, d, b = torch.tensor([1, 2, 3]), torch.tensor([1.5, 2.5, -3.5]), torch.tensor([0.5, 1.0, 2.0], dtype=torch.float64), \
    torch.tensor([True, False, True])
for x in (i, f, d, b):
    for y in (i, f, d, b):
        print((x + y).dtype, (x * y).dtype, (x / y).dtype, x + y)
print(i + 1, i + 1.5, f + 1, b + 1, 2 - i, 1 / f, i / 2, i // 2, i % 2, -i, -f, i ** 2, f ** 2, 2 ** i, f ** 0.5 > 0)
print(i == 2, i != 2, i < 2, i <= 2, f > 0, f >= 2.5, i == i, (i == 2).dtype)
print(b & True, b | False, ~b, b ^ b)
print(torch.ones(2, 1) + torch.ones(3), torch.arange(3).reshape(3, 1) * torch.arange(4))
print(torch.tensor(5) // 2, torch.tensor(-5) // 2, torch.tensor(-5) % 3, torch.tensor(-5.5) % 3)
x = torch.ones(3)
alias = x
x += 1
x *= 3
x -= 0.5
x /= 2
print(x, alias is x, alias)
x.zero_()
x.fill_(4)
x.add_(1)
x.mul_(2)
print(x, x.abs(), x.neg(), x.sqrt(), x.exp(), x.log(), x.sin(), x.cos(), x.tanh(), x.sigmoid(), x.relu())
print(torch.exp(f), torch.sqrt(torch.tensor([4., 9.])), torch.relu(f), torch.sigmoid(f), torch.tanh(f), torch.abs(f))
print(torch.maximum(f, torch.zeros(3)), torch.minimum(f, torch.zeros(3)), torch.clamp(f, -1, 2), torch.where(f > 0, f, torch.zeros(3)))
print(f.round(), f.floor(), f.ceil(), f.sign(), f.pow(3), torch.isnan(f), torch.allclose(f, f + 1e-9), torch.equal(f, f))
print(f.int(), f.long(), i.float(), i.double(), b.int(), f.bool(), i.to(torch.float64), f.type(torch.int64))
