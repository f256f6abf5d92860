"""Values on several lines, where one is too short for them."""
import sys as _sys

__all__ = ['pprint', 'pformat', 'isreadable', 'isrecursive', 'saferepr', 'PrettyPrinter', 'pp']
_BRACKETS = {list: '[]', tuple: '()', dict: '{}', set: '{}', frozenset: '{}'}


def pprint(object, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    """Pretty-print a Python object to a stream [default is sys.stdout]."""
    PrettyPrinter(indent, width, depth, stream, compact=compact, sort_dicts=sort_dicts,
                  underscore_numbers=underscore_numbers).pprint(object)


def pformat(object, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
    """Format a Python object into a pretty-printed representation."""
    return PrettyPrinter(indent, width, depth, compact=compact, sort_dicts=sort_dicts,
                         underscore_numbers=underscore_numbers).pformat(object)


def pp(object, *args, sort_dicts=False, **kwargs):
    """Pretty-print a Python object, the keys of dicts in their order."""
    pprint(object, *args, sort_dicts=sort_dicts, **kwargs)


def saferepr(object):
    """Version of repr() which can handle recursive data structures."""
    return PrettyPrinter()._safe(object, set(), None, 0)[0]


def isreadable(object):
    """Determine if saferepr(object) is readable by eval()."""
    return PrettyPrinter()._safe(object, set(), None, 0)[1]


def isrecursive(object):
    """Determine if object requires a recursive representation."""
    return PrettyPrinter()._safe(object, set(), None, 0)[2]


class _Key:
    """An item in an order that also knows what cannot be compared."""
    __slots__ = ('item',)

    def __init__(self, item):
        self.item = item

    def __lt__(self, other):
        try:
            return self.item < other.item
        except TypeError:
            return (str(type(self.item)), id(self.item)) < (str(type(other.item)), id(other.item))


_safe_key = _Key


def _pair_key(pair):
    return _Key(pair[0]), _Key(pair[1])


class PrettyPrinter:
    """Writes values: indent for each level, a width of lines, a depth beyond which '...' stands, a stream; compact: several
    items on a line; sort_dicts; underscore_numbers: digits in groups of three."""

    def __init__(self, indent=1, width=80, depth=None, stream=None, *, compact=False, sort_dicts=True, underscore_numbers=False):
        indent, width = int(indent), int(width)
        for wrong, text in ((indent < 0, 'indent must be >= 0'), (depth is not None and depth <= 0, 'depth must be > 0'),
                            (not width, 'width must be != 0')):
            if wrong:
                raise ValueError(text)
        self._indent_per_level, self._width, self._depth = indent, width, depth
        self._stream = _sys.stdout if stream is None else stream
        self._compact, self._sort_dicts, self._underscore_numbers = bool(compact), sort_dicts, underscore_numbers

    def pprint(self, object):
        """Writes a value and a newline."""
        if self._stream is not None:
            self._stream.write(self.pformat(object) + '\n')

    def pformat(self, object):
        """The text of a value."""
        parts = []
        self._put(object, parts.append, 0, 0, {}, 0)
        return ''.join(parts)

    def isrecursive(self, object):
        return self.format(object, {}, 0, 0)[2]

    def isreadable(self, object):
        text, readable, recursive = self.format(object, {}, 0, 0)
        return readable and not recursive

    def format(self, object, context, maxlevels, level):
        """The text of a value on one line, whether eval() would read it, whether it holds itself."""
        return self._safe(object, set(context), maxlevels or None, level)

    def _repr(self, object, context, level):
        text, readable, recursive = self.format(object, context.copy(), self._depth, level)
        return text

    # ---- on one line

    def _safe(self, object, inside, depth, level):
        kind, how = type(object), type(object).__repr__
        if kind is int and self._underscore_numbers:
            return f'{object:_d}', True, False
        if kind in (str, bytes, int, float, complex, bool, type(None)):
            return repr(object), True, False
        for base in (dict, list, tuple):
            if issubclass(kind, base) and how is base.__repr__:
                return self._safe_container(object, base, inside, depth, level)
        text = repr(object)
        return text, bool(text) and not text.startswith('<'), False

    def _safe_container(self, object, base, inside, depth, level):
        brackets = _BRACKETS[base]
        if not object:
            return brackets, True, False
        if depth and level >= depth:
            return brackets[0] + '...' + brackets[1], False, id(object) in inside
        if id(object) in inside:
            return _recursion(object), False, True
        inside.add(id(object))
        readable, recursive, words = True, False, []
        if base is dict:
            pairs = sorted(object.items(), key=_pair_key) if self._sort_dicts else object.items()
            groups = pairs
        else:
            groups = ((item,) for item in object)
        for group in groups:
            texts = []
            for item in group:
                text, one_readable, one_recursive = self.format(item, dict.fromkeys(inside), depth, level + 1)
                texts.append(text)
                readable, recursive = readable and one_readable, recursive or one_recursive
            words.append(': '.join(texts))
        inside.discard(id(object))
        comma = ',' * (base is tuple and len(object) == 1)
        return brackets[0] + ', '.join(words) + comma + brackets[1], readable, recursive

    # ---- on several lines

    def _put(self, object, write, indent, allowance, context, level):
        if id(object) in context:
            write(_recursion(object))
            return
        text = self._repr(object, context, level)
        if len(text) > self._width - indent - allowance:
            put = self._writer(object)
            if put is not None:
                context[id(object)] = 1
                put(object, write, indent, allowance, context, level + 1)
                del context[id(object)]
                return
        write(text)

    def _writer(self, object):
        """The method that lays out values of a kind on lines; None: there is none."""
        kind, how = type(object), type(object).__repr__
        import collections
        import types
        rows = ((dict, self._put_dict), (list, self._put_list), (tuple, self._put_list), (set, self._put_set),
                (frozenset, self._put_set), (str, self._put_str), (bytes, self._put_bytes), (bytearray, self._put_bytes),
                (types.MappingProxyType, self._put_proxy), (types.SimpleNamespace, self._put_namespace),
                (collections.OrderedDict, self._put_ordered), (collections.defaultdict, self._put_default),
                (collections.Counter, self._put_counter), (collections.ChainMap, self._put_chain),
                (collections.deque, self._put_deque))
        for base, put in rows:
            if base is kind or issubclass(kind, base) and how is base.__repr__ and base not in (str, bytes, bytearray):
                if how is base.__repr__:
                    return put
        for name in ('UserDict', 'UserList', 'UserString'):
            user = collections.__dict__.get(name)
            if user is not None and issubclass(kind, user) and how is user.__repr__:
                return lambda object, *rest: self._put(object.data, *rest[:-1], rest[-1] - 1)
        fields = getattr(kind, '__dataclass_fields__', None)
        if fields and kind.__dataclass_params__.repr and getattr(how, '__module__', None) == 'dataclasses':
            return self._put_dataclass
        return None

    def _put_dataclass(self, object, write, indent, allowance, context, level):
        name = type(object).__name__
        write(name + '(')
        pairs = [(field.name, getattr(object, field.name)) for field in type(object).__dataclass_fields__.values() if field.repr]
        self._named(pairs, write, indent + len(name) + 1, allowance, context, level)
        write(')')

    def _put_namespace(self, object, write, indent, allowance, context, level):
        name = 'namespace' if type(object).__name__ == 'SimpleNamespace' else type(object).__name__
        write(name + '(')
        self._named(list(vars(object).items()), write, indent + len(name) + 1, allowance, context, level)
        write(')')

    def _named(self, pairs, write, indent, allowance, context, level):
        for number, (key, value) in enumerate(pairs, 1):
            write(f'{key}=')
            is_last = number == len(pairs)
            if id(value) in context:
                write('...')
            else:
                self._put(value, write, indent + len(key) + 1, allowance if is_last else 1, context, level)
            if not is_last:
                write(',\n' + ' ' * indent)

    def _lead(self, write, opening):
        """The bracket, and what the indent of a level has more than it."""
        write(opening + ' ' * (self._indent_per_level - 1))

    def _put_dict(self, object, write, indent, allowance, context, level):
        self._lead(write, '{')
        pairs = sorted(object.items(), key=_pair_key) if self._sort_dicts else list(object.items())
        if pairs:
            self._put_pairs(pairs, write, indent, allowance + 1, context, level)
        write('}')

    def _put_pairs(self, pairs, write, indent, allowance, context, level):
        indent += self._indent_per_level
        for number, (key, value) in enumerate(pairs, 1):
            is_last = number == len(pairs)
            head = self._repr(key, context, level) + ': '
            write(head)
            self._put(value, write, indent + len(head), allowance if is_last else 1, context, level)
            if not is_last:
                write(',\n' + ' ' * indent)

    def _put_list(self, object, write, indent, allowance, context, level):
        is_tuple = isinstance(object, tuple)
        write('([' [not is_tuple])
        end = ',)' if is_tuple and len(object) == 1 else ')' if is_tuple else ']'
        self._put_items(object, write, indent, allowance + len(end), context, level)
        write(end)

    def _put_set(self, object, write, indent, allowance, context, level):
        if not object:
            write(repr(object))
            return
        opening, closing = ('{', '}') if type(object) is set else (type(object).__name__ + '({', '})')
        write(opening)
        self._put_items(sorted(object, key=_Key), write, indent + len(opening) - 1, allowance + len(closing), context, level)
        write(closing)

    def _put_items(self, items, write, indent, allowance, context, level):
        indent += self._indent_per_level
        if self._indent_per_level > 1:
            write(' ' * (self._indent_per_level - 1))
        items = list(items)
        between = ',\n' + ' ' * indent
        lead, room = '', self._width - indent + 1
        full = room
        for number, item in enumerate(items, 1):
            is_last = number == len(items)
            spare = allowance if is_last else 0
            if is_last:
                room, full = room - allowance, full - allowance
            if self._compact:
                text = self._repr(item, context, level)
                size = len(text) + 2
                if room < size:
                    room = full
                    if lead:
                        lead = between
                if room >= size:
                    room -= size
                    write(lead + text)
                    lead = ', '
                    continue
            write(lead)
            lead = between
            self._put(item, write, indent, allowance if is_last else 1, context, level)

    def _call(self, object, inner, write, indent, allowance, context, level, put):
        """NAME( inner ), the inner one laid out by put."""
        name = type(object).__name__
        write(name + '(')
        put(inner, write, indent + len(name) + 1, allowance + 1, context, level)
        write(')')

    def _put_proxy(self, object, write, indent, allowance, context, level):
        write('mappingproxy(')
        self._put(object.copy(), write, indent + 13, allowance + 1, context, level)
        write(')')

    def _put_ordered(self, object, write, indent, allowance, context, level):
        if not object:
            write(repr(object))
            return
        self._call(object, list(object.items()), write, indent, allowance, context, level, self._put)

    def _put_counter(self, object, write, indent, allowance, context, level):
        if not object:
            write(repr(object))
            return
        name = type(object).__name__
        self._lead(write, name + '({')
        self._put_pairs(object.most_common(), write, indent + len(name) + 1, allowance + 2, context, level)
        write('})')

    def _put_default(self, object, write, indent, allowance, context, level):
        if not object:
            write(repr(object))
            return
        factory = self._repr(object.default_factory, context, level)
        name = type(object).__name__
        indent += len(name) + 1
        write(f'{name}({factory},\n' + ' ' * indent)
        self._put_dict(object, write, indent, allowance + 1, context, level)
        write(')')

    def _put_chain(self, object, write, indent, allowance, context, level):
        if not object.maps or not any(object.maps):
            write(repr(object))
            return
        name = type(object).__name__
        write(name + '(')
        indent += len(name) + 1
        for number, part in enumerate(object.maps, 1):
            is_last = number == len(object.maps)
            self._put(part, write, indent, allowance + 1 if is_last else 1, context, level)
            write(')' if is_last else ',\n' + ' ' * indent)

    def _put_deque(self, object, write, indent, allowance, context, level):
        name = type(object).__name__
        if not object:
            write(repr(object))
            return
        write(name + '([')
        indent += len(name) + 1
        if object.maxlen is None:
            self._put_items(object, write, indent, allowance + 2, context, level)
            write('])')
        else:
            self._put_items(object, write, indent, 2, context, level)
            write('],\n' + ' ' * indent + f'maxlen={self._repr(object.maxlen, context, level)})')

    def _put_str(self, object, write, indent, allowance, context, level):
        if not object:
            write(repr(object))
            return
        bracketed = level == 1
        if bracketed:
            indent, allowance = indent + 1, allowance + 1
        pieces = []
        lines = object.splitlines(True)
        for number, line in enumerate(lines, 1):
            room = self._width - indent - (allowance if number == len(lines) else 0)
            if len(repr(line)) <= room:
                pieces.append(repr(line))
                continue
            pieces += self._cut_line(line, self._width - indent, allowance if number == len(lines) else 0)
        if len(pieces) == 1:
            write(pieces[0])
            return
        joined = ('\n' + ' ' * indent).join(pieces)
        write(f'({joined})' if bracketed else joined)

    @staticmethod
    def _cut_line(line, width, spare):
        """Pieces of a line, cut behind blanks."""
        import re
        words = re.findall(r'\S*\s*', line)
        words = words[:-1] if words and not words[-1] else words
        now = ''
        for number, word in enumerate(words, 1):
            candidate = now + word
            room = width - (spare if number == len(words) else 0)
            if len(repr(candidate)) > room:
                if now:
                    yield repr(now)
                now = word
            else:
                now = candidate
        if now:
            yield repr(now)

    def _put_bytes(self, object, write, indent, allowance, context, level):
        is_array = isinstance(object, bytearray)
        data = bytes(object)
        if len(data) <= 4 and not is_array:
            write(repr(object))
            return
        if is_array:
            write('bytearray(')
            indent, allowance, level = indent + 10, allowance + 1, level + 1
        bracketed = level == 1
        if bracketed:
            indent, allowance = indent + 1, allowance + 1
            write('(')
        lead = ''
        for piece in self._cut_bytes(data, self._width - indent, allowance) if data else ("b''",):
            write(lead + piece)
            lead = '\n' + ' ' * indent
        write(')' * (bracketed + is_array))

    @staticmethod
    def _cut_bytes(data, width, allowance):
        now, last = b'', len(data) // 4 * 4
        for at in range(0, len(data), 4):
            part = data[at:at + 4]
            candidate = now + part
            if at == last:
                width -= allowance
            if len(repr(candidate)) > width:
                if now:
                    yield repr(now)
                now = part
            else:
                now = candidate
        if now:
            yield repr(now)


def _recursion(object):
    return f'<Recursion on {type(object).__name__} with id={id(object)}>'
