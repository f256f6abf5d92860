# needs: argparse
"""Parsers of arguments with actions and types of the notebook."""
import argparse
import contextlib
import enum
import io
import pathlib
import sys


class Colour(enum.Enum):
    RED = 'red'
    BLUE = 'blue'

    def __str__(self):
        return self.value


class Square(argparse.Action):
    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values ** 2)


class KeyValue(argparse.Action):
    def __init__(self, option_strings, dest, nargs=None, **kwargs):
        super().__init__(option_strings, dest, nargs='*', default={}, **kwargs)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, dict(value.split('=', 1) for value in values))


def positive(text):
    value = int(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f'{text} is not positive')
    return value


def build():
    parser = argparse.ArgumentParser(prog='train', description='Trains a network.', epilog='The end.')
    parser.add_argument('data', type=pathlib.Path, help='folder')
    parser.add_argument('-e', '--epochs', type=positive, default=3, metavar='N', help='how many (default: %(default)s)')
    parser.add_argument('--lr', type=float, default=1e-3)
    parser.add_argument('--colour', type=Colour, choices=list(Colour), default=Colour.RED)
    parser.add_argument('--square', type=int, action=Square)
    parser.add_argument('--set', action=KeyValue)
    parser.add_argument('-v', '--verbose', action='count', default=0)
    parser.add_argument('--no-cuda', dest='cuda', action='store_false')
    parser.add_argument('--layers', nargs='+', type=int)
    group = parser.add_mutually_exclusive_group()
    group.add_argument('--a', action='store_true')
    group.add_argument('--b', action='store_true')
    return parser


args = build().parse_args(['folder', '-e', '5', '--colour', 'blue', '--square', '7', '--set', 'a=1', 'b=x=y', '-vv', '--layers', '1', '2'])
print(args)
print(args.data, args.epochs, args.colour is Colour.BLUE, args.square, args.set, args.cuda, args.layers, vars(args)['verbose'])
for bad in (['x', '-e', '0'], ['x', '-e', 'many'], [], ['x', '--colour', 'green'], ['x', '--a', '--b'], ['x', '--what']):
    out = io.StringIO()
    with contextlib.redirect_stderr(out):
        try:
            build().parse_args(bad)
        except SystemExit as error:
            print(error.code, out.getvalue().splitlines()[-1])
print(build().format_help())
print(build().format_usage())
with contextlib.redirect_stdout(io.StringIO()) as shown:
    try:
        build().parse_args(['-h'])
    except SystemExit as error:
        print(error.code, file=sys.stderr)
print(shown.getvalue() == build().format_help())


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise ValueError(message)


parser = Parser(prog='git')
commands = parser.add_subparsers(dest='command', required=True)
add = commands.add_parser('add', help='adds')
add.add_argument('files', nargs='*')
add.set_defaults(run=lambda args: f'adding {args.files}')
commit = commands.add_parser('commit')
commit.add_argument('-m', required=True)
commit.set_defaults(run=lambda args: f'committing {args.m!r}')
for line in ('add a b', 'commit -m text', 'commit', 'push', ''):
    try:
        args = parser.parse_args(line.split())
        print(args.run(args), args.command)
    except ValueError as error:
        print('error:', error)
known, rest = build().parse_known_args(['d', '--other', '1'])
print(known.data, rest)
space = argparse.Namespace(a=1, b='x')
print(space, space == argparse.Namespace(a=1, b='x'), 'a' in space, {**vars(space)})


class Options:
    epochs = 1


options = Options()
build().parse_args(['d', '-e', '9'], namespace=options)
print(options.epochs, options.lr, options.data)
