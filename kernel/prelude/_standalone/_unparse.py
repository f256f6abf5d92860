"""Programs out of trees, for ast.unparse()."""
import ast

# What binds tighter has a higher number.
(_NAMED, _TUPLE, _YIELD, _TEST, _OR, _AND, _NOT, _COMPARE, _BIT_OR, _BIT_XOR, _BIT_AND, _SHIFT, _SUM, _TERM, _FACTOR, _POWER,
 _AWAIT, _ATOM) = range(18)
_BINARY = {'Add': ('+', _SUM), 'Sub': ('-', _SUM), 'Mult': ('*', _TERM), 'MatMult': ('@', _TERM), 'Div': ('/', _TERM),
           'Mod': ('%', _TERM), 'LShift': ('<<', _SHIFT), 'RShift': ('>>', _SHIFT), 'BitOr': ('|', _BIT_OR),
           'BitXor': ('^', _BIT_XOR), 'BitAnd': ('&', _BIT_AND), 'FloorDiv': ('//', _TERM), 'Pow': ('**', _POWER)}
_UNARY = {'Invert': ('~', _FACTOR), 'Not': ('not ', _NOT), 'UAdd': ('+', _FACTOR), 'USub': ('-', _FACTOR)}
_COMPARISON = {'Eq': '==', 'NotEq': '!=', 'Lt': '<', 'LtE': '<=', 'Gt': '>', 'GtE': '>=', 'Is': 'is', 'IsNot': 'is not',
               'In': 'in', 'NotIn': 'not in'}
_QUOTES = "'", '"', '"""', "'''"


def text_of(node):
    """The program of a tree, of a statement or of an expression."""
    writer = _Writer()
    if isinstance(node, ast.FunctionType):
        return f"({', '.join(map(writer.expression, node.argtypes))}) -> {writer.expression(node.returns)}"
    if isinstance(node, (ast.Module, ast.Interactive)):
        writer.block(node.body, isinstance(node, ast.Module))
    elif isinstance(node, ast.Expression):
        return writer.expression(node.body)
    elif isinstance(node, ast.stmt):
        writer.statement(node)
    elif isinstance(node, list):
        writer.block(node)
    elif isinstance(node, (ast.excepthandler, ast.match_case)):
        writer.part(node)
    else:
        return writer.any(node)
    return ''.join(writer.lines).lstrip('\n')


def _enclosed(text, own, level, marks='()'):
    return f'{marks[0]}{text}{marks[1]}' if own < level else text


def _plain(value):
    """A constant's text; infinities are overflowing numbers."""
    if isinstance(value, (float, complex)):
        return repr(value).replace('inf', '1e309').replace('nan', '(1e309-1e309)')
    if isinstance(value, tuple):
        inner = ', '.join(map(_plain, value))
        return f'({inner},)' if len(value) == 1 else f'({inner})'
    return '...' if value is ... else repr(value)


def _quoting(text, quotes, escape_all):
    """The text inside of a string literal, and the quotes that can stand around it."""
    def escaped(char):
        if not escape_all and char in '\n\t':
            return char
        if char == '\\' or not char.isprintable():
            return char.encode('unicode_escape').decode('ascii')
        return char

    inner = ''.join(map(escaped, text))
    fitting = [quote for quote in quotes if len(quote) == 3] if '\n' in inner else list(quotes)
    fitting = [quote for quote in fitting if quote not in inner]
    if not fitting:
        literal = repr(text)
        return literal[1:-1], [next((quote for quote in quotes if literal[0] in quote), literal[0])]
    if inner:
        fitting.sort(key=lambda quote: quote[0] == inner[-1])
        if fitting[0][0] == inner[-1]:
            inner = inner[:-1] + '\\' + inner[-1]
    return inner, fitting


