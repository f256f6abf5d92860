# needs: jsonschema deepdiff tomlkit loguru cachetools diskcache rapidfuzz prettytable humanize inflect xmltodict jsonpatch cattrs wrapt traitlets pluggy markdown sqlparse fsspec pygments packaging anyio
"""Small packages with functions and classes of the program: a program for each."""
import asyncio
import io
import operator
import sys

import anyio
import cachetools
import cattrs
import deepdiff
import diskcache
import fsspec
import humanize
import inflect
import jsonpatch
import jsonschema
import markdown
import packaging.version
import pluggy
import pygments
import sqlparse
import tomlkit
import torch
import traitlets
import wrapt
import xmltodict
from loguru import logger
from prettytable import PrettyTable
from pygments.formatters import HtmlFormatter
from pygments.lexer import RegexLexer
from pygments.token import Keyword, Name, Text
from rapidfuzz import fuzz, process


def attempt(*calls):
    for call in calls:
        try:
            print(call())
        except Exception as error:
            print(type(error).__name__, str(error).strip().split('\n')[0][:110])


# jsonschema
schema = {'type': 'object', 'properties': {'n': {'type': 'integer', 'minimum': 1}, 'tags': {'type': 'array', 'items': {'type': 'string'}}, 'day': {'format': 'day'}}, 'required': ['n']}
checker = jsonschema.FormatChecker()


@checker.checks('day', raises=ValueError)
def is_day(value):
    if value == 'never':
        raise ValueError('no such day')
    return value.endswith('day')


validator = jsonschema.Draft202012Validator(schema, format_checker=checker)
print([(list(e.path), e.validator, e.message) for e in sorted(validator.iter_errors({'n': 0, 'tags': [1], 'day': 'x'}), key=lambda e: str(e.path))], validator.is_valid({'n': 1, 'day': 'monday'}))
Even = jsonschema.validators.extend(jsonschema.Draft7Validator, {'even': lambda v, even, instance, s: [jsonschema.ValidationError(f'{instance} is odd')] if even and instance % 2 else []})
attempt(lambda: Even({'even': True}).validate(3), lambda: Even({'even': True}).validate(4), lambda: jsonschema.validate({}, schema), lambda: jsonschema.validate(1, {'type': 'zz'}), lambda: validator.validate({'n': 1, 'day': 'never'}))


# deepdiff
class Config:
    def __init__(self, **fields):
        self.__dict__.update(fields)


print(deepdiff.DeepDiff({'a': [1, 2], 'b': 1}, {'a': [1, 3], 'c': 1}).to_dict(), deepdiff.DeepDiff([1, 2], [2, 1], ignore_order=True), deepdiff.DeepDiff(Config(lr=1, n=2), Config(lr=2, n=2)).to_dict(), deepdiff.DeepDiff({'a': 1.0}, {'a': 1.001}, math_epsilon=0.01))

# tomlkit
document = tomlkit.parse('# top\ntitle = "x"  # note\n[model]\nsizes = [1, 2]\n')
document['model']['lr'] = 0.5
document['model']['sizes'].append(3)
document['title'] += 'y'
print(tomlkit.dumps(document), document.unwrap(), document['title'] == 'xy', isinstance(document['title'], str), document['model']['sizes'] == [1, 2, 3], 'a-' + document['title'], f"{document['title']:>4}", {'xy': 1}[document['title']], document['model']['lr'] * 2, torch.zeros(document['model']['sizes'].unwrap()).shape, torch.zeros(tuple(document['model']['sizes'])).shape)
attempt(lambda: tomlkit.parse('a = '), lambda: document['zz'], lambda: tomlkit.item(object()))

# loguru
lines = []
logger.remove()
number = logger.add(lambda message: lines.append(message.rstrip()), format='{level}|{extra[who]}|{message}', filter=lambda record: record['level'].no >= 20)
log = logger.bind(who='me')
log.debug('not this')
log.info('n={} t={t}', 3, t=torch.tensor(1))
log.opt(lazy=True).warning('{}', lambda: 'late')


@log.catch(message='caught', reraise=False, onerror=lambda error: lines.append(repr(error)))
def breaks():
    return 1 / 0


