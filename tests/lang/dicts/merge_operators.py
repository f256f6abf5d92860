# | and |= of dicts.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


a, b = {'x': 1, 'y': 2}, {'y': 3, 'z': 4}
for text in ("a | b", "b | a", "a | [('y', 5)]", "[('y', 5)] | a", "a | None", "a | 5", "{} | {}"):
    attempt(text)
c = a
c |= b
print(a, c is a)
c |= [('w', 0)]
print(c)
for text in ("c |= 5", "c |= [1]", "c |= None", "c + c", "c - c", "c & c", "c < c"):
    try:
        exec(text)
    except (TypeError, ValueError) as e:
        print(text, type(e).__name__, e)
class D(dict):
    pass
print(type(D(a=1) | {}).__name__, type({} | D(a=1)).__name__)
