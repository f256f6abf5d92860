"""Schemas of ops as PyTorch writes them: 'add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor'. Arguments of calls against them,
and what PyTorch says of wrong ones."""

import torch

_PREFIX = {'Scalar': 'number', 'SymInt': 'int', 'SymFloat': 'float', 'SymBool': 'bool', 'ScalarType': 'int', 'Layout': 'int', 'MemoryFormat': 'int'}


class SchemaType:
    """The type of an argument: its base, whether it is a list (of so many), and whether it or its items may be None."""

    def __init__(self, text):
        self.text = text
        self.optional = text.endswith('?')
        text = text[:-1] if self.optional else text
        self.size, self.list = None, text.endswith(']')
        if self.list:
            text, _, size = text[:-1].rpartition('[')
            self.size = int(size) if size else None
        self.optional_items = self.list and text.endswith('?')
        text = text[:-1] if self.optional_items else text
        self.base, _, alias = text.partition('(')
        self.alias = alias[:-1] or None

    def __str__(self):
        name = _PREFIX.get(self.base, self.base)
        if self.list:
            name = 'List[%s]' % ('Optional[%s]' % name if self.optional_items else name)
        return 'Optional[%s]' % name if self.optional else name

    __repr__ = __str__

    def written(self):
        """As it stands in a schema."""
        base = self.base + ('(%s)' % self.alias if self.alias else '') + ('?' if self.optional_items else '')
        return base + ('[%s]' % ('' if self.size is None else self.size) if self.list else '') + ('?' if self.optional else '')

    def takes(self, value):
        """Whether a value can be passed for it."""
        if value is None:
            return self.optional
        if not self.list:
            return _TAKES.get(self.base, lambda value: True)(value)
        if self.size is not None and not isinstance(value, (list, tuple)):
            return _TAKES[self.base](value)
        return isinstance(value, (list, tuple)) and all([item is None and self.optional_items or _TAKES[self.base](item) for item in value])


# where a number may stand for a tensor
_NUMBERS = frozenset('add sub mul div floor_divide eq ne lt le gt ge remainder fmod bitwise_and bitwise_or bitwise_xor rsub true_divide'.split())


def _is_number(value):
    return isinstance(value, (int, float, complex)) or isinstance(value, torch.Tensor) and value.dim() == 0


def _is_int(value):
    return isinstance(value, int) or isinstance(value, torch.Tensor) and value.numel() == 1 and not value.is_floating_point()


_TAKES = {
    'Tensor': lambda value: isinstance(value, torch.Tensor),
    'int': _is_int, 'SymInt': _is_int,
    'float': lambda value: _is_number(value) and not isinstance(value, complex),
    'bool': lambda value: isinstance(value, bool) or isinstance(value, torch.Tensor) and value.numel() == 1, 'Scalar': _is_number,
    'str': lambda value: isinstance(value, str), 'ScalarType': lambda value: isinstance(value, (torch.dtype, int)),
    'Device': lambda value: isinstance(value, (torch.device, str, int)), 'Layout': lambda value: isinstance(value, (torch.layout, int)),
    'MemoryFormat': lambda value: isinstance(value, (torch.memory_format, int)), 'Generator': lambda value: isinstance(value, torch.Generator),
}


class AliasInfo:
    """How an argument or a result shares memory: 'a' or, written to, 'a!'."""

    def __init__(self, text):
        before, _, after = text.partition('->')
        self.is_write = '!' in before
        self.before_set = {before.replace('!', '').strip()}
        self.after_set = {after.strip()} if after else set(self.before_set)


class Argument:
    """One parameter, or one result."""

    def __init__(self, text, kwarg_only, position):
        text, given, default = text.partition('=')
        kind, _, name = text.strip().rpartition(' ') if ' ' in text.strip().replace('a -> *', 'a->*') else (text, '', '')
        self.type = self.real_type = SchemaType(kind.strip())
        self.name, self.kwarg_only = name, kwarg_only
        self._has_default, self._default = bool(given), default.strip()
        self.default_value = _value(self._default, self.type) if given else None
        self.alias_info = AliasInfo(self.type.alias) if self.type.alias else None
        self.is_out = kwarg_only and self.alias_info is not None and self.alias_info.is_write
        self.N = self.type.size

    def has_default_value(self):
        """Whether it may be left out."""
        return self._has_default

    def __str__(self):
        return self.type.written() + (' ' + self.name if self.name else '') + ('=' + _written(self.default_value, self.type, self._default)
                                                                               if self._has_default else '')


def _value(text, kind):
    words = {'None': None, 'True': True, 'False': False, 'Mean': 1, 'contiguous_format': 0, 'long': 4}
    if text in words:
        return words[text]
    if text[:1] in '"\'':
        return text[1:-1]
    if text[:1] == '[':
        return [_value(item.strip(), kind) for item in text[1:-1].split(',') if item.strip()]
    try:
        return float(text) if kind.base == 'float' else int(text)
    except ValueError:
        return float(text)


