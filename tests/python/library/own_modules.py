# needs: numpy pandas bs4 requests
"""json, re, csv, struct, hashlib and their like are the kernel's own beside Python, too: with its objects, exceptions and classes."""
import base64
import csv
import hashlib
import io
import json
import re
import struct
from collections import OrderedDict

import numpy as np
import pandas as pd
import requests
from bs4 import BeautifulSoup

# objects of Python in JSON: those whose class derives from a built-in one
print(json.dumps({'a': np.float64(.5), 'b': [np.str_('x'), (1, None)], np.float64(2.): True}))
print(json.dumps(pd.Series({'a': 1, 'b': 2}).to_dict()), json.dumps(OrderedDict(a=1)))
for value in np.int64(3), np.arange(3), {np.int64(1): 1}:
    try:
        json.dumps(value)
    except TypeError as e:
        print(e)


class Encoder(json.JSONEncoder):
    def default(self, o):
        return o.tolist() if isinstance(o, (np.ndarray, np.generic)) else super().default(o)


print(json.dumps({'a': np.int64(3), 'b': np.arange(3)}, cls=Encoder, indent=1))

# one class of exceptions: raised by code of Python, caught here, and the reverse
response = requests.Response()
response._content = b'{x'
try:
    response.json()
except json.JSONDecodeError as e:
    print(e.pos, e.doc, e.msg, str(e))


class Mine(json.JSONDecodeError):
    pass


for error in json.JSONDecodeError('a', 'doc', 1), Mine('b', 'doc', 2), struct.error('c'), csv.Error('d'), re.error('e', 'pattern', 3):
    def fails(row):
        raise error
    try:
        np.apply_along_axis(fails, 0, np.zeros((2, 2)))
    except type(error) as e:
        print(type(e).__name__, e, e is error, getattr(e, 'pos', None))

# patterns
pattern = re.compile(r'([a-z])(\d)', re.I)
s = pd.Series(['a1', 'B2', 'zz'])
print(s.str.replace(pattern, r'\2\1', regex=True).tolist(), s.str.extract(pattern).fillna('').values.tolist())
print(s.str.replace(pattern, lambda m: m.group(2) + '!', regex=True).tolist(), s.str.findall('[a-z]', flags=re.IGNORECASE).tolist())
print(pd.DataFrame({'a': ['x1', 'y']}).replace(pattern, 'Q').values.tolist())
soup = BeautifulSoup('<a href="x1">t</a><b>u</b>', 'html.parser')
print(soup.find_all(re.compile('^[ab]$')), soup.find('a', href=re.compile(r'\d')))

# memory and files
a = np.zeros(4, dtype=np.uint8)
struct.pack_into('<I', a, 0, 77)
print(a, struct.unpack('<I', a.tobytes()), base64.b64encode(a), hashlib.md5(a).hexdigest())
rows = io.StringIO()
csv.writer(rows).writerows([[np.float64(1.5), np.int64(2), None], ['a,b', 'q"']])
print(repr(rows.getvalue()), pd.read_csv(io.StringIO(rows.getvalue()), header=None).shape)
