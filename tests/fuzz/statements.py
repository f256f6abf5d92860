"""Random programs: statements over the expressions of expressions.py. A program ends by itself (loops and recursion count
down, `tick` bounds the sum of them) and shows what it did: values, types, exceptions with their messages."""
import re
from pathlib import Path

from expressions import EXCEPTIONS, Expressions

# What programs may use besides builtins; run once by the side that runs them. `clip` keeps values small where they might
# grow from round to round; `few` cuts an iterator, which may be one over the list that it is added to; `Stop` is no
# Exception, so that the handlers of programs do not catch it. `leaving` speaks in finally blocks, but not where a generator
# ends because nobody refers to it: CPython's tracebacks keep frames and what is in them alive, so when that is is an
# implementation's own affair. So is the depth at which recursion ends, and the call there.
PRELUDE = '''
import collections, enum, functools, itertools, math, operator, sys
from dataclasses import dataclass, field
class Stop(BaseException):
    pass
CLOSING = [False]
def close(generator):
    CLOSING[0] = True
    try:
        return generator.close()
    finally:
        CLOSING[0] = False
def leaving(*values):
    if CLOSING[0] or sys.exc_info()[0] is not GeneratorExit:
        print(*values)
LEFT = [0]
def tick():
    LEFT[0] -= 1
    if LEFT[0] < 0:
        raise Stop('enough')
def clip(value):
    kind = type(value)
    if kind is int:
        return value % 1000003 if value.bit_length() > 400 else value
    if kind in (str, bytes, list, tuple, bytearray):
        return value[:20] if len(value) > 60 else value
    if kind in (dict, set, frozenset) and len(value) > 40:
        return kind()
    return value
def few(value):
    return itertools.islice(value, 99) if hasattr(type(value), '__next__') else value
def show(*values):
    print(*[text if len(text) < 2000 else text[:2000] for text in map(repr, values)])
def say(error, depth=0):
    while error is not None and depth < 4:
        print('!' * (depth + 1), type(error).__name__, '' if isinstance(error, RecursionError) else str(error)[:1000], getattr(error, '__notes__', ''))
        error, depth = error.__cause__ or (None if error.__suppress_context__ else error.__context__), depth + 1
def count_up(n):
    try:
        for i in range(n):
            got = yield i
            if got is not None:
                yield ('got', got)
        return 'counted'
    finally:
        leaving('count_up ends')
def ended(key):
    if isinstance(key, int) and not -9 < key < 9:
        raise IndexError(key)
    return key
def reduced(values):
    total = 0
    for value in values:
        total = total * 3 + value
    return total
class Box:
    def __init__(self, x):
        self.x = x
    def __repr__(self):
        return f'Box({self.x!r})'
    def name(self):
        return 'box ' + str(self.x)
    def get(self, n):
        return self.x + n
    def pairs(self):
        return [('x', self.x)]
'''
TYPES = ['int', 'int', 'float', 'str', 'str', 'list', 'ints', 'strs', 'tuple', 'dict', 'set', 'bytes', 'bool', 'any', 'complex', 'obj', 'bytearray', 'fset', 'range']
LETTER = {'bytes': 'y', 'bytearray': 'ba', 'bool': 'o', 'set': 'e', 'strs': 'ss', 'ints': 'n', 'obj': 'b', 'fset': 'fs', 'range': 'g', 'any': 'a'}
AUGMENTED = {
    'int': ['+= $int', '-= $int', '*= $small', '//= $int', '%= $int', '**= 2', '<<= $shift', '>>= 2', '&= $int', '|= $int', '^= $int'],
    'float': ['+= $float', '*= $float', '/= $float', '-= $int', '%= $float', '**= 2', '//= $float'], 'str': ['+= $str', '*= 2', '%= $any'],
    'list': ['+= $iter', '+= [$any]', '*= 2', '+= $any'], 'ints': ['+= $ints', '*= 2'], 'tuple': ['+= $tuple', '*= 2'], 'strs': ['+= $strs'],
    'set': ['|= $set', '&= $set', '-= $set', '^= $set', '|= $any'], 'dict': ['|= $dict', '|= [($hashable, $any)]'], 'bytes': ['+= $bytes'],
    'bytearray': ['+= $bytes', '*= 2'], 'complex': ['+= $complex', '*= $complex', '-= $float'], 'bool': ['&= $bool', '|= $bool', '^= $bool', '+= $int'],
    'obj': ['+= $int', '-= $any', '*= $small'], 'any': ['+= $any', '-= $any', '&= $any'], 'fset': ['|= $set', '-= $fset'],
}
MUTATIONS = {
    'list': '''NAME.append($any)|NAME.extend(few($iter))|NAME.insert($small, $any)|show(NAME.pop())|NAME.pop($small)|NAME.remove($any)|NAME.reverse()
        NAME.sort(key=repr)|NAME.sort(key=str, reverse=True)|NAME.clear()|NAME[$small] = $any|NAME[$slice] = $iter|del NAME[$small]|del NAME[$slice]
        NAME.sort()|NAME[$small], NAME[$small] = $any, $any|NAME[$small] += $any|NAME.sort(key=$function)''',
    'ints': 'NAME.append($int)|NAME.sort()|NAME.sort(reverse=True)|NAME[$slice] = $ints|del NAME[$small]|NAME.insert($small, $int)|NAME[$small] += $int|NAME.sort(key=lambda q: -q)',
    'strs': 'NAME.append($str)|NAME.sort(key=len)|NAME.sort()|NAME.extend($str)|NAME[$small] += $str|NAME.reverse()',
    'dict': '''NAME[$hashable] = $any|show(NAME.pop($hashable))|show(NAME.pop($hashable, $any))|NAME.update($dict)|show(NAME.setdefault($hashable, $any))
        show(NAME.popitem())|del NAME[$hashable]|NAME.update(k=$any)|NAME.clear()|NAME[$any] = $any|NAME.update($iter)|NAME[$hashable] += $any
        show(list(NAME), NAME.items(), NAME.keys() - {1})''',
    'set': '''NAME.add($hashable)|NAME.discard($hashable)|NAME.remove($hashable)|NAME.update($hashables)|NAME.intersection_update($hashables)|NAME.add($any_unhashable)
        NAME.difference_update($iter)|NAME.symmetric_difference_update($hashables)|NAME.clear()|show(sorted(NAME, key=repr))''',
    'bytearray': '''NAME.append($int)|NAME.extend($bytes)|NAME[$slice] = $bytes|del NAME[$slice]|NAME[$small] = $int|NAME.reverse()|show(NAME.pop())|NAME.insert($small, 65)
        NAME.remove($int)|NAME.clear()''',
    'obj': 'NAME.x = $int|NAME.y = $any|NAME[$any] = $any|del NAME.x|del NAME[$any]|NAME.x += $int|setattr(NAME, $attr, $any)|delattr(NAME, $attr)|show(NAME.x, NAME.name())',
}
MUTATIONS = {kind: [row for line in text.split('\n') for row in line.strip().split('|') if row] for kind, text in MUTATIONS.items()}
# name, parameters, bodies; in the bodies self.x is the number of the object, `other` anything. No __del__: a traceback
# keeps the locals of CPython's frames alive, here it does not
METHODS = [
    ('__repr__', '', ["return f'{type(self).__name__}<{self.x}>'", "return 'C' + repr(self.x)"]), ('__str__', '', ["return 'str:' + str(self.x)"]),
    ('__eq__', ', other', ['return self.x == getattr(other, "x", other)', 'return NotImplemented', 'print("eq"); return True']),
    ('__hash__', '', ['return hash(self.x)', 'return 7', 'return "no"']), ('__lt__', ', other', ['return self.x < getattr(other, "x", other)', 'return NotImplemented']),
    ('__gt__', ', other', ['print("gt"); return NotImplemented', 'return False']), ('__le__', ', other', ['return "le"']), ('__ne__', ', other', ['return "ne"']),
    ('__bool__', '', ['return self.x > 1', 'return 2']), ('__len__', '', ['return 3', 'return self.x', 'return -1', 'return "n"']),
    ('__add__', ', other', ['return type(self)(self.x + getattr(other, "x", other))', 'return NotImplemented', 'return $any']),
    ('__radd__', ', other', ['return ("radd", other)', 'return $any']), ('__iadd__', ', other', ['self.x += 1; return self', 'return NotImplemented']),
    ('__sub__', ', other', ['return ("sub", other)', 'raise $exception("sub")']), ('__rsub__', ', other', ['return "rsub"']), ('__mul__', ', other', ['return self']),
    ('__rmul__', ', other', ['return "rmul"']), ('__truediv__', ', other', ['return 1 / 0']), ('__mod__', ', other', ['return "mod"']),
    ('__and__', ', other', ['return NotImplemented', 'return {1}']), ('__rand__', ', other', ['return "rand"']), ('__matmul__', ', other', ['return "matmul"']),
    ('__neg__', '', ['return type(self)(-self.x)', 'return "neg"']), ('__invert__', '', ['return "inv"']), ('__abs__', '', ['return "abs"']),
    ('__int__', '', ['return 5', 'return "five"']), ('__index__', '', ['return 1', 'return -2']), ('__float__', '', ['return 2.5', 'return 1']),
    ('__getitem__', ', key', ['return ("item", ended(key))', 'return [10, 20, 30][key]', 'raise KeyError(key)', 'return (self.x, ended(key))[1]']),
    ('__setitem__', ', key, value', ['print("set", key, value)', 'self.x = 4']), ('__delitem__', ', key', ['print("del", key)']),
    ('__contains__', ', item', ['return item == self.x', 'return "yes"']), ('__iter__', '', ['return iter([self.x, 2])', 'yield self.x; yield 3', 'return self', 'return 5']),
    ('__next__', '', ['raise StopIteration(self.x)']), ('__reversed__', '', ['return iter("rev")']), ('__round__', ', n=None', ['return ("round", n)']),
    ('__call__', ', *args, **kwargs', ['return ("called", args, kwargs)', 'return self.x + args[0]']), ('__format__', ', spec', ['return "fmt:" + spec', 'return 3']),
    ('__getattr__', ', name', ['return "dyn " + name', 'raise AttributeError("no " + name)']), ('__setattr__', ', name, value', ['print("attr", name); object.__setattr__(self, name, value)']),
    ('__delattr__', ', name', ['print("delattr", name); super().__delattr__(name)']), ('__divmod__', ', other', ['return "dm"']), ('__pow__', ', other, mod=None', ['return ("pow", mod)']),
    ('__missing__', ', key', ['return "missing"']), ('__enter__', '', ['print("enter"); return self.x', 'print("enter")']),
    ('__exit__', ', *info', ['leaving("exit", info[0] and info[0].__name__, info[0] is not RecursionError and str(info[1])); return False', 'leaving("exit"); return True', 'raise KeyError("exit")']),
    ('__dir__', '', ['return ["b", "a"]']), ('__getattribute__', ', name', ['return super().__getattribute__(name)']), ('__ceil__', '', ['return 9']), ('__complex__', '', ['return 1j']),
    ('name', '', ['return "named %s" % self.x', 'return super().name()', 'return $str']), ('get', ', n=1', ['return self.x + n', 'return n', 'return super().get(n) + 1']),
    ('pairs', '', ['return [("x", self.x), ("y", 2)]', 'return {"p": 1}']), ('helper', ', a, *rest, key=None', ['return (a, rest, key)']),
]


