#!/usr/bin/env python3
"""Write kernel/bind/signatures.def: what PyTorch's functions and methods in C take, in the words of their TypeErrors.

    python3 tests/oracle/signatures.py           with a Python that has torch 2.13

Functions with several forms list them in their error; those with one form do not, and the form is put together from the schema of
their operator. A line is FUNCTIONS(names, forms) or METHODS(names, forms): forms divided by "|", with "~" in front where
old ones are not shown, "-" for methods that take nothing. "[N]" behind a type: one number stands for so many; "?": None is a value.
"""
import ast
import collections
import re
import sys
import warnings
from pathlib import Path

import torch

EXAMPLES = Path(__file__).resolve().parents[1] / 'torch' / 'examples'
TARGET = Path(__file__).resolve().parents[2] / 'kernel' / 'bind' / 'signatures.def'
WORDS = {'Tensor': 'Tensor', 'int': 'int', 'SymInt': 'int', 'float': 'float', 'bool': 'bool', 'str': 'str',
         'ScalarType': 'torch.dtype', 'Scalar': 'Number', 'number': 'Number', 'Device': 'torch.device', 'Layout': 'torch.layout',
         'MemoryFormat': 'torch.memory_format', 'Generator': 'torch.Generator', 'Dimname': 'name'}
LISTS = {'Tensor': 'tuple of Tensors', 'int': 'tuple of ints', 'float': 'tuple of floats', 'Number': 'tuple of Scalars',
         'bool': 'tuple of bools', 'name': 'tuple of names'}
CONVERSIONS = 'cpu is_contiguous bfloat16 bool byte cdouble cfloat char double float half int long short'.split()

# what has no operator, in the words of the texts
WITHOUT = {('new_tensor', True): '(object data, *, torch.dtype dtype = None, torch.device device = None, bool requires_grad = False)',
           ('requires_grad_', True): '(bool requires_grad = True)',
           ('nonzero', False): '(Tensor input, *, bool as_tuple = False, Tensor out = None)',
           ('as_tensor', False): '(object data, *, torch.dtype dtype = None, torch.device device = None)',
           ('asarray', False): '(object obj, *, torch.dtype dtype = None, torch.device device = None, bool copy = None, bool requires_grad = False)'}


class Odd:
    """Something that no function takes."""


def functions():
    """(name, is it a method, callable) of what is public and written in C."""
    for name in sorted(dir(torch._C._VariableFunctions)):
        if name[0] != '_' and type(getattr(torch, name, None)).__name__ == 'builtin_function_or_method':
            yield name, False, getattr(torch, name)
    for module in (torch.nn.functional, torch.linalg, torch.special, torch.fft):
        for name in sorted(dir(module)):
            if name[0] != '_' and type(getattr(module, name)).__name__ == 'builtin_function_or_method':
                yield name, False, getattr(module, name)
    for name in sorted(dir(torch._C._nn)):  # what functions of torch.nn.functional call; their own names come first
        if name[0] != '_' and type(getattr(torch._C._nn, name)).__name__ == 'builtin_function_or_method':
            yield name, False, getattr(torch._C._nn, name)
    matrix = torch.ones(2, 2)
    for name in sorted(dir(torch.Tensor)):
        if name[0] != '_' and type(getattr(torch.Tensor, name)).__name__ == 'method_descriptor':
            yield name, True, lambda *args, name=name, **kwargs: getattr(matrix.clone(), name)(*args, **kwargs)


def errors(function):
    """The TypeErrors for arguments of several wrong kinds and numbers."""
    odd, x = Odd(), torch.ones(2, 2)
    for args in ((), (odd,) * 60, ('a',), (odd,), (odd, odd), (odd, odd, odd), (x, odd), (x, x, odd), (x, x, x, odd)):
        for keywords in ({}, {'foo_': odd}):
            try:
                function(*args, **keywords)
            except TypeError as error:
                yield str(error)
            except Exception:
                pass


def split(text):
    """The parts between commas outside of brackets."""
    depth, part, parts = 0, '', []
    for c in text:
        depth += (c in '([{') - (c in ')]}')
        if c == ',' and not depth:
            parts.append(part.strip())
            part = ''
        else:
            part += c
    return [*parts, part.strip()] if part.strip() else parts


def inner(text):
    """What stands in the first parentheses."""
    depth = 0
    for i, c in enumerate(text):
        depth += (c == '(') - (c == ')')
        if c == '(' and depth == 1:
            start = i + 1
        if c == ')' and not depth:
            return text[start:i]
    return ''


class Parameter:
    """One parameter of an operator's schema."""

    def __init__(self, text):
        left, equals, default = text.partition('=')
        kind, _, name = left.rpartition(' ')
        self.written = bool(re.search(r'\([a-z]!', kind))
        self.several = kind.endswith('[]')
        kind = re.sub(r'\([^)]*\)', '', kind)
        self.optional = kind.endswith('?')
        self.default = default if equals else None
        self.name = 'input' if name == 'self' else name
        list_of = re.fullmatch(r'(\w+)(\??)\[(\d*)\]', kind.rstrip('?'))
        self.size = list_of[3] if list_of else ''
        self.word = LISTS.get(WORDS.get(list_of[1])) if list_of else WORDS.get(kind.rstrip('?'))

    def text(self):
        mark = (f'[{self.size}]' if self.size else '') + ('?' if self.optional and self.default != 'None' else '')
        return f'{self.word}{mark} {self.name}' + (f' = {self.default}' if self.default is not None else '')


