"""Modules made of graphs: copies, pickles, submodules, interpreters, transformers, shapes, patterns, given arguments."""
import torch, torch.fx as fx, math, operator, copy, pickle
from torch import nn
import torch.nn.functional as F
def T(f, *a, **k):
    try: r=f(*a, **k); print('ok', r); return r
    except Exception as e: print('ERR', type(e).__name__, e)
class M(nn.Module):
    def __init__(s):
        super().__init__(); s.a=nn.Linear(2,2); s.b=nn.Sequential(nn.Linear(2,2), nn.ReLU()); s.w=nn.Parameter(torch.ones(2)); s.unused=nn.Linear(1,1)
    def forward(self, x): return self.b(self.a(x) + self.w)
torch.manual_seed(0)
m=M(); g=fx.symbolic_trace(m)
print(list(g.state_dict()), [n for n,_ in g.named_modules()], g.training, g.__class__.__name__, g.graph.owning_module is g, g.a is m.a)
print(torch.equal(g(torch.ones(1,2)), m(torch.ones(1,2))))
c=copy.deepcopy(g); print(c.code==g.code, c.a is g.a, type(c).__name__)
print(type(copy.copy(g)).__name__)
p=pickle.loads(pickle.dumps(g)); print(type(p).__name__, p.code==g.code, torch.equal(p(torch.ones(1,2)), g(torch.ones(1,2))), list(p.state_dict()), p.graph)
print(g.add_submodule('c.d.e', nn.Linear(1,1)), g.add_submodule('w.k', nn.ReLU()), g.c, g.delete_submodule('zz'), g.delete_submodule('c.d.e'))
g.delete_all_unused_submodules(); print([n for n,_ in g.named_modules()])
T(fx.GraphModule, 3, g.graph)
T(fx.GraphModule, {'a': nn.Linear(2,2)}, g.graph)
G=fx.Graph(); x=G.placeholder('x'); y=G.call_module('lin',(x,)); z=G.get_attr('sub.w'); G.output((y,z))
gm=T(fx.GraphModule, {'lin': nn.Linear(1,1), 'sub.w': nn.Parameter(torch.ones(1)), 'zz': 3}, G, 'Foo')
print(gm.code, type(gm).__name__)
T(fx.GraphModule, nn.Module(), G)
T(setattr, g, 'graph', 3)
T(setattr, G, 'owning_module', 3)
class I(fx.Interpreter):
    def run_node(self, n):
        r=super().run_node(n); print(n.op, n.name, tuple(r.shape) if isinstance(r, torch.Tensor) else r); return r
T(I(g).run, torch.ones(1,2))
T(fx.Interpreter(g).run)
T(fx.Interpreter(g).run, torch.ones(1,2), 3)
T(fx.Interpreter(g).run, torch.ones(1,3))
try: g(torch.ones(1,3))
except Exception as e: print(e)
class Tf(fx.Transformer):
    def call_function(self, t, a, k):
        if t is operator.add: return super().call_function(torch.sub, a, k)
        return super().call_function(t,a,k)
print(Tf(g).transform().code)
from torch.fx.passes.shape_prop import ShapeProp
ShapeProp(g).propagate(torch.ones(3,2))
for n in g.graph.nodes: print(n.name, n.meta.get('tensor_meta'), n.meta.get('type'), n.format_node(), sorted(n.meta))
print(g.graph)
print(g.print_readable(print_output=False))
def pat(a,b): return torch.relu(a+b)
def rep(a,b): return torch.sigmoid(a)*b
def big(x,y,z): return torch.relu(x+y)+torch.relu(y+z)+torch.relu(x-z)
h=fx.symbolic_trace(big)
ms=fx.replace_pattern(h, pat, rep); print(ms); h.graph.lint(); print(h.code)
# concrete args
def ca(x, flag, n=2):
    if flag: return x*n
    return x
for a in ({'flag':True},{'flag':False,'n':3},{'flag':None},{'n':fx.PH}, (1,2), {'zz':1,'flag':True}):
    t=T(fx.symbolic_trace, ca, a)
    if t: print(t.code)
t=fx.symbolic_trace(ca, {'flag':True}); T(t, torch.ones(1), True); T(t, torch.ones(1), False)
def di(d): return d['a']+d['b']
t=fx.symbolic_trace(di, {'d':{'a':fx.PH,'b':fx.PH}}); print(t.code); print(t({'a':1,'b':2}))
