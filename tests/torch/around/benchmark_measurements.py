"""torch.utils.benchmark: measurements, their figures and text; the checks of Timer."""
import random

import torch
import torch.utils.benchmark as benchmark


def attempt(function, *args, **kwargs):
    try:
        print(repr(function(*args, **kwargs)).split(' at 0x')[0])
    except Exception as error:
        print(type(error).__module__, type(error).__name__, error)


def measured(times, n=10, stmt='x + 1', setup='pass', **names):
    return benchmark.Measurement(number_per_run=n, raw_times=times, task_spec=benchmark.TaskSpec(stmt=stmt, setup=setup, **names))


def show(each):
    print(repr(each).split('\n', 1)[1])


few = measured([1e-3, 1.1e-3, 1.2e-3])
show(few)
print(few.times, few.median, few.mean, few.iqr, few.significant_figures, few.has_warnings, few.meets_confidence(), few.title, few.stmt, few.setup,
      few.label, few.num_threads, few.as_row_name)
show(measured([1.0]))
show(measured([1.0, 2.0]))
show(measured([1.0, 2.0, 3., 4., 10.]))
show(measured([1e-6] * 5, label='L', sub_label='S', description='D', num_threads=4, env='E', setup='a=1\nb=2'))
show(measured([1e-8, 1.1e-8, 5e-8] * 4, stmt='x = 3\ny = x\nz=y'))
show(measured([1e3, 1e3, 1e3, 1.3e3, 1e3], 1, label='L'))
show(measured([1e-3] * 5, sub_label='S'))
show(measured([1e-3, 1.05e-3, 1.02e-3, 1.3e-3], label='L', description='D'))
show(measured([1e-3, 1.3e-3, 1.2e-3, 1.5e-3], setup='\n  import x\n  y=2\n'))
show(measured([1e-3] * 4, setup='x=1', stmt='a\nb', description='D'))
show(measured([1e-3] * 4, setup='x=1\n', stmt='a\n', sub_label='S', label='L'))
merged = benchmark.Measurement.merge([measured([1e-3]), measured([2e-3]), measured([1.], label='o')])
print(len(merged), merged[0].times, merged[0].number_per_run)
for median in [1e-3, 2e-3, 3e-3, 5e-9, 0.7, 100.]:
    for part in [0, 1e-7, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 0.5, 1]:
        each = measured([median * (1 + part * k) for k in (-1, -.5, 0, .5, 1)], 1)
        print(each.significant_figures, each.has_warnings, end=' ')
print()
random.seed(1)
for _ in range(40):
    count, spread = random.choice([1, 2, 3, 4, 5, 7, 8, 10, 13, 24]), random.choice([.0001, .001, .003, .01, .03, .1])
    each = measured([random.lognormvariate(0, spread) * 1e-3 for _ in range(count)], 1)
    print(each.significant_figures, each.median, each.iqr, each.mean)
for t in (0.9999, 1e-3, 9.99e-4, 1e-9, 1e3):
    print(benchmark.select_unit(t), end=' ')
print(benchmark.unit_to_english('us'), benchmark.ordered_unique([1, 2, 1]))
print([benchmark.trim_sigfig(x, n) for x in (1.2345, 0.00123, 1234.5, 99.9) for n in (1, 2, 3)])
print(benchmark.TaskSpec('a', 'x', label='l').summarize(), benchmark.TaskSpec('a', 'pass', description='q').summarize())
attempt(lambda: few.nothing)

x = torch.ones(3)
timer = benchmark.Timer('x + y', 'y=1', globals={'x': x}, label='L', num_threads=2)
once = timer.timeit(10)
print(type(once), once.number_per_run, len(once.raw_times), once.num_threads, once.stmt, once.setup, once.title)
called = []
blocks = timer.blocked_autorange(min_run_time=0.01, callback=lambda number, seconds: called.append(number))
print(len(blocks.times) >= 1, len(called) == len(blocks.times), sum(blocks.raw_times) >= 0.01, blocks.number_per_run == called[0])
attempt(lambda: benchmark.Timer('x+1').timeit(1))
attempt(lambda: benchmark.Timer('x+').timeit(1))
attempt(lambda: benchmark.Timer(3))
attempt(lambda: benchmark.Timer('1', language='foo'))
attempt(lambda: benchmark.Timer('1').timeit('a'))
attempt(lambda: benchmark.Timer('1', global_setup='x').timeit(1))
attempt(lambda: benchmark.Timer('1').timeit(0))
print(benchmark.Timer('\n    a = 1\n    a + 2\n', setup='\n    b = 2\n').timeit(3).stmt)
print(benchmark.Timer('torch.ones(2)').timeit(3).number_per_run)
