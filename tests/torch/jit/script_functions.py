"""torch.jit.script of functions: checks of arguments against annotations; marks, futures, small functions of torch.jit."""
import io
from typing import Any, Dict, List, Optional, Tuple

import torch


def attempt(function, *args, **kwargs):
    try:
        print(repr(function(*args, **kwargs)).split(' at 0x')[0])
    except Exception as error:
        print(type(error).__module__, type(error).__name__, error)


@torch.jit.script
def scaled(x, n: int = 2):
    """x, n times."""
    return x * n


print(type(scaled), scaled.__name__, scaled.name, scaled.qualified_name, scaled.__doc__, scaled.schema)
print(scaled(torch.ones(2)), scaled(torch.ones(2), 3), scaled(torch.ones(2), n=4))
attempt(scaled)
attempt(scaled, 1)
attempt(scaled, torch.ones(1), 'a')
attempt(scaled, torch.ones(1), 2, 3)
attempt(scaled, torch.ones(1), z=3)


@torch.jit.script
def typed(x: torch.Tensor, a: List[int], b: Dict[str, torch.Tensor], c: Optional[float], d: Tuple[int, float], e: str = 'q', f: Any = None,
          g: Optional[torch.Tensor] = None, h: bool = True) -> torch.Tensor:
    return x


print(typed.schema)
ONE = torch.ones(1)
for args in [(1,) * 5, (ONE, 1, {}, None, (1, 2.)), (ONE, [1], {}, None, (1, 2.)), (ONE, [1.5], {}, None, (1, 2.)), (ONE, [1], {}, 'x', (1, 2.)),
             (ONE, [1], {}, 1, (1, 2.)), (ONE, [1], {}, 1., (1, 2.), 5), (ONE, [], {'a': ONE}, 1., (1, 2.), 'r', 3, ONE, False)]:
    attempt(typed, *args)
print(torch.jit.script(scaled) is scaled)
attempt(torch.jit.script, 3)
attempt(torch.jit.script, 'a')
attempt(torch.jit.script, len)
attempt(torch.jit.script, [1])

buffer = io.BytesIO()
torch.jit.save(scaled, buffer)
buffer.seek(0)
loaded = torch.jit.load(buffer)
print(type(loaded), loaded, loaded(torch.ones(1), 2), loaded.original_name)


@torch.jit.script
class Held:
    def __init__(self, x: int):
        self.x = x

    def get(self) -> int:
        return self.x


print(Held, Held(3).get())


@torch.jit.script_if_tracing
def added(x):
    return x + 1


@torch.jit.ignore
def ignored(x):
    return x


@torch.jit.ignore(drop=True)
def dropped(x):
    return x


@torch.jit.unused
def unused(x):
    return x


@torch.jit.export
def exported(x):
    return x


print(added(torch.ones(1)), ignored(1), dropped(2), unused(3), exported(4))
attempt(torch.jit.ignore, 3)
print(torch.jit.is_scripting(), torch.jit.is_tracing(), torch.jit.annotate(List[int], [1]), torch.jit.Final)
with torch.jit.optimized_execution(True), torch.jit.strict_fusion():
    print(scaled(torch.ones(1)))
print(torch.jit.set_fusion_strategy([('STATIC', 2)]), torch.jit.enable_onednn_fusion(False), torch.jit.onednn_fusion_enabled())
print(torch.jit.isinstance([1], List[int]), torch.jit.isinstance(1, Optional[int]), torch.jit.isinstance({'a': 1}, Dict[str, int]),
      torch.jit.isinstance('a', List[str]), torch.jit.isinstance(['a'], List[int]), torch.jit.isinstance((1, 'a'), Tuple[int, str]))
print(torch.jit.Attribute(1, int), torch.jit.Error.__mro__, torch.jit.TracerWarning.__mro__)

future = torch.jit.fork(lambda x: x + 1, torch.ones(1))
print(torch.jit.wait(future), future.value(), future.done())
attempt(torch.jit.wait, 3)
attempt(lambda: torch.jit.wait(torch.jit.fork(lambda: 1 / 0)))
future = torch.futures.Future()
print(future.done())
later = future.then(lambda done: done.value() + 1)
future.add_done_callback(lambda done: print('called', done.value()))
future.set_result(3)
print(future.wait(), future.done(), later.wait())
attempt(future.set_result, 3)
future = torch.futures.Future()
future.set_exception(ValueError('q'))
attempt(future.wait)
attempt(future.set_exception, 3)
pair = [torch.futures.Future(), torch.futures.Future()]
both = torch.futures.collect_all(pair)
pair[0].set_result(1)
print(both.done())
pair[1].set_result(2)
print([each.wait() for each in both.wait()], torch.futures.wait_all(pair))
