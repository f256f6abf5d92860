"""Tracers of one's own: leaves, wrapped functions, branches, loops, arguments, classes, stack traces, text of subclasses."""
import math
import operator
from math import sqrt
import torch
import torch.fx as fx
import torch.nn.functional as F
from torch import nn
def T(f, *a, **k):
    try: r=f(*a, **k); print('ok', r); return r
    except Exception as e: print('ERR', type(e).__name__, e)
fx.wrap('len')
fx.wrap('sqrt')
@fx.wrap
def mine(x, k=1):
    if x.sum() > 0: return x * k
    return x
def uses(x): return mine(x, k=2) + sqrt(x.size(0)) + len(x) + mine(3 if False else torch.ones(1))
g = fx.symbolic_trace(uses); print(g.code, [n.meta for n in g.graph.nodes]); print(g(torch.ones(2)), len([1]), mine(torch.ones(1)))
class Inner(nn.Module):
    def __init__(s): super().__init__(); s.lin = nn.Linear(2, 2); s.register_buffer('b', torch.ones(2))
    def forward(s, x, scale=1): return s.lin(x) * scale + s.b
class Outer(nn.Module):
    def __init__(s): super().__init__(); s.inner = Inner(); s.again = s.inner; s.ps = nn.ParameterList([nn.Parameter(torch.ones(2))]); s.d = nn.ModuleDict({'k': nn.ReLU()})
    def forward(s, x): return s.d['k'](s.inner(s.inner(x, scale=2) + s.ps[0]))
class Leaf(fx.Tracer):
    def is_leaf_module(self, m, name):
        print('leaf?', name, type(m).__name__); return isinstance(m, Inner) or super().is_leaf_module(m, name)
class Every(fx.Tracer):
    proxy_buffer_attributes = True
    def is_leaf_module(self, m, name): return False
class Branch(fx.Tracer):
    def to_bool(self, obj): return True
    def iter(self, obj): return iter([obj[0], obj[1]])
    def keys(self, obj): return ['a']
    def create_proxy(self, kind, target, args, kwargs, *rest, **named):
        print('proxy', kind, target if isinstance(target, str) else target.__name__); return super().create_proxy(kind, target, args, kwargs, *rest, **named)
m = Outer()
print(fx.Graph.python_code(Leaf().trace(m), 'self').src)
for tracer in (Every(), fx.Tracer(), fx.Tracer(param_shapes_constant=True)):
    graph = tracer.trace(m); print(graph); gm = fx.GraphModule(m, graph); print(gm.code, torch.equal(gm(torch.ones(1, 2)), m(torch.ones(1, 2))), type(gm).__name__, graph._tracer_cls.__name__)
    for n in graph.nodes: print(n.name, [(k, v) for k, v in n.meta.get('nn_module_stack', {}).items()])
def branchy(x):
    if x.sum() > 0:
        for y in x: x = x + y
    return x
print(Branch().trace(branchy))
class Shapes(nn.Module):
    def __init__(s): super().__init__(); s.w = nn.Parameter(torch.ones(3, 2))
    def forward(s, x):
        if s.w.shape[0] == 3 and s.w.dim() == 2 and s.w.size()[1] == 2 and s.w.numel() == 6 and s.w.ndim == 2 and s.w.nelement() == 6: return x @ s.w
        return x
print(fx.Tracer(param_shapes_constant=True).trace(Shapes())); T(fx.symbolic_trace, Shapes())
def auto(x): return helper(x) + math.floor(2.5)
def helper(x): return x.relu() if x is not None else x
print(fx.Tracer(autowrap_functions=(helper,)).trace(auto)); print(fx.Tracer().trace(auto))
class Pair(metaclass=fx.ProxyableClassMeta):
    def __init__(self, left, right): self.left, self.right = left, right
    def add(self): return self.left + self.right
def pairs(x, y): return Pair(x, y).add() + Pair(1, 2).add()
t = fx.symbolic_trace(pairs); print(t.code); print(t(torch.ones(1), torch.ones(1)))
def dicts(x): return {x: 1}
T(fx.symbolic_trace, dicts); T(fx.symbolic_trace, lambda x: torch.stack([x, {'k': (x,)}['k'][0]]))
T(fx.Tracer().path_of_module, nn.ReLU()) if False else None
class Missing(nn.Module):
    def forward(s, x): return OTHER(x)
OTHER = nn.Linear(1, 1)
T(fx.symbolic_trace, Missing())
class Foreign(nn.Module):
    def forward(s, x): return x + PARAMETER
PARAMETER = nn.Parameter(torch.ones(1))
T(fx.symbolic_trace, Foreign())
class Rows(nn.Module):
    def __init__(s): super().__init__(); s.t = torch.ones(2); s.n = nn.Module(); s.n.q = torch.zeros(2)
    def forward(s, x, *rest, flag: bool = True, **named): return x + s.t + s.n.q + torch.ones(1) + torch.ones(1) + rest[0] + named['k']
g = fx.symbolic_trace(Rows()); print(g.code, [k for k in g.state_dict()]); print(g(torch.ones(2), True, 1, k=2))
class Spec(fx.graph.CodeGen):
    def gen_fn_def(self, free_vars, maybe_return_annotation, **kw): return 'def forward(self, pack)%s:\n    %s, = pack' % (maybe_return_annotation, ', '.join(free_vars))
    def additional_globals(self): return [('ListOf', list)]
    def process_inputs(self, *inputs): return inputs[0]
def two(a, b): return a - b
g = fx.symbolic_trace(two); g.graph.set_codegen(Spec()); g.recompile(); print(g.code, g([3, 1]), fx.Interpreter(g).run([5, 1]))
g = fx.symbolic_trace(two)
with g.graph.on_generate_code(lambda old: lambda body: ['print("in")\n', *(old or (lambda b: b))(body)]):
    print(g.graph.python_code('self').src)
print(g.graph.python_code('self').src, g.graph.python_code('self', expanded_def=True).src)
for f in (F.relu, F.dropout, F.max_pool2d, F.conv2d, F.interpolate, F.layer_norm, F.cross_entropy, F.softmax, torch.einsum, torch.fft.fft, torch.special.erf, torch.linalg.norm, torch.flatten, torch.split, F.pad, F.batch_norm, F.one_hot, F.logsigmoid, F.embedding, F.normalize, F.mse_loss, F.adaptive_avg_pool2d, F.avg_pool2d, F.multi_head_attention_forward, torch.meshgrid, torch.broadcast_tensors, F.grid_sample, F.unfold, F.glu, F.elu, F.leaky_relu, F.group_norm, F.scaled_dot_product_attention, F.pixel_shuffle, F.cosine_similarity, F.pairwise_distance, F.gumbel_softmax, F.hardtanh, F.silu, F.mish, F.linear):
    G = fx.Graph(); x = G.placeholder('x'); G.call_function(f, (x,)); print(G.python_code('self').src.split('\n')[4:-1])
