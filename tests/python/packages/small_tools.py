# needs: tqdm tabulate dateutil pytz psutil colorama termcolor
"""tqdm, tabulate, dateutil, pytz, psutil, colorama, termcolor."""
import collections
import datetime
import io
import os
import sys
import time

import colorama
import psutil
import pytz
import torch
from dateutil import parser, relativedelta, rrule, tz
from tabulate import tabulate
from termcolor import colored
from tqdm import tqdm, trange

out = io.StringIO()
total = 0
for x in tqdm((i * i for i in range(5)), total=5, desc='work', file=out, ncols=60, mininterval=0):
    total += x
print(total, 'work: 100%' in out.getvalue(), '5/5' in out.getvalue())
with tqdm(total=10, file=out, disable=False, ascii=True) as bar:
    for i in range(5):
        bar.update(2)
        bar.set_postfix(loss=i / 2, acc=torch.tensor(.5).item())
    bar.set_description('done')
print(bar.n, 'loss=2' in out.getvalue(), list(trange(3, file=out, leave=False)))
tqdm.write('written', file=out)


class Bar(tqdm):
    def update(self, n=1):
        changes.append(n)
        return super().update(n)


changes = []
with Bar(total=4, file=out) as bar:
    bar.update(4)
print(changes, list(tqdm(collections.OrderedDict(a=1), file=out)), [b for b in tqdm(torch.arange(3), file=out)], len(tqdm([1, 2], file=out)))
Row = collections.namedtuple('Row', 'name n')
print(tabulate([['a', 1.5], ['bb', 22]], headers=['name', 'n'], tablefmt='grid'))
print(tabulate([Row('x', 1), Row('y', 2)], headers='keys', tablefmt='github'), tabulate({'k': [1, 2], 'v': 'ab'}, headers='keys'), sep='\n')
print(tabulate([{'a': 1, 'b': torch.tensor(2.5)}, {'a': None}], headers='keys', missingval='-', floatfmt='.1f', tablefmt='html'))
print(parser.parse('Jan 5 2024 3pm'), parser.parse('2024-02-03T10:00Z'), parser.isoparse('2024-01-02').date())
print(datetime.date(2024, 1, 31) + relativedelta.relativedelta(months=1), relativedelta.relativedelta(datetime.date(2024, 3, 1), datetime.date(2023, 1, 15)))
print([d.strftime('%d%b') for d in rrule.rrule(rrule.WEEKLY, count=3, dtstart=datetime.datetime(2024, 1, 1), byweekday=rrule.FR)], datetime.datetime(2024, 1, 1, tzinfo=tz.UTC))
try:
    parser.parse('not a date')
except parser.ParserError as error:
    print(error)
zone = pytz.timezone('US/Eastern')
print(zone.localize(datetime.datetime(2024, 7, 1)).isoformat(), pytz.utc, zone.zone)
try:
    pytz.timezone('No/Where')
except pytz.UnknownTimeZoneError as error:
    print(type(error).__name__, error)
process = psutil.Process()
print(process.pid == os.getpid(), process.memory_info().rss > 0, psutil.cpu_count() >= 1, psutil.virtual_memory().total > 0, process.is_running())
try:
    psutil.Process(2 ** 22 + 1)
except psutil.NoSuchProcess as error:
    print(type(error).__name__, error.pid)
print(repr(colorama.Fore.RED + 'x' + colorama.Style.RESET_ALL), repr(colored('t', 'green', attrs=['bold'], force_color=True)))


def show(data: dict, columns=2):
    return tabulate(zip(*[iter(data.items())] * columns), tablefmt='plain')


print(show({f'k{i}': i for i in range(4)}))
