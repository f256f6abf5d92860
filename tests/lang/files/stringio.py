# io.StringIO as a file in memory.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


import io
s = io.StringIO('one\ntwo\nthree')
print(s.read(2), s.readline(), s.readlines(), s.seek(0), list(s), s.tell(), s.getvalue(), s.seek(4), s.read(3))
s.seek(0); s.write('ONE'); print(s.getvalue(), s.truncate(5), s.getvalue(), s.readable(), s.writable(), s.seekable(), s.closed, s.line_buffering, s.isatty())
w = io.StringIO()
print('printed', 1, file=w); w.writelines(['a', 'b']); print(repr(w.getvalue()), w.write('äé'), w.tell(), len(w.getvalue()))
show(s.write, 5); show(s.read, 'a'); show(s.seek, -1); show(io.StringIO, 5); show(io.StringIO, b'a'); show(s.seek, 1, 1); show(s.truncate, -1)
s.close(); show(s.read); show(s.getvalue); print(s.closed)
with io.StringIO('x') as c:
    print(c.read(), c.read())
print(io.StringIO('a\r\nb\rc', newline=None).read().encode(), io.StringIO('a\r\nb').read().encode(), io.StringIO(initial_value='q').getvalue())
