"""The recorded graph: hooks, gradients, modes, views, saved values, anomaly mode, deep graphs."""
import torch, warnings
def rx(s):
    out = s.split('0x'); r = out[0]
    for p in out[1:]:
        k = 0
        while k < len(p) and p[k] in '0123456789abcdef': k += 1
        r += '0x' + p[k:]
    return r
def t(f):
    try:
        r = f()
        if r is not None: print(rx(repr(r)))
    except Exception as e: print(type(e).__name__, rx(str(e)))
x = torch.tensor([1., 2.], requires_grad=True)
# hooks
y = x * 2; h1 = y.register_hook(lambda g: print('y', g)); h2 = x.register_hook(lambda g: g + 1); y.sum().backward(); print(x.grad)
h2.remove(); h2.remove(); x.grad = None
n = (x * 3).exp(); t(lambda: n.grad_fn.register_hook(lambda gi, go: print('node', gi, go))); t(lambda: n.grad_fn.register_prehook(lambda go: print('pre', go))); n.sum().backward(); print(x.grad)
h = x.register_post_accumulate_grad_hook(lambda p: print('post', p.grad)); (x * x).sum().backward(); h.remove()
t(lambda: (x * 2).register_post_accumulate_grad_hook(lambda p: None)); t(lambda: torch.ones(1).register_hook(print))

# retain
y = x * 2; y.retain_grad(); y.sum().backward(); print(y.grad, y.retains_grad, x.retains_grad, x.is_leaf, y.is_leaf)
t(lambda: (x * 2).grad); t(lambda: torch.ones(1).retain_grad())
# grad
t(lambda: torch.autograd.grad(x.sum(), torch.ones(2, requires_grad=True)))
t(lambda: torch.autograd.grad(x.sum(), torch.ones(2, requires_grad=True), allow_unused=True))
t(lambda: torch.autograd.grad(x.sum(), torch.ones(2, requires_grad=True), materialize_grads=True))
t(lambda: torch.autograd.grad(x * 2, x)); t(lambda: torch.autograd.grad(x * 2, x, torch.ones(3))); t(lambda: torch.autograd.grad(x * 2, x, [torch.ones(2)]))
t(lambda: torch.autograd.grad([x.sum(), (x * x).sum()], [x])); t(lambda: torch.autograd.grad(x.sum(), []))
t(lambda: torch.autograd.grad(torch.ones(1), x)); t(lambda: torch.autograd.grad(x.sum(), torch.ones(1)))
t(lambda: torch.autograd.grad((x[:, None] * x).sum(0), x, torch.eye(2), is_grads_batched=True))
t(lambda: (x * 2).backward()); t(lambda: (x * 2).backward(torch.ones(3))); t(lambda: (x * 2).backward(3)); t(lambda: (x * 2).backward(gradient=[1.0, 2.0]))
x.grad = None; (x * 2).backward(torch.tensor([1., 10.])); print(x.grad)
t(lambda: torch.autograd.backward([x.sum(), (x * 2).sum()])); print(x.grad)
t(lambda: torch.autograd.backward([x.sum()], [torch.tensor(1.), torch.tensor(2.)]))
t(lambda: (x * 2).sum().backward(inputs=[x])); t(lambda: (x * 2).sum().backward(inputs=[])); print(x.grad)
# modes
@torch.no_grad()
def f(x): return (x * 2).requires_grad
print(f(x), f.__name__)
@torch.no_grad
def f2(x): return (x * 2).requires_grad
print(f2(x))
@torch.enable_grad()
def f3(x): return (x * 2).requires_grad
with torch.no_grad(): print(f3(x), torch.is_grad_enabled())
@torch.set_grad_enabled(False)
def f4(x): return (x * 2).requires_grad
print(f4(x), torch.is_grad_enabled())
torch.set_grad_enabled(False); print((x * 2).requires_grad); torch.set_grad_enabled(True); print((x * 2).requires_grad)
@torch.inference_mode()
def f5(x): return x * 2
i = f5(x); print(i, i.is_inference(), i.requires_grad); t(lambda: i.requires_grad_()); t(lambda: i * x); t(lambda: (i.clone() * x))
t(lambda: i._version)
@torch.no_grad()
def gen():
    for k in range(2): yield torch.is_grad_enabled()
for k in gen(): print(k, torch.is_grad_enabled())
with torch.no_grad():
    try: raise ValueError
    except ValueError: print(torch.is_grad_enabled())
