"""Files for chrome://tracing and Perfetto: events with the fields that PyTorch writes."""

import os
import time

import torch

_CATEGORIES = {7: 'user_annotation'}
_TYPES = {torch.float32: 'float', torch.float64: 'double', torch.int64: 'long int', torch.int32: 'int', torch.bool: 'bool',
          torch.float16: 'c10::Half', torch.bfloat16: 'c10::BFloat16', torch.uint8: 'unsigned char', torch.int8: 'signed char',
          torch.int16: 'short int', torch.complex64: 'c10::complex<float>', torch.complex128: 'c10::complex<double>'}
_ESCAPES = {'"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t'}


def text(value):
    """A value as JSON."""
    if isinstance(value, str):
        return '"' + ''.join([_ESCAPES.get(c, c if c >= ' ' else '\\u%04x' % ord(c)) for c in value]) + '"'
    if value is None or isinstance(value, bool):
        return {None: 'null', True: 'true', False: 'false'}[value]
    if isinstance(value, dict):
        return '{' + ', '.join([text(str(key)) + ': ' + text(each) for key, each in value.items()]) + '}'
    if isinstance(value, (list, tuple)):
        return '[' + ', '.join([text(each) for each in value]) + ']'
    return repr(value)


def _arguments(number, event):
    """What an event says of itself."""
    args = {'External id': number + 1, 'Record function id': 0, 'Ev Idx': number}
    if event.input_shapes:
        args['Input type'] = [_TYPES.get(each, '') for each in getattr(event, 'dtypes', [None] * len(event.input_shapes))]
        args['Input Dims'] = event.input_shapes
    if event.stack:
        args['Call stack'] = ''.join([call + ';' for call in event.stack])
    return args


def _category(event):
    return _CATEGORIES.get(event.scope, 'cpu_op')


def _metadata(process, start):
    """The names of the process and its thread."""
    row = lambda name, thread, args: {'ph': 'M', 'name': name, 'ts': start, 'pid': process, 'tid': thread, 'args': args}
    return [row('process_name', 0, {'name': 'python'}), row('process_labels', 0, {'labels': 'CPU'}),
            row('process_sort_index', 0, {'sort_index': process}),
            row('thread_name', process, {'name': 'thread %d (python)' % process}), row('thread_sort_index', process, {'sort_index': process})]


def write(events, path, further, options=None, base=0.0):
    """Writes events as a trace. further: texts of JSON by their names; base: microseconds at which the record begins."""
    process = os.getpid()
    head = {'schemaVersion': 1, 'deviceProperties': [], **(options or {}), 'displayTimeUnit': 'ms',
            'baseTimeNanoseconds': int(time.time() - time.monotonic()) * 1000000000}
    last = max([event.time_range.end for event in events], default=0.0)
    rows = _metadata(process, base)
    for number, event in enumerate(events):
        rows.append({'ph': 'X', 'cat': _category(event), 'name': event.trace_name, 'pid': process, 'tid': process, 'ts': base + event.time_range.start,
                     'dur': event.time_range.elapsed_us(), 'args': _arguments(number, event)})
    rows += [{'ph': 'X', 'cat': 'Trace', 'name': 'PyTorch Profiler (0)', 'pid': 'Spans', 'tid': 'PyTorch Profiler', 'ts': base, 'dur': last,
              'args': {'Op count': 0}},
             {'ph': 'i', 's': 'g', 'name': 'Iteration Start: PyTorch Profiler', 'pid': 'Traces', 'tid': 'Trace PyTorch Profiler', 'ts': base},
             {'ph': 'i', 's': 'g', 'name': 'Record Window End', 'pid': '', 'tid': '', 'ts': base + last}]
    lines = ['  %s: %s,' % (text(key), text(value)) for key, value in head.items()]
    lines += ['  %s: %s,' % (text(key), value) for key, value in further.items()]
    pieces = ['{\n', '\n'.join(lines), '\n  "traceEvents": [\n', ',\n'.join(['  ' + text(row) for row in rows]),
              '\n  ],\n  "traceName": %s\n}\n' % text(str(path))]
    if str(path).endswith('.gz'):
        import zlib
        with open(path, 'wb') as file:
            file.write(zlib.compress(''.join(pieces).encode(), wbits=31))  # with gzip's header
    else:
        with open(path, 'w') as file:
            file.write(''.join(pieces))
