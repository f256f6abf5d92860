"""unittest.mock: mocks, specs, side effects, assertions, patches, autospec, files."""
import os
import re
import sys
from unittest.mock import (ANY, DEFAULT, AsyncMock, MagicMock, Mock, NonCallableMock, PropertyMock, call, create_autospec, mock_open,
                           patch, seal, sentinel)


def show(*values):
    print(*(re.sub(r"id='\d+'", "id='N'", each if type(each) is str else repr(each)) for each in values))


def fails(function, *args, **kwargs):
    try:
        show('no error', function(*args, **kwargs))
    except BaseException as error:
        show(type(error).__name__ + ':', str(error))


m = Mock()
show(m, m.a, m.a.b, m(), m.a().b, Mock(name='named'), Mock(name='named').x, MagicMock(spec=int), Mock(spec_set=str))
m = Mock(return_value=3, x=5)
print(m(), m(1, 2, k=3), m.x, m.called, m.call_count)
show(m.call_args, m.call_args_list, m.mock_calls, m.call_args.args, m.call_args.kwargs, m.call_args[0], m.call_args[1])
print(m.call_args == ((1, 2), {'k': 3}), m.call_args == call(1, 2, k=3), m.call_args_list == [call(), call(1, 2, k=3)], call(1, 2, k=3) in m.mock_calls)
m = Mock()
m.one(1).two(2)
m.three.four('x')
show(m.mock_calls, m.method_calls)
print(m.mock_calls == [call.one(1), call.one().two(2), call.three.four('x')], call.one(1).two(2).call_list() == m.mock_calls[:2])
show(call, call.a, call.a.b, call(1), call.a(1).b(x=2), call.count(3), call.index)
m.reset_mock()
show(m.mock_calls, m.called)

for effect in (ValueError('bad'), KeyError, lambda x: x * 2, [1, RuntimeError('two'), 3]):
    m = Mock(side_effect=effect)
    for value in range(2, 6):
        fails(m, value)
m = Mock(side_effect=lambda: DEFAULT, return_value=7)
print(m())

m = Mock(name='thing')
for name, args in (('assert_called', ()), ('assert_called_once', ()), ('assert_called_with', (1,)), ('assert_called_once_with', (1,)),
                   ('assert_any_call', (1,)), ('assert_has_calls', ([call(1)],)), ('assert_not_called', ())):
    fails(getattr(m, name), *args)
m(1)
m(2, a=3)
for name, args in (('assert_called', ()), ('assert_called_once', ()), ('assert_called_with', (1,)), ('assert_called_once_with', (1,)),
                   ('assert_any_call', (1,)), ('assert_any_call', (5,)), ('assert_has_calls', ([call(1), call(2, a=3)],)),
                   ('assert_has_calls', ([call(2, a=3), call(1)],)), ('assert_has_calls', ([call(2, a=3), call(1)], True)),
                   ('assert_has_calls', ([call(9)], True)), ('assert_not_called', ())):
    fails(getattr(m, name), *args)
fails(lambda: m.assert_foo)
fails(lambda: m.asert_called)


class Base:
    """A class."""

    size = 3

    def method(self, a, b=2):
        return a

    @property
    def prop(self):
        return 1

    @staticmethod
    def static(x):
        return x

    @classmethod
    def made(cls, y):
        return y


m = Mock(spec=Base)
print(isinstance(m, Base), m.__class__ is Base)
show(m.method, m.size)
fails(lambda: m.nothing)
m.other = 3
m = Mock(spec_set=['a', 'b'])
fails(setattr, m, 'c', 1)
m.a = 5
print(m.a)
del m.b
fails(lambda: m.b)
m = create_autospec(Base)
fails(m, 1)
instance = m()
print(isinstance(instance, Base), instance is m.return_value)
instance.method(1)
fails(instance.method)
fails(instance.method, 1, 2, 3)
instance.method.assert_called_once_with(1)
fails(instance.method.assert_called_once_with, 9)
fails(lambda: instance.nothing)
m.static(1)
m.made(2)
fails(m.made)


def function(a, b=1, *, c=2):
    """Doc."""


f = create_autospec(function, return_value='answer')
print(f(1, c=3), f.__name__, f.__doc__)
fails(f)
f.assert_called_with(1, c=3)
fails(f.assert_called_with, 2)
f.side_effect = ValueError('no')
fails(f, 1)
print(f.called, f.call_count, f.mock_calls)

m = MagicMock()
print(len(m), int(m), float(m), bool(m), list(m), 3 in m, hash(m) == hash(m), m == m, m == 3, m != m, str(m).startswith('<MagicMock'))
show(m[3], m + 1, 1 + m, -m)
m.__getitem__.return_value = 'item'
m.__len__.return_value = 9
m.__iter__.return_value = [1, 2]
m.__enter__.return_value = 'inside'
m.__eq__.return_value = True
print(m['k'], len(m), list(m), list(m), m == 5)
with m as inside:
    print(inside)