def operators(name):
    """The schemas of an operator: lists of parameters and '*'."""
    try:
        found = torch._C._jit_get_schemas_for_operator('aten::' + name)
    except RuntimeError:
        return
    for schema in map(str, found):
        if 'hacked_twin' not in schema and not re.match(r'aten::mul_?\.Scalar\(', schema):
            yield [p if p == '*' else Parameter(p) for p in split(inner(schema))]


def from_error(text, name):
    """The forms that an error lists, with marks from the operator's schemas."""
    marks = {}
    for parameters in operators(name):
        for p in parameters:
            if p != '*' and p.word:
                size, optional = marks.get((p.name, p.word), ('', False))
                marks[p.name, p.word] = size or p.size, optional or p.optional
    several = 'but expected one of:' in text
    options = [line[3:].strip() for line in text.split('\n') if line.startswith(' * ')] if several \
        else [text.split('but expected ')[1].split('\n')[0]]
    forms = []
    for option in options:
        shown = []
        for part in split(option[1:-1]):
            left, equals, default = part.partition(' = ')
            kind, _, parameter = left.rpartition(' ')
            size, optional = marks.get((parameter, kind), ('', False))
            mark = (f'[{size}]' if size else '') + ('?' if optional and default != 'None' else '')
            shown.append(part if part == '*' else f'{kind}{mark} {parameter}' + (f' = {default}' if equals else ''))
        forms.append('(' + ', '.join(shown) + ')')
    return ('' if several else '~') + '|'.join(forms)


def takes_out(name):
    """Is out= known to the function? Operators may have a form with it that is not for the language."""
    spaces = {'fft': 'torch.fft', 'linalg': 'linalg', 'special': 'special'}
    space, _, bare = name.partition('_')
    shown = f'{spaces[space]}.{bare}' if space in spaces else name
    for path in sorted(EXAMPLES.glob('*.py')):
        lines = [line for line in path.read_text().split('\n')
                 if re.match(rf'(torch\.|F\.)?{re.escape(shown)}\(.*\)$', line) and ast.unparse(ast.parse(line).body[0].value.func).endswith(shown)]
        scope = {}
        if lines:
            exec(path.read_text().split('EXAMPLES')[0], scope)
        for line in lines:
            try:
                eval(line[:-1] + ', out=odd)', {**scope, 'odd': Odd()})
            except TypeError as error:
                return "unexpected keyword argument 'out'" not in str(error)
            except Exception:
                pass
    return True


def from_schema(texts, name, method):
    """The one form, or None where the schemas leave it open."""
    candidates, written = [], 0
    for parameters in operators(name):
        named = [p for p in parameters if p != '*']
        outputs = [p for p in named[1:] if p.written] if '*' in parameters else []
        if outputs and not name.endswith('_'):
            written = len(outputs) + outputs[0].several
        elif all(p.word and 'name' not in p.word for p in named) and (not method or (named and named[0].name == 'input')):
            candidates.append(parameters)
    missing = next((re.findall(r'"(\w+)"', text) for text in texts if ' missing ' in text), None)
    if len(candidates) > 1 and missing:
        fitting = [c for c in candidates
                   if [p.name for p in c if p != '*' and p.default is None][method:][:len(missing)] == missing]
        candidates = fitting or candidates
    if len(candidates) != 1:
        return None
    shown = ['*' if p == '*' else p.text() for p in candidates[0][method:]]
    names = {p.name for p in candidates[0] if p != '*'}
    if written and not method and takes_out(name):
        shown += ([] if '*' in shown else ['*']) + ['Tensor out = None' if written < 2 else 'tuple of Tensors out = None']
    if {'dtype', 'layout', 'device', 'pin_memory'} <= names:
        shown.append('bool requires_grad = False')
    return '(' + ', '.join(shown) + ')'


def forms_of(name, method, function):
    """(the name in texts, the forms or None)"""
    if (name, method) in WITHOUT:
        return name, WITHOUT[name, method]
    texts = list(errors(function))
    listed = next((text for text in texts if 'but expected' in text), None)
    if listed:
        shown = listed.partition('(')[0]
        return shown, from_error(listed, shown)
    if any('takes no keyword arguments' in text for text in texts):
        return name, '-' if method and any('takes no arguments' in text for text in texts) else None
    shown = next((m[1] or m[2] for m in (re.match(r'(\w+)\(\) (?:takes|missing|got)|(\w+)\(\): arg', text) for text in texts) if m),
                 name)
    if method and name in CONVERSIONS:
        return shown, '(*, torch.memory_format? memory_format = None)'
    return shown, from_schema(texts, shown, method)


def main():
    if not torch.__version__.startswith('2.13.'):
        sys.exit(f'signatures: the oracle is torch 2.13, this is {torch.__version__}')
    warnings.simplefilter('ignore')
    known = {'FUNCTIONS': {}, 'METHODS': {}}
    for name, method, function in functions():
        shown, forms = forms_of(name, method, function)
        if forms:
            known['METHODS' if method else 'FUNCTIONS'].setdefault(shown, forms)
    lines = [f'/* What functions and methods of PyTorch {torch.__version__} take; written by tests/oracle/signatures.py, where the'
             ' form is explained. */']
    for kind, table in known.items():
        names = collections.defaultdict(list)
        for name in sorted(table):
            names[table[name]].append(name)
        for forms, group in names.items():
            text = forms.replace('\\', '\\\\').replace('"', '\\"')
            lines.append(f'{kind}("{" ".join(group)}",\n    "{text}")')
    TARGET.write_text('\n'.join(lines) + '\n')


if __name__ == '__main__':
    main()
