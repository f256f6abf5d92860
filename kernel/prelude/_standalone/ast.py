"""Trees of programs: nodes as classes, parsing, walking, changing, and their text."""
import _ast

PyCF_ONLY_AST, PyCF_TYPE_COMMENTS, PyCF_ALLOW_TOP_LEVEL_AWAIT = 0x400, 0x1000, 0x2000


class AST:
    """The base of all nodes."""

    _fields = _attributes = __match_args__ = ()

    def __init__(self, /, *args, **kwargs):
        names = self._fields
        if len(args) > len(names):
            raise TypeError(f"{type(self).__name__} constructor takes at most {len(names)} positional argument"
                            f"{'' if len(names) == 1 else 's'}")
        for name, value in zip(names, args):
            if name in kwargs:
                raise TypeError(f"{type(self).__name__} got multiple values for argument '{name}'")
            setattr(self, name, value)
        for name, value in kwargs.items():
            setattr(self, name, value)

    def __reduce__(self):
        return type(self), (), self.__dict__


_ast.AST = AST

# The grammar: a base and its classes with their fields (? may be None, * a list).
_GRAMMAR = '''
mod: Module(stmt* body, type_ignore* type_ignores); Interactive(stmt* body); Expression(expr body);
 FunctionType(expr* argtypes, expr returns)
stmt: FunctionDef(identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns, string? type_comment);
 AsyncFunctionDef(identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns, string? type_comment);
 ClassDef(identifier name, expr* bases, keyword* keywords, stmt* body, expr* decorator_list); Return(expr? value);
 Delete(expr* targets); Assign(expr* targets, expr value, string? type_comment);
 AugAssign(expr target, operator op, expr value); AnnAssign(expr target, expr annotation, expr? value, int simple);
 For(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment);
 AsyncFor(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment);
 While(expr test, stmt* body, stmt* orelse); If(expr test, stmt* body, stmt* orelse);
 With(withitem* items, stmt* body, string? type_comment); AsyncWith(withitem* items, stmt* body, string? type_comment);
 Match(expr subject, match_case* cases); Raise(expr? exc, expr? cause);
 Try(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody);
 TryStar(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody); Assert(expr test, expr? msg);
 Import(alias* names); ImportFrom(identifier? module, alias* names, int? level); Global(identifier* names);
 Nonlocal(identifier* names); Expr(expr value); Pass; Break; Continue
expr: BoolOp(boolop op, expr* values); NamedExpr(expr target, expr value); BinOp(expr left, operator op, expr right);
 UnaryOp(unaryop op, expr operand); Lambda(arguments args, expr body); IfExp(expr test, expr body, expr orelse);
 Dict(expr* keys, expr* values); Set(expr* elts); ListComp(expr elt, comprehension* generators);
 SetComp(expr elt, comprehension* generators); DictComp(expr key, expr value, comprehension* generators);
 GeneratorExp(expr elt, comprehension* generators); Await(expr value); Yield(expr? value); YieldFrom(expr value);
 Compare(expr left, cmpop* ops, expr* comparators); Call(expr func, expr* args, keyword* keywords);
 FormattedValue(expr value, int conversion, expr? format_spec); JoinedStr(expr* values);
 Constant(constant value, string? kind); Attribute(expr value, identifier attr, expr_context ctx);
 Subscript(expr value, expr slice, expr_context ctx); Starred(expr value, expr_context ctx);
 Name(identifier id, expr_context ctx); List(expr* elts, expr_context ctx); Tuple(expr* elts, expr_context ctx);
 Slice(expr? lower, expr? upper, expr? step)
expr_context: Load; Store; Del
boolop: And; Or
operator: Add; Sub; Mult; MatMult; Div; Mod; Pow; LShift; RShift; BitOr; BitXor; BitAnd; FloorDiv
unaryop: Invert; Not; UAdd; USub
cmpop: Eq; NotEq; Lt; LtE; Gt; GtE; Is; IsNot; In; NotIn
comprehension(expr target, expr iter, expr* ifs, int is_async)
excepthandler: ExceptHandler(expr? type, identifier? name, stmt* body)
arguments(arg* posonlyargs, arg* args, arg? vararg, arg* kwonlyargs, expr* kw_defaults, arg? kwarg, expr* defaults)
arg(identifier arg, expr? annotation, string? type_comment)
keyword(identifier? arg, expr value)
alias(identifier name, identifier? asname)
withitem(expr context_expr, expr? optional_vars)
match_case(pattern pattern, expr? guard, stmt* body)
pattern: MatchValue(expr value); MatchSingleton(constant value); MatchSequence(pattern* patterns);
 MatchMapping(expr* keys, pattern* patterns, identifier? rest);
 MatchClass(expr cls, pattern* patterns, identifier* kwd_attrs, pattern* kwd_patterns); MatchStar(identifier? name);
 MatchAs(pattern? pattern, identifier? name); MatchOr(pattern* patterns)
type_ignore: TypeIgnore(int lineno, string tag)
'''
_PLACES = 'lineno', 'col_offset', 'end_lineno', 'end_col_offset'
_PLACED = {'stmt', 'expr', 'excepthandler', 'arg', 'keyword', 'alias', 'pattern'}


