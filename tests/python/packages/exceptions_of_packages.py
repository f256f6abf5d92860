# needs: click requests marshmallow fastapi tenacity
"""Exceptions of Python's packages that the program makes, its own that derive from them, and what code there sees of its exceptions."""
import string
import unittest

import click
import marshmallow
import requests
import tenacity
from fastapi import HTTPException
from starlette.exceptions import HTTPException as H2

for f in (lambda: click.exceptions.Exit(code=4).exit_code, lambda: HTTPException(status_code=403, detail='x').detail, lambda: H2(403).detail, lambda: requests.HTTPError('a', response=3).response, lambda: click.UsageError('m').message, lambda: click.BadParameter('m', param_hint='p').format_message(), lambda: marshmallow.ValidationError({'a': ['b']}).messages, lambda: click.FileError('f', hint='h').ui_filename):
    try: print(f())
    except Exception as e: print(type(e), e)
class Mine(click.ClickException):
    exit_code = 7
    def show(self, file=None):
        print('shown', self.message, self.format_message())
class Other(click.UsageError):
    def __init__(self, a, *, b=2):
        super().__init__(f'{a}-{b}')
        self.a = a
    def show(self, file=None):
        print('other', self.a, self.message)
class Api(HTTPException):
    def __init__(self, name):
        super().__init__(status_code=404, detail=f'{name} not found')
        self.name = name
@click.command()
@click.argument('what')
def main(what):
    if what == 'mine': raise Mine('m')
    if what == 'other': raise Other('o', b=5)
    if what == 'exit': raise click.exceptions.Exit(3)
    if what == 'bad': raise click.BadParameter('no', param_hint='what')
    raise click.UsageError('u')
from click.testing import CliRunner
for w in ('mine', 'other', 'exit', 'bad', 'z'):
    r = CliRunner().invoke(main, [w])
    print(r.exit_code, r.output.strip().split('\n')[-1])
e = Api('bob')
print(e.status_code, e.detail, e.name, repr(e), str(e), e.args)
o = Other(1)
print(o.message, o.a, o.args, str(o), o.exit_code, isinstance(o, click.UsageError), o.format_message())
class Plain(Exception):
    def __init__(self, code): self.code = code; super().__init__('plain', code)
    @property
    def twice(self): return self.code * 2
    def method(self, x): return x + self.code
print(string.Formatter().format('{0.code} {0.twice} {0}', Plain(4)))
class T(unittest.TestCase):
    def test(self):
        with self.assertRaises(Plain) as cm:
            raise Plain(3)
        self.assertEqual(cm.exception.code, 3)
        self.assertEqual(cm.exception.twice, 6)
print(unittest.TextTestRunner(stream=open('/dev/null', 'w')).run(unittest.defaultTestLoader.loadTestsFromTestCase(T)).wasSuccessful())
@tenacity.retry(stop=tenacity.stop_after_attempt(3), retry=tenacity.retry_if_exception(lambda e: e.code < 5), reraise=True)
def flaky(c=[0]):
    c[0] += 2
    raise Plain(c[0])
try: flaky()
except Plain as e: print(e.code, e.twice, e.args)


class Shown(Exception):
    kind = 'k'

    def __str__(self):
        return 'SHOWN'

    def method(self, x):
        return x * 2


for form in ('{0}', '{0.kind}', '{0!r}', '{0.nothing}'):
    try:
        print(string.Formatter().format(form, Shown(4)))
    except Exception as error:
        print(repr(error))


class Missing(KeyError, Shown):
    pass


class Field(marshmallow.ValidationError):
    def __init__(self, message, *, level=1):
        super().__init__(message, 'field')
        self.level = level
        self.field_name += '!'


class Form(marshmallow.Schema):
    a = marshmallow.fields.Str()

    @marshmallow.validates('a')
    def check(self, value, **kwargs):
        raise Field('never ' + value, level=2)


try:
    Form().load({'a': 'x'})
except marshmallow.ValidationError as error:
    print(error.messages, type(error).__name__)
field = Field('m')
print(field.messages, field.level, field.field_name, string.Formatter().format('{0.level} {0.field_name} {0.messages}', field), isinstance(field, ValueError), field.normalized_messages())
try:
    try:
        raise Api('zoe')
    except HTTPException as error:
        print(error.detail, error is not None)
        raise Missing('key') from error
except LookupError as error:
    print(repr(error), repr(error.__cause__), error.kind, error.method(2), string.Formatter().format('{0.kind} {0}', error))
note = requests.ConnectionError(3, request='r')
note.extra = [1]
print(note.request, note.response, note.extra, note.args, isinstance(note, OSError), repr(note), note.errno)
