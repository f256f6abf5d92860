"""Benchmarks of whole kernels: start, round trip, memory, interrupt.

Start and round trip are measured by tests/bench/roundtrip.c over raw sockets, because jupyter_client takes longer than the
kernels do; the rest goes through jupyter_client.
"""
import os
import queue
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'kernel'))
try:
    import harness
except (ImportError, SystemExit):
    harness = None

INTERRUPTS = {
    'endless loop': 'while True:\n    pass',
    'time.sleep': 'import time\ntime.sleep(60)',
    'child process': '!sleep 60',
    'sum of a range': 'sum(range(10**12))',
    'max of a range': 'max(range(10**12))',
    'list of numbers': 'list(iter(lambda: 1, 0))',
    'comprehension': '[i for i in range(10**10)]',
    'dict of a range': '{i: i for i in range(10**10)}',
    'growing text': "s = ''\nwhile True:\n    s += 'abc'",
    'texts of 1 GB': "while True:\n    s = 'a' * 10**9",
    'join of a generator': "''.join('a' for i in range(10**10))",
    'power of integers': '3**(10**9)',
    'factorial': 'import math\nmath.factorial(10**7)',
    'integer to text': 'import sys\nsys.set_int_max_str_digits(0)\nx = 7**(10**7)\nwhile True:\n    str(x)',
    'sort of 10 million': 'big = [i * 7919 % 10000019 for i in range(10**7)]\nwhile True:\n    sorted(big)',
    'sort with a key': 'big = list(range(10**7))\nwhile True:\n    sorted(big, key=lambda v: -v)',
    'search in a list': 'big = list(range(10**7))\nwhile True:\n    -1 in big',
    'replace in a text': "big = 'ab' * 10**8\nwhile True:\n    big.replace('ab', 'c')",
    'split of a text': "big = 'ab' * 10**8\nwhile True:\n    big.split('b')",
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
    ours = found.get('ours', {})
    goals = {('ipykernel', 'kernel_info/min'): 'goal 20', ('echo kernel', 'round_trip/min'): 'goal 0.5',
             ('echo kernel', 'bound/min'): 'goal 10000 us'}
    for side in [side for side in found if side != 'ours']:
        report.head(f'start, against {side}', 'tensor-kernel', side)
        for key in [key for key in ours if key in found[side]]:
            report.row(f'start/{key}', float(ours[key]), float(found[side][key]), '' if key == 'lost' else 'us',
                       goals.get((side, key), ''))


def find_program(name):
    for folder in (os.environ.get('TENSOR_BUILD'), str(Path(__file__).resolve().parents[2] / '.quickstart' / 'build')):
        if folder and (Path(folder) / 'tests' / 'bench' / name).exists():
            return str(Path(folder) / 'tests' / 'bench' / name)
    return None


def started(argv):
    """A kernel; jupyter_client takes one that is slow to bind for dead, so it gets three chances."""
    for attempt in range(3):
        try:
            return harness.Kernel(program=argv)
        except RuntimeError:
            if attempt == 2:
                raise


def shown(kernel, code):
    """The text of a cell's result."""
    messages = kernel.run(code, timeout=120)[1]
    return ''.join(m['content']['data']['text/plain'] for m in messages if m['msg_type'] == 'execute_result')


def pss(kernel):
    """Proportional memory in MiB."""
    status = Path(f'/proc/{kernel.process.pid}/smaps_rollup').read_text()
    return int(re.search(r'^Pss: +(\d+)', status, re.M)[1]) / 1024


def import_and_memory(report, options, sides):
    """Seconds of `import torch` and memory afterwards; sides maps a name to a command line."""
    values = {}
    for side, argv in sides.items():
        times, sizes = [], []
        for _ in range(1 if options.smoke else 3):
            kernel = started(argv)
            try:
                kernel.run('1 + 1')
                times.append(float(shown(
                    kernel, 'import time\n_start = time.perf_counter()\nimport torch\ntime.perf_counter() - _start')))
                kernel.run('torch.ones(2, 3) + 1')
                time.sleep(0.5)
                sizes.append(pss(kernel))
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


def interrupted(kernel, code, after):
    """Interrupt a cell; return the seconds from the signal until idle, None if the cell ended before, and its errors."""
    request = kernel.client.execute(code, allow_stdin=False, stop_on_error=False)
    time.sleep(after)
    begun = time.perf_counter()
    os.killpg(kernel.process.pid, signal.SIGINT)
    messages = kernel.until_idle(request, timeout=60)
    seconds = time.perf_counter() - begun
    kernel.reply(request)
    names = [m['content']['ename'] for m in messages if m['msg_type'] == 'error']
    return seconds if names or code.startswith('!') else None, names


def interrupts(report, options, argv):
    kernel = started(argv)
    try:
        kernel.run('kept = 42')
        for name, code in INTERRUPTS.items():
            if not options.chosen(f'interrupt/{name}'):
                continue
            report.head('interrupt', 'tensor-kernel', '')
            times = []
            for _ in range(1 if options.smoke else 5):
                seconds, names = interrupted(kernel, code, 0.4 if options.smoke else 1.0)
                times.append(seconds)
                if names != ['KeyboardInterrupt'] and not code.startswith('!'):
                    break
            if None in times:
                report.fail(f'interrupt/{name}', 'the cell ended by itself')
            elif names != ['KeyboardInterrupt'] and not code.startswith('!'):
                report.fail(f'interrupt/{name}', f'errors {names}')
            elif shown(kernel, 'kept') != '42':
                report.fail(f'interrupt/{name}', 'the variables are lost')
            else:
                report.row(f'interrupt/{name} (worst)', max(times) * 1e3, None, 'ms', 'goal 200 ms')
    finally:
        kernel.close()


PAUSES = """
import time
live = [[i] for i in range(100000)]
clock = time.perf_counter
worst, last = 0, clock()
for i in range(500000):
    a = []
    a.append(a)
    now = clock()
    worst = max(worst, now - last)
    last = now
print(worst)
"""


def pauses(report, options):
    """The longest step of a loop that makes garbage in cycles beside 100,000 live lists; the best of five processes."""
    best = {}
    for side, command in (('ours', [options.kernel, 'run', '-']), ('theirs', [options.cpython, '-'])):
        times = []
        for _ in range(1 if options.smoke else 5):
            with tempfile.TemporaryDirectory() as folder:
                script = Path(folder) / 'pauses.py'
                script.write_text(PAUSES)
                done = subprocess.run([*command[:-1], str(script)], cwd=folder, capture_output=True, text=True, timeout=300)
            if done.returncode:
                raise RuntimeError(done.stderr.strip().splitlines()[-1])
            times.append(float(done.stdout))
        best[side] = min(times) * 1e3
    report.head('memory', 'tensor-kernel', 'CPython')
    report.row('memory/longest pause', best['ours'], best['theirs'], 'ms', 'goal 10 ms')


def measure(report, options, torch):
    """All rows of start, memory and interrupt that were chosen."""
    ours = (options.kernel,)
    theirs = (options.python, '-m', 'ipykernel_launcher')
    if options.chosen('start/kernel'):
        echo = find_program('echo_kernel')
        roundtrip(report, options, {'ours': ours, 'ipykernel': theirs, **({'echo kernel': (echo,)} if echo else {})})
    if options.chosen('memory/longest pause'):
        pauses(report, options)
    if harness is None:
        report.skip('memory, interrupt', f'{sys.executable} has no jupyter_client')
        return
    try:
        if options.chosen('start/import torch') or options.chosen('memory'):
            import_and_memory(report, options, {'ours': ours, 'theirs': theirs} if torch else {'ours': ours})
        if any(options.chosen(f'interrupt/{name}') for name in INTERRUPTS):
            interrupts(report, options, ours)
    except (RuntimeError, ValueError, OSError, queue.Empty) as problem:
        report.fail('kernels', f'{type(problem).__name__} {problem}')