def _define(text, base, placed):
    """The class of an entry of the grammar."""
    name, _, fields = text.rstrip(')').partition('(')
    fields = [field.split() for field in fields.split(', ')] if fields else []
    body = {'__module__': 'ast', '__doc__': text, '_fields': tuple(field for _, field in fields)}
    body['__match_args__'] = body['_fields']
    body.update({field: None for kind, field in fields if kind.endswith('?')})
    if placed:
        body.update(_attributes=_PLACES, end_lineno=None, end_col_offset=None)
    made = globals()[name] = type(name, (base,), body)
    setattr(_ast, name, made)  # it has the classes, too
    return made


def _define_all():
    for line in _GRAMMAR.strip().replace('\n ', ' ').splitlines():
        head, colon, rest = line.partition(': ')
        name = head.partition('(')[0]
        base = _define(head, AST, name in _PLACED)
        if colon:
            between = '\n' + ' ' * len(name) + ' | ' if '(' in rest else ' | '
            base.__doc__ = f'{name} = ' + between.join(entry.strip() for entry in rest.split(';'))
            for entry in rest.split(';'):
                _define(entry.strip(), base, False)


_define_all()
del _define_all


class _Former(type):
    """Classes of former versions: calls make Constants, and Constants of their type are their instances."""

    def __instancecheck__(cls, node):
        if '_kinds' not in vars(cls):
            return type.__instancecheck__(cls, node)
        if not isinstance(node, Constant):
            return False
        value = getattr(node, 'value', _Former)
        return type(value) in cls._kinds if cls._exact else value is not _Former and isinstance(value, cls._kinds) \
            and not isinstance(value, (bool, type(None)))

    def __call__(cls, *args, **kwargs):
        if '_kinds' not in vars(cls):
            return type.__call__(cls, *args, **kwargs)
        for name in cls._fields[:len(args)]:
            if name in kwargs:
                raise TypeError(f"{cls.__name__} got multiple values for argument '{name}'")
        return Constant(..., *args, **kwargs) if cls is Ellipsis else Constant(*args, **kwargs)


def _former(name, field, *kinds):
    body = {'__module__': 'ast', '_kinds': kinds, '_fields': (field,) if field else (), '_exact': field not in ('n', 's'),
            '__doc__': 'Deprecated AST node class. Use ast.Constant instead'}
    globals()[name] = _Former(name, (Constant,), body)


for _row in (('Num', 'n', int, float, complex), ('Str', 's', str), ('Bytes', 's', bytes), ('NameConstant', 'value', type(None), bool),
             ('Ellipsis', None, type(...))):
    _former(*_row)
del _row
Constant.n = Constant.s = property(lambda self: self.value, lambda self, value: setattr(self, 'value', value),
                                   doc='Deprecated. Use value instead.')
_FORMER_VISITS = ('visit_Num', (int, float, complex)), ('visit_Str', str), ('visit_Bytes', bytes), \
    ('visit_NameConstant', (bool, type(None))), ('visit_Ellipsis', type(...))
_CONTEXTS = Load, Store, Del
_SYMBOLS = {cls.__name__: cls() for base in (boolop, operator, unaryop, cmpop) for cls in base.__subclasses__()}
_CONTEXT_NODES = [cls() for cls in _CONTEXTS]
_OPERATOR_FIELDS = {BoolOp: 'op', BinOp: 'op', UnaryOp: 'op', AugAssign: 'op'}


def _node(row):
    """The node of one of the parser's tuples."""
    if type(row) is list:
        return [_node(item) for item in row]
    if type(row) is not tuple:
        return row
    name, place, *values = row
    cls = globals()[name]
    node = cls.__new__(cls)
    fields = node.__dict__
    if cls is Constant:
        fields['value'], fields['kind'] = values
    elif cls is MatchSingleton:
        fields['value'] = values[0]
    else:
        for field, value in zip(cls._fields, values):
            fields[field] = _node(value)
        if 'ctx' in fields:
            fields['ctx'] = _CONTEXT_NODES[fields['ctx']]
        if cls in _OPERATOR_FIELDS:
            fields['op'] = _SYMBOLS[fields['op']]
        elif cls is Compare:
            fields['ops'] = [_SYMBOLS[op] for op in fields['ops']]
        elif cls is Module:
            fields['type_ignores'] = []
        if len(values) < len(cls._fields):
            for field in cls._fields[len(values):]:
                fields.setdefault(field, None)
    if place is not None:
        fields['lineno'], fields['col_offset'], fields['end_lineno'], fields['end_col_offset'] = place
    return node