breaks()
logger.remove(number)
print([line.split('\n')[0] for line in lines])


# cachetools and diskcache
calls = []


@cachetools.cached(cachetools.LRUCache(2), key=lambda x: x % 10)
def slow(x):
    calls.append(x)
    return x * 2


print([slow(v) for v in (1, 11, 2, 3, 1)], calls, slow.cache.currsize if hasattr(slow.cache, 'currsize') else 0)


class Loud(cachetools.LRUCache):
    def popitem(self):
        key, value = super().popitem()
        print('dropped', key)
        return key, value


loud = Loud(maxsize=1, getsizeof=lambda v: 1)
loud['a'] = 1
loud['b'] = 2
attempt(lambda: loud['a'], lambda: loud.get('a', 'none'), lambda: cachetools.TTLCache(2, 10)['q'])
with diskcache.Cache('cache') as cache:
    cache['k'] = {'a': [1, 2]}

    @cache.memoize()
    def twice(x):
        calls.append('twice')
        return x * 2

    print(cache['k'], twice(4), twice(4), calls[-2:], 'k' in cache, cache.get('zz', 5), len(cache))

# rapidfuzz
print(fuzz.ratio('kitten', 'sitting'), process.extractOne('appel', ['apple', 'pear'], scorer=fuzz.WRatio)[0], process.extract('a', ['ab', 'b', 'a'], scorer=lambda a, b, **k: 100.0 if a == b else 1.0, limit=2), process.extractOne('x', {'k': 'x y'}, processor=lambda s: s.upper())[2])

# prettytable, humanize, inflect
table = PrettyTable(['name', 'n'])
table.add_rows([['b', 2.5], ['a', 10]])
table.sortby, table.align['name'] = 'name', 'l'
table.custom_format['n'] = lambda field, value: f'<{value}>'
print(table, table.get_string(fields=['n'], border=False), len(table.get_html_string()) > 50, humanize.intcomma(1234567), humanize.naturalsize(3e6), humanize.ordinal(22), inflect.engine().plural('child'), inflect.engine().number_to_words(42), sep='\n')
attempt(lambda: table.add_row([1]), lambda: PrettyTable(['a', 'a']), lambda: setattr(table, 'sortby', 'zz'))

# xmltodict and jsonpatch
print(xmltodict.parse('<a x="1"><b>2</b><b>3</b></a>', postprocessor=lambda path, key, value: (key.upper(), value)), xmltodict.unparse({'r': {'@id': 1, 'v': ['a', 'b']}}, full_document=False), jsonpatch.apply_patch({'a': [1]}, [{'op': 'add', 'path': '/a/-', 'value': 2}]), jsonpatch.make_patch({'a': 1}, {'b': 1}).patch)
attempt(lambda: xmltodict.parse('<a>'), lambda: jsonpatch.apply_patch({}, [{'op': 'remove', 'path': '/q'}]))

# cattrs, wrapt, traitlets, pluggy
import attrs


@attrs.define
class Layer:
    size: int
    act: str = 'relu'


@attrs.define
class Model:
    layers: list[Layer]
    rate: float = 0.5


converter = cattrs.Converter()
converter.register_unstructure_hook(float, lambda v: f'{v:.2f}')
print(converter.structure({'layers': [{'size': '3'}]}, Model), converter.unstructure(Model([Layer(1)])), converter.structure(['1'], list[int]))
attempt(lambda: converter.structure({'layers': 3}, Model), lambda: converter.structure({}, Layer))


@wrapt.decorator
def traced(wrapped, instance, args, kwargs):
    return wrapped.__name__, type(instance).__name__, wrapped(*args, **kwargs)


class Traced:
    @traced
    def method(self, x):
        """Adds one."""
        return x + 1


@traced
def function(*, k):
    return k


proxy = wrapt.ObjectProxy([1, 2])
print(Traced().method(1), function(k=2), Traced.method.__doc__, function.__name__, len(proxy), proxy == [1, 2], isinstance(proxy, list))


