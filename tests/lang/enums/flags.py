from enum import Flag, IntFlag, auto, KEEP, CONFORM
class P(Flag):
    R = auto(); W = auto(); X = auto()
    RW = R | W
try: P(64)
except ValueError as e: print(e)
print(P.R, repr(P.R), P.R | P.W, repr(P.R | P.X), P.RW, P.R in P.RW, P.X in P.RW, list(P.RW), list(P), len(P), P.RW & P.R, P.RW ^ P.R, ~P.R, bool(P.R & P.X), P(0), repr(P(0)), P(5), P.R.value, (P.R | P.W | P.X).value, P.R | P.W is P.RW)
for f in (lambda: P.R | 1, lambda: P.R in 5, lambda: 1 in P.R):
    try: print(f())
    except (ValueError, TypeError) as e: print(type(e).__name__, e)
class I(IntFlag):
    A = 1; B = 2; C = 4
print(I.A | I.B, repr(I.A | I.B), I.A | 8, repr(I.A | 8), I.A + 1, I(3), I.A == 1, repr(~I.A), int(I.C), isinstance(I.A | I.B, I), f'{I.B}', repr(I(0)), I.A & 1, 4 | I.A)
class Perm(IntFlag):
    NONE = 0; ALL = 7; A = 1; B = 2; C = 4
print(Perm.ALL, list(Perm), Perm.NONE, repr(Perm.ALL), Perm(3), [p.name for p in Perm.ALL])
print({P.R: 1}[P.R], P.R == P(1), hash(P.R) == hash(P(1)), type(P.R | P.W))
