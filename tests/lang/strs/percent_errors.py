# What % complains about.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


class I:
    def __index__(self):
        return 7
for text in ("'%d' % 'a'", "'%d' % None", "'%x' % 1.5", "'%o' % 'a'", "'%f' % 'a'", "'%c' % 'ab'", "'%c' % -1", "'%c' % 1.5", "'%c' % 0x110000", "'%s'  % ()", "'%s %s' % 1", "'%s' % (1, 2)", "'a' % 1", "'a' % {}", "'a' % []", "'%(a)s' % 1", "'%(a)s' % {}", "'%(a)s %s' % {'a': 1}", "'%(a' % {}", "'%q' % 1", "'%' % 1", "'%5' % 1", "'%*d' % ('a', 1)", "'%.*f' % (2.5, 1)", "'%*d' % 1", "'%d' % float('nan')", "'%d' % float('inf')", "'%d' % 1j", "'%x' % I()", "'%d' % I()", "'%c' % I()", "'%.500s' % 'a'", "'%\\u20ac' % 1", "'%(a)' % {'a': 1}", "'%é' % 1"):
    attempt(text)
