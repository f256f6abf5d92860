"""Events of a profile, their sums, and the tables of both. Must not know how events are recorded."""

import enum
from operator import attrgetter


class DeviceType(enum.Enum):
    """Where something ran."""

    CPU = 0
    CUDA = 1


class Interval:
    """From start to end, in microseconds."""

    def __init__(self, start, end):
        self.start, self.end = start, end

    def elapsed_us(self):
        """How long it is."""
        return self.end - self.start


_TIMES = (('s', 1e6), ('ms', 1e3), ('us', 1))
_SIZES = (('GB', 1 << 30), ('MB', 1 << 20), ('KB', 1 << 10))


def _format_time(us, unit=None):
    """Microseconds in the largest unit of which there is one, or in a given unit."""
    for name, size in _TIMES:
        if unit == name or (unit is None and (us >= size or name == 'us')):
            return '%.3f%s' % (us / size, name)
    raise ValueError('no unit of time: %s' % unit)


def _format_memory(nbytes):
    for name, size in _SIZES:
        if abs(nbytes) >= size:
            return '%.2f %s' % (nbytes / size, name)
    return '%d B' % nbytes


def _format_time_share(part, whole):
    """A part of a time in percent."""
    return '%.2f%%' % (part * 100.0 / whole) if whole else 'NaN'


class _Times:
    """Times as text, and the times of devices, which are not recorded."""

    device_time_total = self_device_time_total = device_memory_usage = self_device_memory_usage = 0
    use_device = None

    cpu_time_str = property(lambda self: _format_time(self.cpu_time))
    cpu_time_total_str = property(lambda self: _format_time(self.cpu_time_total))
    self_cpu_time_total_str = property(lambda self: _format_time(self.self_cpu_time_total))
    device_time_str = device_time_total_str = self_device_time_total_str = property(lambda self: _format_time(0))

    @property
    def cpu_time(self):
        """Microseconds of one call."""
        return 0.0 if self.count == 0 else 1.0 * self.cpu_time_total / self.count

    @property
    def device_time(self):
        """0: times of devices are not recorded."""
        return 0.0


class FunctionEvent(_Times):
    """One call of an op, a node of the graph or a named range."""

    is_async = is_remote = is_legacy = False
    flops, overload_name = 0, None
    device_type, node_id = DeviceType.CPU, -1

    def __init__(self, id, name, thread, start_us, end_us, input_shapes=None, stack=None, scope=0, cpu_memory_usage=0, sequence_nr=-1,
                 is_user_annotation=False):
        self.id, self.name, self.trace_name, self.thread, self.fwd_thread = id, name, name, thread, None
        self.time_range = Interval(start_us, end_us)
        self.input_shapes, self.stack, self.scope, self.sequence_nr = input_shapes, stack, scope, sequence_nr
        self.cpu_memory_usage, self.is_user_annotation = cpu_memory_usage, is_user_annotation
        self.cpu_children, self.cpu_parent, self.count, self.kernels = [], None, 1, []

    @property
    def key(self):
        """The name by which events are added up."""
        return self.name

    @property
    def cpu_time_total(self):
        """Microseconds from its begin to its end."""
        return self.time_range.elapsed_us()

    @property
    def self_cpu_time_total(self):
        """The time without that of the events in it."""
        return self.cpu_time_total - sum([child.cpu_time_total for child in self.cpu_children])

    @property
    def self_cpu_memory_usage(self):
        """The memory without that of the events in it."""
        return self.cpu_memory_usage - sum([child.cpu_memory_usage for child in self.cpu_children])

    def append_cpu_child(self, child):
        """Adds an event that ran in this one."""
        self.cpu_children.append(child)

    def set_cpu_parent(self, parent):
        """Sets the event in which this one ran."""
        self.cpu_parent = parent

    def __repr__(self):
        fields = [('id', self.id), ('name', self.name), ('overload_name', self.overload_name), ('device_type', self.device_type),
                  ('node_id', self.node_id), ('cpu_time', self.cpu_time_str), ('start_us', self.time_range.start), ('end_us', self.time_range.end),
                  ('cpu_children', [child.id for child in self.cpu_children]), ('%s_time' % self.use_device, self.device_time_str),
                  ('name', self.name), ('thread', self.thread), ('input_shapes', self.input_shapes), ('cpu_memory_usage', self.cpu_memory_usage),
                  ('%s_memory_usage' % self.use_device, 0), ('is_async', self.is_async), ('is_remote', self.is_remote),
                  ('seq_nr', self.sequence_nr), ('is_legacy', self.is_legacy)]
        return '<FunctionEvent %s>' % ' '.join(['%s=%s' % field for field in fields])


