"""A tokenizer, a recursive descent parser and an evaluator for arithmetic."""
from dataclasses import dataclass
from enum import Enum, auto
from typing import Iterator, Optional, Union


class Kind(Enum):
    NUMBER = auto()
    NAME = auto()
    OPERATOR = auto()
    LEFT = auto()
    RIGHT = auto()
    COMMA = auto()
    END = auto()


@dataclass(frozen=True)
class Token:
    kind: Kind
    text: str
    position: int


class LexError(Exception):
    def __init__(self, message, position):
        super().__init__(f'{message} at {position}')
        self.position = position


def tokenize(source: str) -> Iterator[Token]:
    i = 0
    while i < len(source):
        c = source[i]
        if c.isspace():
            i += 1
        elif c.isdigit() or c == '.':
            start = i
            while i < len(source) and (source[i].isdigit() or source[i] == '.'):
                i += 1
            yield Token(Kind.NUMBER, source[start:i], start)
        elif c.isalpha():
            start = i
            while i < len(source) and source[i].isalnum():
                i += 1
            yield Token(Kind.NAME, source[start:i], start)
        elif c in '+-*/^%=':
            yield Token(Kind.OPERATOR, c, i)
            i += 1
        elif c in '(),':
            yield Token({'(': Kind.LEFT, ')': Kind.RIGHT, ',': Kind.COMMA}[c], c, i)
            i += 1
        else:
            raise LexError(f'unexpected {c!r}', i)
    yield Token(Kind.END, '', i)


@dataclass
class Number:
    value: float


@dataclass
class Name:
    id: str


@dataclass
class Unary:
    op: str
    operand: 'Node'


@dataclass
class Binary:
    op: str
    left: 'Node'
    right: 'Node'


@dataclass
class Call:
    function: str
    args: list['Node']


Node = Union[Number, Name, Unary, Binary, Call]


class Parser:
    LEVELS = [('+', '-'), ('*', '/', '%')]

    def __init__(self, source: str):
        self.tokens = list(tokenize(source))
        self.at = 0

    @property
    def current(self) -> Token:
        return self.tokens[self.at]

    def accept(self, kind: Kind, *texts: str) -> Optional[Token]:
        token = self.current
        if token.kind is kind and (not texts or token.text in texts):
            self.at += 1
            return token
        return None

    def expect(self, kind: Kind) -> Token:
        token = self.accept(kind)
        if token is None:
            raise SyntaxError(f'expected {kind.name.lower()}, found {self.current.text!r}')
        return token

    def parse(self) -> Node:
        node = self.level(0)
        self.expect(Kind.END)
        return node

    def level(self, n: int) -> Node:
        if n == len(self.LEVELS):
            return self.unary()
        left = self.level(n + 1)
        while op := self.accept(Kind.OPERATOR, *self.LEVELS[n]):
            left = Binary(op.text, left, self.level(n + 1))
        return left

    def unary(self) -> Node:
        if op := self.accept(Kind.OPERATOR, '-', '+'):
            return Unary(op.text, self.unary())
        return self.power()

    def power(self) -> Node:
        base = self.atom()
        if self.accept(Kind.OPERATOR, '^'):
            return Binary('^', base, self.unary())
        return base

    def atom(self) -> Node:
        if token := self.accept(Kind.NUMBER):
            return Number(float(token.text))
        if token := self.accept(Kind.NAME):
            if self.accept(Kind.LEFT):
                args = []
                while not self.accept(Kind.RIGHT):
                    args.append(self.level(0))
                    self.accept(Kind.COMMA)
                return Call(token.text, args)
            return Name(token.text)
        self.expect(Kind.LEFT)
        node = self.level(0)
        self.expect(Kind.RIGHT)
        return node


def evaluate(node: Node, env: dict) -> float:
    match node:
        case Number(v):
            return v
        case Name(id) if id in env:
            return env[id]
        case Name(id):
            raise NameError(f'unknown name {id}')
        case Unary('-', x):
            return -evaluate(x, env)
        case Unary('+', x):
            return evaluate(x, env)
        case Binary(op, a, b):
            x, y = evaluate(a, env), evaluate(b, env)
            return {'+': lambda: x + y, '-': lambda: x - y, '*': lambda: x * y, '/': lambda: x / y,
                    '%': lambda: x % y, '^': lambda: x ** y}[op]()
        case Call('max', args):
            return max(evaluate(a, env) for a in args)
        case Call(f, [x]) if callable(env.get(f)):
            return env[f](evaluate(x, env))
        case _:
            raise TypeError(f'cannot evaluate {node}')


env = {'pi': 3.14159, 'sq': lambda v: v * v}
for text in ('1 + 2 * 3', '(1 + 2) * 3', '2 ^ 3 ^ 2', '-2 ^ 2', '10 % 4 + 7 / 2', 'sq(3) + max(1, 5, 2)', 'pi * 2',
             '1 / 0', '1 +', 'x + 1', '3 $ 4', 'f(1)', '((2))', '2 3'):
    try:
        print(f'{text:<24} = {evaluate(Parser(text).parse(), env):g}')
    except (LexError, SyntaxError, NameError, TypeError, ZeroDivisionError) as e:
        print(f'{text:<24} ! {type(e).__name__}: {e}')
print(Parser('1 + 2 * -x').parse())
print([t.kind.name for t in tokenize('a(1)')])
