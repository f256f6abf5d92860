"""A scalar autograd engine with a small neural network on it."""
import math
import random


class Value:
    def __init__(self, data, children=(), op=''):
        self.data, self.grad = data, 0.0
        self._prev, self._op = set(children), op
        self._backward = lambda: None

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), '+')

        def back():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = back
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), '*')

        def back():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = back
        return out

    def __pow__(self, n):
        assert isinstance(n, (int, float)), 'only int/float powers'
        out = Value(self.data ** n, (self,), f'**{n}')

        def back():
            self.grad += n * self.data ** (n - 1) * out.grad
        out._backward = back
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), 'tanh')

        def back():
            self.grad += (1 - t * t) * out.grad
        out._backward = back
        return out

    def relu(self):
        out = Value(max(0, self.data), (self,), 'relu')

        def back():
            self.grad += (out.data > 0) * out.grad
        out._backward = back
        return out

    def backward(self):
        topo, seen = [], set()

        def build(v):
            if v not in seen:
                seen.add(v)
                for child in v._prev:
                    build(child)
                topo.append(v)
        build(self)
        self.grad = 1.0
        for v in reversed(topo):
            v._backward()

    __neg__ = lambda self: self * -1
    __radd__ = lambda self, o: self + o
    __sub__ = lambda self, o: self + (-o)
    __rsub__ = lambda self, o: o + (-self)
    __rmul__ = lambda self, o: self * o
    __truediv__ = lambda self, o: self * o ** -1

    def __repr__(self):
        return f'Value(data={self.data:.4f}, grad={self.grad:.4f})'


class Module:
    def zero_grad(self):
        for p in self.parameters():
            p.grad = 0

    def parameters(self):
        return []


class Neuron(Module):
    def __init__(self, nin, nonlin=True):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(0)
        self.nonlin = nonlin

    def __call__(self, x):
        act = sum((wi * xi for wi, xi in zip(self.w, x)), self.b)
        return act.tanh() if self.nonlin else act

    def parameters(self):
        return self.w + [self.b]

    def __repr__(self):
        return f"{'Tanh' if self.nonlin else 'Linear'}Neuron({len(self.w)})"


class Layer(Module):
    def __init__(self, nin, nout, **kwargs):
        self.neurons = [Neuron(nin, **kwargs) for _ in range(nout)]

    def __call__(self, x):
        out = [n(x) for n in self.neurons]
        return out[0] if len(out) == 1 else out

    def parameters(self):
        return [p for n in self.neurons for p in n.parameters()]

    def __repr__(self):
        return f"Layer of [{', '.join(str(n) for n in self.neurons)}]"


class MLP(Module):
    def __init__(self, nin, nouts):
        sizes = [nin] + nouts
        self.layers = [Layer(sizes[i], sizes[i + 1], nonlin=i != len(nouts) - 1) for i in range(len(nouts))]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x

    def parameters(self):
        return [p for layer in self.layers for p in layer.parameters()]

    def __repr__(self):
        return f"MLP of [{', '.join(str(layer) for layer in self.layers)}]"


a, b = Value(-4.0), Value(2.0)
c = a + b
d = a * b + b ** 3
c += c + 1
c += 1 + c + (-a)
d += d * 2 + (b + a).relu()
d += 3 * d + (b - a).relu()
e = c - d
f = e ** 2
g = f / 2.0
g += Value(10.0) / f
g.backward()
print(f'{g.data:.4f} {a.grad:.4f} {b.grad:.4f}')
random.seed(1337)
model = MLP(2, [4, 1])
print(model, len(model.parameters()))
xs = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
ys = [-1, 1, 1, -1]
for step in range(40):
    loss = sum((model(x) - y) ** 2 for x, y in zip(xs, ys))
    model.zero_grad()
    loss.backward()
    for p in model.parameters():
        p.data -= 0.1 * p.grad
    if step % 10 == 0:
        print(step, f'{loss.data:.5f}')
print(f'{loss.data:.5f}', [round(model(x).data, 2) for x in xs])
