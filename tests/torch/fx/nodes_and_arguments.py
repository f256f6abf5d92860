"""Names, arguments, containers, proxies and places of nodes."""
import torch, torch.fx as fx, math, operator, copy, pickle
from torch import nn
import torch.nn.functional as F
def T(f, *a, **k):
    try: r=f(*a, **k); print('ok', r); return r
    except Exception as e: print('ERR', type(e).__name__, e)
def f1(x): return (x & 1) | 2 ^ x >> 1
def f2(x): return x.sum_(), torch.and_ if 0 else x.and_()
lam = lambda x: x*2
def typed(x: torch.Tensor, y: 'int' = 1) -> torch.Tensor: return x+1
for f in (f1,f2,lam,typed): g=fx.symbolic_trace(f); print(g.code, g.graph, type(g).__name__)
G=fx.Graph(); 
print(repr(str(G)), G.python_code('self').src, G.owning_module)
x=G.placeholder('x'); print([G.create_node('call_method','a',(x,),name=n).name for n in ('a','a_5','a','a_5','a_2','a_1','b_0','b_0','b','_','__','x__1','0','a.b','é','None','True','match','type','nan','device','a_05','c_05','c_5','c')])
G.call_function(lam,(x,)); print(G)
import enum, collections
class E(enum.Enum): A=1
NT=collections.namedtuple('NT','p q')
G=fx.Graph(); x=G.placeholder('x', type_expr=torch.Tensor); y=G.placeholder('y', default_value=None)
n=G.call_function(torch.add,(x,NT(x,1),[x,(x,)],{'a':x,1:2}, slice(x,None), E.A, int, torch.Tensor, torch.float32, 'it\'s', b'x', 1+2j, E, NT, Ellipsis, torch.device('cpu')), {'k':x,'v':()}, type_expr=torch.Tensor)
m=G.call_function(operator.getitem,(x,(slice(None),0))); m2=G.call_function(operator.getitem,(x,slice(None))); m3=G.call_function(operator.add,(x,y),{'z':1}); m4=G.call_function(operator.getitem,(x,0), type_expr=int)
o=G.output([n], type_expr=list)
print(n.args, type(n.args[2]), type(n.args[3]), n.kwargs, type(n.kwargs))
T(lambda: print(G.python_code('self').src)); T(lambda: print(G)); 
T(setattr, n, 'args', [1]); T(setattr, n, 'kwargs', [1]); T(setattr,n,"kwargs",1);T(setattr,n,"args",1); print(n.args,n.kwargs)
L=fx.immutable_collections.immutable_list([1]); D=fx.immutable_collections.immutable_dict({1:2}); T(L.append,1); T(L.sort); T(L.__iadd__,[1]); T(D.update,{}); T(D.__setitem__,1,2); T(D.pop,1); print(L==[1],hash(L),pickle.loads(pickle.dumps(L)),copy.deepcopy(L),type(L+[1]),D)
n.args=(x,NT(x,1),[x,(x,)],{"a":x}); n.kwargs={"k":x}
n.update_arg(0, y); n.update_kwarg('k', 5); n.insert_arg(1, 3); print(n.args[:2], n.kwargs, n.all_input_nodes, list(x.users), list(y.users))
n.replace_input_with(x, y); print(n.args[3:5], list(x.users))
T(n.replace_input_with, x, 3); T(n.insert_arg, 99, 1); T(n.update_arg, 99, 3)
n.name='x'; print(n.name, n); T(setattr, n, 'name', 'zzz'); print(n.name, repr(n), str(n))
T(x.append, n); print(list(G.nodes)); T(n.prepend, n); T(x.prepend, fx.Graph().placeholder('q'))
print(n.is_impure(), x.is_impure(), o.is_impure(), G.call_function(torch._assert,(x,'')).is_impure(), G.call_function(torch.rand,(3,)).is_impure(),G.call_method('add_',(x,)).is_impure())
print(x<y, y<x, sorted([o,y,x]), x==x, x<=y, x>=y)
G.output(y); print(G.find_nodes(op='placeholder'), G.find_nodes(op='call_function', target=operator.getitem), G.output_node())
T(fx.Graph().output_node)
T(lambda: fx.Graph().erase_node(n)); T(G.erase_node, 3)
T(G.inserting_before, fx.Graph().placeholder('q'))
T(lambda: fx.Graph().node_copy(n)); 
G2=fx.Graph(); vm={}; T(lambda: print(G2.graph_copy(G, vm), {str(k):str(v) for k,v in vm.items()}, G2)); 
T(fx.Node, G, 'n', 'bad', 't', (), {}); T(fx.node.map_arg, (x,[y,{'a':3}]), lambda n: n.name); T(fx.map_arg, x, 3)
print(fx.node.map_aggregate((1,[2],NT(1,2),slice(1,2)), lambda a: a if a is None else a+1))
print(n.format_node(), n.next, n.prev, hash(n)==hash(n), n.stack_trace, n.meta)
y.append(n); c=copy.deepcopy(G); print(c is not G, [a.name for a in c.nodes]==[a.name for a in G.nodes], type(c))
print(pickle.loads(pickle.dumps(fx.symbolic_trace(f1).graph)))
print(fx.Proxy(x), repr(fx.Proxy(x).foo), fx.Proxy(x).node, T(lambda: (fx.Proxy(x)+1).node.name))
T(lambda: fx.Proxy(3))
print(fx.wrap('foo_fn'), fx.wrap(lam) is lam)
T(fx.wrap, 3)
def inner(): fx.wrap('zz')
T(inner)
T(fx.Tracer, 3); T(fx.Tracer().trace, 3); T(fx.symbolic_trace, 3)
class NoParent(nn.Module):
    def forward(s,x): return OUT(x)
OUT=nn.Linear(2,2)
T(fx.symbolic_trace, NoParent())
class P2(nn.Module):
    def forward(s,x): return x+PAR
PAR=nn.Parameter(torch.ones(1))
T(fx.symbolic_trace, P2())
fs=[setattr, print, operator.setitem, operator.iadd, operator.delitem, torch._assert, torch._check, torch.manual_seed, torch.rand, torch.dropout, F.dropout, torch.relu_, torch.bernoulli, torch.ops.aten.add_.Tensor, torch.rrelu, torch.empty, torch.randperm]
G=fx.Graph(); x=G.placeholder('x')
print([G.call_function(f,(x,)).is_impure() for f in fs], [G.call_function(f,(x,)).is_impure(False) for f in fs])
fx.has_side_effect(print); print(G.call_function(print,(x,)).is_impure())
fx.node._side_effectful_functions.discard(print)