def parse(source, filename='<unknown>', mode='exec', *, type_comments=False, feature_version=None):
    """The tree of a text: mode exec, eval or single."""
    if type_comments or mode == 'func_type':
        raise NotImplementedError('ast.parse(): type comments are not there')
    if isinstance(feature_version, tuple) and feature_version[0] != 3:
        raise ValueError(f'Unsupported major version: {feature_version[0]}')
    if feature_version not in (None, -1, 11, (3, 11)):
        raise NotImplementedError(f'ast.parse(): the grammar is that of 3.11, not of {feature_version!r}')
    if isinstance(source, AST):
        return source
    if isinstance(source, (bytes, bytearray, memoryview)):
        source = _ast.text(bytes(source), filename)
    if not isinstance(source, str):
        raise TypeError('compile() arg 1 must be a string, bytes or AST object')
    if mode not in ('exec', 'eval', 'single'):
        raise ValueError("compile() mode must be 'exec', 'eval', 'single' or 'func_type'")
    if '\0' in source:
        raise ValueError('source code string cannot contain null bytes')
    return _node(_ast.parse(source, filename, mode))


# ---- values and texts

def literal_eval(node_or_string):
    """The value of a literal: texts, numbers, tuples, lists, dicts, sets, bools, None; nothing is run."""
    if isinstance(node_or_string, str):
        node_or_string = parse(node_or_string.lstrip(' \t'), mode='eval')
    return _value(node_or_string.body if isinstance(node_or_string, Expression) else node_or_string)


def _malformed(node):
    where = f' on line {node.lineno}' if getattr(node, 'lineno', None) else ''
    raise ValueError(f'malformed node or string{where}: {node!r}')


def _number_of(node, signed=True):
    if signed and isinstance(node, UnaryOp) and isinstance(node.op, (UAdd, USub)):
        value = _number_of(node.operand, False)
        return value if isinstance(node.op, UAdd) else -value
    if not isinstance(node, Constant) or type(node.value) not in (int, float, complex):
        _malformed(node)
    return node.value


def _value(node):
    if isinstance(node, Constant):
        return node.value
    if isinstance(node, (Tuple, List, Set)):
        return {Tuple: tuple, List: list, Set: set}[type(node)](map(_value, node.elts))
    if isinstance(node, Call) and isinstance(node.func, Name) and node.func.id == 'set' and node.args == node.keywords == []:
        return set()
    if isinstance(node, Dict):
        if len(node.keys) != len(node.values):
            _malformed(node)
        return dict(zip(map(_value, node.keys), map(_value, node.values)))
    if isinstance(node, BinOp) and isinstance(node.op, (Add, Sub)):
        left, right = _number_of(node.left), _number_of(node.right, False)
        if isinstance(left, (int, float)) and isinstance(right, complex):
            return left + right if isinstance(node.op, Add) else left - right
    return _number_of(node)


def dump(node, annotate_fields=True, include_attributes=False, *, indent=None):
    """The text of a tree as calls of its classes."""
    if not isinstance(node, AST):
        raise TypeError(f'expected AST, got {type(node).__name__!r}')
    step = ' ' * indent if isinstance(indent, int) else indent

    def shown(value, depth):
        """The text, and whether it is simple."""
        line = '' if step is None else '\n' + step * (depth + 1)
        comma = ', ' if step is None else ',' + line
        if isinstance(value, list):
            if not value:
                return '[]', True
            return f'[{line}{comma.join(shown(item, depth + 1)[0] for item in value)}]', False
        if not isinstance(value, AST):
            return repr(value), True
        words, simple, named = [], True, annotate_fields
        cls = type(value)
        listed = [(name, True) for name in value._fields]
        listed += [(name, False) for name in value._attributes] if include_attributes else []
        for name, is_field in listed:
            item = getattr(value, name, dump)
            if item is dump or (item is None and getattr(cls, name, dump) is None):
                named = named or is_field
                continue
            text, plain = shown(item, depth + 1)
            simple = simple and plain
            words.append(f'{name}={text}' if named or not is_field else text)
        if simple and len(words) <= 3:
            return f"{cls.__name__}({', '.join(words)})", not words
        return f'{cls.__name__}({line}{comma.join(words)})', False

    return shown(node, 0)[0]


