"""Tables of torch.autograd.profiler_util: events with known times, their sums, orders, widths and units."""
from torch.autograd.profiler_util import EventList, FunctionEvent, FunctionEventAvg, Interval


def attempt(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__, error)


def event(number, name, start, end, **more):
    return FunctionEvent(number, name, 1, start, end, stack=[], **more)


def events(profile_memory=False, scale=1., given=None):
    found = EventList(given or [
        event(1, 'train', 0, 1000 * scale),
        event(2, 'aten::linear', 10 * scale, 300 * scale, input_shapes=[[2, 3], [4, 3]], cpu_memory_usage=64),
        event(3, 'aten::t', 20 * scale, 30 * scale, input_shapes=[[4, 3]]),
        event(4, 'aten::addmm', 40 * scale, 290 * scale, input_shapes=[[4], [2, 3], [3, 4]], cpu_memory_usage=64),
        event(5, 'aten::relu', 400 * scale, 420 * scale, input_shapes=[[2, 4]], cpu_memory_usage=32 * 1024),
        event(6, 'aten::relu', 500 * scale, 540.5 * scale, input_shapes=[[5, 4]], cpu_memory_usage=-80 * 1024 * 1024)],
        use_device=None, profile_memory=profile_memory, with_flops=False)
    found._build_tree()
    return found


all_events = events()
print(all_events)
print(all_events.table(sort_by='cpu_time_total'))
for each in all_events:
    print(each, each.key, each.self_cpu_time_total, each.self_cpu_memory_usage, each.cpu_parent and each.cpu_parent.name)
sums = all_events.key_averages()
print(sums.table())
print(sums.table(sort_by='self_cpu_time_total', row_limit=2))
print(sums.table(sort_by='count', header='H', top_level_events_only=True))
for each in sums:
    print(each)
    print(each.key, each.count, each.cpu_time, each.cpu_time_str, each.cpu_time_total_str, each.self_cpu_time_total, each.total_cpu_percent,
          each.self_cpu_percent, len(each.cpu_children), each.cpu_memory_usage, each.self_cpu_memory_usage, each.cpu_time_total)
by_shape = events(True).key_averages(group_by_input_shapes=True)
print(by_shape.table(sort_by='self_cpu_memory_usage'))
print(by_shape.table(max_name_column_width=8, max_shapes_column_width=12, time_unit='ms'))
print(events(True, 5e3).table())
print(events(scale=1e-2).key_averages().table(max_name_column_width=5))
print(all_events.self_cpu_time_total, sums.self_cpu_time_total, repr(EventList([], use_device=None).table()))
for name in ['cpu_time', 'cpu_time_total', 'self_cpu_time_total', 'cpu_memory_usage', 'count', 'key', 'device_time']:
    print(name, sums.table(sort_by=name).split('\n')[3][:60])
attempt(sums.table, sort_by='foo')
attempt(sums.table, time_unit='s')
attempt(sums.table, row_limit=1)
attempt(sums.table, row_limit=-1)
long = events(given=[event(1, 'x' * 70, 0, 10), event(2, 'y', 1, 2)]).key_averages()
print(long.table())
print(long.table(max_name_column_width=None))
print(Interval(1, 4).elapsed_us(), FunctionEventAvg().count)
