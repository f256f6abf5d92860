#!/usr/bin/env python3
"""The parts of tests/gpu/check, in order of importance, each with a time limit; the report is written after each.

    tests/gpu/parts.py --kernel PROGRAM --plugin FILE --build DIR --out DIR [--python PYTHON] [--only PART[,PART]] [--minutes N]
                       [--emulated] [--short] [--course DIR] [--tools FILE]

--emulated: the plugin is the emulated one and PyTorch's CPU stands for PyTorch on CUDA; sizes are tiny, and figures mean nothing.
Last line: N passed, M failed, and how many were skipped; the report is report.md in DIR."""
import argparse
import datetime
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
sys.path.insert(0, str(HERE))
import bench  # noqa: E402
import sides  # noqa: E402
import values  # noqa: E402
import vectors  # noqa: E402

DEVICE = r'''
import torch
print('cuda %s, %d devices' % (torch.version.cuda, torch.cuda.device_count()))
p = torch.cuda.get_device_properties(0)
print('%s, capability %d.%d, %d multiprocessors, %.1f GiB' % (p.name, *torch.cuda.get_device_capability(0), p.multi_processor_count, p.total_memory / 2**30))
print(torch.ones(2, 2, device='cuda') + 1)
'''


class Part:
    """What a part has counted, and what it has to say."""

    def __init__(self, name, title):
        self.name, self.title = name, title
        self.passed = self.failed = self.skipped = 0
        self.lines, self.tables, self.seconds = [], [], 0.0

    def note(self, text):
        self.lines.append(text)

    def fail(self, what, why):
        self.failed += 1
        self.note(f'FAIL {what}: {why}')

    def skip(self, what, why):
        self.skipped += 1
        self.note(f'skip {what}: {why}')

    def take(self, what, answer):
        """Adds the counts of a test program's last line."""
        line = re.findall(r'^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?', answer.out, re.M)
        if not line:
            self.fail(what, 'not ready in time' if answer.status is None else answer.last_error())
            self.lines += answer.out.splitlines()[-6:]
            return
        passed, failed, skipped = (int(count or 0) for count in line[-1])
        if answer.status not in (0, 77) and not failed:
            failed += 1
            self.note(f'FAIL {what}: {answer.last_error()}')
        self.passed, self.failed, self.skipped = self.passed + passed, self.failed + failed, self.skipped + skipped
        if failed:
            said = [text for text in answer.out.splitlines() if not re.match(r'ok|PASS|\d+ passed', text)]
            self.note(f'{what}: {failed} failed')
            self.lines += ['    ' + text[:300] for text in said[:60]]
        for text in answer.out.splitlines():
            if text.startswith('skip'):
                self.note(f'{what}: {text[:200]}')


