"""torch.profiler: what is recorded, schedules, steps, traces; torch.autograd.profiler."""
import os

import torch
from torch.autograd import profiler
from torch.profiler import ProfilerAction, ProfilerActivity, profile, record_function, schedule, tensorboard_trace_handler


def attempt(function, *args, **kwargs):
    try:
        print(repr(function(*args, **kwargs)).split(' at 0x')[0])
    except Exception as error:
        print(type(error).__module__, type(error).__name__, error)


x, layer = torch.ones(64, 64), torch.nn.Linear(64, 64)
with profile(activities=[ProfilerActivity.CPU], record_shapes=True, profile_memory=True) as prof:
    with record_function('mine'):
        y = layer(x).relu()
        (y @ x).sum().backward()
wanted = ('mine', 'aten::linear', 'aten::addmm', 'aten::relu', 'aten::mm', 'SumBackward0', 'MmBackward0', 'ReluBackward0', 'AddmmBackward0',
          'autograd::engine::evaluate_function: ReluBackward0')
for event in prof.events():
    if event.name in wanted:
        parent = event.cpu_parent and event.cpu_parent.name
        shapes = [shape for shape in event.input_shapes if shape] if event.name.startswith('aten') else ''
        print(event.name, event.scope, parent if parent in wanted and event.name != 'aten::mm' else '', shapes, event.cpu_memory_usage if event.name[:4] in ('mine', 'aten') else '',
              event.time_range.start < event.time_range.end, event.count)
found = {each.key: each for each in prof.key_averages()}
print(found['mine'].count, found['aten::mm'].count, found['mine'].cpu_time_total >= found['aten::linear'].cpu_time_total,
      found['aten::linear'].self_cpu_time_total <= found['aten::linear'].cpu_time_total)
lines = prof.key_averages().table(sort_by='cpu_time_total', row_limit=3).split('\n')
print(len(lines), lines[1].split(), lines[3].split()[0], lines[-2].split()[:4])
print(prof.key_averages(group_by_input_shape=True).table(row_limit=1).split('\n')[1].split()[-2:])
prof.export_chrome_trace('trace.json')
text = open('trace.json').read()
print(text.strip()[0], '"traceEvents"' in text, '"ph": "X"' in text, '"cat": "cpu_op"' in text, '"aten::addmm"' in text, '"user_annotation"' in text, '"Input Dims"' in text)

plan = schedule(wait=1, warmup=1, active=2, repeat=2, skip_first=1)
print([plan(i).name for i in range(14)])
print([str(schedule(wait=0, warmup=0, active=1)(i)) for i in range(2)], plan(3), list(ProfilerAction.__members__), repr(ProfilerActivity.CPU))
attempt(schedule, wait=-1, warmup=1, active=0)
attempt(plan, -1)
attempt(schedule, wait=1)
ready = []
with profile(schedule=schedule(wait=1, warmup=1, active=2, repeat=2), on_trace_ready=lambda p: ready.append((p.step_num, [each.key for each in p.key_averages()][0]))) as prof:
    for i in range(10):
        torch.ones(2).add_(i)
        prof.step()
print(ready, prof.step_num, prof.current_action)
print([event.name for event in prof.events() if event.name.startswith('Profiler')])

prof = profile()
attempt(prof.key_averages)
attempt(prof.events)
attempt(prof.export_chrome_trace, 'x')
attempt(prof.stop)
prof = profile()
prof.start()
torch.ones(2).sin()
prof.stop()
print([event.name for event in prof.events()][-1], prof.stop())
attempt(lambda: profile(activities=[]).start())
attempt(lambda: profile(activities=['CPU']).start())
attempt(lambda: profile(unknown=1))
attempt(lambda: profile(3))
with profile(on_trace_ready=tensorboard_trace_handler('runs', 'w')):
    torch.ones(1)
print([(name.split('.')[0], name.split('.')[-2:]) for name in os.listdir('runs')])


@record_function('decorated')
def three():
    return 3


with record_function('outside'):
    three()
with profile() as prof:
    three()
    three()
print([(each.key, each.count) for each in prof.key_averages()], record_function('a').name, record_function('a').args)
attempt(prof.export_stacks, 'x')
attempt(prof.export_memory_timeline, 'x')

# what the library names itself
layer = torch.nn.Linear(2, 2)
optimizer = torch.optim.SGD(layer.parameters(), lr=.1)
with profile() as prof:
    for (batch,) in torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.ones(4, 2)), batch_size=2):
        layer(batch).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
    after = layer(torch.ones(1, 2)).exp()
print([(event.name, event.scope) for event in prof.events() if '#' in event.name])
print([event.cpu_parent for event in prof.events() if event.name == 'aten::exp'])

with profiler.profile() as prof:
    torch.ones(2).sin()
print(type(prof), prof.function_events[-1].name, prof.total_average().key, prof.self_cpu_time_total > 0)
print(prof.key_averages().table(row_limit=1).split('\n')[1].split() == prof.table(row_limit=1).split('\n')[1].split(), str(prof)[:5])
print(repr(profiler.profile()), str(profiler.profile()), profiler.profile().key_averages())
with profiler.profile(enabled=False) as prof:
    print(prof)
for name in ('trace.json', *['runs/' + name for name in os.listdir('runs')]):
    os.remove(name)
os.rmdir('runs')
