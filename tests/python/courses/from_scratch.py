# needs: numpy matplotlib
"""Notebooks that build everything themselves: micrograd, makemore, and a learner with callbacks, hooks and schedules in fast.ai's style."""
import gzip
import math
import operator
import os
import pickle
import random
import re
import struct
from collections.abc import Mapping
from contextlib import contextmanager
from copy import copy
from functools import partial, reduce, wraps
from operator import attrgetter, itemgetter
from pathlib import Path
from types import SimpleNamespace
import matplotlib as mpl
mpl.use('agg')
import matplotlib.pyplot as plt
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn, optim, tensor
from torch.optim import lr_scheduler
from torch.utils.data import DataLoader, SequentialSampler, RandomSampler, BatchSampler, default_collate
random.seed(1337); torch.manual_seed(42); np.random.seed(0)
torch.set_printoptions(precision=2, linewidth=140, sci_mode=False); np.set_printoptions(precision=2, linewidth=140); mpl.rcParams['image.cmap'] = 'gray'

# ---- micrograd: scalars with gradients, against PyTorch
class Value:
    """ stores a single scalar value and its gradient """
    def __init__(self, data, _children=(), _op='', label=''):
        self.data, self.grad, self.label = data, 0.0, label
        self._backward, self._prev, self._op = lambda: None, set(_children), _op
    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), '+')
        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out
    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), '*')
        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward
        return out
    def __pow__(self, other):
        assert isinstance(other, (int, float)), "only supporting int/float powers for now"
        out = Value(self.data ** other, (self,), f'**{other}')
        def _backward(): self.grad += (other * self.data ** (other - 1)) * out.grad
        out._backward = _backward
        return out
    def tanh(self):
        t = (math.exp(2 * self.data) - 1) / (math.exp(2 * self.data) + 1)
        out = Value(t, (self,), 'tanh')
        def _backward(): self.grad += (1 - t ** 2) * out.grad
        out._backward = _backward
        return out
    def relu(self):
        out = Value(0 if self.data < 0 else self.data, (self,), 'ReLU')
        def _backward(): self.grad += (out.data > 0) * out.grad
        out._backward = _backward
        return out
    def backward(self):
        topo, visited = [], set()
        def build_topo(v):
            if v not in visited:
                visited.add(v)
                for child in v._prev: build_topo(child)
                topo.append(v)
        build_topo(self)
        self.grad = 1
        for v in reversed(topo): v._backward()
    def __neg__(self): return self * -1
    def __radd__(self, other): return self + other
    def __sub__(self, other): return self + (-other)
    def __rsub__(self, other): return other + (-self)
    def __rmul__(self, other): return self * other
    def __truediv__(self, other): return self * other ** -1
    def __rtruediv__(self, other): return other * self ** -1
    def __repr__(self): return f"Value(data={self.data:.4f}, grad={self.grad:.4f})"
def expression(a, b, relu):
    c = a + b; d = a * b + b ** 3
    c += c + 1; c += 1 + c + (-a)
    d += d * 2 + relu(b + a); d += 3 * d + relu(b - a)
    e = c - d; f = e ** 2; g = f / 2.0
    return g + 10.0 / f
a, b = Value(-4.0), Value(2.0); g = expression(a, b, Value.relu); g.backward()
ta, tb = tensor(-4., dtype=torch.double, requires_grad=True), tensor(2., dtype=torch.double, requires_grad=True); tg = expression(ta, tb, torch.relu); tg.backward()
print(g, a, b, abs(g.data - tg.item()) < 1e-6, abs(a.grad - ta.grad.item()) < 1e-6, abs(b.grad - tb.grad.item()) < 1e-6)
class MModule:
    def zero_grad(self):
        for p in self.parameters(): p.grad = 0
    def parameters(self): return []
class Neuron(MModule):
    def __init__(self, nin, nonlin=True):
        self.w, self.b, self.nonlin = [Value(random.uniform(-1, 1)) for _ in range(nin)], Value(0), nonlin
    def __call__(self, x):
        act = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
        return act.tanh() if self.nonlin else act
    def parameters(self): return self.w + [self.b]
    def __repr__(self): return f"{'Tanh' if self.nonlin else 'Linear'}Neuron({len(self.w)})"
class Layer(MModule):
    def __init__(self, nin, nout, **kwargs): self.neurons = [Neuron(nin, **kwargs) for _ in range(nout)]
    def __call__(self, x):
        out = [n(x) for n in self.neurons]
        return out[0] if len(out) == 1 else out
    def parameters(self): return [p for n in self.neurons for p in n.parameters()]
    def __repr__(self): return f"Layer of [{', '.join(str(n) for n in self.neurons)}]"
