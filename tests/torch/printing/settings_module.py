"""torch._tensor_str: the settings as an object, elements as text for a place on a line, and types of devices that autocasting knows."""
import torch
import torch._tensor_str as ts
from torch._tensor_str import PRINT_OPTS
print(PRINT_OPTS)
x = torch.arange(60.).reshape(3, 20)
for i in (0, 7, 20):
    print(ts._tensor_str(x, i))
print(ts._tensor_str(torch.tensor(3), 0), ts._tensor_str(torch.ones(2, dtype=torch.int8), 0), ts._str(x[0, :3]), ts.get_summarized_data(torch.arange(2000)))
print(ts._tensor_str(torch.arange(2000), 3), ts._tensor_str(torch.zeros(0, 3), 3), ts._tensor_str(torch.tensor(1+2j), 0), ts._tensor_str(torch.tensor([True]), 0))
torch.set_printoptions(precision=2); print(PRINT_OPTS.precision, x[0, :2])
PRINT_OPTS.precision = 3; print(x[0, :2])
with ts.printoptions(precision=1, sci_mode=True): print(x[0, :2])
print(x[0, :2], PRINT_OPTS)
for n in ('mps', 'xpu', 'cuda', 'cpu', 'hpu', 'meta', 'foo', 'xla', 'privateuseone', 'mtia', 'maia', 'ipu'):
    try: print(n, torch.is_autocast_enabled(n), torch.get_autocast_dtype(n))
    except Exception as e: print(n, type(e).__name__, str(e)[:160])
