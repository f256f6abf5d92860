"""breakpoint(), sys.breakpointhook and $PYTHONBREAKPOINT; cmd.Cmd."""
import builtins
import cmd
import io
import os
import sys
import warnings

warnings.simplefilter('always')
calls = []
sys.breakpointhook = lambda *args, **kwargs: calls.append((args, kwargs)) or 'hooked'
print(breakpoint(1, x=2), calls)
sys.breakpointhook = sys.__breakpointhook__
for name in ('0', 'builtins.print', 'print', 'os.path.join', 'nosuch.module', 'os.nosuch', 'int'):
    os.environ['PYTHONBREAKPOINT'] = name
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            print(repr(breakpoint('12')))
        except Exception as error:
            print(type(error).__name__, error)
    print([str(each.message) for each in caught])
os.environ['PYTHONBREAKPOINT'] = ''
del sys.breakpointhook
try:
    breakpoint()
except RuntimeError as error:
    print(error)
sys.breakpointhook = sys.__breakpointhook__


def stops(x):
    y = x + 1
    breakpoint()
    z = y * 2
    return z


sys.stdin = io.StringIO('p x, y\nn\np z\nc\n')
sys.stdout, kept = io.StringIO(), sys.stdout
value = stops(4)
sys.stdout, text = kept, sys.stdout.getvalue()
print(text.replace(os.path.dirname(os.path.abspath(__file__)) + os.sep, ''))
print(value)


class Shell(cmd.Cmd):
    """A small one."""

    intro = 'welcome'
    prompt = '$ '

    def do_add(self, arg):
        """Adds numbers."""
        print(sum(map(int, arg.split())))

    def do_quiet(self, arg):
        print('quiet', repr(arg))

    def do_shell(self, arg):
        """Runs a command."""
        print('shell', arg)

    def help_topic(self):
        print('about a topic')

    def do_quit(self, arg):
        """Ends."""
        return True

    def do_EOF(self, arg):
        print('end', repr(arg))
        return True

    def precmd(self, line):
        return line.replace('twice', 'add')

    def postcmd(self, stop, line):
        print('after', repr(line), stop)
        return stop

    def preloop(self):
        print('begin')

    def postloop(self):
        print('over')


def talk(text, **options):
    shell = Shell(stdin=io.StringIO(text), stdout=sys.stdout, **options)
    shell.use_rawinput = False
    shell.cmdloop()
    return shell


talk('add 1 2\n\ntwice 3 4\nquiet  a b \nunknown x\n?add\nhelp\nhelp topic\nhelp nosuch\nhelp quiet\n!ls -l\n  \n???\nquit now\nadd 5\n')
talk('add 1')
shell = Shell()
for line in ('', 'add 1', '  add   2 3 ', '!x y', '?', '?add', 'a-b c', '.x', 'EOF'):
    print(repr(line), shell.parseline(line))
print(cmd.Cmd().parseline('!x'))
print(shell.completenames('q'), sorted(shell.complete_help('t')), shell.completedefault('x'))
shell.columnize(['a%d' % n * (n % 5 + 1) for n in range(30)], displaywidth=50)
shell.columnize(['one'])
shell.columnize([])
shell.columnize(['x' * 100, 'y'])
try:
    shell.columnize(['a', 1, 2])
except TypeError as error:
    print(error)
shell.print_topics('Head', ['b', 'a'], 15, 80)
shell.print_topics('Head', [], 15, 80)
shell.ruler = ''
shell.print_topics('Head', ['b', 'a'], 15, 80)
sys.stdin = io.StringIO('add 7\nquit\n')
shell.cmdqueue.append('add 10 10')
shell.cmdloop('other')
print(shell.lastcmd, cmd.IDENTCHARS[-3:], cmd.PROMPT)


class Numbers:
    def readline(self):
        return 5


for stream in (io.StringIO(''), io.StringIO('no newline'), io.StringIO('one\ntwo\n'), None, 5, Numbers()):
    sys.stdin = stream
    try:
        print(repr(input('? ')))
    except Exception as error:
        print(repr(error))
sys.stdin, sys.stdout, kept = io.StringIO('x\n'), io.StringIO(), sys.stdout
value = input('prompt')
text, sys.stdout = sys.stdout.getvalue(), kept
print(repr(text), repr(value))
