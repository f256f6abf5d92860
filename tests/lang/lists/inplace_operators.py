# += and *= change the list itself.
a = b = [1]
a += (2, 3)
a += 'xy'
a *= 2
print(a, a is b)
a += a
print(len(a))
a *= 0
print(a, b)
t = ([],)
try:
    t[0] += [1]
except TypeError as e:
    print(e, t)
for text in ("a += 5", "a *= 'x'", "a -= [1]", "a |= [1]", "a *= 1.5", "a += None"):
    try:
        exec(text)
    except TypeError as e:
        print(e)