class MLP(MModule):
    def __init__(self, nin, nouts):
        sz = [nin] + nouts; self.layers = [Layer(sz[i], sz[i + 1], nonlin=i != len(nouts) - 1) for i in range(len(nouts))]
    def __call__(self, x): return reduce(lambda x, layer: layer(x), self.layers, x)
    def parameters(self): return [p for layer in self.layers for p in layer.parameters()]
    def __repr__(self): return f"MLP of [{', '.join(str(layer) for layer in self.layers)}]"
net = MLP(3, [4, 4, 1]); xs = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]; ys = [1.0, -1.0, -1.0, 1.0]
print(net, len(net.parameters()))
for k in range(20):
    loss = sum((yout - ygt) ** 2 for ygt, yout in zip(ys, [net(x) for x in xs])); net.zero_grad(); loss.backward()
    for p in net.parameters(): p.data += -0.05 * p.grad
    if k % 5 == 0: print(k, round(loss.data, 4))
def trace(root):
    nodes, edges = set(), set()
    def build(v):
        if v not in nodes:
            nodes.add(v)
            for child in v._prev: edges.add((child, v)); build(child)
    build(root)
    return nodes, edges
print(tuple(map(len, trace(loss))))

# ---- makemore: an MLP over characters, its backward pass by hand, batch norm by hand
words = 'emma olivia ava isabella sophia charlotte mia amelia harper evelyn abigail emily'.split()
chars = sorted(set(''.join(words))); stoi = {s: i + 1 for i, s in enumerate(chars)}; stoi['.'] = 0; itos = {i: s for s, i in stoi.items()}
def build_dataset(words, block_size=3):
    X, Y = [], []
    for w in words:
        context = [0] * block_size
        for ch in w + '.':
            ix = stoi[ch]; X.append(context); Y.append(ix); context = context[1:] + [ix]
    return torch.tensor(X), torch.tensor(Y)
Xtr, Ytr = build_dataset(words); print(Xtr.shape, Ytr.shape, [(''.join(itos[i.item()] for i in x), itos[y.item()]) for x, y in zip(Xtr[:4], Ytr[:4])])
gen = torch.Generator().manual_seed(2147483647); V = len(stoi)
C = torch.randn((V, 4), generator=gen); W1 = torch.randn((12, 16), generator=gen) * (5 / 3) / 12 ** .5; b1 = torch.randn(16, generator=gen) * .1
W2 = torch.randn((16, V), generator=gen) * .1; b2 = torch.randn(V, generator=gen) * .1; bngain, bnbias = torch.randn((1, 16), generator=gen) * .1 + 1, torch.randn((1, 16), generator=gen) * .1
parameters = [C, W1, b1, W2, b2, bngain, bnbias]
for p in parameters: p.requires_grad = True
n = 8; ix = torch.randint(0, Xtr.shape[0], (n,), generator=gen); Xb, Yb = Xtr[ix], Ytr[ix]
emb = C[Xb]; embcat = emb.view(emb.shape[0], -1); hprebn = embcat @ W1 + b1
bnmeani = 1 / n * hprebn.sum(0, keepdim=True); bndiff = hprebn - bnmeani; bnvar = 1 / (n - 1) * (bndiff ** 2).sum(0, keepdim=True); bnvar_inv = (bnvar + 1e-5) ** -0.5; bnraw = bndiff * bnvar_inv
hpreact = bngain * bnraw + bnbias; h = torch.tanh(hpreact); logits = h @ W2 + b2
loss = F.cross_entropy(logits, Yb)
for t in [logits, h, hpreact, bnraw, hprebn, embcat, emb]: t.retain_grad()
loss.backward()
def cmp(s, dt, t):
    app = torch.allclose(dt, t.grad, atol=1e-6); maxdiff = (dt - t.grad).abs().max().item()
    print(f'{s:15s} | approximate: {str(app):5s} | small: {maxdiff < 1e-6}')
dlogits = F.softmax(logits, 1); dlogits[range(n), Yb] -= 1; dlogits /= n; dh = dlogits @ W2.T; dhpreact = (1.0 - h ** 2) * dh
dhprebn = bngain * bnvar_inv / n * (n * dhpreact - dhpreact.sum(0) - n / (n - 1) * bnraw * (dhpreact * bnraw).sum(0)); dembcat = dhprebn @ W1.T; demb = dembcat.view(emb.shape); dC = torch.zeros_like(C)
for k in range(Xb.shape[0]):
    for j in range(Xb.shape[1]): dC[Xb[k, j]] += demb[k, j]
