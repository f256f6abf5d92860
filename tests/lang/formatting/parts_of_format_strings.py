# _string: the parts of format strings and of field names.
import _string


def show(f, *args):
    try:
        found = f(*args)
        print([x if isinstance(x, (int, str)) else list(x) for x in found])
    except Exception as e:
        print(type(e).__name__, e)


for text in 'a{b}c', '{}', '{x!r:>{w}}', '{{}}', 'a{0[1].b:{c}}d', '{', '}', '{a!rx}', '':
    show(_string.formatter_parser, text)
for name in 'a', '0', 'a.b', '0[1].c[x]', 'a.', 'a[', 'a[]', 'a[1]b', '':
    show(_string.formatter_field_name_split, name)
show(_string.formatter_parser, 5)
