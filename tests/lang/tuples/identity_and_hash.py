# Hashes of tuples do not depend on the run.
print(hash(()), hash((1,)), hash((1, 2)), hash((1.5, -1, 2**70)), hash(((), (1,))), hash((True, 0)), {(1, 2): 'a'}[1.0, 2])
a = (1, 2)
print(tuple(a) is a, a[:] is a, a * 1 is a, () is tuple([]), a + () == a)