for s, d, t in (('logits', dlogits, logits), ('h', dh, h), ('W2', h.T @ dlogits, W2), ('b2', dlogits.sum(0), b2), ('hprebn', dhprebn, hprebn), ('bngain', (bnraw * dhpreact).sum(0, keepdim=True), bngain), ('W1', embcat.T @ dhprebn, W1), ('C', dC, C)): cmp(s, d, t)
print(torch.cat([p.detach().view(-1) for p in parameters]).shape, f'{logits.std().item():.1f}', (h.abs() > .97).float().mean() < .5)
plt.figure(figsize=(8, 3)); legends = []
for i, layer in enumerate([h, hpreact]):
    hy, hx = torch.histogram(layer.detach(), density=True); plt.plot(hx[:-1].detach(), hy.detach()); legends.append(f'layer {i} ({layer.__class__.__name__})')
print(plt.legend(legends).get_texts()[0].get_text(), len(plt.gca().lines))

# ---- a learner: data, callbacks, hooks, schedules
class Dataset:
    def __init__(self, x, y): self.x, self.y = x, y
    def __len__(self): return len(self.x)
    def __getitem__(self, i): return self.x[i], self.y[i]
class DataLoaders:
    def __init__(self, *dls): self.train, self.valid = dls[:2]
def fc(x, y): return x
class CancelFitException(Exception): pass
class CancelBatchException(Exception): pass
class CancelEpochException(Exception): pass
class Callback: order = 0
def run_cbs(cbs, method_nm, learn=None):
    for cb in sorted(cbs, key=attrgetter('order')):
        method = getattr(cb, method_nm, None)
        if method is not None: method(learn)
class with_cbs:
    def __init__(self, nm): self.nm = nm
    def __call__(self, f):
        @wraps(f)
        def _f(o, *args, **kwargs):
            try:
                o.callback(f'before_{self.nm}')
                f(o, *args, **kwargs)
                o.callback(f'after_{self.nm}')
            except globals()[f'Cancel{self.nm.title()}Exception']: pass
            finally: o.callback(f'cleanup_{self.nm}')
        return _f
class Learner:
    def __init__(self, model, dls=(0,), loss_func=F.mse_loss, lr=0.1, cbs=None, opt_func=optim.SGD):
        self.model, self.dls, self.loss_func, self.lr, self.cbs, self.opt_func = model, dls, loss_func, lr, list(cbs or []), opt_func
    @with_cbs('batch')
    def _one_batch(self):
        self.predict(); self.callback('after_predict'); self.get_loss(); self.callback('after_loss')
        if self.training: self.backward(); self.callback('after_backward'); self.step(); self.callback('after_step'); self.zero_grad()
    @with_cbs('epoch')
    def _one_epoch(self):
        for self.iter, self.batch in enumerate(self.dl): self._one_batch()
    def one_epoch(self, training):
        self.model.train(training); self.dl = self.dls.train if training else self.dls.valid; self._one_epoch()
    @with_cbs('fit')
    def _fit(self, train, valid):
        for self.epoch in self.epochs:
            if train: self.one_epoch(True)
            if valid: torch.no_grad()(self.one_epoch)(False)
    def fit(self, n_epochs=1, train=True, valid=True, cbs=None, lr=None):
        for cb in (cbs := list(cbs or [])): self.cbs.append(cb)
        try:
            self.n_epochs, self.epochs = n_epochs, range(n_epochs)
            if self.opt_func: self.opt = self.opt_func(self.model.parameters(), self.lr if lr is None else lr)
            self._fit(train, valid)
        finally:
            for cb in cbs: self.cbs.remove(cb)
    def __getattr__(self, name):
        if name in ('predict', 'get_loss', 'backward', 'step', 'zero_grad'): return partial(self.callback, name)
        raise AttributeError(name)
    def callback(self, method_nm): run_cbs(self.cbs, method_nm, self)
    @property
    def training(self): return self.model.training
class TrainCB(Callback):
    def predict(self, learn): learn.preds = learn.model(learn.batch[0])
    def get_loss(self, learn): learn.loss = learn.loss_func(learn.preds, *learn.batch[1:])
    def backward(self, learn): learn.loss.backward()
    def step(self, learn): learn.opt.step()
    def zero_grad(self, learn): learn.opt.zero_grad()
class MetricsCB(Callback):
    def before_epoch(self, learn): self.total, self.n, self.correct = 0., 0, 0
    def after_batch(self, learn):
        x, y = learn.batch; self.total += learn.loss.item() * len(x); self.n += len(x); self.correct += (learn.preds.argmax(1) == y).sum().item()
    def after_epoch(self, learn): print({'epoch': learn.epoch, 'train': 'train' if learn.training else 'eval', 'loss': f'{self.total / self.n:.1f}', 'accuracy': f'{self.correct / self.n:.1f}'})
