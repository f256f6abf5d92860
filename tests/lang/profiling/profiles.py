"""cProfile, profile and pstats: rows, orders, restrictions, callers, callees, files."""
import cProfile
import io
import os
import profile
import pstats
import re
import sys
import tempfile


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


class A:
    def m(self):
        return sorted([3, 1, 2], key=lambda x: -x)


def numbers(n):
    for i in range(n):
        yield i


def main():
    fib(5)
    a = A()
    for i in range(3):
        a.m()
    items = []
    for i in numbers(3):
        items.append(i)
    try:
        int('x')
        items.pop(7)
    except (ValueError, IndexError):
        pass
    return len(items)


def shown(text):
    """Without the times, which vary."""
    print(re.sub(r'\d+\.\d{3}', '0.000', text))


def table(stats, *show, **options):
    stats.stream = io.StringIO()
    for name, *restrictions in show:
        getattr(stats, name)(*restrictions)
    shown(stats.stream.getvalue())


pr = cProfile.Profile()
pr.enable()
main()
pr.disable()
stats = pstats.Stats(pr).strip_dirs().sort_stats('ncalls', 'stdname')
table(stats, ('print_stats',), ('print_callers',), ('print_callees',))
stats.sort_stats('name', 'line')
table(stats, ('print_stats', 'm'), ('print_stats', 3), ('print_stats', 0.5), ('print_stats', 'fib|main', 1), ('print_stats', '('))
stats.reverse_order()
table(stats, ('print_stats', 2), ('print_callers', 'fib'), ('print_callees', 'nothing'))
print(stats.total_calls, stats.prim_calls, stats.stats['profiles.py', 12, 'fib'][:2], stats.sort_type)
print({name: numbers[:2] for name, numbers in sorted(stats.stats['profiles.py', 12, 'fib'][4].items())})
stats.sort_stats(-1)
print(stats.sort_type, stats.fcn_list[0])
for order in ('nosuch', 5, -7, 'c'):
    try:
        stats.sort_stats(order)
    except KeyError as error:
        print('KeyError', error)
for words in (('name', 1), ('name', pstats.SortKey.NAME)):
    try:
        stats.sort_stats(*words)
        print(stats.sort_type)
    except TypeError as error:
        print(error)
for wrong in (5, {}):
    try:
        pstats.Stats(wrong)
    except TypeError as error:
        print(error)
print(len(pstats.Stats().stats), pstats.Stats().total_calls)
for order in pstats.SortKey:
    print(order.name, order.value, stats.sort_stats(order).sort_type)
for begin in ('cal', 'cumu', 'cumt', 'fil', 'l', 'na', 'nc', 'nf', 'p', 's', 'ti', 'to', 'm'):
    try:
        print(begin, stats.sort_stats(begin).sort_type)
    except KeyError:
        print(begin, 'means several')
print(stats.get_stats_profile().func_profiles['fib'].ncalls, stats.get_stats_profile().func_profiles['fib'].line_number)
entry = [each for each in pr.getstats() if not isinstance(each.code, str) and each.code.co_name == 'fib'][0]
print(entry.callcount, entry.reccallcount, entry.totaltime >= entry.inlinetime, [(each.callcount, each.reccallcount) for each in entry.calls])
print(sorted(each.code for each in pr.getstats() if isinstance(each.code, str)))

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'a.prof')
    pr.dump_stats(path)
    once = pstats.Stats(path)
    twice = pstats.Stats(path, path)
    print(once.total_calls, twice.total_calls, len(once.files), once.files[0].endswith(path))
    twice.add(path).strip_dirs()
    print(twice.stats['profiles.py', 12, 'fib'][:2], len(twice.files))
    twice.dump_stats(path)
    print(pstats.Stats(path).prim_calls)
    try:
        pstats.Stats(os.path.join(folder, 'none'))
    except FileNotFoundError:
        print('no such file')

sys.stdout, kept = io.StringIO(), sys.stdout
cProfile.run('main()', sort='stdname')
cProfile.runctx('x = fib(3)', globals(), names := {})
cProfile.runctx('raise SystemExit(3)', globals(), {})
text, sys.stdout = sys.stdout.getvalue(), kept
shown(text)
print(names)
with cProfile.Profile() as pr:
    fib(2)
print(pstats.Stats(pr).strip_dirs().stats['profiles.py', 12, 'fib'][:2])
pr = cProfile.Profile()
print(pr.runcall(fib, 3))
pr.enable()
fib(1)
pr.disable()
table(pstats.Stats(pr).strip_dirs().sort_stats('stdname'), ('print_stats',))
pr = cProfile.Profile(subcalls=False, builtins=False)
pr.enable(subcalls=False, builtins=False)
main()
pr.disable()
table(pstats.Stats(pr).strip_dirs().sort_stats('stdname'), ('print_callers',), ('print_stats',))
ticks = iter(range(1000))
pr = cProfile.Profile(lambda: next(ticks), 0.5)
pr.enable()
fib(2)
pr.disable()
print([row[:2] + row[2:4] for func, row in sorted(pstats.Stats(pr).strip_dirs().stats.items()) if func[2] == 'fib'])
try:
    pr.runcall(int, 'x')
except ValueError as error:
    print(error)
pr = profile.Profile()
print(pr.runcall(fib, 3))
table(pstats.Stats(pr).strip_dirs().sort_stats('stdname'), ('print_stats', r'\(fib\)|profiler|setprofile'))
