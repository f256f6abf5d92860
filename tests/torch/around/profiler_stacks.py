# Stacks in profiles: shown when the configuration is verbose, grouped by, in tables and in files for flame graphs.
import os

import torch
from torch import nn
from torch._C._profiler import _ExperimentalConfig
from torch.profiler import ProfilerActivity, profile, record_function

HERE = os.path.basename(__file__)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))


def inner(x):
    return x.sum()


def outer(x):
    with record_function('forward'):
        y = net(x)
    return inner(y)


def own(stack):
    """The functions of this file, which PyTorch has among its own."""
    return [call.partition(': ')[2] for call in stack if call.startswith(HERE)]


def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)


def columns(text):
    return [name.strip() for name in next(line for line in text.splitlines() if 'Self CPU %' in line).split('  ') if name.strip()]


for options in ({}, {'with_modules': True}, {'with_stack': True}, {'with_stack': True, 'experimental_config': _ExperimentalConfig(verbose=True)}):
    with profile(activities=[ProfilerActivity.CPU], **options) as p:
        outer(torch.ones(3, 4))
    found = {}
    for e in p.events():
        if e.name in ('aten::sum', 'aten::linear', 'forward', 'aten::ones'):
            found.setdefault(e.name, own(e.stack))
    print(sorted(options), sorted(found.items()))
    print(columns(p.key_averages().table()), columns(p.key_averages(group_by_stack_n=3).table())[-1])
    sums = p.key_averages(group_by_stack_n=50)
    print(sorted(set((e.key, tuple(own(e.stack))) for e in sums if e.key in ('aten::sum', 'aten::relu', 'aten::linear'))))
    path = 'stacks.txt'
    attempt(p.export_stacks, path, 'self_cpu_time_total')
    if 'with_stack' in options:
        attempt(p.export_stacks, path, 'self_time')
        with open(path) as file:
            lines = [line.rsplit(' ', 1) for line in file]
        print(bool(lines), all(' ' not in stack and int(time) > 0 for stack, time in lines))
    trace = 'trace.json'
    p.export_chrome_trace(trace)
    with open(trace) as file:
        print('Call stack' in file.read())
with torch.autograd.profiler.profile(with_stack=True, with_modules=True) as p:
    outer(torch.ones(3, 4))
print([e.stack for e in p.function_events if e.name == 'aten::sum'])
try:
    _ExperimentalConfig(verbosity=True)
except TypeError as e:
    print(str(e).splitlines()[0].split('.')[0])