class FunctionEventAvg(_Times):
    """The sum of all calls of one name."""

    def __init__(self):
        self.key, self.count, self.cpu_time_total, self.self_cpu_time_total = None, 0, 0, 0
        self.cpu_memory_usage = self.self_cpu_memory_usage = 0
        self.input_shapes = self.scope = self.cpu_parent = self.stack = self.overload_name = None
        self.cpu_children, self.node_id, self.is_user_annotation, self.flops = None, 0, False, 0
        self.is_async = self.is_remote = self.is_legacy = False

    def add(self, other):
        """Adds an event, or another sum."""
        if self.key is None:
            for name in ('key', 'input_shapes', 'scope', 'cpu_parent', 'stack', 'cpu_children', 'is_user_annotation'):
                setattr(self, name, getattr(other, name))
        for name in ('count', 'cpu_time_total', 'self_cpu_time_total', 'cpu_memory_usage', 'self_cpu_memory_usage', 'flops'):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        return self

    __iadd__ = add

    def __repr__(self):
        return ('<FunctionEventAvg key=%s self_cpu_time=%s cpu_time=%s  self_cuda_time=%s cuda_time=%s input_shapes=%s cpu_memory_usage=%s '
                'cuda_memory_usage=0>' % (self.key, self.self_cpu_time_total_str, self.cpu_time_str, _format_time(0), _format_time(0),
                                          self.input_shapes, self.cpu_memory_usage))


class EventList(list):
    """Events of a profile, or sums of them."""

    def __init__(self, *args, use_device=None, profile_memory=False, with_flops=False):
        super().__init__(*args)
        self._use_device, self._profile_memory, self._with_flops = use_device, profile_memory, with_flops
        self._whole = None  # of sums: the time of the profile they are from

    def _build_tree(self):
        """Sorts the events by their begin, and says of each in which it ran."""
        self.sort(key=lambda event: (event.time_range.start, -event.time_range.end))
        around = []
        for event in self:
            while around and not event.time_range.end <= around[-1].time_range.end:
                around.pop()
            if around:
                event.set_cpu_parent(around[-1])
                around[-1].append_cpu_child(event)
            around.append(event)
        for event in self:
            event.total_cpu_percent = event.self_cpu_percent = None

    @property
    def self_cpu_time_total(self):
        """The time of all events, each without those in it."""
        return sum([event.self_cpu_time_total for event in self])

    def key_averages(self, group_by_input_shapes=False, group_by_stack_n=0, group_by_overload_name=False):
        """The sums of events of the same name; of the same shapes, and of the same innermost calls, if asked for."""
        sums = {}
        for event in self:
            key = event.key, str(event.input_shapes) if group_by_input_shapes else '', tuple((event.stack or [])[:group_by_stack_n])
            sums.setdefault(key, FunctionEventAvg()).add(event)
        for (name, shapes, stack), each in sums.items():
            each.key, each.input_shapes, each.stack = name, shapes, list(stack)
        result = EventList(sums.values(), use_device=self._use_device, profile_memory=self._profile_memory, with_flops=self._with_flops)
        for each in result:
            each.total_cpu_percent = _format_time_share(each.cpu_time_total, self.self_cpu_time_total)
            each.self_cpu_percent = _format_time_share(each.self_cpu_time_total, self.self_cpu_time_total)
        return result

    def total_average(self):
        """The sum of all."""
        total = FunctionEventAvg()
        for event in self:
            total.add(event)
            total.key = None
        total.key = 'Total'
        return total

    def table(self, sort_by=None, row_limit=100, max_src_column_width=75, max_name_column_width=55, max_shapes_column_width=80, header=None,
              top_level_events_only=False, time_unit=None):
        """The events as text, sorted by an attribute, the largest first."""
        if not self:
            return ''
        return _table(self, sort_by, row_limit, max_src_column_width, max_name_column_width, max_shapes_column_width, header, top_level_events_only, time_unit)

    def __str__(self):
        return self.table()

    def export_chrome_trace(self, path):
        """Writes the events as a file for chrome://tracing."""
        from torch.profiler._trace import write
        write(self, path, {})

    def export_stacks(self, path, metric):
        """Writes a line of functions, outermost first, and a number of microseconds for each event that has a stack."""
        if metric not in _METRICS:
            raise ValueError('metric should be one of: ' + str(list(_METRICS)))
        attribute = metric.replace('cuda', 'device').replace('xpu', 'device').replace('privateuse1', 'device')
        with open(path, 'w') as file:
            for event in self:
                value = int(getattr(event, attribute))
                if event.stack and value > 0:
                    file.write('%s %d\n' % (';'.join([call.translate(_IN_STACKS) for call in reversed(event.stack)]), value))


