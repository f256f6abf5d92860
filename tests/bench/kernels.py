"""Benchmarks of whole kernels: start, round trip, memory, interrupt.

Start and round trip are measured by tests/bench/roundtrip.c over raw sockets, because jupyter_client takes longer than the
kernels do; the rest goes through jupyter_client.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
try:
    from jupyter_session import Kernel
except ImportError:
    Kernel = None

INTERRUPTS = {
    'endless loop': 'while True:\n    pass',
    'time.sleep': 'import time\ntime.sleep(60)',
    'child process': '!sleep 60',
    '10000x10000 product': 'import torch\na = torch.ones(10000, 10000)\n(a @ a).sum()',
}


def roundtrip(report, options, peers):
    """What the C client measures: lines of `name value` on its standard output, times in microseconds."""
    program = find_program('roundtrip')
    if not program:
        report.skip('start', 'the program tests/bench/roundtrip is not built (make programs)')
        return
    found = {}
    for side, argv in peers.items():
        command = [program, '--rounds', '3' if options.smoke else '15', '--', *argv]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            report.fail(f'start of {side}', 'no end after 300 seconds')
            continue
        if done.returncode:
            report.fail(f'start of {side}', (done.stderr.strip().splitlines() or ['no message'])[-1])
            continue
        found[side] = dict(line.split()[:2] for line in done.stdout.splitlines() if len(line.split()) >= 2)
    for side in peers:
        for key, value in found.get(side, {}).items():
            if side == 'ours' or key not in found.get('ours', {}):
                continue
            report.row(f'start/{key} ({side})', float(found['ours'][key]), float(value), 'us')


def find_program(name):
    for folder in (os.environ.get('TENSOR_BUILD'), str(Path(__file__).resolve().parents[2] / '.quickstart' / 'build')):
        if folder and (Path(folder) / 'tests' / 'bench' / name).exists():
            return str(Path(folder) / 'tests' / 'bench' / name)
    return None


def import_and_memory(report, options, ours, theirs, torch):
    values = {}
    for side, argv in (('ours', ours), ('theirs', theirs)):
        if side == 'theirs' and not torch:
            continue
        with tempfile.TemporaryDirectory() as folder:
            times, sizes = [], []
            for _ in range(1 if options.smoke else 3):
                kernel = Kernel([*argv, '-f', '{connection_file}'], folder)
                try:
                    kernel.run('1 + 1')
                    text = kernel.run('import time\n_start = time.perf_counter()\nimport torch\ntime.perf_counter() - _start')[1]
                    times.append(float(text))
                    kernel.run('torch.ones(2, 3) + 1')
                    time.sleep(0.5)
                    sizes.append(kernel.pss())
                finally:
                    kernel.close()
            values[side] = (min(times) * 1e3, statistics.median(sizes))
    peer = values.get('theirs', (None, None))
    if options.chosen('start/import torch'):
        report.head('start', 'tensor-kernel', 'ipykernel')
        report.row('start/import torch', values['ours'][0], peer[0], 'ms', 'goal 300')
    if options.chosen('memory'):
        report.head('memory', 'tensor-kernel', 'ipykernel')
        report.row('memory/idle with torch (PSS)', values['ours'][1], peer[1], 'MiB', 'goal 20')


def interrupts(report, options, ours):
    with tempfile.TemporaryDirectory() as folder:
        kernel = Kernel([*ours, '-f', '{connection_file}'], folder)
        try:
            kernel.run('kept = 42')
            for name, code in INTERRUPTS.items():
                if not options.chosen(f'interrupt/{name}'):
                    continue
                report.head('interrupt', 'tensor-kernel', '')
                seconds, outputs = kernel.interrupted(code, 0.3 if options.smoke else 1.0)
                names = [m['content']['ename'] for m in outputs if m['msg_type'] == 'error']
                if seconds is None:
                    report.fail(f'interrupt/{name}', 'the cell ended by itself')
                elif names != ['KeyboardInterrupt'] and name != 'child process':
                    report.fail(f'interrupt/{name}', f'errors {names}')
                elif kernel.run('kept')[1] != '42':
                    report.fail(f'interrupt/{name}', 'the variables are lost')
                else:
                    report.row(f'interrupt/{name}', seconds * 1e3, None, 'ms', 'goal 200 ms')
        except (TimeoutError, RuntimeError) as problem:
            report.fail('interrupt', problem)
        finally:
            kernel.close()


def measure(report, options, torch):
    """All rows of start, memory and interrupt that were chosen."""
    ours = [options.kernel]
    theirs = [options.python, '-m', 'ipykernel_launcher']
    if any(options.chosen(name) for name in ('start/', 'start/round trip')):
        roundtrip(report, options, {'ours': [*ours, '-f', '{}'], 'ipykernel': [*theirs, '-f', '{}']})
    if Kernel is None:
        report.skip('memory, interrupt', f'{sys.executable} has no jupyter_client')
        return
    if options.chosen('start/import torch') or options.chosen('memory'):
        try:
            import_and_memory(report, options, ours, theirs, torch)
        except (RuntimeError, ValueError, OSError) as problem:
            report.fail('memory', problem)
    if any(options.chosen(f'interrupt/{name}') for name in INTERRUPTS):
        interrupts(report, options, ours)
