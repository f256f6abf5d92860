# argparse, getopt and shlex: what is read, usage, help and errors, byte for byte.
import argparse
import contextlib
import getopt
import io
import os
import shlex

os.environ['COLUMNS'] = '80'


def run(parser, *lines):
    for line in lines:
        stream = io.StringIO()
        with contextlib.redirect_stderr(stream), contextlib.redirect_stdout(stream):
            try:
                result = parser.parse_args(line.split())
            except SystemExit as error:
                result = f'exit {error.code}'
        print(f'{line!r} -> {result}', stream.getvalue(), sep='\n')


p = argparse.ArgumentParser(prog='train', description='Trains a network with %(prog)s, ' + 'at length, ' * 9, epilog='The end.')
p.add_argument('data', nargs='+', help='folders of data')
p.add_argument('out', nargs='?', default='out.pt')
p.add_argument('--lr', '--learning-rate', type=float, default=1e-3, metavar='RATE', help='step size (default: %(default)s)')
p.add_argument('-b', type=int, required=True, help='size of a batch, ' * 6)
p.add_argument('-v', '--verbose', action='count', default=0)
p.add_argument('--amp', action=argparse.BooleanOptionalAction, default=True, help='mixed precision')
p.add_argument('--opt', choices=['sgd', 'adam'], default='sgd')
p.add_argument('--tag', action='append', default=['a'])
p.add_argument('--size', nargs=2, type=int, metavar=('H', 'W'))
p.add_argument('--version', action='version', version='%(prog)s 1.0')
p.add_argument('--hidden', help=argparse.SUPPRESS)
group = p.add_mutually_exclusive_group()
group.add_argument('--cpu', action='store_const', const='cpu', dest='device')
group.add_argument('--cuda', action='store_const', const='cuda', dest='device', help='on a GPU')
more = p.add_argument_group('schedule', 'how the rate changes')
more.add_argument('--warm-up', type=int, default=argparse.SUPPRESS)
p.print_help()
run(p, '-b 3 d', '-b3 d e --lr 2 -vv --no-amp --tag x --tag=y', '-b 1 --size 2 3 -- -d', 'd', '-b x d', '-b 1 d --opt rms',
    '-b 1 d --cpu --cuda', '-b 1 d --size 1', '-b 1 d --bogus 1', '-b 1 d --c', '-b 1 d --learn 5 --warm 3', '--version', '-b 1')

s = argparse.ArgumentParser(prog='tool', formatter_class=argparse.ArgumentDefaultsHelpFormatter)
commands = s.add_subparsers(dest='command', required=True, title='commands', metavar='COMMAND')
fit = commands.add_parser('fit', aliases=['f'], help='trains')
fit.add_argument('--epochs', type=int, default=3, help='how many')
show = commands.add_parser('show', help='shows')
show.add_argument('rest', nargs=argparse.REMAINDER)
s.print_help()
run(s, 'fit', 'f --epochs 5', 'show -x --y', 'none', '', 'fit --help', 'fit -q')

for make in (lambda: p.add_argument('--lr'), lambda: p.add_argument('x', required=True), lambda: p.add_argument('-n', nargs=0),
             lambda: p.add_argument('--q', action='what'), lambda: p.add_argument('--w', type='int'),
             lambda: p.add_argument('--', dest=None), lambda: p.add_argument('--z', nargs=2, metavar=('a', 'b', 'c'))):
    try:
        make()
    except Exception as error:
        print(type(error).__name__, error)
parser = argparse.ArgumentParser(prog='x', exit_on_error=False)
action = parser.add_argument('-n', type=int)
print(parser, action, argparse.Namespace(a=1, b='x'), argparse.Namespace(a=1) == argparse.Namespace(a=1))
try:
    parser.parse_args(['-n', 'q'])
except argparse.ArgumentError as error:
    print(error, error.argument_name)
print(parser.parse_known_args(['-n', '4', 'y', '--u']))
raw = argparse.ArgumentParser(prog='r', formatter_class=argparse.RawTextHelpFormatter, description='one\n  two', add_help=False)
raw.add_argument('--a', help='line 1\n line 2')
raw.print_help()
i = argparse.ArgumentParser(prog='i')
i.add_argument('--f')
i.add_argument('cmd')
i.add_argument('rest', nargs='*', type=int)
print(i.parse_intermixed_args('doit 1 --f bar 2 3'.split()))
with contextlib.redirect_stderr(io.StringIO()) as stream:
    try:
        i.parse_args([])
    except SystemExit:
        print(stream.getvalue())

print(getopt.getopt('-a -bx --foo=1 --ba rest -c'.split(), 'ab:c', ['foo=', 'bar']), getopt.gnu_getopt('x -a y -- -b'.split(), 'ab'))
for line in ('-q', '-b', '--f', '--foo', '--bar=1', '--x'):
    try:
        print(getopt.getopt([line], 'b:', ['foo=', 'fox', 'bar']))
    except getopt.GetoptError as error:
        print(error, repr(error.opt), error.args)

print(shlex.split('a "b c" d\\ e \'f\'"g" # h', comments=True), shlex.quote("it's $x"),
      shlex.join(['a b', 'c']), list(shlex.shlex('x = "1" + y.z', punctuation_chars=True)), list(shlex.shlex('a && b || c;d')))
for text in ('"a', 'a\\'):
    try:
        shlex.split(text)
    except ValueError as error:
        print(error)
