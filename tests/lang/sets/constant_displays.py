# Displays of constants: their order, their equal members, searching in them, and that each is a new set.
def show():
    return [{1, 2, 3}, {3, 1, 2, 1.0, True}, {'a'}, {5, 3}, {-1, -2, (1, 2), (1.0, 2)}, {1, 2, 3, None, ..., b'x', 2j}, {0, False, 0.0}]


print([sorted(map(str, s)) for s in show()], [len(s) for s in show()])
print([list({8, 16, 1, 9, 24}), list({100, 3, 50, 7, 20, 1, 64, 33}), list({1, 1.0, True}), list({True, 1, 1.0})])
a, b = show()[0], show()[0]
a.add(9)
print(a, b, show()[0], type(a).__name__)
print([x in {1, 2, 3} for x in (1, 4, 2.0, True, frozenset())], 'b' not in {'a', 'b'}, 5 in {5})
for bad in [], {}, {1}:
    try:
        print(bad in {1, 2, 3})
    except TypeError as e:
        print(e)
try:
    {1, 2, []}
except TypeError as e:
    print(e)
print({*[1, 2], 3}, {1, 2, 3, *'a'} == {1, 2, 3, 'a'}, {x for x in {3, 1, 2}})
big = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40,
       41, 1000, 77777}
print(len(big), 77777 in big, list(big)[-3:])
print(2 ** 10, 2 ** 0.5, 2 ** -1, (-8) ** (1 / 3) == (-8) ** (1 / 3), 1 << 70, 3 ** 200 % 7, 10 ** 16, 0.5 ** 2, (-2) ** 3)
for text in '1 << -1', '0 ** -1', '2 ** -1.5 ** 400', '0.0 ** -1', '1 << 3.0', '10.0 ** 400':
    try:
        print(eval(text))
    except Exception as e:
        print(type(e).__name__, e)
