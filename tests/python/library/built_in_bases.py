# needs: numpy pandas markupsafe pyarrow
"""Objects of Python classes that derive from str, bytes, tuple and int: they are those here, too, with their class."""
import collections
import copy
import http
import json
import os
import pickle
import random
import re
import time
import types
import urllib.parse

import numpy as np
import pandas as pd
import torch
from markupsafe import Markup

P = urllib.parse.urlparse('http://a/b?c')
df = pd.DataFrame({'a': [1, 2], 'b': ['x', 'y']})
rows = list(df.itertuples())
k, m, nb = np.str_('key'), Markup('<i>'), np.bytes_(b'ab')
print(repr(rows))
print(repr('%s %s %s' % rows[0]))
print(repr('%s-%s-%s-%s-%s-%s' % P))
print(repr(({(0, 1, 'x'): 5}[rows[0]])))
print(repr({tuple(P): 5}[P]))
print(repr({P: 5}[tuple(P)]))
print(repr((hash(rows[0]) == hash((0, 1, 'x')))))
print(repr((rows[0] == (0, 1, 'x'))))
print(repr(((0, 1, 'x') == rows[0])))
print(repr(((0, 1, 'x') != rows[0])))
print(repr((rows[0] < (1,))))
print(repr(((1,) > rows[0])))
print(repr((rows[0] in [(0, 1, 'x')])))
print(repr((rows[0].a, rows[0].Index, rows[0]._fields)))
print(repr(rows[0]._asdict()))
print(repr((rows[0] + (1,))))
print(repr(((1,) + rows[0])))
print(repr(rows[0] * 2))
print(repr(2 * rows[0]))
print(repr(rows[0][1:]))
print(repr(type(rows[0][1:])))
print(repr(rows[0][-1]))
print(repr((len(rows[0]), rows[0].count(1), rows[0].index('x'))))
print(repr(tuple(rows[0])))
print(repr((type(tuple(rows[0])), type(rows[0]).__mro__)))
print(repr((isinstance(1, (int, *P)))))
print(repr(type(rows[0]).__bases__))
print(repr((copy.copy(rows[0]) == rows[0], copy.deepcopy(P) == P, type(copy.copy(P)))))
print(repr((copy.copy(k), type(copy.copy(k)), copy.deepcopy(m), type(copy.deepcopy(m)))))
print(repr((pickle.loads(pickle.dumps(k)), type(pickle.loads(pickle.dumps([k, P]))[0]))))
print(repr((json.dumps({k: k, 'p': P}))))
print(repr(torch.zeros(time.gmtime(0)[:2]).shape))
print(repr((torch.zeros(np.zeros((2, 3)).shape))))
print(repr((sorted(rows, reverse=True))))
print(repr(max(rows)))
print(repr(sum(rows[0][:2])))
print(repr(dict([rows[0][:2]])))
print(repr(((lambda a, b, c: c)(*rows[0]))))
print(repr((str(k), type(str(k)), repr(str(k)), f'{k}', f'{k!r}', f'{k:>5}', '{}'.format(k), '{!r}'.format(k), '%r' % k, '%s' % k, '%5s' % k)))
print(repr((k.upper(), type(k.upper()), k[0], type(k[0]), k[1:], k * 2, 2 * k, k + 'x', 'x' + k, type(k + 'x'), type('x' + k))))
print(repr((m.format('<'), Markup('{}').format('<'), 'x{}'.format(m))))
print(repr((k == 'key', 'key' == k, k != 'key', 'key' != k, k < 'z', 'z' > k, k in {'key'}, 'key' in {k}, k in ['key'], {k: 1}['key'], {'key': 1}[k], {'key': 1}.get(k))))
print(repr((getattr(types.SimpleNamespace(key=3), k))))
print(repr({**{k: 2}}))
print(repr(dict(**{k: 2})))
print(repr((lambda **kw: kw)(**{k: 2})))
print(repr((list(map(str, [k, m])), [type(x) for x in map(str, [k])])))
print(repr((open(np.str_('x.txt'), 'w').close())))
print(repr((int(np.str_('3')), float(np.str_('2.5')), complex(np.str_('1j')), int(np.str_('ff'), 16))))
print(repr((isinstance(k, str), isinstance(k, np.str_), isinstance(k, np.generic), isinstance(k, np.character), issubclass(np.str_, str), issubclass(np.str_, (int, str)), isinstance(m, str), type(k) is np.str_, type(m) is Markup, np.str_.__mro__)))
print(repr(Markup(3)))
print(repr((bool(np.str_('')), bool(k), len(k), list(k), iter(k).__next__(), reversed(k).__next__())))
print(repr((np.array([k, 'abc']))))
print(repr((np.array([k]).tolist(), type(np.array([k]).tolist()[0]))))
print(repr(pd.Series([k]).iloc[0]))
print(repr(pd.DataFrame({k: [1]}).columns.tolist()))
print(repr(df[np.str_('a')].tolist()))
print(repr((id(k) == id(k), k is k, [k][0] is k)))
print(repr((nb, type(nb), nb + b'c', b'c' + nb, b''.join([nb]), nb.decode(), nb == b'ab', b'ab' == nb, {b'ab': 1}[nb], isinstance(nb, bytes), np.array([b'ab'])[0], bytes(nb), bytearray(nb), np.bytes_(b'12')[0], int(np.bytes_(b'12')))))
print(repr((__import__('difflib').SequenceMatcher(None, 'abcd', 'bcde').get_matching_blocks())))
print(repr((__import__('difflib').SequenceMatcher(None, 'abcd', 'bcde').find_longest_match(0, 4, 0, 4) == (1, 0, 3))))
print(repr((collections.Counter([k, 'key']))))
print(repr((np.unique(['b', 'a', 'b'])[0], [w for w in np.array(['x', 'y'])], sorted(np.array(['y', 'x'])), set(np.array(['y', 'y'])), {w: 1 for w in np.array(['x'])}, [f'{w}' for w in np.array(['x'])], ' '.join(np.array(['x', 'y'])))))
print(repr((random.Random(0).choice(np.array(['x', 'y'])))))
print(repr((http.HTTPStatus.OK.value, {200: 'a'}[http.HTTPStatus.OK], [200].index(http.HTTPStatus.OK), http.HTTPStatus(200) is http.HTTPStatus.OK, http.HTTPStatus.OK in (200,), sum([http.HTTPStatus.OK]), '%d' % http.HTTPStatus.OK, f'{http.HTTPStatus.OK:d}', hash(http.HTTPStatus.OK) == hash(200), list(range(http.HTTPStatus.OK))[-1], 'a' * http.HTTPStatus.OK == 'a' * 200, torch.zeros(http.HTTPStatus.OK).shape, [0] * http.HTTPStatus.OK == [0] * 200, http.HTTPMethod.GET, http.HTTPMethod.GET + 'x', isinstance(http.HTTPMethod.GET, str), {'GET': 1}[http.HTTPMethod.GET], http.HTTPMethod.GET == 'GET', f'{http.HTTPMethod.GET}')))
print(repr((collections.OrderedDict(a=1), type(pd.Series([1]).value_counts().to_dict()))))
print(k, m, P, sep=np.str_('-'), end=np.str_('!\n'))
print(k.isalpha(), k.split('e'), k.encode(), k.startswith('k'), 'keyx'.startswith(k), 'akey'.replace(k, 'z'), k.translate({107: 'q'}), 'keykey'.split(k), 'xkey'.endswith((k, 'a')), 'x'.join(k), 'a-key'.find(k), re.sub('e', '3', k), re.sub(k, 'w', 'a key'))
print(m + '<', '<' + m, m * 2, '%s' % m, repr(m.join(['<', '>'])), type(','.join([m])), Markup('<b>%s</b>') % '<', os.path.exists(m), os.path.join(k, 'b'))
setattr(types, 'zz' + k, 1)
print(types.zzkey, time.gmtime(0) == tuple(time.gmtime(0)), '%d-%d' % time.gmtime(0)[:2])


def shape(value):
    match value:
        case str():
            return 'text'
        case (first, *rest):
            return first, len(rest)


print(shape(k), shape(P), shape(rows[1]))
a, b, *c = P
print(a, b, c)


class Tag(Markup):
    def loud(self):
        return self.upper() + '!'


tag = Tag('<u>')
print(repr(tag), tag.loud(), isinstance(tag, str), ','.join([tag]), tag == '<u>', {'<u>': 1}[tag], type(tag), len(tag), '%s' % tag)
Point = collections.namedtuple('Point', 'x y')
print(pd.DataFrame([Point(1, 2), Point(3, 4)]).columns.tolist(), np.array([Point(1, 2)]).shape)
for bad in (lambda: k.nothing, lambda: k(), lambda: k + 1, lambda: 1 + k, lambda: k[9], lambda: rows[0].nothing, lambda: setattr(rows[0], 'a', 3), lambda: '%d' % rows[0], lambda: int(k), lambda: rows[0][7], lambda: k.index('q')):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)
