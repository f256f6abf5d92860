# Sums and means are added in PyTorch's order: the bits of results are compared, below the size at which it uses threads.
import itertools
import torch

torch.manual_seed(0)
TYPES = (torch.float32, torch.float64, torch.float16, torch.bfloat16)
BITS = {torch.float64: torch.int64, torch.float32: torch.int32, torch.float16: torch.int16, torch.bfloat16: torch.int16}


class Bits:
    """A number for all results so far, of type, shape and bits."""

    def __init__(self):
        self.all = 7

    def add(self, result):
        result = result.contiguous()
        for number in result.view(BITS[result.dtype]).flatten().tolist() + list(result.shape):
            self.all = (self.all * 1000003 + number) % (1 << 61)


def both(bits, x, *dims, **options):
    for fold in (torch.sum, torch.mean):
        bits.add(fold(x, *dims, **options))


# rows, columns and all of a matrix, as it is, transposed, and with gaps
for dtype in TYPES:
    for n in (1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 23, 31, 32, 33, 64, 65, 130, 515, 2048, 5003):
        bits = Bits()
        for m in (1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33, 70):
            if n * m > 20000:
                continue
            x = (torch.rand(n, m) - 0.3).to(dtype)
            for dims in (0, 1, (0, 1)):
                both(bits, x, dims)
                both(bits, x[:, ::2], dims)
            both(bits, x.t(), 0)
            both(bits, x)
            both(bits, x[:, 1:] if m > 1 else x)
        print(dtype, n, bits.all)

# several dimensions, in any order in memory, repeated ones among them
for dtype in TYPES:
    for shape in ((2, 3, 4), (5, 6, 7), (3, 17, 9), (4, 5, 1, 6), (2, 8, 9, 10), (16, 3, 5, 5), (7, 1, 33)):
        bits, x = Bits(), (torch.rand(shape) - 0.3).to(dtype)
        for count in range(1, len(shape) + 1):
            for dims in itertools.combinations(range(len(shape)), count):
                for p in itertools.permutations(range(len(shape))):
                    both(bits, x.permute(p), dims)
                both(bits, x[..., ::2], dims, keepdim=True)
                both(bits, x.unsqueeze(1).expand(shape[0], 3, *shape[1:]), dims)
        print(dtype, shape, bits.all)

# a type asked for: numbers are converted first
for dtype in (*TYPES, torch.int64, torch.uint8, torch.bool):
    x = (torch.rand(37, 41) * 9 - (0 if dtype == torch.uint8 else 3)).to(dtype)
    for other in TYPES:
        bits = Bits()
        for y in (x, x.t(), x[:, ::2], x[3]):
            both(bits, y, 0, dtype=other)
            both(bits, y, dtype=other)
        print(dtype, other, bits.all)

# losses of classes go up a ladder of sums
for dtype in TYPES[:2]:
    for n in (1, 2, 3, 10, 16, 17, 31, 33, 64, 300, 3001):
        bits = Bits()
        for classes, weighted, ignored in itertools.product((3, 10), (False, True), (False, True)):
            x, target = torch.randn(n, classes, dtype=dtype), torch.randint(0, classes, (n,))
            weight = torch.rand(classes, dtype=dtype) if weighted else None
            if ignored:
                target[::3] = -100
            for reduction in ('mean', 'sum', 'none'):
                y = x.clone().requires_grad_()
                loss = torch.nn.functional.nll_loss(y, target, weight=weight, reduction=reduction)
                loss.sum().backward()
                bits.add(loss.detach().nan_to_num() + 0.)
                bits.add(y.grad + 0.)
        print(dtype, n, 'nll_loss', bits.all)

# what a reader sees of it
print(torch.tensor([0.1] * 10).sum(), torch.full((3, 10), 0.1).sum(1), torch.full((7, 2), 0.1).sum(0))
print(torch.tensor([0.1, 0.2, 0.7]).sum(), torch.tensor([0.3, 0.3, 0.4]).sum().item())