class Program(Expressions):
    recipes = False  # only with --wide

    def __init__(self, seed):
        super().__init__(seed)
        self.lines = []
        self.level = 0
        self.functions = []  # (name, parameters) that may be called
        self.classes = []
        self.depth_of_functions = 0
        self.loops = 0
        self.matches = 0
        self.generator = False
        self.own = [{}]  # names that the innermost scope may assign to

    def out(self, text):
        self.lines.append('    ' * self.level + text)

    def block(self, write, *arguments):
        self.level += 1
        before = len(self.lines)
        write(*arguments)
        if len(self.lines) == before:
            self.out('pass')
        self.level -= 1

    def statements(self, count):
        for _ in range(count):
            if len(self.lines) > 90:
                return
            self.statement()

    def text(self, depth=3):
        kind = self.random.choice(TYPES)
        return kind, self.expr(kind, depth)

    def statement(self):
        deep = self.level > 3
        rows = [(12, self.assign), (9, self.display), (6, self.augment), (7, self.mutate), (3, self.unpack), (4, self.guarded), (1, self.delete),
                (1, self.check), (2, self.walrus), (1, self.annotate), (3, self.call_function), (1, self.star_call)]
        if not deep:
            rows += [(4, self.if_), (4, self.for_), (2, self.while_), (5, self.try_), (2, self.with_), (3, self.match), (1, self.raise_)]
            if self.depth_of_functions < 2:
                rows += [(4, self.function), (2, self.generator_function)]
            if self.level < 2 and self.depth_of_functions < 2 and len(self.classes) < 5:
                rows += [(3, self.class_)] + [(2, self.recipe)] * self.recipes
        if self.loops:
            rows += [(1, lambda: self.out(self.pick('break', 'continue')))]
        if self.depth_of_functions:
            rows += [(1, self.return_)]
            if self.generator:
                rows += [(6, self.yield_)]
        weights = [weight for weight, _ in rows]
        write = self.random.choices([row for _, row in rows], weights)[0]
        # most statements may fail without ending the program
        if self.level == 0 and write not in (self.function, self.generator_function, self.class_, self.try_) and self.chance(0.6):
            self.out('try:')
            self.block(write)
            self.out('except Exception as error:')
            self.block(self.out, 'say(error)')
        else:
            write()

    # ---- simple statements ----

    def new_name(self, kind):
        mine = [name for name, of in self.own[-1].items() if of == kind]
        if mine and self.chance(0.4):
            return self.random.choice(mine)
        name = self.fresh(LETTER.get(kind, kind[0]))
        return name

    def know(self, name, kind):
        self.scopes[-1][name] = kind
        self.own[-1][name] = kind

    def growing(self, kind, text):
        """In loops and functions what refers to names is kept from growing."""
        if (self.loops or self.depth_of_functions) and kind not in ('bool', 'range', 'obj', 'float', 'complex'):
            return f'clip({text})'
        return text

    def assign(self):
        kind, text = self.text()
        name = self.new_name(kind)
        targets = name
        if self.chance(0.1):
            other = self.new_name(kind)
            targets = f'{name} = {other}'
            self.know(other, kind)
        self.out(f'{targets} = {self.growing(kind, text)}')
        self.know(name, kind)

    def display(self):
        form = self.pick('show(%s)', 'show(%s)', 'print(%s)', 'print(type(%s), end=";\\n")', '%s', 'show(%s, %s)', 'print(%s, %s, sep="-")')
        self.out(form.replace('%s', '\0').replace('\0', '%s') % tuple(self.text()[1] for _ in range(form.count('%s'))))

    def augment(self):
        mine = [(name, kind) for name, kind in self.own[-1].items() if kind in AUGMENTED]
        if not mine:
            return self.assign()
        name, kind = self.random.choice(mine)
        operator, _, value = self.fill(self.random.choice(AUGMENTED[kind]), 2).partition(' ')
        self.out(f'{name} {operator} {self.few(value) if operator == "+=" and kind in ("list", "ints", "any", "obj") else value}')
        self.out(f'{name} = clip({name})')

    def few(self, value):
        """What is added to a list must not be an endless iterator over it, under whichever name."""
        return f'few({value})' if any(re.search(rf'\b{name}\b', value) for scope in self.scopes for name in scope) else value

    def mutate(self):
        kind = self.random.choice(list(MUTATIONS))
        known = self.names(kind)
        if not known:
            return self.assign()
        name = self.random.choice(known)
        self.out(self.fill(self.random.choice(MUTATIONS[kind]).replace('NAME', name), 2))
        if self.chance(0.5):
            self.out(f'show({name})')
        if self.loops:
            self.out(f'tick()')

    def unpack(self):
        names = [self.fresh('u') for _ in range(self.random.randint(1, 3))]
        star = self.random.randrange(len(names)) if self.chance(0.4) else None
        text = ', '.join('*' + name if index == star else name for index, name in enumerate(names))
        if self.chance(0.15):
            text = f'({text}), {self.fresh("u")}' if len(names) > 1 else f'[{text}], {self.fresh("u")}'
        elif len(names) == 1:
            text += ','
        value = self.pick(', '.join(self.text(2)[1] for _ in names) + ',', self.expr('tuple', 2), self.expr('iter', 2), self.expr('any', 2))
        self.out(f'{text} = {value}')
        self.out(f'show({", ".join(names)})')
        for index, name in enumerate(names):
            self.know(name, 'list' if index == star else 'any')

    def guarded(self):
        self.out('try:')
        self.block(lambda: self.out(f'show({self.expr("wrong", 2)})'))
        self.out('except Exception as error:')
        self.block(self.out, 'say(error)')

    def delete(self):
        mine = list(self.own[-1])
        if mine:
            name = self.random.choice(mine)
            self.out(f'del {name}')
            if self.chance(0.7):
                self.own[-1].pop(name)
                self.scopes[-1].pop(name, None)

    def check(self):
        self.out(f'assert {self.expr("bool", 2)}' + self.pick('', f', {self.expr("str", 1)}', f', {self.expr("any", 1)}'))

    def walrus(self):
        name = self.fresh('w')
        self.out(f'show(({name} := {self.expr("int", 2)}), {name})')
        self.know(name, 'int')

    def annotate(self):
        # CPython 3.11 forgets to make __annotations__ when the only annotations of a module lie in a match statement
        if self.matches:
            return self.assign()
        name = self.fresh('t')
        self.out(f'{name}: {self.pick("int", "undefined if 0 else str", repr("x"), "(int, str)")}' + self.pick('', f' = {self.expr("int", 1)}'))

    def call_function(self):
        if not self.functions:
            return self.display()
        name, parameters, how = self.random.choice(self.functions)
        arguments = [self.text(2)[1] for _ in range(parameters)]
        if self.chance(0.15):
            arguments.append(self.pick('*$tuple', '**$dict', '1', 'zq=1', 'k=2', '*[1, 2]', '**{"k": 3}'))
            arguments[-1] = self.fill(arguments[-1], 1)
        call = f'{name}({", ".join(arguments)})'
        if how == 'generator' and self.chance(0.5):
            return self.drive(call)
        if how == 'generator':
            call = f'list({call})'
        self.out('try:')
        self.block(self.out, f'show({call})')
        self.out('except Exception as error:')
        self.block(self.out, 'say(error)')

    def drive(self, call):
        name = self.fresh('it')
        self.out(f'{name} = {call}')
        for _ in range(self.random.randint(1, 4)):
            self.out('try:')
            self.block(self.out, self.pick(f'show(next({name}))', f'show({name}.send({self.expr("any", 1)}))', f'show({name}.throw({self.random.choice(EXCEPTIONS)}("thrown")))',
                                           f'show(close({name}))', f'show(*{name})', f'show(next({name}, "default"))', f'show({name}.throw({self.random.choice(EXCEPTIONS)}))'))
            self.out('except BaseException as error:')
            self.block(self.out, 'say(error)')

    def star_call(self):
        self.out(f'print(*{self.expr("iter", 2)}, {self.expr("any", 1)}, *{self.expr("tuple", 1)}, sep={self.expr("char", 0)}, **{{"end": "|\\n"}})')

    # ---- compound statements ----

    def if_(self):
        self.out(f'if {self.expr("any" if self.chance(0.3) else "bool", 3)}:')
        self.block(self.statements, 2)
        while self.chance(0.3):
            self.out(f'elif {self.expr("bool", 2)}:')
            self.block(self.statements, 1)
        if self.chance(0.5):
            self.out('else:')
            self.block(self.statements, 2)

    def for_(self):
        name, kind, source = self.fresh('i'), 'any', self.expr('iter', 2)
        if self.chance(0.4):
            kind, source = 'int', f'range({self.pick(1, 2, 3, 4)})'
        target = name
        if self.chance(0.15):
            other = self.fresh('i')
            target, source = f'{name}, {other}', self.pick(f'enumerate({source})', f'zip({source}, "abcd")', '{1: 2, 3: 4}.items()', source)
        self.out(f'for {target} in {source}:')
        self.loops += 1
        self.level += 1
        self.out('tick()')
        self.level -= 1
        self.know(name, kind)
        self.block(self.statements, self.random.randint(1, 3))
        self.loops -= 1
        if self.chance(0.25):
            self.out('else:')
            self.block(self.statements, 1)

    def while_(self):
        # the name is none that other statements assign to
        name = self.fresh('c')
        self.out(f'{name} = {self.pick(0, 1, 2, 3)}')
        self.out(f'while ({name} := {name} - 1) >= 0' + self.pick('', f' and {self.expr("bool", 1)}', f' or {self.expr("bool", 1)} and {name} > -4') + ':')
        self.loops += 1
        self.level += 1
        self.out('tick()')
        self.level -= 1
        self.block(self.statements, 2)
        self.loops -= 1
        if self.chance(0.3):
            self.out('else:')
            self.block(self.statements, 1)

    def try_(self):
        self.out('try:')
        self.block(self.statements, self.random.randint(1, 3))
        handlers = self.random.randint(0, 2)
        final = self.chance(0.4) or not handlers
        for _ in range(handlers):
            self.out('except ' + self.pick('', 'as') * 0 + self.pick(*EXCEPTIONS[:9], '(ValueError, KeyError)', 'LookupError', '(TypeError, ArithmeticError)') + ' as error:')
            self.block(self.handle)
        if handlers and self.chance(0.6):
            self.out('except Exception as error:')
            self.block(self.handle)
        if handlers and self.chance(0.3):
            self.out('else:')
            self.block(self.statements, 1)
        if final:
            self.out('finally:')
            self.block(self.finish)

    def handle(self):
        self.out('say(error)')
        if self.chance(0.4):
            self.statement()
        elif self.chance(0.3):
            self.out(self.pick('raise', 'raise RuntimeError("again") from error', 'raise KeyError("while")', 'raise TypeError from None', 'error.add_note("noted")',
                               'raise', 'show(error.args, error.__traceback__ is None)', 'del error', 'raise error', 'raise type(error)("same") from error'))

    def finish(self):
        self.out('leaving("finally")')
        if self.generator:
            return
        if self.loops and self.chance(0.15):
            self.out(self.pick('break', 'continue'))
        elif self.depth_of_functions and self.chance(0.15):
            self.out(f'return {self.expr("any", 1)}')
        else:
            self.statements(1)

    def with_(self):
        if not self.classes:
            return self.try_()
        items = [self.random.choice(self.classes) + f'({self.expr("int", 1)})' + self.pick('', f' as {self.fresh("m")}') for _ in range(self.pick(1, 1, 2))]
        self.out(f'with {", ".join(items)}:' if self.chance(0.7) else f'with ({", ".join(items)}):')
        self.block(self.statements, 2)

    def raise_(self):
        error = self.pick(self.random.choice(EXCEPTIONS), f'{self.random.choice(EXCEPTIONS)}({self.expr("any", 1)})', f'{self.random.choice(EXCEPTIONS)}({self.expr("str", 1)}, {self.expr("int", 1)})',
                          self.expr('any', 1), f'Exception({self.expr("str", 1)})')
        tail = self.pick('', '', '', ' from None', f' from {self.random.choice(EXCEPTIONS)}("cause")', f' from {self.expr("any", 0)}')
        self.out('try:')
        self.block(self.out, f'raise {error}{tail}')
        self.out('except Exception as error:')
        self.block(self.out, 'say(error)')

    def pattern(self, depth, bound):
        """A pattern; `bound` collects its names, since no two may be alike."""
        def name():
            fresh = self.fresh('x')
            bound.append(fresh)
            return fresh
        if depth <= 0:
            return self.pick('1', '-2', '"a"', 'None', 'True', '_', name(), '2.5', "b'a'", 'int()', 'str()', '1+2j', 'math.pi')
        sub = [self.pattern(depth - 1, bound) for _ in range(2)]
        return self.pick(sub[0], f'[{sub[0]}, {sub[1]}]', f'({sub[0]}, *{name()})', f'[*_, {sub[1]}]', f'{{"k": {sub[0]}, **{name()}}}', f'{{1: {sub[1]}}}', f'int({name()})', f'str({name()})',
                         f'list([{sub[0]}, *_])', f'Box(x={sub[0]})', f'(1 | 2 | "x")', f'({sub[0]}) as {name()}', '[1 | 2, _]', f'dict({name()})', f'Box({sub[0]})', '[]', '{}', f'float({name()})')

    def match(self):
        self.out(f'match {self.expr("any" if self.chance(0.5) else self.pick("list", "dict", "tuple", "int", "str"), 2)}:')
        self.level += 1
        self.matches += 1
        names = []
        for _ in range(self.random.randint(1, 4)):
            bound = []
            pattern = self.pattern(self.pick(1, 1, 2), bound)
            # names that were made for parts that are not in the pattern
            bound = [name for name in bound if name in pattern.replace('(', ' ').replace(')', ' ').replace(',', ' ').replace(']', ' ').replace('[', ' ').replace('*', ' ').replace('}', ' ').replace('{', ' ').split()
                     or f'={name}' in pattern]
            guard = f' if {self.expr("bool", 1)}' if self.chance(0.25) else ''
            if not guard and (pattern == '_' or pattern in bound or (' as ' in pattern and pattern[0] == '(' and pattern[1:2] in '_x')):
                pattern = f'[{pattern}]'
            self.out(f'case {pattern}{guard}:')
            self.level += 1
            self.out(f'show({", ".join(bound) or repr("case")})')
            self.level -= 1
            if self.chance(0.3):
                self.block(self.statement)
            names += bound
        if self.chance(0.6):
            self.out('case _:')
            self.block(self.statements, 1)
        self.level -= 1
        self.matches -= 1

    # ---- functions and classes ----

    def parameters(self):
        forms = [('', {}, 0), ('P', {'P': 'any'}, 1), ('P, Q', {'P': 'any', 'Q': 'any'}, 2), ('P, Q=$int', {'P': 'any', 'Q': 'int'}, 1), ('*P', {'P': 'tuple'}, 2),
                 ('P, /, Q=$str, *, k=$int', {'P': 'any', 'Q': 'str', 'k': 'int'}, 1), ('P, *Q, **R', {'P': 'any', 'Q': 'tuple', 'R': 'dict'}, 2), ('P=$list', {'P': 'list'}, 0),
                 ('P: int, Q: "str" = $str', {'P': 'any', 'Q': 'str'}, 1), ('*, k', {'k': 'any'}, 0), ('**P', {'P': 'dict'}, 0)]
        form, scope, count = self.random.choice(forms)
        names = {letter: self.fresh('p') for letter in 'PQR'}
        for letter, name in names.items():
            form = form.replace(letter, name)
        return self.fill(form, 1), {names.get(name, name): kind for name, kind in scope.items()}, count

    def body(self, scope, write, *arguments):
        """A body of its own scope: what loops and names there are outside is not there inside."""
        saved = self.loops, self.generator, self.functions[:], self.classes[:]
        self.loops = 0
        self.depth_of_functions += 1
        self.scopes.append(dict(scope))
        self.own.append(dict(scope))
        self.block(write, *arguments)
        self.scopes.pop()
        self.own.pop()
        self.depth_of_functions -= 1
        self.loops, self.generator, self.functions, self.classes = saved

    def outer_names(self):
        if self.chance(0.25) and self.own[0]:
            name = self.random.choice(list(self.own[0]))
            self.out(f'global {name}')
            self.know(name, self.own[0][name])
        elif len(self.own) > 2 and self.chance(0.5):
            # only names that the enclosing function surely binds: others are a SyntaxError
            names = [name for name in self.own[-2] if name in self.own[-2] and name not in self.own[0]]
            if names and self.sure.get(names[0]) == len(self.own) - 1:
                self.out(f'nonlocal {names[0]}')
                self.know(names[0], self.own[-2][names[0]])

    sure = {}

    def function(self):
        name = self.fresh('f')
        text, scope, count = self.parameters()
        for parameter in scope:
            self.sure = {**self.sure, parameter: len(self.own) + 1}
        if self.chance(0.12):
            self.out('@' + self.pick('(lambda f: f)', 'staticmethod', 'deco') if self.functions and False else '@(lambda f: lambda *a, **k: ("deco", f(*a, **k)))')
        self.out(f'def {name}({text})' + self.pick('', '', ' -> int') + ':')
        recursive = self.chance(0.15)

        def write():
            self.outer_names()
            self.generator = False
            if self.chance(0.2):
                self.out('"""What it does."""')
            self.out('tick()')
            if recursive and scope:
                first = next(iter(scope))
                self.out(f'if isinstance({first}, int) and 0 < {first} < 6:')
                self.block(self.out, f'return [{name}({first} - 1), {self.expr("any", 1)}]')
            self.statements(self.random.randint(1, 4))
            if self.chance(0.8):
                self.out(f'return {self.growing("any", self.expr(self.random.choice(TYPES), 3))}')
        self.body(scope, write)
        self.functions.append((name, count, 'function'))
        self.know_function(name)
        if self.chance(0.6):
            self.call_function()

    def know_function(self, name):
        self.scopes[-1][name] = 'function'

    def generator_function(self):
        name = self.fresh('gen')
        text, scope, count = self.parameters()
        self.out(f'def {name}({text}):')

        def write():
            self.generator = True
            self.out('tick()')
            self.statements(self.random.randint(1, 3))
            self.yield_()
            if self.chance(0.3):
                self.out('try:')
                self.block(self.yield_)
                self.out(self.pick('except ValueError as error:', 'except Exception as error:', 'finally:'))
                self.block(self.out, 'leaving("inside")')
            if self.chance(0.4):
                self.out(f'return {self.expr("any", 1)}')
        self.body(scope, write)
        self.functions.append((name, count, 'generator'))
        self.call_function()

    def yield_(self):
        text = self.expr('any', 2)
        name = self.fresh('s')
        form = self.pick('yield %s', 'NAME = yield %s', 'yield from ITER', 'show((yield %s))', 'NAME = yield', 'NAME = yield from count_up(2)', 'yield %s, 1', 'NAME = [(yield %s), 2]')
        self.out(form.replace('%s', text).replace('NAME', name).replace('ITER', self.expr('iter', 1)))
        if name in self.lines[-1]:
            self.know(name, 'any')

    def return_(self):
        if not self.generator or self.chance(0.3):
            self.out(self.pick('return', f'return {self.expr("any", 2)}', f'return {self.expr("int", 2)}, {self.expr("str", 1)}'))

    def class_(self):
        name = self.fresh('C')
        bases = self.pick('', '', 'Box', 'Box', 'dict', 'list', 'int', 'Exception', 'str', 'tuple', 'object', 'set', 'float')
        if self.classes and self.chance(0.5):
            bases = self.pick(self.classes[-1], f'{self.classes[0]}, {self.classes[-1]}', f'{self.classes[-1]}, Box')
        simple = bases in ('', 'Box', 'object') or bases.startswith('C')
        self.out(f'class {name}({bases}):' if bases else f'class {name}:')

        def write():
            if self.chance(0.1) and bases in ('', 'object'):
                self.out('__slots__ = ' + self.pick('("x",)', '("x", "y")', '"x"'))
            if simple and self.chance(0.8):
                self.out(self.pick('def __init__(self, x=0): self.x = x', 'def __init__(self, x=0, *rest): self.x = x; self.rest = rest', 'def __init__(self, x=1): super().__init__(); self.x = x',
                                   'def __new__(cls, *a): print("new", cls.__name__); return super().__new__(cls)'))
            elif self.chance(0.5):
                self.out('x = ' + self.expr('int', 1))
            for _ in range(self.random.randint(0, 2)):
                self.out(f'{self.pick("y", "z", "w")} = {self.expr(self.random.choice(TYPES), 2)}')
            chosen = self.random.sample(METHODS, self.random.randint(1, 7))
            if bases in ('', 'object') and METHODS[0] not in chosen:
                chosen.append(METHODS[0])  # the repr of object() is an address
            for method, arguments, bodies in chosen:
                self.out(f'def {method}(self{arguments}): ' + self.fill(self.random.choice(bodies), 1))
            for extra in ('@property\ndef prop(self): return ("prop", self.x)\n@prop.setter\ndef prop(self, value): print("set prop"); self.x = value', '@staticmethod\ndef st(a=1): return ("static", a)',
                          '@classmethod\ndef cl(cls, *a): return (cls.__name__, a)', 'def __init_subclass__(cls, **kw): print("sub", cls.__name__, kw)', 'def __class_getitem__(cls, item): return (cls.__name__, item)',
                          'class Inner:\n    def __set_name__(self, owner, name): print("named", owner.__name__, name)\n    def __get__(self, obj, owner): return ("got", owner.__name__)\nfield = Inner()'):
                if self.chance(0.12):
                    for line in extra.split('\n'):
                        self.out(line)
        saved = self.own
        self.own = saved + [{}]
        self.block(write)
        self.own = saved
        self.classes.append(name)
        made = self.fresh('b')
        if simple and self.chance(0.5):
            self.out(f'{made} = {name}({self.expr("int", 1)})')
        else:
            self.out('try:')
            self.block(self.out, f'{made} = {name}({self.pick("", self.expr("int", 1), self.expr("hashables" if bases == "set" else "any", 1))})')
            self.out('except Exception as error:')
            self.block(lambda: (self.out('say(error)'), self.out(f'{made} = Box({self.expr("int", 0)})')))
        self.know(made, 'obj')
        for _ in range(self.random.randint(1, 4)):
            self.out('try:')
            self.block(self.out, self.fill(self.random.choice(OBJECT_USES).replace('NAME', made).replace('CLASS', name), 2))
            self.out('except Exception as error:')
            self.block(self.out, 'say(error)')

    def recipe(self):
        """Some lines that belong together, with uses of what they make, of which some fail."""
        text, uses = self.random.choice(RECIPES)
        number = self.fresh('r')
        for line in text.split('\n'):
            self.out(self.fill(line.replace('NUMBER', number), 1))
        for use in self.random.sample(uses, min(len(uses), self.random.randint(2, 6))):
            self.out('try:')
            for index, line in enumerate(use.replace('NUMBER', number).split('\\t')):
                self.block(self.out, '    ' * index + self.fill(line, 1))
            self.out('except Exception as error:')
            self.block(self.out, 'say(error)')

    def write(self):
        self.statements(self.random.randint(8, 16))
        for name, kind in sorted(self.own[0].items()):
            if kind in ('any', 'obj') and self.chance(0.5):
                continue
            self.out('try:')
            self.block(self.out, f'print({name!r}, repr({name})[:500])')
            self.out('except Exception as error:')
            self.block(self.out, 'say(error)')
        return '\n'.join(self.lines) + '\n'


