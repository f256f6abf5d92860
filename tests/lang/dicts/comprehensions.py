# Comprehensions of dicts and sets.
print({k: v for k, v in zip('abc', range(3)) if v}, {x % 3 for x in range(10)}, {i: {j: i * j for j in range(2)} for i in range(2)}, {k.upper(): v for k, v in {'a': 1}.items()}, {**{}, **{x: 1 for x in 'a'}})
print({(a, b) for a in 'x' for b in 'yz'} == {('x', 'y'), ('x', 'z')}, {i: i for i in ()}, dict((v, k) for k, v in {'a': 1}.items()))