_METRICS = 'self_cpu_time_total', 'self_cuda_time_total', 'self_xpu_time_total', 'self_privateuse1_time_total'
_IN_STACKS = {ord(';'): '_', ord(' '): '_', ord('\t'): '_', ord('\n'): '_'}
_WIDTH = 12


def _flops_column(events):
    """(the unit, its size) in which the least number of operations is not below one."""
    least = min([event.flops for event in events if event.flops], default=0)
    power = max([i for i in range(6) if least >= 1000 ** i], default=0)
    return 'Total %sFLOPs' % ' KMGTP'[power].strip(), 1000 ** power


def _cut(text, width):
    return text[:width - 3] + '...' if width is not None and len(text) >= width - 3 else text


def _column_width(texts, most):
    width = max([len(text) for text in texts]) + 4
    return width if most is None else min(width, most)


def _table(events, sort_by, row_limit, source_width, name_width, shapes_width, header, top_level, unit):
    """The text of EventList.table."""
    whole = events.self_cpu_time_total
    rows = sorted(events, key=attrgetter(sort_by), reverse=True) if sort_by is not None else list(events)
    time = lambda value: _format_time(value, unit)
    # a column: its head, its width, the text of an event
    first = _column_width([event.key for event in events], name_width)
    columns = [('Name', first, lambda e: _cut(e.key, name_width)),
               ('Self CPU %', _WIDTH, lambda e: _format_time_share(e.self_cpu_time_total, whole)),
               ('Self CPU', _WIDTH, lambda e: time(e.self_cpu_time_total)),
               ('CPU total %', _WIDTH, lambda e: _format_time_share(e.cpu_time_total, whole)),
               ('CPU total', _WIDTH, lambda e: time(e.cpu_time_total)),
               ('CPU time avg', _WIDTH, lambda e: time(e.cpu_time))]
    if events._profile_memory:
        columns += [('CPU Mem', _WIDTH, lambda e: _format_memory(e.cpu_memory_usage)),
                    ('Self CPU Mem', _WIDTH, lambda e: _format_memory(e.self_cpu_memory_usage))]
    columns.append(('# of Calls', _WIDTH, lambda e: str(e.count)))
    if any([event.input_shapes for event in events]):
        wide = max(_column_width([str(event.input_shapes) for event in events], shapes_width), _WIDTH)
        columns.append(('Input Shapes', wide, lambda e: str(e.input_shapes)[:wide]))
    stacks = any([event.stack for event in events])
    source = lambda e: e.stack[0][-last:] if e.stack else ''
    if stacks:
        width = _column_width([call for event in events for call in event.stack or ()], source_width)
        last = 0 if source_width is None else width - 3  # so much of the end of each is shown; 0: all
        columns.append(('Source Location', -width, source))
    if events._with_flops and any([event.flops for event in events]):
        unit_name, size = _flops_column(events)
        columns.append((unit_name, _WIDTH, lambda e: '%.3f' % (e.flops / size) if e.flops else '--'))
        if stacks:  # PyTorch's rows have these two in the other order than its heads
            columns[-2:] = [(*columns[-2][:2], columns[-1][2]), (*columns[-1][:2], source)]
    line = lambda texts: ''.join([(text.rjust(width) if width > 0 else text.ljust(-width)) + '  ' for (_, width, _), text in zip(columns, texts)])
    rule = line(['-' * abs(width) for _, width, _ in columns])
    lines = []
    if header is not None:
        lines += ['=' * (len(rule) - 2), header]
    if top_level:
        lines += ['=' * (len(rule) - 2), 'This report only display top-level ops statistics']
        rows = [event for event in rows if event.cpu_parent is None]
    elif header is not None:
        lines.append('=' * (len(rule) - 2))
    lines += [rule, line([name for name, _, _ in columns]), rule]
    shown = rows[:row_limit] if row_limit > 0 else rows
    blank = [''] * (len(columns) - 1)
    for event in shown:
        lines.append(line([text(event) for _, _, text in columns]))
        if stacks:
            lines += [line(blank + [call[-last:]]) for call in (event.stack or [])[1:]] + [line(blank + [''])]
    lines += [rule, 'Self CPU time total: ' + time(whole), '']
    return '\n'.join(lines)


__all__ = ['DeviceType', 'EventList', 'FunctionEvent', 'FunctionEventAvg', 'Interval']
