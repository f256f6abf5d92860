"""Floating point operations in profiles (with_flops): formulas of products, convolutions, sums; the column of tables; compressed traces."""
import os
import zlib

import torch
import torch.nn.functional as F
from torch.profiler import profile, tensorboard_trace_handler

a, b, c, d = torch.randn(3, 4), torch.randn(4, 5), torch.randn(2, 3, 4), torch.randn(2, 4, 6)
x, w = torch.randn(2, 4, 10, 10), torch.randn(6, 4, 3, 3)
CALLS = {
    'mm': lambda: a @ b, 'addmm': lambda: torch.addmm(torch.ones(5), a, b), 'bmm': lambda: torch.bmm(c, d), 'matmul': lambda: c @ d,
    'baddbmm': lambda: torch.baddbmm(torch.ones(2, 3, 6), c, d), 'matrix by batch': lambda: torch.ones(2, 3, 4) @ torch.ones(4, 5),
    'linear': lambda: F.linear(a, torch.ones(5, 4), torch.ones(5)), 'linear without bias': lambda: F.linear(c, torch.ones(5, 4)),
    'a layer': lambda: torch.nn.Linear(4, 2)(c), 'vector': lambda: torch.nn.Linear(4, 2)(torch.ones(4)), 'mv': lambda: torch.mv(a, torch.ones(4)),
    'add': lambda: a + a, 'add number': lambda: a + 1, 'add row': lambda: torch.ones(3, 1) + a, 'mul': lambda: torch.ones(4) * a, 'mul number': lambda: a * 2,
    'sub': lambda: a - a, 'in place': lambda: a.clone().add_(1).mul_(2), 'sum': lambda: a.sum(),
    'conv2d': lambda: F.conv2d(x, w), 'stride': lambda: F.conv2d(x, w, stride=2, padding=1), 'dilation': lambda: F.conv2d(x, w, torch.ones(6), dilation=(2, 1)),
    'groups': lambda: F.conv2d(x, torch.randn(8, 2, 3, 3), groups=2), 'layer': lambda: torch.nn.Conv2d(4, 3, (3, 1), padding=(1, 0))(x),
    'same': lambda: F.conv2d(x, w, padding='same'), 'conv1d': lambda: F.conv1d(torch.ones(1, 2, 8), torch.ones(3, 2, 3)),
    'transposed': lambda: F.conv_transpose2d(x, torch.randn(4, 6, 3, 3)), 'mlp': lambda: torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))(a),
}
for name, call in CALLS.items():
    with profile(with_flops=True) as record:
        call()
    print(name, sum(event.flops for event in record.events()), record.key_averages().total_average().flops)
with profile() as record:
    a @ b
print([event.flops for event in record.key_averages() if event.key == 'aten::mm'])


def column(*sizes):
    """The last column of a table of the products of square matrices."""
    with profile(with_flops=True) as record:
        for i, size in enumerate(sizes):
            torch.mm(torch.ones(size, size), torch.ones(size, size)) if i == 0 else torch.ones(size, size) * 2
    table = record.key_averages().table(sort_by='flops', row_limit=len(sizes)).splitlines()
    print(table[1].split('  ')[-2].strip() if len(table) > 1 else table, [line.split()[-1] for line in table[3:3 + len(sizes)]], table[1][-30:])


column(5)
column(5, 7)
column(10)
column(100)
column(100, 7)
column(300, 100)
with torch.autograd.profiler.profile(with_flops=True) as record:
    a @ b
print(record.key_averages().total_average().flops, 'Total FLOPs' in str(record.key_averages()), 'FLOPs' in str(record.table()))
with profile(with_flops=True) as record:
    a - b[:3, :4]
print('FLOPs' in record.key_averages().table())

# compressed traces
with profile(record_shapes=True) as record:
    a @ b
record.export_chrome_trace('trace.json.gz')
text = zlib.decompress(open('trace.json.gz', 'rb').read(), wbits=31).decode()
print(text.strip()[:1], '"aten::mm"' in text, 'traceEvents' in text, text.rstrip()[-1])
with profile(on_trace_ready=tensorboard_trace_handler('traces', 'worker', use_gzip=True)) as record:
    a @ b
names = os.listdir('traces')
print([name.split('.')[0] + '...' + name.split('.', 2)[2] for name in names], open('traces/' + names[0], 'rb').read(2))
