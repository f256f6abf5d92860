# needs: json textwrap
"""Modules of Python's library as values, and what inspect says of functions of both sides."""
import inspect
import json
import textwrap
from string import Template

print(type(textwrap), type(json), type(textwrap) is type(json))
print(inspect.signature(json.loads))
print(inspect.signature(Template.substitute))


def ours(a, /, b: int, *rest, c=1, **named) -> str:
    """Doc."""
    return a


print(inspect.signature(ours), inspect.getdoc(ours))
print([n for n in dir(json) if n.startswith('load')])


class T(Template):
    """A template of ours."""

    def go(self, x):
        return x


print(inspect.signature(T('x').go), 'go' in dir(T('x')), 'substitute' in dir(T('x')))


def chain():
    try:
        json.loads('{')
    except ValueError as e:
        raise KeyError('ours') from e


try:
    chain()
except KeyError as e:
    print(type(e.__cause__).__name__, e.__cause__ is e.__context__, e.__suppress_context__)


def raises(match):
    raise LookupError('inside')


import re
try:
    try:
        re.sub('a', raises, 'a')
    except LookupError as first:
        kept = first
        raise
except LookupError as second:
    print(second is kept)

seen = []


def nested(match):
    try:
        re.sub('b', raises, 'b')
    except LookupError as e:
        seen.append(e)
        raise


try:
    re.sub('a', nested, 'a')
except LookupError as e:
    print(e is seen[0], e.__context__)


def fails(match):
    return json.loads('[')


try:
    re.sub('a', fails, 'a')
except ValueError as e:
    print(type(e).__name__, e.pos, e.__cause__)
    frames = []
    tb = e.__traceback__
    while tb:
        frames.append(tb.tb_frame.f_code.co_name)
        tb = tb.tb_next
    print(frames)

# what is taken out of sys.modules is imported anew
import sys
import colorsys
former = colorsys
del sys.modules['colorsys']
import colorsys
print(former is colorsys, sys.modules['colorsys'] is colorsys)
former = sys.modules.pop('colorsys')
import colorsys as again
print(former is again, again.rgb_to_hsv(1, 0, 0))
