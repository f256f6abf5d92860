# Special functions in both precisions over their pieces and at the ends of their domains; long enough for the vector
# loops and with a rest.
import torch

ends = [0.0, -0.0, float("inf"), -float("inf"), float("nan"), 1.0, -1.0, 2.0, 1e-30, -1e-30, 1e30, -1e30]
wide = torch.tensor([k * 0.37 - 9.9 for k in range(53)] + ends, dtype=torch.float64)
positive = torch.tensor([0.11 + k * 0.31 for k in range(40)] + [12.5 * k for k in range(1, 8)] + ends, dtype=torch.float64)
unit = torch.tensor([k / 16 - 1 for k in range(33)] + [1 - 10.0**-k for k in range(1, 16)] + ends, dtype=torch.float64)
share = torch.tensor([k / 32 for k in range(33)] + [10.0**-k for k in range(1, 40)] + ends, dtype=torch.float64)
s = torch.special
for name, f, x in [
    ("erf", torch.erf, wide),
    ("erfc", torch.erfc, wide),
    ("gelu", torch.nn.functional.gelu, wide),
    ("erfinv", torch.erfinv, unit),
    ("i0", s.i0, wide),
    ("i0e", s.i0e, positive),
    ("i1", s.i1, wide),
    ("i1e", s.i1e, positive),
    ("lgamma", torch.lgamma, wide),
    ("lgamma of positive", torch.lgamma, positive),
    ("digamma", torch.digamma, positive),
    ("ndtri", s.ndtri, share),
    ("k0", s.modified_bessel_k0, positive),
    ("k1", s.modified_bessel_k1, positive),
    ("k0e", s.scaled_modified_bessel_k0, positive),
    ("k1e", s.scaled_modified_bessel_k1, positive),
]:
    for dtype in (torch.float64, torch.float32) if name != "gelu" else (torch.float64,):
        digits = 12 if dtype == torch.float64 else 4
        print(name, dtype, *["%.*e" % (digits, v) for v in f(x.to(dtype)).tolist()])
half = wide.to(torch.bfloat16)
print(s.i0e(half), half.lgamma(), half.digamma()[:8])
print(torch.special.i1(torch.tensor([89.0, 88.0, 100.0])), s.i0(torch.tensor([710.0, 709.0], dtype=torch.float64)))
