#!/usr/bin/env python3
"""Pass files of torch.save through the runtime: what PyTorch wrote, the runtime reads and writes again, and PyTorch reads it back.

Usage: save_diff.py PROGRAM, with a Python that has torch; PROGRAM is save_program.c linked with the runtime. Prints what differs and
ends with `N passed, N failed`.
"""
import subprocess
import sys
import tempfile
import warnings
import zipfile
from collections import OrderedDict
from pathlib import Path

import torch
from torch import nn


def difference(a, b, where='value'):
    """Where two loaded values differ, or None."""
    if type(a) is not type(b):
        return f'{where}: {type(a)} and {type(b)}'
    if isinstance(a, torch.Tensor):
        for attribute in ('dtype', 'shape', 'requires_grad', 'device'):
            if getattr(a, attribute) != getattr(b, attribute):
                return f'{where}: {attribute}'
        if a.stride() != b.stride() or a.storage_offset() != b.storage_offset():
            return f'{where}: layout'
        if a.untyped_storage().nbytes() != b.untyped_storage().nbytes():
            return f'{where}: storage'
        return None if torch.equal(a.nan_to_num(), b.nan_to_num()) else f'{where}: elements'
    if isinstance(a, dict):
        if list(a) != list(b) or getattr(a, '_metadata', None) != getattr(b, '_metadata', None):
            return f'{where}: keys'
        return next((d for k in a if (d := difference(a[k], b[k], f'{where}[{k!r}]'))), None)
    if isinstance(a, (list, tuple)):
        if len(a) != len(b):
            return f'{where}: length'
        return next((d for i, (x, y) in enumerate(zip(a, b)) if (d := difference(x, y, f'{where}[{i}]'))), None)
    return None if a == b or a != a else f'{where}: {a!r} and {b!r}'


def values():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.Linear(10, 20), nn.LSTM(4, 5, 2))
    optimizer = torch.optim.Adam(net.parameters())
    net[2](torch.randn(5, 10)).sum().backward()
    optimizer.step()
    base, shared = torch.arange(20.), [1, 2, 3]
    yield from (None, True, False, 1.5, float('inf'), float('nan'), -0.0, 0, 255, 256, 65535, 65536, -1, 2 ** 31, -2 ** 31,
                2 ** 63 - 1, -2 ** 63, 2 ** 63, -2 ** 70, 'text', '', 'grün', b'bytes\xff\x00', 1 + 2j)
    yield from ((), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), [], [1], {}, {1: 2}, {'a': {'b': [1, (2,)]}}, {1, 2}, set(),
                list(range(1000)), ['same'] * 3, OrderedDict(a=1, b=torch.ones(2)), {'s': shared, 't': shared})
    yield from (torch.Size([2, 3]), torch.Size([]), torch.device('cpu'), torch.device('cuda:1'), torch.device('cuda'), torch.float16)
    yield from (net.state_dict(), optimizer.state_dict(), {'net': net.state_dict(), 'optimizer': optimizer.state_dict(), 'epoch': 3})
    yield from ([base, base[3:7], base.view(4, 5).t(), base[::2]], torch.tensor(3.), torch.empty(0), torch.empty(2, 0, 3),
                nn.Parameter(torch.randn(3)), nn.Parameter(torch.randn(3), requires_grad=False), torch.randn(3, requires_grad=True),
                {str(i): torch.full((i % 7,), float(i)) for i in range(600)}, torch.randn(1000, 100))
    yield [torch.arange(5).to(dtype) for dtype in (
        torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64, torch.float16, torch.float32, torch.float64, torch.bfloat16,
        torch.bool, torch.complex64, torch.complex128)]


def pass_through(value, folder, program, *options):
    before, after = folder / 'before.pth', folder / 'after.pth'
    torch.save(value, before)
    if options == ('deflate',):
        with zipfile.ZipFile(before) as plain, zipfile.ZipFile(folder / 'packed.pth', 'w', zipfile.ZIP_DEFLATED) as packed:
            for entry in plain.infolist():
                packed.writestr(entry.filename, plain.read(entry))
        before, options = folder / 'packed.pth', ()
    done = subprocess.run([program, before, after, *options], capture_output=True, text=True)
    if done.returncode:
        return done.stdout + done.stderr
    with zipfile.ZipFile(after) as archive:
        if archive.testzip():
            return 'a check sum is wrong'
    for options in ({'weights_only': True}, {'weights_only': False}, {'weights_only': True, 'mmap': True}):
        if complaint := difference(value, torch.load(after, **options)):
            return complaint
    return None


def main():
    warnings.simplefilter('ignore')
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for value in values():
            for options in ((), ('map',), ('deflate',)):
                complaint = pass_through(value, Path(folder), sys.argv[1], *options)
                if complaint:
                    print(f'{str(value)[:60]!r} {options}: {complaint}')
                    failed += 1
                else:
                    passed += 1
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