show(m.__getitem__.call_args, m.mock_calls[-3:])
m.__str__ = lambda self: 'text'
m.__lt__ = lambda self, other: True
print(str(m), m < 3)
fails(lambda: Mock() < 3)
fails(lambda: len(Mock()))
m = Mock()
m.__len__ = Mock(return_value=4)
print(len(m))
fails(setattr, m, '__init__', 3)

m = Mock()
m.configure_mock(**{'a.b.return_value': 3, 'x': 4, 'c.side_effect': KeyError('k')})
print(m.a.b(), m.x)
fails(m.c)
child = Mock(return_value=1)
m.attach_mock(child, 'child')
child(5)
show(m.mock_calls[-1], m.child is child)
m = Mock()
m.known.deep
m.known = Mock()
seal(m)
fails(lambda: m.unknown)
show(m.known)
fails(lambda: m.known.more)
wrapped = Mock(wraps=[3, 1, 2])
print(wrapped.index(1), wrapped.index.call_args)
wrapped.index.return_value = 'other'
print(wrapped.index(1))
print(ANY == 3, [1, ANY] == [1, 'x'], ANY, sentinel.name, sentinel.name is sentinel.name, DEFAULT)


class Holder:
    value = 1

    def get(self):
        return self.value


with patch('__main__.Base') as p:
    show(p is Base, p)
print(Base.__name__)


@patch('os.getcwd', return_value='/nowhere')
@patch.object(Holder, 'value', 42)
@patch.object(Holder, 'get')
def patched(get, cwd):
    show(os.getcwd(), Holder.value, Holder().get is get, get, cwd)


patched()
print(os.getcwd() != '/nowhere', Holder.value, Holder().get())
with patch.dict(os.environ, {'A_KEY': 'v'}, clear=False):
    print(os.environ['A_KEY'])
print('A_KEY' in os.environ)
d = {'a': 1}
with patch.dict(d, {'b': 2}, clear=True, c=3):
    print(d)
print(d)
with patch.multiple(Holder, value=5, get=DEFAULT) as both:
    show(Holder.value, both)
patcher = patch.object(Holder, 'value', new=6)
print(patcher.start(), Holder.value)
patch.object(Holder, 'get', new=8).start()
patch.stopall()
print(Holder.value, Holder.get.__name__, patcher.stop())
fails(patch, 'nodots')
fails(patch.object, 'text', 'x')
fails(patch.object(Holder, 'nosuch', 3).start)
with patch('__main__.created', 5, create=True):
    print(created)
print('created' in globals())
with patch('__main__.Holder', autospec=True) as p:
    fails(lambda: p().get(3))
    fails(lambda: p().nothing)
with patch('__main__.function', autospec=True) as p:
    p(3)
    fails(function)
    print(p.call_args)
with patch.object(Holder, 'value', new_callable=PropertyMock) as p:
    p.return_value = 'prop'
    h = Holder()
    print(h.value)
    h.value = 3
    show(p.mock_calls)
with patch('builtins.open', mock_open(read_data='one\ntwo\n')) as opened:
    with open('file', 'w') as f:
        print(f.read(), f.read() == '')
        f.write('x')
    with open('file') as f:
        print(f.readline(), list(f))
    with open('file') as f:
        print(f.readlines())
    opened.assert_called_with('file')
    show(opened().write.mock_calls)


@patch.object(Holder, 'value', 9)
class Cases:
    def test_it(self):
        return Holder.value

    def other(self):
        return Holder.value


print(Cases().test_it(), Cases().other())


def run(coroutine):
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value


m = AsyncMock(return_value=4)
print(run(m(1)), m.await_count, m.await_args, m.called)
m.assert_awaited_once_with(1)
fails(m.assert_awaited_with, 2)
fails(AsyncMock().assert_awaited)
m = AsyncMock(side_effect=[1, ValueError('x')])
print(run(m()))
fails(run, m())
show(m, AsyncMock().method)


async def coroutine(x):
    return x


m = create_autospec(coroutine, return_value=2)
print(run(m(1)))
show(type(Mock(spec=coroutine)).__name__)
show(sorted(dir(Mock(spec=['a']))))
print([n for n in dir(Mock()) if n.startswith('assert')])

# a call without a name is that of any function, one with a name is that one's only
print(call(1) == ('f', (1,)), call.f(1) == ((1,), {}), call.f(1) == ('f', (1,)), call.f(1) == ('g', (1,)), call().__getitem__(1))
import copy
import pickle
from unittest.mock import sentinel
print([pickle.loads(pickle.dumps(sentinel.that, protocol)) is sentinel.that for protocol in range(6)], copy.copy(sentinel.that) is sentinel.that)