class SchedCB(Callback):
    order = 5
    def __init__(self, sched): self.sched, self.lrs = sched, []
    def before_fit(self, learn): self.s = self.sched(learn.opt)
    def after_step(self, learn): self.lrs.append(learn.opt.param_groups[0]['lr']); self.s.step() if learn.training else None
class LRFinderCB(Callback):
    def __init__(self, gamma=1.5, max_mult=3): self.gamma, self.max_mult = gamma, max_mult
    def before_fit(self, learn): self.sched = lr_scheduler.ExponentialLR(learn.opt, self.gamma); self.lrs, self.losses, self.min = [], [], math.inf
    def after_batch(self, learn):
        if not learn.training: raise CancelEpochException()
        self.lrs.append(learn.opt.param_groups[0]['lr']); loss = learn.loss.item(); self.losses.append(loss); self.min = min(self.min, loss)
        if math.isnan(loss) or loss > self.min * self.max_mult or len(self.lrs) > 12: raise CancelFitException()
        self.sched.step()
class Hook:
    def __init__(self, m, f): self.hook = m.register_forward_hook(partial(f, self))
    def remove(self): self.hook.remove()
    def __del__(self): self.remove()
class Hooks(list):
    def __init__(self, ms, f): super().__init__([Hook(m, f) for m in ms])
    def __enter__(self, *args): return self
    def __exit__(self, *args): self.remove()
    def __delitem__(self, i): self[i].remove(); super().__delitem__(i)
    def remove(self):
        for h in self: h.remove()
def append_stats(hook, mod, inp, outp):
    if not hasattr(hook, 'stats'): hook.stats = ([], [])
    acts = outp.detach(); hook.stats[0].append(acts.mean().item()); hook.stats[1].append(acts.std().item())
x = torch.randn(96, 8); y = (x[:, 0] > 0).long() + 2 * (x[:, 1] > 0).long(); trn, val = Dataset(x[:64], y[:64]), Dataset(x[64:], y[64:])
dls = DataLoaders(DataLoader(trn, 16, shuffle=True), DataLoader(val, 32))
class GeneralRelu(nn.Module):
    def __init__(self, leak=None, sub=None, maxv=None): super().__init__(); self.leak, self.sub, self.maxv = leak, sub, maxv
    def forward(self, x):
        x = F.leaky_relu(x, self.leak) if self.leak is not None else F.relu(x)
        if self.sub is not None: x -= self.sub
        if self.maxv is not None: x.clamp_max_(self.maxv)
        return x
def init_weights(m, leaky=0.):
    if isinstance(m, (nn.Conv1d, nn.Linear)): nn.init.kaiming_normal_(m.weight, a=leaky)
model = nn.Sequential(nn.Linear(8, 32), GeneralRelu(.1, .4, 6.), nn.Linear(32, 4)).apply(partial(init_weights, leaky=.1)); print(model)
sched = SchedCB(partial(lr_scheduler.OneCycleLR, max_lr=.05, total_steps=12))
learn = Learner(model, dls, F.cross_entropy, lr=.05, cbs=[TrainCB(), MetricsCB()], opt_func=optim.Adam); learn.fit(3, cbs=[sched])
print(['%.4f' % lr for lr in sched.lrs], len(learn.cbs))
finder = LRFinderCB(); quiet = Learner(copy(model), dls, F.cross_entropy, lr=1e-4, cbs=[TrainCB()], opt_func=optim.SGD); quiet.fit(5, cbs=[finder]); print(len(finder.lrs), ['%.1e' % v for v in finder.lrs[:3]])
with Hooks(model, append_stats) as hooks:
    learn.fit(1, valid=False, cbs=[])
    print([len(h.stats[0]) for h in hooks], len(hooks)); del hooks[0]; print(len(hooks), len(model[0]._forward_hooks))
print([len(m._forward_hooks) for m in model])
try: learn.nothing
except AttributeError as e: print(repr(e))
@contextmanager
def listen(msg): print('before', msg); yield SimpleNamespace(msg=msg); print('after', msg)
with listen('x') as ns: print(ns)
class AttrDict(dict):
    def __getattr__(self, k): return self[k] if k in self else super().__getattribute__(k)
    def __setattr__(self, k, v): self[k] = v
d = AttrDict(a=1); d.b = 2; print(d, d.a, d['b']); print(default_collate([{'x': tensor(1.), 'y': 1}, {'x': tensor(2.), 'y': 2}]), list(BatchSampler(SequentialSampler(range(5)), 2, False)))
state = optim.Adam(model.parameters(), lr=.1).state_dict()['param_groups'][0]; print(sorted(state))
