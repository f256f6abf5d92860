# Logarithms to the bases 2 and 10 in both precisions: powers give whole numbers; the ends; numbers beside 1.
import torch

ends = torch.tensor([0.0, -0.0, -1.0, float("inf"), -float("inf"), float("nan"), 5e-324, 1e-310, 1.7e308], dtype=torch.float64)
tens = torch.tensor([10.0**k for k in range(-300, 300)], dtype=torch.float64)
twos = torch.tensor([2.0**k for k in range(-1074, 1023)], dtype=torch.float64)
print(torch.equal(tens.log10(), torch.arange(-300, 300).double()))
print(torch.equal(twos.log2(), torch.arange(-1074, 1023).double()))
print(torch.equal(tens[300:339].float().log10(), torch.arange(39).float()))
between = torch.tensor([0.31 + 0.173 * k for k in range(41)] + [1 + 1e-9 * k for k in range(-7, 8)], dtype=torch.float64)
for x in between, ends:
    for f in torch.log2, torch.log10:
        print(f.__name__, *["%.13e" % v for v in f(x).tolist()])
        print(f.__name__, *["%.5e" % v for v in f(x.float()).tolist()])
