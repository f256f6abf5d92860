# Random values as texts of JSON and back, with all options; damaged texts and their errors.
import json, sys, random, math
R = random.Random(22)
class S(str): pass
class I(int): pass
class F(float): pass
class L(list): pass
class D(dict): pass
class O: pass
def val(d=0):
    k = R.randrange(16 if d < 4 else 10)
    if k == 0: return None
    if k == 1: return R.random() < .5
    if k == 2: return R.choice([0, -1, 10**17, 10**18, 10**30, -2**63, 2**63, R.randrange(10**9), I(5)])
    if k == 3: return R.choice([0.0, -0.0, 1e300, 1e-300, 1.5, R.random(), F(2.5), 1e16, 1e22])
    if k in (4, 5, 6): return ''.join(R.choice(['a', '"', '\\', '\n', '\x7f', '\x00', 'é', '東', '\U0001f600', '\ud800', 'plain text ', '/', '\u2028', '\x1f']) for _ in range(R.randrange(8)))
    if k == 7: return S('sub"é')
    if k == 8: return R.choice([math.nan, math.inf, -math.inf])
    if k == 9: return R.choice([(), [], {}, L(), D(), O(), {1, 2}, b'x']) if R.random() < .3 else 1
    if k < 13: return R.choice([list, tuple, L])(val(d + 1) for _ in range(R.randrange(5)))
    return R.choice([dict, D])((R.choice(['a', 'b', 'é', 1, 2.5, None, True, S('x'), 'longer key with blanks', I(7), (1, 2)]) if R.random() < .2 else 'k%d' % R.randrange(9), val(d + 1)) for _ in range(R.randrange(5)))
def show(f):
    try: return repr(f())
    except Exception as e: return type(e).__name__ + ' ' + str(e).split(' at 0x')[0] + repr(getattr(e, 'pos', ''))
def hook(o): return R2 and str(type(o)) or repr(type(o))
R2 = 1
for i in range(100):
    v = val()
    kw = {}
    if R.random() < .3: kw['indent'] = R.choice([0, 1, 4, '\t', '--', None, True])
    if R.random() < .3: kw['sort_keys'] = True
    if R.random() < .3: kw['ensure_ascii'] = False
    if R.random() < .3: kw['allow_nan'] = False
    if R.random() < .3: kw['skipkeys'] = True
    if R.random() < .3: kw['default'] = hook
    if R.random() < .2: kw['separators'] = R.choice([(',', ':'), ('; ', ' = '), ('é', '東')])
    if R.random() < .2: kw['check_circular'] = False
    print(i, ascii(show(lambda: json.dumps(v, **kw))))
TOK = ['{', '}', '[', ']', '"', ':', ',', '"a"', '"bc"', '1', '-', '0', '.5', 'e3', 'E+2', 'true', 'false', 'null', 'NaN', 'Infinity', '-Infinity', ' ', '\n', '\\', '\\n', '\\u00e9', '\\ud83d\\ude00', '\\ud83d', '\\u12', 'é', '\t', '東', '\x00', '12345678901234567890', '"k": ', '[1, 2]', '{"a": 1}', '1e400', '-0', '-0.0', '0.1', ', ', '\ufeff', '\U0001f600', "'", '/', '+1', 'tru']
for i in range(300):
    s = ''.join(R.choice(TOK) for _ in range(R.randint(1, 8)))
    if R.random() < .5: s = R.choice(['[', '{"a": ', '"', '[[', '{"', '{"x": [']) + s + R.choice([']', '}', '"', ']]', '', '"}', ']}'])
    kw = {}
    if R.random() < .2: kw['strict'] = False
    if R.random() < .15: kw['parse_float'] = lambda x: 'f' + x
    if R.random() < .15: kw['parse_int'] = lambda x: 'i' + x
    if R.random() < .15: kw['parse_constant'] = lambda x: 'c' + x
    if R.random() < .15: kw['object_hook'] = lambda x: sorted(x)
    if R.random() < .15: kw['object_pairs_hook'] = lambda x: tuple(x)
    print(i, ascii(s), sorted(kw), ascii(show(lambda: json.loads(s, **kw))))
    d = json.JSONDecoder(**kw)
    print(ascii(show(lambda: d.raw_decode(s))), ascii(show(lambda: d.raw_decode(s, 2))), ascii(show(lambda: d.scan_once(s, len(s) + 1))), ascii(show(lambda: json.decoder.scanstring(s, 1))))
a = []; a.append(a); print(show(lambda: json.dumps(a))); d = {}; d['x'] = [d]; print(show(lambda: json.dumps(d)))
print(show(lambda: json.loads('[' * 100000)), show(lambda: json.loads('{"a":' * 100000)))
a = []
for i in range(100000): a = [a]
print(show(lambda: json.loads('1' * 5000)), show(lambda: json.dumps(10**5000)))
class E(json.JSONEncoder):
    def default(self, o): return list(o)
print(json.dumps({1: {2}}, cls=E), json.dumps(..., default=lambda o: 'dots'), show(lambda: json.dumps(...)), show(lambda: json.loads(b'\xff')), show(lambda: json.loads('')), show(lambda: json.loads(1)))
print(json.dumps([float(x) for x in range(5)], separators=(',', ':')), show(lambda: json.dumps(1, separators=(1, 2))),show(lambda: json.dumps([1,2], separators=(1, 2))),show(lambda: json.dumps([1,2], separators=(b'', ': '))))
