# % on bytes.
def attempt(text, **names):
    try:
        print(text, '->', repr(eval(text, globals(), names)))
    except Exception as e:
        print(text, '->', type(e).__name__ + ':', e)


class B:
    def __bytes__(self):
        return b'<B>'
for text in ("b'%d %s %r %a' % (1, b'x', 'é', 'é')", "b'%b' % b'abc'", "b'%s' % bytearray(b'q')", "b'%c%c' % (65, b'B')", "b'%x %X %o %#x' % (255, 255, 8, 255)", "b'%.2f %e' % (1.5, 1000)", "b'%5d|%-5d|%05d' % (1, 2, 3)", "b'%(a)s' % {b'a': b'v'}", "b'%s' % 'text'", "b'%b' % 5", "b'%c' % 256", "b'%c' % 'a'", "b'%c' % b'ab'", "b'%d' % 'a'", "b'%s'  % ()", "b'a' % 1", "b'%s' % B()", "b'%%' % ()", "b'%10s|%-10s|' % (b'ab', b'cd')", "b'%.1s' % b'abc'", "bytearray(b'%d') % 5"):
    attempt(text)
