# What goes wrong in a worker reaches the loop: exceptions with their tracebacks, deaths, time-outs.
import os
import time

import torch
from torch.utils.data import DataLoader, Dataset, IterableDataset

os.sched_getaffinity = lambda pid: range(64)  # no warning of many workers


def told(error):
    """The text without the frames of the library and without numbers of processes."""
    kept, hidden = [], False
    for line in str(error).split('\n'):
        if line.startswith('  File'):
            hidden = __file__ not in line
            line = line.replace(os.path.dirname(__file__), '.')
        elif not line.startswith('    '):
            hidden = False
        if not hidden:
            kept.append(line)
    words = '\n'.join(kept).split(' ')
    for i, word in enumerate(words[:-1]):
        if word in ('(pid', '(pid(s)'):
            words[i + 1] = 'N)'
    return ' '.join(words)


def attempt(name, function):
    try:
        print(name, '->', function())
    except BaseException as error:
        print(name, '->', type(error).__name__, told(error))


class Err(Dataset):
    def __init__(self, error):
        self.error = error

    def __len__(self):
        return 4

    def __getitem__(self, i):
        if i == 2:
            raise self.error
        return i


class Two(Exception):
    def __init__(self, a, b):
        super().__init__(a, b)


class Msg(Exception):
    def __init__(self, message):
        super().__init__('m:' + message)


class MsgK(Exception):
    message = 'x'

    def __init__(self, *, message):
        super().__init__('K:' + message)


class Nothing(Exception):
    def __init__(self):
        super().__init__('none')

    def __str__(self):
        return 'custom'


def run(dataset, **options):
    return list(DataLoader(dataset, 1, num_workers=2, **options))


for error in (ValueError('bad'), KeyError('k'), KeyError('k\nl'), Two(1, 2), Msg('hello'), MsgK(message='hello'), Nothing(),
              StopIteration('x'), FileNotFoundError(2, 'No such', 'f'), IndexError(), UnicodeDecodeError('utf8', b'a', 0, 1, 'why')):
    attempt(type(error).__name__, lambda: run(Err(error)))


class Chained(Err):
    def __getitem__(self, i):
        try:
            return super().__getitem__(i)
        except ValueError as error:
            raise RuntimeError('second') from error


attempt('chained', lambda: run(Chained(ValueError('first'))))


def init_fails(number):
    raise ValueError('init %d' % number)


attempt('worker_init_fn', lambda: run(Err(None), worker_init_fn=init_fails))
attempt('worker_init_fn=5', lambda: run(Err(None), worker_init_fn=5))
attempt('collate_fn', lambda: run(Err(TypeError('x')), collate_fn=lambda batch: batch[1]))


class Items(IterableDataset):
    def __iter__(self):
        yield 1
        raise ValueError('it')


class NotIterable(IterableDataset):
    def __iter__(self):
        return 5


attempt('iterable', lambda: run(Items()))
attempt('not iterable', lambda: run(NotIterable()))


class Fails(Err):
    def __getitem__(self, i):
        if i in (1, 2):
            raise ValueError(i)
        return i


batches = iter(DataLoader(Fails(None), None, num_workers=2))
for _ in range(6):
    try:
        print(next(batches))
    except (ValueError, StopIteration) as error:
        print(type(error).__name__, str(error).split('\n')[0])


class Dies(Dataset):
    def __init__(self, how):
        self.how = how

    def __len__(self):
        return 4

    def __getitem__(self, i):
        if i == 2:
            self.how()
        return i


for name, how in (('SIGKILL', lambda: os.kill(os.getpid(), 9)), ('SIGSEGV', lambda: os.kill(os.getpid(), 11)), ('exit 3', lambda: os._exit(3))):
    try:
        run(Dies(how))
    except RuntimeError as error:
        print(name, '->', told(error))
attempt('timeout', lambda: run(Dies(lambda: time.sleep(0.8)), timeout=0.3))
attempt('workers', lambda: list(DataLoader(Err(None), 1, num_workers=1.5)))
attempt('prefetch', lambda: list(DataLoader(Err(None), 1, num_workers=1, prefetch_factor=0)))
attempt('prefetch', lambda: list(DataLoader(Err(None), 1, num_workers=1, prefetch_factor=1.5)))
