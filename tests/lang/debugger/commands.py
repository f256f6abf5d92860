"""The commands of the debugger: values, source, breakpoints, aliases, displays and their errors."""
import io
import os
import pdb
import sys

HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep


class Shown:
    """What the debugger writes, without the folder of this file."""

    def write(self, text):
        sys.stdout.write(text.replace(HERE, ''))

    def flush(self):
        sys.stdout.flush()


class Typed:
    """Commands, shown as they are read."""

    def __init__(self, lines):
        self.lines = lines.strip('\n').split('\n')

    def readline(self):
        if not self.lines:
            return ''
        line = self.lines.pop(0)
        print(line)
        return line + '\n'


def debugger(lines, kind=pdb.Pdb, **options):
    return kind(stdin=Typed(lines), stdout=Shown(), nosigint=True, readrc=False, **options)


class Node:
    def meth(self, z):
        """doc"""
        return z + 1
def helper(n):
    total = 0
    for i in range(n):
        total += i
    return total
def main(a, *rest, k=1, **kw):
    x = helper(a)
    y = Node().meth(x)
    z = [x, y]
    try:
        bad(z)
    except ValueError as e:
        w = 1
    return y
def bad(q):
    raise ValueError('no ' + str(q))


def run(title, lines, *args, **kwargs):
    print('==', title)
    print('->', debugger(lines).runcall(main, *args, **kwargs))
    import bdb
    for point in list(bdb.Breakpoint.bpbynumber):
        if point:
            debugger('').clear_bpbynumber(str(point.number))
    bdb.Breakpoint.next = 1
    bdb.Breakpoint.bpbynumber[1:] = []


run('values', """
a
args
p a
p nosuch
p
pp {'a': [1] * 3}
pp
whatis a
whatis helper
whatis Node
whatis Node().meth
whatis Node.meth
whatis len
whatis
!a = 7
p a
a = 8; print(a)
print(1) ;; print(2)
for i in range(2): print(i)
1/0
1 +
'a' 'b'
"abc"
None
_
foo bar
retval
rv
h nosuch
help nosuch
c
""", 3, 4, k=1, m=2)

run('source', """
source helper
source Node
source len
source nosuch
source
ll
l 50,53
l 53,2
l x
s
l
l
l .
ll
c
""", 2)

run('frames', """
s
u x
d
n
u
d
d x
until 3
until x
jump
j x
u
jump 50
d
c
""", 2)

run('displays', """
s
n
display total
display i
display
display nosuch
n
n
n
undisplay i
undisplay zz
n
undisplay
display
c
""", 3)

run('aliases', """
alias pi for k in dir(%1)[:2]: print(k)
alias ps p %*
alias two p %2, %1
alias
alias pi
pi a
ps 1, 2
two 5 6
pi
unalias pi
unalias zz
unalias
alias
c
""", 1)

run('breakpoints', """
b
b helper
b bad, len(q) > 5
b nosuch
b 1000
b 3
b nofile.py:3
b x:y
tbreak main
b
condition 1 n > 100
condition 2
condition 9
condition x
condition
ignore 1 2
b
ignore 1 1
ignore 1
ignore 1 x
ignore 9 2
ignore
disable 1
disable 1 2
disable 9
disable x
disable
b
enable 1
enable 1 2 9
b
cl 1
cl 1
cl x


clear 2
c
""", 3)

run('commands of breakpoints', """
b helper
commands 1
p n
silent
end
commands
p n * 2
c
commands 9
commands x
b bad
commands
p q
end
c
p 1
c
w x
c
""", 3)

run('restart and quit', """
s
debug helper(1)
s
s
n
c
p n
q
""", 3)