OBJECT_USES = '''show(NAME, str(NAME), f"{NAME}", format(NAME, "x>9"))|show(NAME == $any, NAME != NAME, hash(NAME) == hash(NAME))|show(NAME < $any, NAME > NAME, NAME <= $int)|show(NAME + $any)|show($any + NAME)
show(NAME - $int, $int - NAME)|show(NAME * $small)|show($small * NAME)|show(-NAME)|show(NAME[$any])|NAME[$any] = $any|del NAME[$any]|show(len(NAME))|show(bool(NAME), not NAME)|show(list(NAME))|show($any in NAME)
show(NAME($any))|show(NAME.prop)|NAME.prop = $any|show(NAME.nope)|show(CLASS.st(), NAME.cl($int))|show(CLASS[$int])|show(CLASS.__mro__)|show(NAME.__class__.__name__, CLASS.__bases__)|show(NAME.field, CLASS.field)
show(int(NAME), float(NAME))|show([1, 2, 3][NAME])|show(isinstance(NAME, $class), issubclass(CLASS, Box))|show(sorted([NAME, NAME]))|show({NAME: 1}, {NAME})|show(abs(NAME), ~NAME)|show(next(NAME))|show(round(NAME), round(NAME, 2))
for q in NAME: show(q); tick()|show(NAME.name(), NAME.get($int))|show(vars(NAME))|show(CLASS.__doc__, CLASS.__module__, CLASS.__qualname__)|show(NAME.y, CLASS.y)|del NAME.x|NAME.x = $any; show(NAME.x)|show(NAME & $any, $any & NAME)
class Sub(CLASS): pass; z = 3|show(super(CLASS, NAME).name())|show(type(NAME)(5))|NAME += few($any)|NAME -= 1|show(divmod(NAME, 2), NAME ** 2)|show(NAME @ $any)|show(reversed(NAME), list(reversed(NAME)))|show("%s %r" % (NAME, NAME))
show("%d" % NAME)|show(NAME / 2, NAME % 2)|show(getattr(NAME, $attr, "none"))|show(NAME.helper(1, 2, key=3), NAME.helper())|show(dir(NAME)[:2])|show(math.ceil(NAME), complex(NAME))|show(max(NAME, NAME))|raise NAME
show(repr(CLASS), CLASS)|show(CLASS.helper(1))|show(CLASS())|show(CLASS.x)|a, b = NAME; show(a, b)|show(*NAME)|show(iter(NAME))|show(str.join("-", NAME))|show(sum(NAME, 0))|show(bytes(NAME))|show(range(NAME))'''
OBJECT_USES = [row for line in OBJECT_USES.split('\n') for row in line.split('|') if row]


RECIPES = []
for part in (Path(__file__).parent / 'recipes.txt').read_text(encoding='utf-8').split('----\n')[1:]:
    made, _, used = part.rstrip('\n').partition('\n--\n')
    RECIPES.append((made, used.split('\n')))


def program(seed):
    return Program(seed).write()
