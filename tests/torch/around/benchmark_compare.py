"""torch.utils.benchmark.Compare: tables of measurements, colors, figures, warnings."""
import torch.utils.benchmark as benchmark


def measured(times, n=1, stmt='x + 1', setup='pass', **names):
    return benchmark.Measurement(number_per_run=n, raw_times=times, task_spec=benchmark.TaskSpec(stmt=stmt, setup=setup, **names))


def values(rows, **options):
    table = benchmark.Compare([measured([1e-3 * v] * 9, label='l', sub_label='r%d' % i, description='c%d' % j)
                               for i, row in enumerate(rows) for j, v in enumerate(row) if v])
    table.colorize(**options)
    print(repr(str(table)))


def steps(table):
    print(table)
    table.trim_significant_figures()
    print(table)
    table.highlight_warnings()
    print(table)
    for rowwise in (False, True):
        table.colorize(rowwise=rowwise)
        print(repr(str(table)))


steps(benchmark.Compare([measured([1e-3 * (i + 1), 1.1e-3 * (i + 1), 1.05e-3 * (i + 1), 1.02e-3 * (i + 1)], 10, label='lab', sub_label='sub%d' % j,
                                  description='desc%d' % i, num_threads=n) for i in range(3) for j in range(2) for n in (1, 2)]))
steps(benchmark.Compare([measured([1e-6 * (i + 1) * (j + 1) * (30 if i == 2 else 1), 1.1e-6 * (i + 1) * (j + 1), 1.05e-6 * (i + 1), 1.02e-6 * (i + 1)], 10,
                                  label='lab', sub_label='sub%d' % j, description='desc%d' % i) for i in range(3) for j in range(3)]))
steps(benchmark.Compare([measured([1e-6 * r, 1.03e-6 * r, 1.1e-6 * r, 1.5e-6 * r], label='l', sub_label='s%g' % r, description='d') for r in (1, 2.5, 20, 300, 4000)]))
for rowwise in (False, True):
    values([[3, 2, 1], [4, 1, 1.5], [1, 3, 3]], rowwise=rowwise)
    values([[1, 2, 0], [4, 5, 6]], rowwise=rowwise)
values([[r] for r in (1, 1.001, 1.01, 1.02, 1.05, 1.1, 1.11, 1.25, 1.5, 1.99, 2, 2.01, 3, 4.9, 5, 10)])
table = benchmark.Compare([measured([1e-3] * 3, label='lab', sub_label='sub0', description='a'), measured([2.] * 3, label='lab', sub_label='sub1', description='b'),
                           measured([5e-7] * 3, label='other', sub_label='sub', description='x' * 30)])
table.print()
table.extend_results([measured([1., 5., 9.], label='lab', sub_label='sub0', description='c')])
table.print()
print(benchmark.Compare([measured([1e-3 * k] * 3, label='a long label for a narrow table', sub_label='s', description='a', env='E%d' % k) for k in (1, 2)]))
print(benchmark.Compare([measured([1e-3], label='l', sub_label='s', description='d', env='EE', num_threads=1),
                         measured([1e-3], label='l', sub_label='long', description='d', env='EEEE', num_threads=16)]))
print(benchmark.Compare([measured([1e-3] * 3, description='a', stmt='x.sum()'), measured([2e-3] * 3, description='a', stmt='y.sum()')]))
print(benchmark.Compare([measured([1e-9], label='l', sub_label='a', description='d'), measured([3.], label='l', sub_label='b', description='d')]))
try:
    benchmark.Compare([1])
except ValueError as error:
    print(error)