def _written(value, kind, text):
    if isinstance(value, bool) or value is None or isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return '"%s"' % value
    if isinstance(value, list):
        return '[%s]' % ', '.join([_written(item, kind, '') for item in value])
    if value == int(value) if abs(value) < 1e16 else False:
        return '%d.' % value
    return '%.17g' % value


def _pieces(text):
    """Split at commas that are not in brackets."""
    depth, start, found = 0, 0, []
    for i, letter in enumerate(text):
        depth += (letter in '([') - (letter in ')]')
        if letter == ',' and depth == 0:
            found.append(text[start:i].strip())
            start = i + 1
    return [*found, text[start:].strip()] if text[start:].strip() else found


class FunctionSchema:
    """A parsed schema; str() is the text in PyTorch's form."""

    def __init__(self, namespace, text):
        head, opened, rest = text.partition('(')
        inside, closed, returns = _closing(rest)
        if not opened or not closed or not returns.strip().startswith('->'):
            raise RuntimeError("expected eof but found 'ident' here:\n%s\n%s <--- HERE\n" % (text, _marks(text)))
        name, _, self.overload_name = head.strip().partition('.')
        self.name = namespace + '::' + name
        self.numbers = namespace == 'aten' and name.rstrip('_') in _NUMBERS
        self.arguments, kwarg_only = [], False
        for piece in _pieces(inside):
            if piece == '*':
                kwarg_only = True
            else:
                self.arguments.append(Argument(piece, kwarg_only, len(self.arguments)))
        returns = returns.strip()[2:].strip()
        self._tuple = returns.startswith('(')
        self.returns = [Argument(piece, False, i) for i, piece in enumerate(_pieces(returns[1:-1] if self._tuple else returns))]

    @property
    def is_mutable(self):
        """Whether an argument is written to."""
        return any([argument.alias_info is not None and argument.alias_info.is_write for argument in self.arguments])

    def __str__(self):
        texts = [str(argument) for argument in self.arguments]
        positions = [i for i, argument in enumerate(self.arguments) if argument.kwarg_only]
        if positions:
            texts.insert(positions[0], '*')
        returns = ', '.join([str(result) for result in self.returns])
        return '%s(%s) -> %s' % (self.title(), ', '.join(texts), returns if len(self.returns) == 1 else '(%s)' % returns)

    __repr__ = __str__

    def title(self):
        """'aten::add.Tensor'"""
        return self.name + ('.' + self.overload_name if self.overload_name else '')

    def wrong(self, args, kwargs):
        """What PyTorch says of arguments that do not fit; None where they do."""
        short, declaration = self.name + '()', 'Declaration: %s' % self
        positional = [argument for argument in self.arguments if not argument.kwarg_only]
        given = dict(kwargs)
        if len(args) > len(positional):
            return '%s expected at most %d argument(s) but received %d argument(s). %s' % (short, len(positional), len(args), declaration)
        taken = 0
        for i, argument in enumerate(self.arguments):
            if not argument.kwarg_only and i < len(args):
                value = args[i]
                taken += 1
            elif argument.name in given:
                value = given.pop(argument.name)
                taken += 1
            elif argument.has_default_value():
                continue
            else:
                return "%s is missing value for argument '%s'. %s" % (short, argument.name, declaration)
            if not argument.type.takes(value) and not (self.numbers and argument.type.base == 'Tensor' and isinstance(value, (int, float, complex))):
                place = '\nPosition: %d' % i if i < len(args) else ''
                cast = 'Unable to cast %s to Tensor' % (value,) if argument.type.base == 'Tensor' else (
                    'Unable to cast Python instance of type %s to C++ type \'?\' (#define PYBIND11_DETAILED_ERROR_MESSAGES or compile in debug '
                    'mode for details)' % type(value))
                return "%s Expected a value of type '%s' for argument '%s' but instead found type '%s'.%s\nValue: %r\n%s\nCast error details: %s" % (
                    short, argument.type, argument.name, type(value).__name__, place, value, declaration, cast)
        if given:
            if len(args) + len(kwargs) > len(self.arguments):
                return '%s expected at most %d argument(s) but received %d argument(s). %s' % (
                    short, len(self.arguments), len(args) + len(kwargs), declaration)
            return "Unknown keyword argument '%s' for operator '%s'. Schema: %s" % (next(iter(given)), self.name, self)
        return None

    def bind(self, args, kwargs):
        """(positional arguments with defaults, arguments by name): for a call that fits."""
        text = self.wrong(args, kwargs)
        if text:
            raise RuntimeError(text)
        values = {argument.name: argument.default_value for argument in self.arguments}
        values.update(zip([argument.name for argument in self.arguments], args))
        values.update(kwargs)
        return (tuple([values[argument.name] for argument in self.arguments if not argument.kwarg_only]),
                {argument.name: values[argument.name] for argument in self.arguments if argument.kwarg_only})


def _closing(text):
    """(what is before the bracket that closes, that, the rest)"""
    depth = 0
    for i, letter in enumerate(text):
        depth += (letter == '(') - (letter == ')')
        if depth < 0:
            return text[:i], letter, text[i + 1:]
    return text, '', ''


def _marks(text):
    first, _, rest = text.partition(' ')
    return ' ' * (len(first) + 1) + '~' * max(1, len(rest))