class _Writer:
    """Collects lines; expressions are returned as texts."""

    def __init__(self):
        self.lines, self.depth = [], 0

    # ---- expressions

    def expression(self, node, level=_TEST):
        """The text of an expression, in parentheses where it binds less than the level."""
        return getattr(self, 'x_' + type(node).__name__)(node, level)

    def any(self, node):
        """The text of a part that is neither statement nor expression."""
        if isinstance(node, ast.expr):
            return self.expression(node)
        name = type(node).__name__
        if isinstance(node, ast.pattern):
            return self.pattern(node)
        if name in _BINARY:
            return ''
        return {'arguments': self.arguments, 'arg': self.arg, 'keyword': self.keyword, 'alias': self.alias,
                'withitem': self.withitem, 'comprehension': self.comprehension}.get(name, lambda node: '')(node)

    def joined(self, nodes, level=_TEST):
        return ', '.join(self.expression(node, level) for node in nodes)

    def x_Name(self, node, level):
        return node.id

    def x_Constant(self, node, level):
        if isinstance(node.value, str) and node.kind == 'u':
            return 'u' + repr(node.value)
        return _plain(node.value)

    def x_NamedExpr(self, node, level):
        return _enclosed(f'{self.expression(node.target, _ATOM)} := {self.expression(node.value, _ATOM)}', _NAMED, level)

    def x_BoolOp(self, node, level):
        own = _AND if isinstance(node.op, ast.And) else _OR
        words = [self.expression(value, min(own + 1 + i, _ATOM)) for i, value in enumerate(node.values)]
        return _enclosed((' and ' if own == _AND else ' or ').join(words), own, level)

    def x_BinOp(self, node, level):
        sign, own = _BINARY[type(node.op).__name__]
        left, right = (own + 1, own) if own == _POWER else (own, own + 1)
        return _enclosed(f'{self.expression(node.left, left)} {sign} {self.expression(node.right, right)}', own, level)

    def x_UnaryOp(self, node, level):
        sign, own = _UNARY[type(node.op).__name__]
        return _enclosed(sign + self.expression(node.operand, own), own, level)

    def x_Lambda(self, node, level):
        parameters = self.arguments(node.args)
        head = f'lambda {parameters}' if parameters else 'lambda'
        return _enclosed(f'{head}: {self.expression(node.body)}', _TEST, level)

    def x_IfExp(self, node, level):
        body, test = self.expression(node.body, _TEST + 1), self.expression(node.test, _TEST + 1)
        return _enclosed(f'{body} if {test} else {self.expression(node.orelse)}', _TEST, level)

    def x_Compare(self, node, level):
        words = [self.expression(node.left, _COMPARE + 1)]
        for op, other in zip(node.ops, node.comparators):
            words += [_COMPARISON[type(op).__name__], self.expression(other, _COMPARE + 1)]
        return _enclosed(' '.join(words), _COMPARE, level)

    def x_Await(self, node, level):
        return _enclosed(f'await {self.expression(node.value, _ATOM)}' if node.value else 'await', _AWAIT, level)

    def x_Yield(self, node, level):
        return _enclosed(f'yield {self.expression(node.value, _ATOM)}' if node.value else 'yield', _YIELD, level)

    def x_YieldFrom(self, node, level):
        return _enclosed(f'yield from {self.expression(node.value, _ATOM)}', _YIELD, level)

    def x_Call(self, node, level):
        words = [self.expression(argument) for argument in node.args] + [self.keyword(one) for one in node.keywords]
        return f"{self.expression(node.func, _ATOM)}({', '.join(words)})"

    def x_Attribute(self, node, level):
        blank = ' ' if isinstance(node.value, ast.Constant) and type(node.value.value) is int else ''
        return f'{self.expression(node.value, _ATOM)}{blank}.{node.attr}'

    def x_Subscript(self, node, level):
        index = node.slice
        if isinstance(index, ast.Tuple) and index.elts:
            inner = self.items(index.elts)
        else:
            inner = self.expression(index)
        return f'{self.expression(node.value, _ATOM)}[{inner}]'

    def x_Starred(self, node, level):
        return '*' + self.expression(node.value, _BIT_OR)

    def x_Slice(self, node, level):
        lower, upper, step = (self.expression(part) if part else '' for part in (node.lower, node.upper, node.step))
        return f'{lower}:{upper}' + (f':{step}' if node.step else '')

    def items(self, nodes):
        return self.expression(nodes[0]) + ',' if len(nodes) == 1 else self.joined(nodes)

    def x_Tuple(self, node, level):
        inner = self.items(node.elts) if node.elts else ''
        return f'({inner})' if not node.elts or level > _TUPLE else inner

    def x_List(self, node, level):
        return f'[{self.joined(node.elts)}]'

    def x_Set(self, node, level):
        return f'{{{self.joined(node.elts)}}}' if node.elts else '{*()}'

    def x_Dict(self, node, level):
        words = []
        for key, value in zip(node.keys, node.values):
            words.append(f'**{self.expression(value, _BIT_OR)}' if key is None else
                         f'{self.expression(key)}: {self.expression(value)}')
        return '{' + ', '.join(words) + '}'

    def comprehension(self, node):
        words = [' async for ' if node.is_async else ' for ', self.expression(node.target, _TUPLE), ' in ',
                 self.expression(node.iter, _TEST + 1)]
        return ''.join(words + [' if ' + self.expression(test, _TEST + 1) for test in node.ifs])

    def comprehended(self, node, head, marks):
        return marks[0] + head + ''.join(map(self.comprehension, node.generators)) + marks[1]

    def x_ListComp(self, node, level):
        return self.comprehended(node, self.expression(node.elt), '[]')

    def x_SetComp(self, node, level):
        return self.comprehended(node, self.expression(node.elt), '{}')

    def x_GeneratorExp(self, node, level):
        return self.comprehended(node, self.expression(node.elt), '()')

    def x_DictComp(self, node, level):
        return self.comprehended(node, f'{self.expression(node.key)}: {self.expression(node.value)}', '{}')

    def pieces(self, node):
        """The parts of a format string: texts, and whether they are literal."""
        if isinstance(node, ast.JoinedStr):
            return [piece for value in node.values for piece in self.pieces(value)]
        if isinstance(node, ast.Constant):
            return [(node.value.replace('{', '{{').replace('}', '}}'), True)]
        text = self.expression(node.value, _TEST + 1)
        if '\\' in text:
            raise ValueError('Unable to avoid backslash in f-string expression part')
        text = ('{ ' if text.startswith('{') else '{') + text
        if node.conversion != -1:
            text += f'!{chr(node.conversion)}'
        if node.format_spec:
            text += ':' + ''.join(piece for piece, _ in self.pieces(node.format_spec))
        return [(text + '}', False)]

    def x_JoinedStr(self, node, level):
        quotes, inner = list(_QUOTES), []
        for text, literal in self.pieces(node):
            text, fitting = _quoting(text, quotes, literal)
            inner.append(text)
            quotes = [quote for quote in quotes if quote in fitting] or quotes[:1]
        return f"f{quotes[0]}{''.join(inner)}{quotes[0]}"

    def x_FormattedValue(self, node, level):
        return self.x_JoinedStr(ast.JoinedStr([node]), level)

    # ---- parts

    def keyword(self, node):
        return f'**{self.expression(node.value)}' if node.arg is None else f'{node.arg}={self.expression(node.value)}'

    def alias(self, node):
        return f'{node.name} as {node.asname}' if node.asname else node.name

    def withitem(self, node):
        text = self.expression(node.context_expr)
        return f'{text} as {self.expression(node.optional_vars)}' if node.optional_vars else text

    def arg(self, node):
        return f'{node.arg}: {self.expression(node.annotation)}' if node.annotation else node.arg

    def arguments(self, node):
        words, plain = [], node.posonlyargs + node.args
        defaults = [None] * (len(plain) - len(node.defaults)) + node.defaults
        for i, (one, default) in enumerate(zip(plain, defaults), 1):
            words.append(self.arg(one) + (f'={self.expression(default)}' if default else ''))
            if i == len(node.posonlyargs):
                words.append('/')
        if node.vararg or node.kwonlyargs:
            word = '*'
            if node.vararg:
                word += node.vararg.arg
                word += f': {self.expression(node.vararg.annotation)}' if node.vararg.annotation else ''
            words.append(word)
        for one, default in zip(node.kwonlyargs, node.kw_defaults):
            words.append(self.arg(one) + (f'={self.expression(default)}' if default else ''))
        if node.kwarg:
            words.append('**' + self.arg(node.kwarg))
        return ', '.join(words)

    def pattern(self, node, level=_TEST):
        kind = type(node).__name__
        if kind == 'MatchValue':
            return self.expression(node.value)
        if kind == 'MatchSingleton':
            return _plain(node.value)
        if kind == 'MatchSequence':
            return f"[{', '.join(map(self.pattern, node.patterns))}]"
        if kind == 'MatchStar':
            return f"*{'_' if node.name is None else node.name}"
        if kind == 'MatchMapping':
            words = [f'{self.expression(key)}: {self.pattern(one)}' for key, one in zip(node.keys, node.patterns)]
            return '{' + ', '.join(words + ([f'**{node.rest}'] if node.rest is not None else [])) + '}'
        if kind == 'MatchClass':
            words = [self.pattern(one) for one in node.patterns]
            words += [f'{name}={self.pattern(one)}' for name, one in zip(node.kwd_attrs, node.kwd_patterns)]
            return f"{self.expression(node.cls, _ATOM)}({', '.join(words)})"
        if kind == 'MatchOr':
            return _enclosed(' | '.join(self.pattern(one, _BIT_OR + 1) for one in node.patterns), _BIT_OR, level)
        if node.name is None:
            return '_'
        if node.pattern is None:
            return node.name
        return _enclosed(f'{self.pattern(node.pattern, _BIT_OR)} as {node.name}', _TEST, level)

    # ---- statements

    def line(self, text):
        self.lines.append('\n' + '    ' * self.depth + text)

    def block(self, nodes, documented=False):
        for i, node in enumerate(nodes):
            if i == 0 and documented and isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(
                    node.value.value, str):
                self.docstring(node.value)
            else:
                self.statement(node)

    def inner(self, head, nodes, documented=False):
        self.line(head + ':')
        self.depth += 1
        self.block(nodes, documented)
        self.depth -= 1

    def docstring(self, node):
        inner, quotes = _quoting(node.value, ['"""', "'''"], False)
        self.line(('u' if node.kind == 'u' else '') + quotes[0] + inner + quotes[0])

    def statement(self, node):
        getattr(self, 's_' + type(node).__name__)(node)

    def s_Expr(self, node):
        self.line(self.expression(node.value, _YIELD))

    def s_Pass(self, node):
        self.line(type(node).__name__.lower())

    s_Break = s_Continue = s_Pass

    def s_Assign(self, node):
        targets = ''.join(self.expression(target, _TUPLE) + ' = ' for target in node.targets)
        comment = f' # type: {node.type_comment}' if node.type_comment else ''
        self.line(targets + self.expression(node.value) + comment)

    def s_AugAssign(self, node):
        self.line(f'{self.expression(node.target)} {_BINARY[type(node.op).__name__][0]}= {self.expression(node.value)}')

    def s_AnnAssign(self, node):
        target = self.expression(node.target)
        if not node.simple and isinstance(node.target, ast.Name):
            target = f'({target})'
        value = f' = {self.expression(node.value)}' if node.value else ''
        self.line(f'{target}: {self.expression(node.annotation)}{value}')

    def s_Return(self, node):
        self.line(f'return {self.expression(node.value)}' if node.value else 'return')

    def s_Delete(self, node):
        self.line(f'del {self.joined(node.targets)}')

    def s_Raise(self, node):
        if not node.exc:
            if node.cause:
                raise ValueError("Node can't be used without a value attribute.")
            self.line('raise')
            return
        self.line(f'raise {self.expression(node.exc)}' + (f' from {self.expression(node.cause)}' if node.cause else ''))

    def s_Assert(self, node):
        self.line(f'assert {self.expression(node.test)}' + (f', {self.expression(node.msg)}' if node.msg else ''))

    def s_Import(self, node):
        self.line('import ' + ', '.join(map(self.alias, node.names)))

    def s_ImportFrom(self, node):
        self.line(f"from {'.' * (node.level or 0)}{node.module or ''} import {', '.join(map(self.alias, node.names))}")

    def s_Global(self, node):
        self.line(f"{type(node).__name__.lower()} {', '.join(node.names)}")

    s_Nonlocal = s_Global

    def decorated(self, node):
        self.lines.append('\n')
        for one in node.decorator_list:
            self.line('@' + self.expression(one))

    def s_FunctionDef(self, node):
        self.decorated(node)
        word = 'async def' if isinstance(node, ast.AsyncFunctionDef) else 'def'
        returns = f' -> {self.expression(node.returns)}' if node.returns else ''
        self.inner(f'{word} {node.name}({self.arguments(node.args)}){returns}', node.body, True)

    s_AsyncFunctionDef = s_FunctionDef

    def s_ClassDef(self, node):
        self.decorated(node)
        words = [self.expression(base) for base in node.bases] + [self.keyword(one) for one in node.keywords]
        self.inner(f'class {node.name}' + (f"({', '.join(words)})" if words else ''), node.body, True)

    def s_If(self, node, word='if'):
        self.inner(f'{word} {self.expression(node.test)}', node.body)
        if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
            self.s_If(node.orelse[0], 'elif')
        elif node.orelse:
            self.inner('else', node.orelse)

    def s_While(self, node):
        self.inner(f'while {self.expression(node.test)}', node.body)
        if node.orelse:
            self.inner('else', node.orelse)

    def s_For(self, node):
        word = 'async for' if isinstance(node, ast.AsyncFor) else 'for'
        self.inner(f'{word} {self.expression(node.target, _TUPLE)} in {self.expression(node.iter)}', node.body)
        if node.orelse:
            self.inner('else', node.orelse)

    s_AsyncFor = s_For

    def s_With(self, node):
        word = 'async with' if isinstance(node, ast.AsyncWith) else 'with'
        self.inner(f"{word} {', '.join(map(self.withitem, node.items))}", node.body)

    s_AsyncWith = s_With

    def s_Try(self, node):
        star = '*' if isinstance(node, ast.TryStar) else ''
        self.inner('try', node.body)
        for handler in node.handlers:
            self.part(handler, star)
        for word, body in ('else', node.orelse), ('finally', node.finalbody):
            if body:
                self.inner(word, body)

    s_TryStar = s_Try

    def s_Match(self, node):
        self.line(f'match {self.expression(node.subject)}:')
        self.depth += 1
        for case in node.cases:
            self.part(case)
        self.depth -= 1

    def part(self, node, star=''):
        """A handler, or a case."""
        if isinstance(node, ast.match_case):
            guard = f' if {self.expression(node.guard)}' if node.guard else ''
            self.inner(f'case {self.pattern(node.pattern)}{guard}', node.body)
            return
        what = f' {self.expression(node.type)}' if node.type else ''
        self.inner(f"except{star}{what}{f' as {node.name}' if node.name else ''}", node.body)
