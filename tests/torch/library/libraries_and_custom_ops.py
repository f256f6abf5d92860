"""torch.library: libraries, custom ops, schemas from annotations, gradients, tensors on meta, and what is refused."""
import torch
from torch import Tensor
from typing import List, Optional, Sequence, Tuple, Union


def show(function, length=2000):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, str(error)[:length])


lib = torch.library.Library('mine', 'DEF')
print(lib, lib.define('foo(Tensor x, int n=2) -> Tensor'))
show(lambda: torch.ops.mine.foo(torch.ones(2)), 88)
lib.impl('foo', lambda x, n=2: x * n, 'CPU')
foo = torch.ops.mine.foo
print(foo(torch.ones(2)), foo(torch.ones(2), 5), foo(x=torch.ones(2), n=3), foo.default, foo.default._schema, foo.overloads())
x = torch.ones(2, requires_grad=True)
foo(x).sum().backward()
print(x.grad)
for function in (lambda: foo('a'), lambda: foo(), lambda: foo(torch.ones(1, device='meta')), lambda: foo(torch.ones(1), 1.5),
                 lambda: foo(torch.ones(1), 1, 2), lambda: torch.library.Library('mine', 'XX'), lambda: lib.impl('foo', lambda x: x, 'XYZ'),
                 lambda: torch.ops.mine.nope, lambda: foo.default(torch.ones(1), m=1)):
    show(function)
show(lambda: lib.define('foo(Tensor x) -> Tensor'), 100)
show(lambda: torch.library.Library('mine', 'DEF'), 100)
more = torch.library.Library('mine', 'FRAGMENT')
more.define('bar.scalar(Tensor x, Scalar s) -> Tensor')
more.define('bar(Tensor x, Tensor y) -> Tensor')


@torch.library.impl(more, 'bar.scalar', 'CompositeExplicitAutograd')
def bar_scalar(x, s):
    return x - s


@torch.library.impl(more, 'bar', 'CompositeImplicitAutograd')
def bar(x, y):
    return x - y


print(torch.ops.mine.bar.overloads(), torch.ops.mine.bar(torch.ones(2), 1), torch.ops.mine.bar(torch.ones(2), torch.ones(2)))


@torch.library.custom_op('mine::sine', mutates_args=())
def sine(x: Tensor, scale: float = 1.0) -> Tensor:
    return torch.tensor([__import__('math').sin(v) for v in x.tolist()]) * scale


print(sine, sine(torch.zeros(2)), torch.ops.mine.sine.default._schema, sine._opoverload, sine._qualname)
show(lambda: sine(torch.zeros(2, device='meta')))


@sine.register_fake
def sine_fake(x, scale=1.0):
    return torch.empty_like(x)


print(sine(torch.zeros(2, device='meta')))
show(lambda: sine(x).sum().backward())


def setup_context(ctx, inputs, output):
    ctx.save_for_backward(inputs[0])
    ctx.scale = inputs[1]


def backward(ctx, grad):
    x, = ctx.saved_tensors
    return grad * x.cos() * ctx.scale, None


sine.register_autograd(backward, setup_context=setup_context)
x.grad = None
z = sine(x, 2.0)
print(z)
z.sum().backward()
print(x.grad, torch.library.opcheck(sine, (torch.randn(3, requires_grad=True),), test_utils=('test_schema', 'test_autograd_registration')))


def annotated(x):
    return x


def unreturned(x: Tensor):
    return x


def same(x: Tensor) -> Tensor:
    return x


show(lambda: torch.library.custom_op('mine::q1', mutates_args=())(annotated))
show(lambda: torch.library.custom_op('mine::q2', mutates_args=())(unreturned))
show(lambda: torch.library.custom_op('noname', mutates_args=())(same))
show(lambda: torch.library.custom_op('mine::q4', same, mutates_args=())(torch.ones(1)), 25)


@torch.library.custom_op('mine::fill', mutates_args=('x',))
def fill(x: Tensor, v: float) -> None:
    x.fill_(v)


a = torch.zeros(2)
print(fill(a, 3.), a, torch.ops.mine.fill.default._schema)
show(lambda: fill.register_autograd(backward))


def every(a: Tensor, b: Optional[Tensor], c: List[int], d: Sequence[Tensor], e: Union[int, float, bool], h: torch.dtype, i: torch.device,
          j: str = 'x', k: bool = True, l: Optional[int] = None, m: float = 0.5, n: List[float] = None) -> Tuple[Tensor, List[Tensor]]:
    ...


def by_name(a: Tensor, *, b: int = 3) -> Tuple[Tensor, Tensor]:
    ...


def number(a: Tensor, b: int) -> int:
    ...


for function in (lambda: torch.library.infer_schema(every, mutates_args=()), lambda: torch.library.infer_schema(by_name, mutates_args=('a',)),
                 lambda: torch.library.infer_schema(by_name, mutates_args='unknown'),
                 lambda: torch.library.infer_schema(by_name, mutates_args=(), op_name='my::op'),
                 lambda: torch.library.infer_schema(lambda *a: 1, mutates_args=()),
                 lambda: torch.library.infer_schema(number, mutates_args=('zz',)), lambda: torch.library.infer_schema(number, mutates_args=())):
    show(function)
torch.library.define('mine::plus', '(Tensor x) -> Tensor')


@torch.library.impl('mine::plus', 'cpu')
def plus(x):
    return x + 1


@torch.library.register_fake('mine::plus')
def plus_fake(x):
    return torch.empty_like(x)


torch.library.register_autograd('mine::plus', lambda ctx, grad: grad * 7)
q = torch.ones(1, requires_grad=True)
torch.ops.mine.plus(q).backward()
print(torch.ops.mine.plus(torch.ones(1)), torch.ops.mine.plus(torch.ones(1, device='meta')), q.grad, torch.ops.mine.plus(q).requires_grad)
show(lambda: torch.library.register_autograd('mine::zz', lambda ctx, g: g))


@torch.library.custom_op('mine::pair', mutates_args=())
def pair(x: Tensor, y: List[Tensor]) -> Tuple[Tensor, Tensor]:
    return x + 1, y[0] * 2 + y[1]


pair.register_autograd(lambda ctx, g, h: (g * 10, [h * 2, h]))
u, v = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
first, second = pair(u, [v, v])
(first + second).sum().backward()
print(first, second, u.grad, v.grad, pair(x=torch.ones(1), y=[torch.ones(1)] * 2))


@torch.library.custom_op('mine::given', mutates_args=(), schema='(Tensor x, int y) -> Tensor')
def given(x, y):
    return x + y


print(given(torch.ones(1), 2), torch.ops.mine.given.default._schema)
for function in (lambda: given(torch.ones(1), 2.5), lambda: given(torch.ones(1)), lambda: given(torch.ones(1), 2, 3)):
    show(function)


@torch.library.custom_op('mine::only', mutates_args=(), device_types='cuda')
def only(x: Tensor) -> Tensor:
    return x + 1


show(lambda: only(torch.ones(1)), 60)


@only.register_kernel('cpu')
def only_cpu(x):
    return x + 2


print(only(torch.ones(1)))
