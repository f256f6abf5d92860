# add and sub of half types with alpha: each bit, for lengths beside multiples of a vector, and other layouts.
import torch

torch.manual_seed(0)
torch.set_num_threads(1)


def checksum(tensor):
    return sum((i + 1) * value for i, value in enumerate(tensor.double().flatten().tolist()))


for dtype in (torch.bfloat16, torch.float16):
    for n in (1, 3, 8, 15, 16, 31, 32, 33, 40, 64, 100, 1000, 1023, 1025, 5000, 40001):
        for alpha in (0.1, -0.37, 2.0):
            x, y = (torch.randn(n).to(dtype) for _ in range(2))
            print(dtype, n, alpha, checksum(y.add(x, alpha=alpha)), checksum(y.clone().add_(x, alpha=alpha)), checksum(torch.sub(y, x, alpha=alpha)))
    x, y = (torch.randn(6, 7).to(dtype) for _ in range(2))
    print(checksum(y.t().add(x.t(), alpha=0.1)), checksum(y[:, ::2].add(x[:, ::2], alpha=-0.37)), checksum(y.add(x[0], alpha=-0.37)))
    print(y.add(torch.tensor([float('nan')], dtype=dtype), alpha=0.3).isnan().all())
