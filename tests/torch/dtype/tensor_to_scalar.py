# Tensors that stand for numbers, numbers beyond 64 bits, and what warns when a tensor with a gradient becomes a number.
import torch, warnings, math
torch.set_warn_always(True)
def w(s):
    with warnings.catch_warnings(record=True) as r:
        warnings.simplefilter('always')
        try: eval(s)
        except Exception as e: print(s, type(e).__name__, e)
        print(s, len(r), [str(x.message)[:60] for x in r])
x = torch.ones(1, requires_grad=True); y = x * 2
for s in ('float(x)','int(x)','bool(x)','x.item()','x.tolist()','complex(x)','math.sqrt(x)','"%d" % x','"%f" % x','f"{x[0]:.2f}"','range(int(x))','round(x.item())','float(y)','torch.full((2,), x)','torch.tensor([x[0], 2])','torch.tensor(x)','torch.ones(2).fill_(x[0])','torch.ones(2).add(1, alpha=x)','torch.ones(2)[x.long()]','[1,2][x.long()]','math.floor(x)','x.__index__()','torch.arange(x[0])','torch.linspace(0, 1, x.long())', 'format(x, "")', 'str(x)', 'torch.zeros(2).clamp(x[0])', 'torch.clamp(torch.zeros(2), max=1.0)', 'torch.nn.functional.dropout(x, x)','torch.as_tensor([x[0]])', 'torch.tensor([[x[0]]])', 'torch.ones(2).mul(x[0])','abs(x)','x.__float__()','x.__int__()','torch.FloatTensor([x[0]])','torch.Tensor([x[0]])','torch.scalar_tensor(x[0])', 'torch.addcmul(y, y, y, value=x)', 'torch.pow(2., x)', 'torch.nn.functional.leaky_relu(y, x[0])', 'torch.ones(2).uniform_(0, x[0])', 'x.new_tensor([x[0]])', 'torch.ones(2).index_fill(0, torch.tensor([0]), x[0])', 'torch.where(x>0, x[0], 2.)', 'torch.zeros(2).masked_fill(torch.tensor([True, False]), x[0])', 'torch.zeros(2).__setitem__(0, x[0])','torch.equal(x, x)','bool(x > 0)', 'sum([float(x)])', 'min(x, y)', 'x in [x]', 'torch.dropout(x, x, True)'): w(s)
for d in (torch.int, torch.bool, torch.uint8, torch.float, torch.complex64, torch.long):
    for v in (torch.tensor(1.5), torch.tensor(2), torch.tensor(True), torch.tensor([1.5]), torch.tensor(1j), torch.tensor([2])):
        for f in (lambda: torch.tensor([v], dtype=d), lambda: torch.tensor([1, v], dtype=d), lambda: torch.tensor([[v, v]], dtype=d), lambda: torch.tensor([1, v])):
            try: print(d, f())
            except Exception as e: print(d, v, type(e).__name__, e)
for c in (torch.LongTensor, torch.FloatTensor, torch.BoolTensor):
    for v in (torch.tensor(1.5), torch.tensor(2), torch.tensor([1.5])):
        try: print(c([v]))
        except Exception as e: print(v, type(e).__name__, e)
x = torch.ones(3)
for v in (torch.tensor(1), torch.tensor([0]), torch.tensor(0), torch.tensor(0.)):
    for f in (lambda: x.sum(v), lambda: x.unsqueeze(v), lambda: x.softmax(v), lambda: x.view(v), lambda: torch.zeros(v + 1), lambda: x.repeat(v + 1), lambda: x.roll(v), lambda: x.chunk(v + 1), lambda: x.topk(v + 1), lambda: torch.arange(v + 2), lambda: x.cumsum(v), lambda: x.argmax(v), lambda: torch.cat([x, x], v), lambda: x.select(0, v), lambda: torch.eye(v + 2), lambda: torch.full((v + 2,), v), lambda: torch.randint(v + 5, (v + 2,)).shape, lambda: x.expand(v + 1, 3), lambda: torch.linspace(0, 1, v + 2), lambda: x.transpose(v, v), lambda: x.size(v), lambda: x[v:], lambda: x.mean(v), lambda: x.max(v), lambda: x.flip(v), lambda: x.squeeze(v), lambda: torch.ones(2, 2).diag(v), lambda: torch.ones(2, 2).tril(v), lambda: x.clamp(v), lambda: x.add(v, alpha=v), lambda: x.pow(v), lambda: x.std(v), lambda: torch.stack([x, x], v), lambda: torch.nn.functional.softmax(x, v), lambda: x.sum((v,)), lambda: torch.ones(2, 3).permute(v, 1), lambda: x.reshape(v - 1 if v.dtype == torch.long else v)):
        try: print(f())
        except Exception as e: print(v, type(e).__name__, str(e).split('\n')[0])

for v in (2 ** 63, 2 ** 64 - 1, 2 ** 64, 2 ** 70, -2 ** 63 - 1, -2 ** 64):
    for s in ('torch.ones(2) + v', 'torch.ones(2) * v', 'v + torch.ones(2)', 'torch.ones(2, dtype=torch.half) + v', 'torch.full((1,), v)', 'torch.full((1,), v, dtype=torch.float)', 'torch.ones(2) == v', 'torch.ones(2) < v', 'torch.ones(2) ** v', 'torch.ones(1).fill_(v)', 'torch.ones(1).long().fill_(v)', 'torch.clamp(torch.ones(1), max=v)', 'torch.tensor(v)', 'torch.tensor([v, 1.])', 'torch.ones(2)[v:]', 'torch.ones(2)[:v]', 'torch.ones(2).add(1, alpha=v)', 'torch.ones(2).masked_fill(torch.tensor([True, False]), v)', 'torch.ones(2).div(v)', 'v / torch.ones(2)', 'v - torch.ones(2)', 'torch.ones(2) // v', 'torch.ones(2) % v', 'torch.ones(2).new_full((1,), v)', 'torch.eq(torch.ones(1), v)', 'torch.zeros(2).__setitem__(0, v)', 'torch.ones(2, requires_grad=True) * v', 'torch.ones(2).add_(v)', 'torch.pow(v, torch.ones(2))'):
        try: print(v, s, eval(s))
        except Exception as e: print(v, s, type(e).__name__, e)

warnings.simplefilter('ignore')
print(torch.nn.functional.dropout3d(torch.ones(2, 2, 2)).shape)
for a in (torch.ones(2,3), torch.ones(2,2), torch.zeros(2,2)):
  for f in (lambda: torch.lu(a), lambda: a.lu(), lambda: torch.lu(a, get_infos=True), lambda: a.lu(False), lambda: torch.linalg.lu_factor(a), lambda: torch.linalg.lu(a)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
