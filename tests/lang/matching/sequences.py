def f(v):
    match v:
        case []: return 'empty'
        case [x]: return f'one {x}'
        case [1, 2, *rest]: return f'12 then {rest}'
        case [first, *_, 9]: return f'{first}..9'
        case (x, y): return f'two {x} {y}'
        case [*all]: return f'all {all}'
        case _: return 'no sequence'
import collections.abc
for v in [], [5], (5,), [1, 2], [1, 2, 3, 4], [7, 8, 9], (3, 4), [3, 4, 5], 'ab', b'ab', bytearray(b'a'), {1, 2}, {1: 2}, range(3), collections.deque([1, 2]), iter([1]), None, 5: print(type(v).__name__, f(v))
class S(collections.abc.Sequence):
    def __init__(self, *v): self.v = v
    def __len__(self): return len(self.v)
    def __getitem__(self, i): return self.v[i]
print(f(S(1, 2, 3)))
class T:
    def __len__(self): return 1
    def __getitem__(self, i): return i
print(f(T()))
match [1, [2, [3, 4]]]:
    case [_, [_, [*_, last]]]: print(last)
match (1, 2, 3):
    case a, *b: print(a, b)
match [[1, 2], [3]]:
    case [[a, b] as pair, [c]]: print(a, b, pair, c)
