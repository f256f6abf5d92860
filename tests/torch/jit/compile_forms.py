"""torch.compile in all call forms: functions, methods, decorators with and without options, and what is refused."""
import torch
from torch import nn


def attempt(function, *args, **kwargs):
    try:
        print(repr(function(*args, **kwargs)).split(' at 0x')[0])
    except Exception as error:
        print(type(error).__module__, type(error).__name__, error)


def double(x, y=1):
    """Twice x, and y."""
    return x * 2 + y


compiled = torch.compile(double, backend='eager')
print(compiled.__name__, compiled.__doc__, compiled.__wrapped__ is double, type(compiled).__name__)
print(compiled(torch.ones(2)), compiled(torch.ones(2), y=3))


@torch.compile(backend='eager', fullgraph=True)
def sine(x):
    return x.sin()


@torch.compile
def same(x):
    return x


print(sine(torch.ones(2)), sine.__name__, same.__name__)
print(torch.compile(lambda x: x + 1, backend='eager')(torch.ones(1)))
print(torch.compile(model=double, backend='eager')(torch.ones(1)))
print(torch.compile(torch.sin, backend='eager')(torch.ones(1)))


class Counter:
    @torch.compile(backend='eager')
    def more(self, x):
        return x + 1

    def __call__(self, x):
        return x * 3


print(Counter().more(torch.ones(1)), torch.compile(Counter(), backend='eager')(torch.ones(1)))
print(torch.compile(Counter, backend='eager') is Counter, torch.compile(nn.ReLU, backend='eager') is nn.ReLU)
for options in [dict(mode='foo'), dict(mode='default', options={'max_autotune': True}), dict(backend='nope'), dict(dynamic='x'), dict(options=3),
                dict(mode=3), dict(options={'max_autotune': 3}), dict(shapes_spec=3), dict(unknown=1)]:
    attempt(lambda: torch.compile(double, **options))
for options in [dict(mode='max-autotune'), dict(mode='reduce-overhead', backend='eager'), dict(options={'max_autotune': True}), dict(disable=True),
                dict(options={'trace.enabled': True}), dict(options={'max-autotune': True}), dict(backend='aot_eager'), dict(dynamic=True),
                dict(backend='eager', options={'x': 1}), dict(name='x'), dict(recompile_limit=3), dict(isolate_recompiles=True)]:
    print(torch.compile(double, **options).__name__, end=' ')
print()
for wrong in [3, 'a', [1], torch.ones(1)]:
    attempt(torch.compile, wrong, backend='eager')
attempt(torch.compile, double, 'eager')


def gradient(x):
    return (x ** 2).sum()


x = torch.tensor([1., 2.], requires_grad=True)
torch.compile(gradient, backend='eager')(x).backward()
print(x.grad)

# torch.compiler
for wrapped in (torch.compiler.disable(double), torch.compiler.disable()(double), torch.compiler.disable(recursive=False)(double),
                torch.compiler.disable(reason='why')(double)):
    print(wrapped.__name__, wrapped(torch.ones(1)))
print(torch.compiler.is_compiling(), torch.compiler.is_dynamo_compiling(), torch.compiler.is_exporting(), torch.compiler.reset())
print(torch.compiler.allow_in_graph(double) is double, torch.compiler.assume_constant_result(double) is double)
attempt(torch.compiler.allow_in_graph, 3)
attempt(torch.compiler.disable, 3, recursive=False)
print(torch.compiler.get_default_backend())
torch.compiler.set_default_backend('eager')
print(torch.compiler.get_default_backend())
torch.compiler.set_default_backend(None)
attempt(torch.compiler.set_default_backend, 3)
with torch.compiler.set_stance('force_eager'):
    print(sine(torch.ones(1)))


@torch.compiler.set_stance('force_eager')
def eager(x):
    return sine(x)


print(eager(torch.ones(1)), eager.__name__)
print(torch.compiler.cudagraph_mark_step_begin(), torch.compiler.save_cache_artifacts(), torch.compiler.is_compiling is torch.compiler.is_compiling)
torch._dynamo.reset()
torch._dynamo.config.suppress_errors = True
print(torch._dynamo.config.suppress_errors, torch._dynamo.exc.InvalidBackend.__mro__[1:3])
torch._dynamo.config.suppress_errors = False