def copy_location(new_node, old_node):
    """Gives a node the place of another; returns it."""
    for name in _PLACES:
        if name in old_node._attributes and name in new_node._attributes:
            value = getattr(old_node, name, None)
            if value is not None or (hasattr(old_node, name) and name.startswith('end_')):
                setattr(new_node, name, value)
    return new_node


def fix_missing_locations(node):
    """Gives nodes without a place that of their parents; returns the tree."""
    waiting = [(node, (1, 0, 1, 0))]
    while waiting:
        one, places = waiting.pop()
        if one._attributes:
            found = []
            for name, place in zip(_PLACES, places):
                own = getattr(one, name, None)
                if own is None:
                    setattr(one, name, place)
                    own = place
                found.append(own)
            places = tuple(found)
        waiting += [(child, places) for child in iter_child_nodes(one)]
    return node


def increment_lineno(node, n=1):
    """Moves a tree by a number of lines; returns it."""
    for one in walk(node):
        if isinstance(one, TypeIgnore) or 'lineno' in one._attributes:
            one.lineno = getattr(one, 'lineno', 0) + n
        if 'end_lineno' in one._attributes and getattr(one, 'end_lineno', 0) is not None:
            one.end_lineno = getattr(one, 'end_lineno', 0) + n
    return node


def iter_fields(node):
    """Pairs of name and value of the fields that are there."""
    for name in node._fields:
        if hasattr(node, name):
            yield name, getattr(node, name)


def iter_child_nodes(node):
    """The nodes right below a node."""
    for _, value in iter_fields(node):
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, AST):
                yield item


def walk(node):
    """All nodes of a tree, level by level."""
    level = [node]
    while level:
        following = []
        for one in level:
            yield one
            following.extend(iter_child_nodes(one))
        level = following


def get_docstring(node, clean=True):
    """The docstring of a module, a class or a function, or None."""
    if not isinstance(node, (AsyncFunctionDef, FunctionDef, ClassDef, Module)):
        raise TypeError(f'{type(node).__name__!r} can\'t have docstrings')
    first = node.body[0] if node.body else None
    if not isinstance(first, Expr) or not isinstance(first.value, Constant) or not isinstance(first.value.value, str):
        return None
    if not clean:
        return first.value.value
    import inspect
    return inspect.cleandoc(first.value.value)


def get_source_segment(source, node, *, padded=False):
    """The text of a node in the source, or None; padded: blanks stand for what is before it in its first line."""
    places = [getattr(node, name, None) for name in ('lineno', 'end_lineno', 'col_offset', 'end_col_offset')]
    if None in places:
        return None
    import re
    first, last, start, end = places
    lines = [line.encode() for line in re.findall(r'[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z', source)]
    lines = lines[first - 1:last]
    if first == last:
        piece = lines[0][start:end].decode()
        before = lines[0][:start].decode()
    else:
        before = lines[0][:start].decode()
        piece = b''.join([lines[0][start:], *lines[1:-1], lines[-1][:end]]).decode()
    return ''.join(char if char in '\f\t' else ' ' for char in before) + piece if padded and first != last else piece


class NodeVisitor:
    """Calls visit_CLASS(node) for nodes, generic_visit where there is none."""

    def visit(self, node):
        """Visits a node."""
        return getattr(self, 'visit_' + type(node).__name__, self.generic_visit)(node)

    def visit_Constant(self, node):
        """Visits a constant by the method for its type that former versions called, where there is one."""
        value = node.value
        for name, kinds in _FORMER_VISITS:
            if isinstance(value, kinds) and not (name == 'visit_Num' and isinstance(value, bool)):
                method = getattr(self, name, None)
                if method is None:
                    break
                import warnings
                warnings.warn(f'{name} is deprecated; add visit_Constant', DeprecationWarning, 2)
                return method(node)
        return self.generic_visit(node)

    def generic_visit(self, node):
        """Visits the nodes right below."""
        for child in [*iter_child_nodes(node)]:
            self.visit(child)


class NodeTransformer(NodeVisitor):
    """A visitor whose results take the places of the nodes: None removes one, a list puts several in its place."""

    def generic_visit(self, node):
        for name, old in iter_fields(node):
            if isinstance(old, list):
                kept = []
                for item in old:
                    new = self.visit(item) if isinstance(item, AST) else item
                    if isinstance(new, AST) or not isinstance(item, AST):
                        kept.append(new)
                    elif new is not None:
                        kept.extend(new)
                old[:] = kept
            elif isinstance(old, AST):
                new = self.visit(old)
                if new is None:
                    delattr(node, name)
                else:
                    setattr(node, name, new)
        return node


def unparse(ast_obj):
    """A program whose tree is this one."""
    from _unparse import text_of
    return text_of(ast_obj)
