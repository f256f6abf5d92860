# A tensor without dimensions is converted to the type of the result before anything is computed; results that are laid out like a
# tensor keep its steps, those of dimensions of one element, too.
import torch

a = torch.tensor([4, 200, 7], dtype=torch.uint8)
others = (torch.tensor(-3, dtype=torch.int8), torch.tensor(-3, dtype=torch.int16), torch.tensor(300), torch.tensor(True), -3, 300)
for name in ('lcm', 'gcd', 'floor_divide', 'fmod', 'remainder', 'add', 'mul', 'maximum', 'minimum', 'bitwise_and', 'bitwise_or', 'fmax'):
    for other in others:
        try:
            print(name, repr(other), getattr(torch, name)(a, other).tolist())
        except TypeError:
            print(name, 'wants a tensor')
        if torch.is_tensor(other):
            print(name, repr(other), getattr(torch, name)(other, a).tolist())
b = torch.tensor([-7, 100], dtype=torch.int8)
print(b // torch.tensor(300), b % torch.tensor(200), b.clone().remainder_(torch.tensor(130)), torch.tensor(255, dtype=torch.uint8) // b)
for x in (torch.zeros(3, 1)[..., ::2], torch.zeros(1, 3)[::2], torch.zeros(1)[::2], torch.zeros(2, 3, 1).transpose(0, 2), torch.zeros(4, 6)[::2, ::2]):
    print(x.stride(), torch.empty_like(x).stride(), torch.zeros_like(x).stride(), torch.full_like(x, 2).stride(), torch.rand_like(x).stride())
for dim in (2, -3):
    try:
        print(torch.slice_copy(torch.ones(3, 2), dim))
    except IndexError as error:
        print(error)
print(torch.slice_copy(torch.arange(6).view(3, 2), -1, 1))

# a number may be the first operand of few functions
x = torch.tensor([4., 200, 7])
for name in ('eq', 'lt', 'fmod', 'copysign', 'maximum', 'searchsorted', 'atan2', 'hypot', 'max', 'rsub', 'add', 'pow', 'xlogy', 'remainder',
             'floor_divide', 'bucketize', 'isin'):
    try:
        print(name, getattr(torch, name)(2, x))
    except TypeError as error:
        print(str(error).split('\n')[0][:80])
