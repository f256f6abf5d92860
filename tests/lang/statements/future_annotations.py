from __future__ import annotations
def f(a: undefined, b: list[int] = None, *c: int | None, d: 'quoted' = 1) -> Dict[str, X]: pass
for k, v in f.__annotations__.items(): print(k, repr(v))
class Node:
    next: Node | None = None
    value: int = 0
    t: tuple[int, ...] = ()
    call: Callable[[int, str], None]
    q: "Node"
    op: a.b.c[1:2, ::3]
    e: -x ** 2 + (y if z else w)
    l: lambda a, *b, c=1, **d: a
    s: {1, 2} | {1: 2} | [1, 2]
    n: not a and b or c
    cmp: a < b <= c != d
    st: f(*a, k=1, **b)
    comp: [i for i in x if i]
    num: 1.5e10 + 0x1F + 2j
print(*(f'{k}: {v!r}' for k, v in Node.__annotations__.items()), sep='\n')
x: wrong.name = 1
print(__annotations__)
