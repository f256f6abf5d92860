# Opening, reading and writing text.
def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


with open('t.txt', 'w') as f:
    print(f.write('line one\nzeile zwei ä\n'), f.writable(), f.readable(), f.mode, f.name, f.encoding, f.closed, f.tell())
    f.writelines(['a\n', 'b'])
print(f.closed, open('t.txt').read())
f = open('t.txt')
print(f.readline(), f.readline(5), f.read(3), f.tell(), f.seek(0), f.readlines(), f.read(), f.readline())
f.seek(0)
print([line.rstrip() for line in f], next(f, 'end'))
f.close()
show(f.read); show(next, f); show(f.write, 'x'); show(f.close); show(lambda: f.__enter__())
with open('t.txt', 'a') as f:
    f.write('tail')
with open('t.txt', 'r+') as f:
    f.write('LINE'); f.seek(0); print(f.read(8), len(f.readlines()))
with open('t.txt', 'x' if False else 'w+') as f:
    f.write('new'); f.seek(0); print(f.read()); f.seek(1); f.truncate(); f.seek(0); print(f.read())
show(open, 't.txt', 'x'); show(open, 'nope.txt'); show(open, 't.txt', 'q'); show(open, 't.txt', 'rw'); show(open, 't.txt', 'rb', encoding='utf-8'); show(open); show(open, None); show(open, 5.5); show(open, 't.txt', encoding='nope'); show(open, '', 'r'); show(open, 't.txt', ''); show(open, 't.txt', 'b'); show(open, 't.txt', 'wr')
with open('t.txt') as f:
    show(f.write, 'x'); show(f.seek, -1); show(f.read, 'a'); show(f.seek, 0, 5); show(f.readlines, 1)
with open('t.txt', 'w') as f:
    show(f.read); show(f.write, 5); show(f.write, b'x'); show(f.writelines, 'ok'); show(f.writelines, [1]); show(f.writelines, 5)