print(torch.is_grad_enabled())
# leaf rules
t(lambda: x.add_(1)); t(lambda: x[0].add_(1)); t(lambda: x.view(2, 1).mul_(2)); t(lambda: x.__setitem__(0, 5.))
def f6(): x.requires_grad = False; x.requires_grad = True
t(f6); y = x * 2
def f7(): y.requires_grad = False
t(f7); t(lambda: torch.tensor([1, 2]).requires_grad_()); 
def f8(): x.grad = torch.ones(3)
t(f8)
def f9(): x.grad = 1
t(f9)
def f10(): x.grad = torch.ones(2, dtype=torch.double)
t(f10); print(x.grad); x.grad.zero_(); print(x.grad); del x.grad; print(x.grad)
# in-place
y = x * 2; z = y.exp(); z.add_(1); t(lambda: z.sum().backward())
y = x * 2; z = y * y; y.add_(1); t(lambda: z.sum().backward())
y = x * 1; y[0] = 5; print(y, y.grad_fn.name()); y.sum().backward(); print(x.grad)
y = x * 1; v = y[:1]; v.mul_(3); print(y, v, y.grad_fn.name(), v.grad_fn.name()); y.sum().backward(); print(x.grad)
y = x * 1; a, b = y.unbind(); t(lambda: a.mul_(2)); a, b = y.split(1); t(lambda: a.mul_(2)); 
with torch.no_grad(): v = y[:1]
t(lambda: v.mul_(2)); y = torch.ones(2); v = y[:1]; y.mul_(x); print(v.requires_grad, v.grad_fn.name() if v.grad_fn else None)
x.data.mul_(2); print(x, x._version); x.detach().add_(1); print(x, x._version)
d = x.detach(); d.zero_(); print(x)
# functional
from torch.autograd import functional as AF
t(lambda: AF.jvp(lambda a: a * a, torch.tensor([1., 2.]), torch.ones(2))); t(lambda: AF.vjp(lambda a: a * a, torch.tensor([1., 2.]), torch.ones(2)))
t(lambda: AF.hvp(lambda a: (a ** 3).sum(), torch.tensor([1., 2.]), torch.ones(2))); t(lambda: AF.vhp(lambda a: (a ** 3).sum(), torch.tensor([1., 2.]), torch.ones(2)))
t(lambda: AF.jacobian(lambda a, b: a * b, (torch.tensor([1., 2.]), torch.tensor([3., 4.])))); t(lambda: AF.hessian(lambda a, b: (a * b).sum(), (torch.tensor([1., 2.]), torch.tensor([3., 4.]))))
t(lambda: AF.jacobian(lambda a: a.exp(), x, vectorize=True)); t(lambda: AF.jacobian(lambda a: a.exp(), torch.ones(2), strategy='forward-mode', vectorize=True))
t(lambda: torch.autograd.gradcheck(lambda a: a.float().exp().double(), torch.ones(2, dtype=torch.double, requires_grad=True)))
t(lambda: torch.autograd.gradcheck(torch.exp, torch.ones(2, requires_grad=True)))
# saved tensors
y = x.exp(); t(lambda: y.grad_fn._saved_result); z = x * x; t(lambda: z.grad_fn._saved_self); t(lambda: (x ** 3).grad_fn._saved_exponent)
t(lambda: y.grad_fn.metadata); t(lambda: y.grad_fn._sequence_nr() > 0)
t(lambda: y.grad_fn.next_functions[0][0].variable); t(lambda: y.grad_fn(torch.ones(2))); 
with torch.autograd.graph.saved_tensors_hooks(lambda a: (print('pack', a), a)[1], lambda a: (print('unpack', a.detach()), a)[1]):
    y = x.exp()
y.sum().backward()
with torch.autograd.graph.save_on_cpu(): y = x * x
y.sum().backward()
t(lambda: torch.autograd.graph.get_gradient_edge(x))
with torch.autograd.graph.disable_saved_tensors_hooks("no"): pass
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    with torch.autograd.detect_anomaly():
        q = torch.tensor([0.], requires_grad=True)
        try: (torch.sqrt(q) * 0).sum().backward()
        except RuntimeError as e: print(e)
    for m in w: print(m.category.__name__, [l for l in str(m.message).split('\n') if l and 'File' not in l and 'Trig' not in l])
with torch.autograd.set_detect_anomaly(True, check_nan=False):
    q = torch.tensor([0.], requires_grad=True); (torch.sqrt(q) * 0).sum().backward(); print(q.grad)
print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
t(lambda: y.grad_fn.__class__); t(lambda: torch.autograd.Variable(torch.ones(2), requires_grad=True))
y = x.sum(); 
for k in range(3): y = y * 2
w = x
for k in range(100000): w = w + 1
w.sum().backward(); print(x.grad)
del w
import weakref
