def f(x):
    match x:
        case [a, b, *_, z]: return 'abz', a, b, z
        case [a, *_] if a == 5: return 'five', a
        case [*_, 7 as last]: return 'last', last
        case [*_]: return 'any'
        case _: return 'none'
for x in (range(1<<30), [1,2,3,4], (5,), (5,6), (6,7), [], [1], 'abc', 5, [1,2,3]):
    print(f(x))
def g(x):
    match x:
        case [[1, *_], *_, [*_, 2]]: return 1
        case [*_, [_, *_] as y]: return y
        case [int(), *_, str()]: return 'int..str'
for x in ([[1,5],[3,2]], [[1],0,0,[2]], [4,[5,6]], [1,'a'], [1,2]):
    print(g(x))
