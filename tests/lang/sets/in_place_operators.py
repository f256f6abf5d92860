# |= &= -= ^= change the set; frozensets make new ones.
s = t = {1, 2, 3}
s |= {4}
s &= {1, 2, 4}
s -= {2}
s ^= {1, 9}
print(s, t is s)
s -= s
print(s)
f = g = frozenset([1, 2])
f |= {3}
print(f, g, f is g)
for text in ("s |= [1]", "s &= 5", "s -= 'a'", "s ^= None", "f |= [1]", "s += {1}"):
    try:
        exec(text)
    except TypeError as e:
        print(e)
