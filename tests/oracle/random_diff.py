#!/usr/bin/env python3
"""Compare the CPU's random numbers with PyTorch's to the bit, for every kind, type, layout and many sizes.

Usage: random_diff.py PROGRAM, with a Python that has torch; PROGRAM is random_program.c linked with the runtime. Prints the kinds
that differ and ends with `N passed, N failed`.
"""
import subprocess
import sys

import torch

DTYPES = {torch.uint8: 0, torch.int8: 1, torch.int16: 2, torch.int32: 3, torch.int64: 4, torch.float16: 5, torch.float32: 6,
          torch.float64: 7, torch.bool: 10, torch.bfloat16: 11}
FLOATS = [torch.float32, torch.float64, torch.float16, torch.bfloat16]
UNIFORM, NORMAL, INTEGER, FULL, PERMUTATION, BERNOULLI, DROPOUT, EXPONENTIAL, GEOMETRIC, LOG_NORMAL, CAUCHY = range(11)
#       kind, types, parameters, bounds, PyTorch's call
KINDS = [
    (UNIFORM, FLOATS, (-.3, 1.7), (0, 0), lambda t: t.uniform_(-.3, 1.7)),
    (UNIFORM, FLOATS, (0, 1), (0, 0), lambda t: t.uniform_()),
    (NORMAL, FLOATS, (.5, 2.5), (0, 0), lambda t: t.normal_(.5, 2.5)),
    (NORMAL, FLOATS, (0, 1), (0, 0), lambda t: t.normal_()),
    (EXPONENTIAL, FLOATS, (1.5, 0), (0, 0), lambda t: t.exponential_(1.5)),
    (GEOMETRIC, FLOATS, (.3, 0), (0, 0), lambda t: t.geometric_(.3)),
    (LOG_NORMAL, FLOATS, (1, 2), (0, 0), lambda t: t.log_normal_(1, 2)),
    (CAUCHY, FLOATS, (0, 1), (0, 0), lambda t: t.cauchy_()),
    (BERNOULLI, list(DTYPES), (.3, 0), (0, 0), lambda t: t.bernoulli_(.3)),
    (FULL, list(DTYPES), (0, 0), (0, 0), lambda t: t.random_()),
    (INTEGER, list(DTYPES), (0, 0), (0, 2), lambda t: t.random_(0, 2)),
    (INTEGER, [d for d in DTYPES if d != torch.bool], (0, 0), (0, 100), lambda t: t.random_(0, 100)),
    (INTEGER, [torch.int64, torch.float64], (0, 0), (-5, 2 ** 40), lambda t: t.random_(-5, 2 ** 40)),
]


def fill(call, dtype, n, layout):
    """The bytes of a fresh tensor that PyTorch has filled through a view of that layout."""
    if layout == 2:
        memory = torch.zeros(3, n // 3, dtype=dtype)
        call(memory.t())
    else:
        memory = torch.zeros(2 * n if layout == 1 else n, dtype=dtype)
        call(memory[::2] if layout == 1 else memory)
    return memory.view(torch.uint8).flatten().numpy().tobytes()


def main():
    lines, expected = [], []
    for n in (1, 2, 7, 15, 16, 17, 31, 33, 100, 623, 624, 625, 1000, 4095, 4097, 30001):
        for seed in (0, 42, -1):
            for layout in (0, 1, 2) if n >= 6 else (0, 1):
                for kind, dtypes, params, bounds, call in KINDS:
                    for dtype in dtypes:
                        if seed >= 0:
                            torch.manual_seed(seed)
                        lines.append((seed, kind, DTYPES[dtype], n, *params, *bounds, layout))
                        expected.append((kind, dtype, layout, n, fill(call, dtype, n, layout)))
            if seed >= 0:
                torch.manual_seed(seed)
            lines.append((seed, PERMUTATION, 4, n, 0, 0, 0, n, 0))
            expected.append((PERMUTATION, torch.int64, 0, n, torch.randperm(n).view(torch.uint8).numpy().tobytes()))
    text = ''.join(' '.join(map(repr, line)) + '\n' for line in lines)
    done = subprocess.run([sys.argv[1]], input=text.encode(), capture_output=True, check=True)
    at, wrong = 0, 0
    for kind, dtype, layout, n, want in expected:
        if done.stdout[at:at + len(want)] != want:
            print(f'kind {kind}, {dtype}, layout {layout}, {n} elements')
            wrong += 1
        at += len(want)
    print(f'{len(expected) - wrong} passed, {wrong} failed')
    return 1 if wrong or at != len(done.stdout) else 0


if __name__ == '__main__':
    sys.exit(main())