class Check:
    """What the parts share: the sides, the folder for results, the clock."""

    def __init__(self, options):
        self.options = options
        self.environment = {'TENSOR_CUDA': options.plugin, 'TENSOR_SIM_GPUS': '0'}
        if options.library_path:
            self.environment['LD_LIBRARY_PATH'] = options.library_path
        self.ours = sides.Ours(options.kernel, self.environment)
        self.device = 'cpu' if options.emulated else 'cuda'
        self.reference = self.find_reference()
        self.small = options.emulated
        self.end = time.monotonic() + options.minutes * 60
        self.part_end = self.end
        self.jobs = max(1, min(6, (os.cpu_count() or 2) // 2))
        self.exact = bool(self.reference) and self.torch.startswith('2.13.')

    def find_reference(self):
        """PyTorch, if the Python has one that sees the device."""
        self.torch = 'none'
        question = 'import torch; print(torch.__version__)' + ('' if self.options.emulated else '; torch.ones(1, device="cuda")')
        answer = sides.run([self.options.python, '-W', 'ignore', '-c', question], 120)
        if answer.status != 0:
            self.why = answer.last_error()
            return None
        self.torch = answer.out.strip()
        return sides.Reference(self.options.python)

    def clock(self):
        """Seconds left for the part that runs."""
        return min(self.end, self.part_end) - time.monotonic()

    def need_torch(self, part):
        if self.reference is None:
            part.skip(part.title, f'{self.options.python} has no PyTorch for the device ({self.why})')
        return self.reference is not None

    def test_program(self, part, name, arguments=(), prefix=(), what=None):
        program = Path(self.options.build) / 'tests' / 'unit' / name
        if not program.exists():
            part.skip(name, 'was not built')
            return None
        answer = sides.run([*prefix, program, *arguments], self.clock(), None, self.environment)
        (Path(self.options.out) / f'{part.name}-{name}.log').write_text((answer.out + answer.err)[-1000000:], encoding='utf-8')
        part.take(what or name, answer)
        return answer


def device(check, part):
    """Is the device seen, and what is it?"""
    smi = sides.run(['nvidia-smi', '--query-gpu=name,driver_version,memory.total,clocks.max.sm,clocks.max.mem,pstate,ecc.mode.current', '--format=csv'], 30)
    part.note('nvidia-smi: ' + (' / '.join(smi.out.strip().splitlines()) if smi.status == 0 else 'not there'))
    answer = check.ours.program(DEVICE, check.clock())
    if answer.status != 0 or 'tensor([[2., 2.]' not in answer.out or "device='cuda:0'" not in answer.out:
        part.fail('the kernel on the device', answer.last_error())
        return
    part.passed += 1
    part.note('the kernel says: ' + '; '.join(answer.out.splitlines()[:2]))
    if check.need_torch(part) and check.device == 'cuda':
        answer = check.reference.program(DEVICE, check.clock())
        part.note(f'PyTorch {check.torch} says: ' + '; '.join(answer.out.splitlines()[:2]))


def samples(check, part):
    """Every sample of every op and each gradient on the device, against the CPU and PyTorch's golden values."""
    check.test_program(part, 'test_ops', () if not check.options.short else ('devices_agree',))
    if not check.options.short:
        check.test_program(part, 'test_cuda')


def torch_programs(check, part):
    """tests/cuda/torch_*.py: torch.cuda as programs see it."""
    for source in sorted((TOP / 'tests' / 'cuda').glob('torch_*.py')):
        if not check.options.short or source.stem == 'torch_cuda':
            answer = sides.run([*check.ours.command(source)], min(120, check.clock()), None, check.environment)
            part.take(source.stem, answer)


def random(check, part):
    """Random numbers bit for bit; emulated: against simulated devices, which are tested against known vectors."""
    with tempfile.TemporaryDirectory() as folder:
        if check.options.emulated:
            other, where = sides.Ours(check.options.kernel, {**check.environment, 'TENSOR_CUDA': 'off', 'TENSOR_SIM_GPUS': '1'}), 'cuda'
        elif check.need_torch(part):
            other, where = check.reference, 'cuda'
        else:
            return
        vectors.differences(part, check.ours, other, ('cuda', where), vectors.FEW if check.small else vectors.SIZES, check.clock, Path(folder))


def figures(check, part):
    """The table of the figures."""
    rounds = 1 if check.options.short else 2 if check.small else 3
    first = bench.first_use(part, check.ours, check.reference, check.device, 1 if check.options.short else 3, check.clock)
    rows = bench.measure(part, check.ours, check.reference, check.device, check.small, rounds, check.clock,
                         check.options.rows or (r'^(?!.*_1e8)' if check.options.short else ''))
    part.tables, (reached, below) = bench.table(rows, first)
    part.note(f'{reached} figures reach their goal, {below} are below' + (' (emulated: these figures mean nothing)' if check.small else ''))
    (Path(check.options.out) / 'figures.json').write_text(json.dumps(
        [{'name': row.name, 'walls': row.walls, 'events': row.events, 'amount': row.amount, 'missing': row.missing, 'seen': row.seen} for row in rows]), encoding='utf-8')


def programs(check, part):
    """Random programs and the topics of tests/torch, on both sides."""
    if not check.need_torch(part):
        return
    count = 20 if check.options.short else 200 if check.small else 3000
    values.programs(part, check.ours, check.reference, check.device, range(1, count + 1), check.clock, check.jobs, check.exact and not check.small)


def topics(check, part):
    """The topics of tests/torch with the device as the default, on both sides."""
    if not check.need_torch(part):
        return
    names = ('pointwise/operators', 'shape/views_and_joining') if check.options.short else ()
    values.topics(part, check.ours, check.reference, check.device, names, check.clock, check.jobs, check.exact)


def memory(check, part):
    """Memory, streams, events, pinned copies, captured steps, a fault."""
    answer = check.ours.program(f'SMALL = {check.small}\n' + (HERE / 'memory.py').read_text(encoding='utf-8'), check.clock())
    part.take('memory', answer)
    answer = sides.run([check.options.python, HERE / 'cells.py', check.options.kernel, 100 if check.small else 10000], check.clock(), None, check.environment)
    if answer.status == 77:
        part.skip('cells through Jupyter', f'{check.options.python} has no jupyter_client')
    else:
        part.take('cells through Jupyter', answer)


def course(check, part):
    """The course and its expected outputs with the kernel and one device."""
    folder = Path(check.options.course) if check.options.course else next((path for path in (TOP.parent / 'shared/course', TOP / 'shared/course') if path.exists()), None)
    if folder is None or not (folder / 'check').exists():
        part.skip('course', 'its folder is not there (--course DIR)')
        return
    if sides.run([check.options.python, '-c', 'import jupyter_client, nbformat'], 60).status != 0:
        part.skip('course', f'{check.options.python} has no jupyter_client and nbformat')
        return
    with tempfile.TemporaryDirectory() as home:
        spec = Path(home) / 'kernels' / 'tensor-gpu-check'
        spec.mkdir(parents=True)
        (spec / 'kernel.json').write_text(json.dumps({'argv': [str(check.options.kernel), '-f', '{connection_file}'], 'display_name': 'Tensor', 'language': 'python',
                                                      'env': {**check.environment, 'CUDA_VISIBLE_DEVICES': '0', 'TENSOR_EMULATED_GPUS': '1'}}))
        environment = {'JUPYTER_PATH': home, 'JUPYTER_RUNTIME_DIR': home + '/run'}
        # products of 10000 x 10000 on the CPU, which the emulation would take an hour for
        chosen = ['--notebook', 'seed-0'] if check.small else []
        part.take('course', sides.run([check.options.python, folder / 'check', 'tensor-gpu-check', '--profile', 'gpu1', *chosen, '--timeout', 120], check.clock(), None, environment))


def sanitizer(check, part):
    """compute-sanitizer over the samples: memory first, then races and memory that nobody wrote."""
    tool = next((path for path in (Path(folder) / 'compute-sanitizer' for folder in [*os.environ.get('PATH', '').split(':'), '/usr/local/cuda/bin',
                 os.environ.get('CUDA_HOME', '/usr/local/cuda') + '/bin']) if path.exists()), None)
    if check.options.emulated or tool is None:
        part.skip('compute-sanitizer', 'the emulation has sanitizers of its own' if check.options.emulated else 'not there')
        return
    for name, tests, share in (('memcheck', ('devices_agree', 'samples_give'), 0.55), ('racecheck', ('devices_agree',), 0.5), ('initcheck', ('devices_agree',), 0.9)):
        log = Path(check.options.out) / f'sanitizer-{name}.log'
        limit = check.clock() * share
        if limit < 20:
            part.skip(name, 'no time left')
            continue
        command = [tool, '--tool', name, '--log-file', log, '--print-limit', '200', '--error-exitcode', '9', Path(check.options.build) / 'tests/unit/test_ops', *tests]
        answer = sides.run(command, limit, None, check.environment)
        said = log.read_text(encoding='utf-8', errors='replace') if log.exists() else ''
        errors = re.findall(r'^========= (?:Error: |Warning: |Invalid|Uninitialized|.*[Rr]ace).*', said, re.M)
        found = re.search(r'ERROR SUMMARY: (\d+)|RACECHECK SUMMARY: (\d+)', said)
        if answer.status is None:
            part.note(f'{name}: stopped after {limit:.0f} seconds, {len(errors)} complaints until then')
        if errors or (found and int(found[1] or found[2])):
            part.fail(name, f'{found[0] if found else len(errors)}: ' + '; '.join(dict.fromkeys(line[10:150] for line in errors[:20])))
        elif answer.status is None or found:
            part.passed += 1
        else:
            part.fail(name, answer.last_error())


# name, function, title, most seconds, seconds when emulated
PARTS = (
    ('device', device, 'The device', 60, 60), ('samples', samples, 'Samples of the ops and their gradients', 150, 300),
    ('torch', torch_programs, 'torch.cuda', 90, 300), ('random', random, 'Random numbers', 90, 120), ('bench', figures, 'Figures', 300, 300),
    ('programs', programs, 'Random programs against the installed PyTorch', 120, 200), ('memory', memory, 'Memory, streams, copies', 90, 120),
    ('course', course, 'The course', 150, 120), ('topics', topics, 'Topics against the installed PyTorch', 120, 200),
    ('sanitizer', sanitizer, 'compute-sanitizer', 200, 60))


def command_line(command, pattern=r'(.*)'):
    answer = sides.run(command, 20)
    found = re.search(pattern, answer.out) if answer.status == 0 else None
    return found[1].strip() if found else ''


def report(check, parts, path):
    """Writes report.md: fit to be committed as tests/gpu/RESULTS.md when it comes from hardware."""
    options = check.options
    gpu = command_line(['nvidia-smi', '--query-gpu=name', '--format=csv,noheader']) or 'none'
    driver = command_line(['nvidia-smi', '--query-gpu=driver_version', '--format=csv,noheader']) or 'none'
    commit = options.commit or command_line(['git', '-C', str(TOP), 'describe', '--always', '--dirty', '--abbrev=10']) or 'unknown'
    lines = ['# Results on a GPU' if not options.emulated else '# A dry run, emulated: not results', '',
             f'`tests/gpu/check`, {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC.', '', '| | |', '|---|---|',
             f'| GPU | {gpu} |', f'| driver | {driver} |', f'| toolkit | {options.tools or "unknown"} |', f'| PyTorch | {check.torch} |', f'| commit | {commit} |', '',
             '| part | passed | failed | skipped | seconds |', '|---|---|---|---|---|']
    for part in parts:
        lines.append(f'| {part.title} | {part.passed} | {part.failed} | {part.skipped} | {part.seconds:.0f} |')
    for part in sorted(parts, key=lambda part: part.name != 'bench'):
        if part.tables or part.lines:
            lines += ['', f'## {part.title}', '', *part.tables]
        if part.lines:
            lines += ['', '```', *(line[:400] for line in part.lines[:300]), '```']
    counts = [sum(getattr(part, name) for part in parts) for name in ('passed', 'failed', 'skipped')]
    last = f'{counts[0]} passed, {counts[1]} failed' + (f', {counts[2]} skipped' if counts[2] else '')
    path.write_text('\n'.join([*lines, '', last, '']), encoding='utf-8')
    return last, counts[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--kernel', required=True)
    parser.add_argument('--plugin', required=True)
    parser.add_argument('--build', required=True, help='the folder that has tests/unit/test_ops')
    parser.add_argument('--out', required=True)
    parser.add_argument('--python', default=sys.executable)
    parser.add_argument('--only', default='')
    parser.add_argument('--rows', default='', help='rows of the benchmark whose names match')
    parser.add_argument('--minutes', type=float, default=60)
    parser.add_argument('--emulated', action='store_true')
    parser.add_argument('--short', action='store_true')
    parser.add_argument('--course', default='')
    parser.add_argument('--tools', default='')
    parser.add_argument('--commit', default='')
    parser.add_argument('--library-path', default='', help='LD_LIBRARY_PATH of the kernel')
    options = parser.parse_args()
    wanted = [name for name in options.only.split(',') if name]
    unknown = set(wanted) - {name for name, *_ in PARTS}
    if unknown:
        parser.error(f'no such part: {", ".join(sorted(unknown))}; there are {", ".join(name for name, *_ in PARTS)}')
    out = Path(options.out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    options.out, options.build, options.kernel, options.plugin = str(out), *(str(Path(path).resolve()) for path in (options.build, options.kernel, options.plugin))
    check, parts = Check(options), []
    for name, function, title, limit, emulated in PARTS:
        if wanted and name not in wanted:
            continue
        part = Part(name, title)
        parts.append(part)
        start = time.monotonic()
        check.part_end = start + (emulated if options.emulated else limit)
        if check.clock() < 10:
            part.skip(title, 'no time left')
        else:
            try:
                function(check, part)
            except Exception as error:  # one part must not take the others with it
                part.fail(title, f'{type(error).__name__}: {error}')
        part.seconds = time.monotonic() - start
        print(f'{title}: {part.passed} passed, {part.failed} failed, {part.skipped} skipped, {part.seconds:.0f} s', flush=True)
        print(*(f'    {line[:300]}\n' for line in part.lines[:40]), sep='', end='', flush=True)
        last, failed = report(check, parts, out / 'report.md')
    if check.reference:
        check.reference.close()
    for part in parts:
        print(*part.tables, sep='\n', end='\n' if part.tables else '')
    print(f'the report: {out / "report.md"}')
    print(last)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
