"""Making, moving and erasing nodes; names; what lint() finds."""
import torch, torch.fx as fx, math, operator, copy, pickle
from torch import nn
import torch.nn.functional as F
def T(f, *a, **k):
    try: r=f(*a, **k); print('ok', r); return r
    except Exception as e: print('ERR', type(e).__name__, e)
def f(x, y): return torch.relu(x + y) * x
g = fx.symbolic_trace(f)
G = g.graph
x, y, add, relu, mul, out = list(G.nodes)
print(len(G.nodes), list(reversed(G.nodes)))
print(x.next, x.prev, x.prev.op, out.next.op, out.next is x.prev, G._root if hasattr(G,'_root') else None)
T(G.erase_node, relu)
T(G.erase_node, x)
T(relu.replace_all_uses_with, add)
print(relu.users, add.users, mul.args, list(add.users))
G.erase_node(relu); T(G.lint); print(G)
T(G.erase_node, relu)
print(repr(g.recompile().src))
print(g.code)
with G.inserting_after(add):
    n = G.call_function(torch.neg, (add,))
    n2 = G.call_method('abs', (n,), {})
    add.replace_all_uses_with(n2, delete_user_cb=lambda u: u is not n)
print(G)
T(G.lint)
T(G.call_module,'foo.bar',(x,)); T(G.get_attr,'zoo.w'); G.owning_module=None; m=a=None


n3 = G.create_node('call_function', operator.add, (x, 1), {}, name='mine')
n4 = G.create_node('call_function', operator.add, (x, 1), {}, name='mine')
n5 = G.create_node('call_function', operator.add, (x, 1), {}, name='for')
n6 = G.create_node('call_function', operator.add, (x, 1), {}, name='a b.c-d')
n7 = G.create_node('call_function', operator.add, (x, 1), {}, name='print')
n8 = G.create_node('call_function', operator.add, (x, 1), {}, name='3x')
n9 = G.create_node('call_function', operator.add, (x, 1), {}, name='self')
n10 = G.create_node('call_function', operator.add, (x, 1), {}, name='torch')
n11 = G.create_node('call_function', operator.add, (x, 1), {}, name='mine_1')
n12 = G.create_node('call_function', operator.add, (x, 1), {}, name='mine_3')
n13 = G.create_node('call_function', operator.add, (x, 1), {}, name='mine')
n14 = G.create_node('call_function', operator.add, (x, 1), {}, name='inf'); n15 = G.call_method('__foo__', (x,)); n16=G.call_function(F.relu,(x,),{'inplace':True}); n17=G.call_function(torch.Tensor.add,(x,)); n18=G.call_function(F.max_pool2d,(x,2)); n19=G.call_method('BigCaseName',(x,)); n20=G.call_function(len,(x,)); n21=G.call_function(f,(x,)); n22=G.call_function(torch.ops.aten.add.Tensor,(x,x)); n23=G.call_function(nn.functional.gelu,(x,)); n25=G.call_function(torch.nn.init.xavier_uniform_, (x,)); n26=G.call_function(operator.itemgetter, (1,)); n27=G.call_function(math.pi.__class__, (1,)); n28=G.call_function(copy.copy,(x,)); n29=G.call_function(torch.fft.fft,(x,)); n30=G.call_function(operator.iadd,(x,1)); n31=G.call_function(getattr,(x,'shape')); n32=G.call_function(getattr,(x,'a b')); n33=G.call_function(setattr,(x,'a',1)); n34=G.call_function(operator.setitem,(x,0,1)); n35=G.call_function(torch._assert,(x,'m')); n36=G.call_function(operator.not_,(x,)); n37=G.call_function(operator.contains,(x,1)); n38=G.call_function(torch.sym_int, (x,)); n39=G.call_function(dict,(),{'a':x})
for n in list(G.nodes)[6:]: print(n.name, '|', n._pretty_print_target(n.target))
G.output(x)
T(lambda: print(G.python_code('self').src))
T(G.lint)
T(G.create_node, 'bad', 'x')
T(G.call_function, 'x')
T(G.call_method, 3)
T(G.placeholder, 'q', int, 3); T(G.placeholder, 'r')
T(G.eliminate_dead_code)
abs_1 = next(n for n in G.nodes if n.name == 'abs_1'); next(n for n in G.nodes if n.name == 'neg').append(abs_1)
G.erase_node(G.find_nodes(op='output')[1]); G.erase_node(next(n for n in G.nodes if n.target == 'zoo.w')); G.owning_module = g
print(G.eliminate_dead_code(), G)
