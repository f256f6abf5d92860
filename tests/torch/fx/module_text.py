"""The text, the graph and the nodes of a traced module."""
import torch, torch.fx as fx, math, operator
from torch import nn
import torch.nn.functional as F
class M(nn.Module):
    def __init__(s):
        super().__init__(); s.lin=nn.Linear(4,5); s.p=nn.Parameter(torch.rand(3,4)); s.seq=nn.Sequential(nn.Linear(5,5),nn.ReLU(),nn.Sequential(nn.Dropout(0.1)))
        s.register_buffer('buf', torch.ones(5))
    def forward(self, x, y: int = 3, *args, k: float=2.0, **kw):
        z = self.lin(x + self.p).clamp(min=0.0, max=1.0)
        z = self.seq(z)
        z = torch.relu(z) + F.gelu(z) * z.mean(dim=-1, keepdim=True)
        z = -z ** 2 / (3 - z) @ z.t()
        a, b = z.shape[0], z.size(1)
        z = z[:, None, 1:3, ..., torch.float32 if False else 0]
        c = torch.cat([z, z], dim=0).view(a, -1)
        d = operator.add(z, 1); e = math.sqrt(a); g = z.to(torch.float16, device=torch.device('cpu'))
        z += 1
        z = z == 3
        h = {'a': z, 'b': (c, [d, e], 1.5, None, True, float('inf'), 'str\n')}
        z = torch.add(z, y); u = z.T; v = u.new_zeros((3, 4))
        w = abs(z); ww = ~z; q = z // 2; r = z % 3; s2 = z << 1; t2= 1 - z; u2= 2 ** z; cmp = z > 1
        return {'out': h, 'g': (g, self.buf, v, slice(1, z, None), w, ww, q, r, s2, t2, u2, cmp)}
g = fx.symbolic_trace(M())
print(g.code)
print(g.graph)
print(g)
for n in g.graph.nodes: print(repr(n), n.op, n.target if not callable(n.target) else n.target.__name__, n.args, n.kwargs, n.type, list(n.users), n.meta.keys())
print(type(g), type(g).__name__)
for n in list(g.graph.nodes)[:9]: print(n.format_node())
print(g.print_readable(print_output=False))