class Knob(traitlets.HasTraits):
    level = traitlets.Int(1).tag(config=True)
    name = traitlets.Unicode('k')
    kind = traitlets.Enum(['a', 'b'], default_value='a')

    @traitlets.validate('level')
    def _check(self, proposal):
        if proposal['value'] > 10:
            raise traitlets.TraitError('too loud')
        return proposal['value']

    @traitlets.observe('level')
    def _changed(self, change):
        calls.append((change['old'], change['new'], change.name))

    @traitlets.default('name')
    def _name(self):
        return 'made'


knob = Knob(level=2)
knob.observe(lambda change: calls.append(change.owner is knob), names='name')
knob.level, knob.name = 3, 'n'
print(calls[-3:], knob.name, Knob().name, knob.trait_names(), knob.traits(config=True).keys(), knob.has_trait('zz'))
attempt(lambda: setattr(knob, 'level', 11), lambda: setattr(knob, 'level', 'x'), lambda: setattr(knob, 'kind', 'z'), lambda: Knob(level=1.5))
spec, implementation = pluggy.HookspecMarker('p'), pluggy.HookimplMarker('p')


class Spec:
    @spec
    def combine(self, a, b):
        """Combines."""

    @spec(firstresult=True)
    def first(self, a):
        """The first."""


class Plugin:
    @implementation
    def combine(self, a, b):
        return a + b

    @implementation(tryfirst=True)
    def first(self, a):
        return None if a < 0 else a


class Wrapping:
    @implementation(wrapper=True)
    def combine(self, a):
        return [*(yield), a]


manager = pluggy.PluginManager('p')
manager.add_hookspecs(Spec)
manager.register(Plugin())
manager.register(Wrapping(), name='w')
print(manager.hook.combine(a=1, b=2), manager.hook.first(a=5), manager.hook.first(a=-1), manager.has_plugin('w'))

# markdown, sqlparse, fsspec, pygments, packaging
class Shout(markdown.extensions.Extension):
    def extendMarkdown(self, md):
        class Upper(markdown.preprocessors.Preprocessor):
            def run(self, lines):
                return [line.upper() if line.startswith('!') else line for line in lines]
        md.preprocessors.register(Upper(md), 'upper', 25)


print(markdown.markdown('# T\n\n! loud *x*', extensions=[Shout(), 'tables']), sqlparse.format('select a from b where c=1', reindent=True, keyword_case='upper'), [str(t.ttype) for t in sqlparse.parse('select 1')[0].tokens if not t.is_whitespace], packaging.version.Version('1.10') > packaging.version.Version('1.9'), sorted(['1.10', '1.9'], key=packaging.version.parse), sep='\n')
memory = fsspec.filesystem('memory')
with memory.open('/d/a.txt', 'w') as file:
    file.write('hello')
print(memory.ls('/d', detail=False), memory.cat('/d/a.txt'), fsspec.open('memory://d/a.txt', 'rt').open().read(), memory.exists('/zz'))


class Tiny(RegexLexer):
    name = 'tiny'
    tokens = {'root': [(r'let\b', Keyword), (r'\w+', lambda lexer, match: [(match.start(), Name, match.group())]), (r'\s+', Text)]}


print([(str(kind), text) for kind, text in Tiny().get_tokens('let abc')], 'class="k"' in pygments.highlight('let x', Tiny(), HtmlFormatter()))


# anyio and asyncio
async def main():
    send, receive = anyio.create_memory_object_stream(5)
    async with anyio.create_task_group() as group:
        async def produce():
            for i in range(3):
                await send.send(torch.tensor(i))

        group.start_soon(produce)
    print([(await receive.receive()).item() for _ in range(3)])
    send.close()
    receive.close()
    with anyio.move_on_after(0.01) as scope:
        await anyio.sleep(5)
    print(scope.cancelled_caught, await anyio.to_thread.run_sync(lambda: 'thread'), await asyncio.gather(*[asyncio.to_thread(operator.add, i, 1) for i in range(2)]))
    try:
        async with anyio.create_task_group() as group:
            async def fail():
                raise ValueError('in a task')
            group.start_soon(fail)
    except* ValueError as errors:
        print([str(e) for e in errors.exceptions])


anyio.run(main)
