# Tables of CSV with random dialects: rows that are read and written, and what is wrong with some.
import csv, io, random
R = random.Random(8)
def show(f):
    try: return ascii(f())
    except Exception as e: return type(e).__name__ + ' ' + ascii(str(e))
class N:
    def __float__(self): return 1.0
    def __str__(self): return 'N,"'
class P:
    def __str__(self): return 'p;q'
def options():
    kw = {}
    if R.random() < .3: kw['delimiter'] = R.choice([';', '\t', ' ', 'é', '東', ':', 'a', '"', '1', '.'])
    if R.random() < .3: kw['quotechar'] = R.choice(["'", '|', '東', None, ','])
    if R.random() < .3: kw['escapechar'] = R.choice(['\\', 'é', '東', '/', ' '])
    if R.random() < .3: kw['doublequote'] = R.choice([True, False])
    if R.random() < .3: kw['quoting'] = R.choice([0, 1, 2, 3])
    if R.random() < .3: kw['skipinitialspace'] = R.choice([True, False])
    if R.random() < .3: kw['strict'] = R.choice([True, False])
    if R.random() < .2: kw['lineterminator'] = R.choice(['\n', '!', 'ab', '東\n', ''])
    if R.random() < .1: kw['dialect'] = R.choice(['excel-tab', 'unix'])
    return kw
TOK = ['a', 'b', ',', ',', ';', '"', '"', '\n', '\r', ' ', '\\', "'", '\t', 'é', '東', '1', '2.5', '|', '""', ',"', '",', '\0', ':', '/', 'plain', '\U0001f600']
VAL = ['a', '', ' ', 'a,b', 'a"b', "a'b", 'a\nb', 'a\rb', 'é', '東', 'a\\b', 1, -25, 2.5, 1e300, float('nan'), None, True, 10**30, N(), P(), [1, 2], 'a;b', 'x/y', 'a\tb', '1', b'q,', (1,), 1j, '\U0001f600,', 'ab!', '"']
for i in range(100):
    kw = options()
    lines = [''.join(R.choice(TOK) for _ in range(R.randint(0, 9))) for _ in range(R.randint(1, 3))]
    if R.random() < .7: lines = [l.replace('\n', '').replace('\r', '') + R.choice(['\n', '\r\n', '']) for l in lines]
    if R.random() < .02: lines[0] = R.choice([b'x', None, 3])
    print(i, sorted(map(str, kw.items())), ascii(lines), show(lambda: list(csv.reader(lines, **kw))))
    def lazily():
        r = csv.reader(lines, **kw); out = []
        try:
            for row in r: out.append((r.line_num, row))
        except Exception as e: out.append(str(e))
        try:
            for row in r: out.append((r.line_num, row))
        except Exception as e: out.append(str(e))
        return out
    print(show(lazily))
    rows = [[R.choice(VAL) for _ in range(R.randint(0, 4))] for _ in range(R.randint(1, 3))]
    if R.random() < .05: rows[0] = R.choice([None, 5, 'text', iter('ab'), {'k': 1}])
    def wrote():
        out = io.StringIO(); w = csv.writer(out, **kw)
        return [show(lambda: w.writerow(row)) for row in rows], out.getvalue()
    print(show(wrote))
    def all():
        out = io.StringIO(); csv.writer(out, **kw).writerows(rows); return out.getvalue()
    print(show(all))
    if R.random() < .2:
        print(show(lambda: list(csv.DictReader(lines, **kw))), show(lambda: list(csv.DictReader(lines, ['x', 'y'], 'rest', 'none', **kw))))
        def dicts():
            out = io.StringIO(); w = csv.DictWriter(out, ['a', 'b'], restval='-', **kw); w.writeheader(); w.writerows([{'a': 1}, {'b': 'x,y', 'a': None}]); w.writerow({'c': 1}); return out.getvalue()
        print(show(dicts))
print(csv.field_size_limit(5), show(lambda: list(csv.reader(['123456,1']))), show(lambda: list(csv.reader(['12345,"12345",1']))), show(lambda: list(csv.reader(['"123456"']))), show(lambda: list(csv.reader(['"12\n', '3456"']))), csv.field_size_limit(), show(lambda: csv.field_size_limit('x')), show(lambda: csv.field_size_limit(1 << 70)), csv.field_size_limit(131072))
print(show(lambda: type(csv.reader([]))), show(lambda: type(csv.writer(io.StringIO()))), show(lambda: csv.writer(5)), show(lambda: csv.reader(5)), csv.Error, csv.Error.__module__, show(lambda: csv.reader([]).dialect.delimiter), show(lambda: next(csv.reader([]))))
def bad():
    yield 'a,b\n'
    raise KeyError('x')
print(show(lambda: list(csv.reader(bad()))))
class W:
    def write(self, s): return len(s) * 2
print(csv.writer(W()).writerow(['é', 1]), csv.writer(W()).writerows([]))
