"""trace: lines as they run, counts, functions, callers, files of coverage."""
import os
import sys
import tempfile
import trace

HERE = os.path.dirname(os.path.abspath(__file__)) + os.sep


class Where:
    """Output without this folder."""

    def __init__(self, stream):
        self.stream = stream

    def write(self, text):
        self.stream.write(text.replace(HERE, ''))

    def flush(self):
        self.stream.flush()


sys.stdout = Where(sys.stdout)


def double(x):
    return x * 2


class Box:
    def fill(self, n):
        for i in range(n):
            double(i)
        return n


def never():
    return 0


def program():
    box = Box()
    return box.fill(2)


print(trace.Trace(count=0, trace=1).runfunc(program))
t = trace.Trace(count=1, trace=0)
print(t.runfunc(program))
first = program.__code__.co_firstlineno
own = {line: count for (file, line), count in t.results().counts.items() if file == program.__code__.co_filename}
print(sorted((line - first, count) for line, count in own.items()))
t = trace.Trace(count=0, trace=0, countfuncs=1)
t.runfunc(program)
print(sorted(name for file, module, name in t.results().calledfuncs if file == program.__code__.co_filename))
t = trace.Trace(count=0, trace=0, countcallers=1)
t.runfunc(program)
print(sorted((a[2], b[2]) for a, b in t.results().callers if a[0] == b[0] == program.__code__.co_filename and a[2] != '<module>'))
t = trace.Trace(count=0, trace=1, ignoremods=['lines_that_run'])
print(t.runfunc(program))
print(trace.Trace(count=0, trace=0).runfunc(double, 4))
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'small.py')
    with open(path, 'w') as file:
        file.write('def f(x):\n    if x:\n        return 1\n    return 2\n\n\nfor i in range(3):\n    f(1)\nif 0 > i:\n    f(0)\nif 1 > 2: f(5)  #pragma NO COVER\n')
    names = {'__file__': path}
    t = trace.Trace(count=1, trace=0)
    with open(path) as file:
        t.runctx(compile(file.read(), path, 'exec'), names, names)
    results = t.results()
    results.write_results(show_missing=True, coverdir=folder)
    with open([os.path.join(folder, name) for name in os.listdir(folder) if name.endswith('small.cover')][0]) as file:
        print(file.read())
    both = trace.CoverageResults({('a', 1): 2})
    both.update(trace.CoverageResults({('a', 1): 1, ('b', 2): 1}, {('f', 'm', 'n'): 1}))
    print(both.counts, both.calledfuncs)
    trace.CoverageResults(calledfuncs={('f', 'm', 'n'): 1}, callers={(('a', 'm', 'f'), ('b', 'k', 'g')): 1}).write_results()
print(both.is_ignored_filename('<string>'), both.is_ignored_filename('a'))
