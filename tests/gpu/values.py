"""Text and values against the PyTorch installed on the machine: random programs (tests/fuzz/tensor_programs.py) and the topics of
tests/torch, with the device as the default, so that all their tensors lie on it.

Programs whose indices are out of range are left out: on CUDA such an index ends the device, and both processes with it. They are
found by running the programs on the CPU first."""
import collections
import concurrent.futures
import importlib.machinery
import importlib.util
import re
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
TESTS = HERE.parent
# rows of the table whose answer names the device, or whose matrices are decomposed by another library than on the CPU, where signs are free
LEFT_OUT = re.compile(r'get_device|is_pinned|data_ptr|poisson|binomial|fractional_max_pool|torch\.rand|rrelu|\.device|cdata|_version|memory_format')
OUTSIDE = re.compile(r'out of bounds|out of range|index \S+ is out|Invalid index|is not in the range|Class values|Target -?\d+')
RUNNER = '''
import torch
DEVICE = %r
if DEVICE != 'cpu':
    torch.set_default_device(DEVICE)
PREPARE = compile(PRELUDE, '<prelude>', 'exec')
for number, text in enumerate(PROGRAMS):
    print('\\x1e%%d' %% number, flush=True)
    space = {'__name__': 'fuzz'}
    exec(PREPARE, space)
    space['LEFT'][0] = 400
    try:
        exec(compile(text, '<program>', 'exec'), space)
    except BaseException as error:
        print('ended by', type(error).__name__)
    if DEVICE != 'cpu':
        torch.cuda.synchronize()
'''
TOPIC = '''
import sys, torch
if {device!r} != 'cpu':
    torch.set_default_device({device!r})
exec(compile(open({path!r}, encoding='utf-8').read(), {path!r}, 'exec'), {{'__name__': '__main__', '__file__': {path!r}}})
'''
# topics about files, threads, other devices, the CPU's own random numbers, or whose tensors are made to lie on the CPU
NO_TOPICS = re.compile(r'^(?:random/|serialization/|api/device_|autograd/checkpoint|course/save_and_load|distributions/random_variables|examples/state_and_random|memory/(?:memory_formats|storages|dtype_and_storage_views))')


def load(name, path):
    loader = importlib.machinery.SourceFileLoader(name, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.modules[name] = module
    loader.exec_module(module)
    return module


def bare(text):
    """Without the device of a tensor, which only one of two devices prints, and without the line breaks it makes."""
    return re.sub(r'\s+', ' ', re.sub(r",\s*device='?(?:type='cuda', index=0|cuda:0)'?", '', text))


class Programs:
    """Batches of random programs, and what two sides make of them."""

    def __init__(self, ours, reference, device):
        self.tensors = load('fuzz_tensors', TESTS / 'fuzz' / 'tensors')
        self.programs = self.tensors.tensor_programs
        self.ours, self.reference, self.device = ours, reference, device
        self.programs.OPEN.update((TESTS / 'fuzz' / 'tensor_open.txt').read_text(encoding='utf-8').splitlines())
        # two devices draw different numbers
        left_out = re.compile(LEFT_OUT.pattern + '|manual_seed') if device == 'cpu' else LEFT_OUT
        self.programs.OPEN.update(row for row in self.programs.ROWS if left_out.search(row))

    def outputs(self, side, texts, device, limit):
        """What a side prints for each program. A program that ends the process: the rest runs in another one."""
        results, end = [], time.monotonic() + limit
        while len(results) < len(texts):
            rest = texts[len(results):]
            if time.monotonic() >= end:
                return results
            answer = side.program(f'PRELUDE = {self.programs.PRELUDE!r}\nPROGRAMS = {rest!r}\n' + RUNNER % device, end - time.monotonic())
            pieces = [piece.partition('\n')[2] for piece in answer.out.split('\x1e')[1:]]
            if answer.status is None:  # no time left, the last one may be half done
                return results + pieces[:-1]
            if answer.status or not pieces:
                pieces = pieces or ['']
                pieces[-1] += 'STATUS ' + ('ended' if answer.status != 1 else answer.last_error())
            results += pieces
        return results

    def batch(self, seeds, limit):
        """(seed, text here, text there) of each program that both sides have run."""
        texts = [(seed, self.programs.program(seed)) for seed in seeds]
        before = self.outputs(self.ours, [text for _, text in texts], 'cpu', limit)
        texts = [one for one, said in zip(texts, before) if not OUTSIDE.search(said) and 'STATUS' not in said]
        found = [self.outputs(side, [text for _, text in texts], device, limit)
                 for side, device in ((self.ours, 'cuda'), (self.reference, self.device))]
        return [(seed, text, *both) for (seed, text), *both in zip(texts, *found)]

    def difference(self, text, here, there):
        """The first pair of lines that differ, or None."""
        if self.device == 'cpu':
            # a print breaks its lines where the device's name makes it
            here, there = ('\n'.join(bare(line) if line.startswith(('tensor', 'Parameter')) else line for line in re.sub(r'\n+ ', ' ', side).splitlines()) for side in (here, there))
        if 'complex32' in there or 'ComplexHalf' in there:  # the kernel has no such type
            return None
        before = ''
        ours, theirs = here.splitlines(), there.splitlines()
        for a, b in zip(theirs + ['END'] * (len(ours) - len(theirs)), ours + ['END'] * (len(theirs) - len(ours))):
            if not self.tensors.close(a, b, before, text):
                return b, a
            before = a
        return None


def programs(part, ours, reference, device, seeds, clock, jobs, exact):
    """Batches of random programs until all have run or no time is left. exact: PyTorch is of the version the kernel follows; else
    other words of an error are listed and no failure."""
    machine = Programs(ours, reference, device)
    kinds, worded = collections.defaultdict(list), collections.defaultdict(list)
    size = min(50, max(1, len(seeds)))
    batches = [seeds[start:start + size] for start in range(0, len(seeds), size)]

    def work(batch):
        return machine.batch(batch, clock()) if clock() > 10 else []

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for found in pool.map(work, batches):
            for seed, text, here, there in found:
                pair = machine.difference(text, here, there)
                if pair is None:
                    part.passed += 1
                elif all(line.startswith('!') for line in pair) and not exact:
                    part.passed += 1
                    worded[machine.tensors.kind_of(pair[1], pair[0])].append((seed, *pair))
                else:
                    part.failed += 1
                    kinds[machine.tensors.kind_of(pair[1], pair[0])].append((seed, *pair))
    for title, table in (('random programs that differ', kinds), ('errors with other words than in the installed version', worded)):
        for kind, cases in sorted(table.items(), key=lambda item: -len(item[1]))[:60]:
            seed, here, there = cases[0]
            part.note(f'{title}: {len(cases)}, seeds {[case[0] for case in cases[:4]]}: here `{here[:160]}`, PyTorch `{there[:160]}`')


def topic_of(path):
    return path.relative_to(TESTS / 'torch').with_suffix('').as_posix()


def topics(part, ours, reference, device, names, clock, jobs, exact):
    """Topics of tests/torch on the device. Where PyTorch itself ends one early, what it has printed is compared."""
    lang = load('run_lang', TESTS / 'run-lang')
    sources = [path for path in sorted((TESTS / 'torch').rglob('*.py'))
               if not NO_TOPICS.search(topic_of(path)) and (not names or topic_of(path) in names)]
    # an index that is outside ends the device
    sources = [path for path in sources if not OUTSIDE.search(path.with_suffix('.out').read_text(encoding='utf-8', errors='replace'))]
    late = 0

    def work(source):
        if clock() < 10:
            return None
        return [side.program(TOPIC.format(device=where, path=str(source)), min(60, clock())) for side, where in ((ours, 'cuda'), (reference, device))]

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for source, answers in zip(sources, pool.map(work, sources)):
            if answers is None:
                late += 1
                continue
            if answers[1].status is None:
                part.skip(f'topic {topic_of(source)}', 'PyTorch has not ended')
                continue
            verdict = judge(lang, source, *answers, device == 'cpu', exact)
            if verdict is None:
                part.passed += 1
            elif verdict.startswith('skip '):
                part.skip(f'topic {topic_of(source)}', verdict[5:])
            else:
                part.failed += 1
                part.note(f'topic {topic_of(source)}: {verdict}')
    if late:
        part.skip(f'{late} topics', 'no time left')


def judge(lang, source, ours, theirs, other_device, exact):
    """What differs between two answers to a topic; None: nothing. Begins with 'skip ' where the kernel prints what its own version of
    PyTorch does (on the CPU) and another one is installed."""
    def lines(text):
        return [bare(text)] if other_device else text.splitlines()
    here, there, golden = lines(ours.out), lines(theirs.out), lines(lang.expectation(source.with_suffix('.out'))[1])
    if theirs.status and not other_device:  # an error there that ends the topic: judged up to it
        here = here[:len(there)]
    bad = [(b, a) for a, b in zip(there, here) if not lang.alike(a, b)]
    if len(here) != len(there):
        return f'{len(there)} lines in PyTorch, {len(here)} here ({ours.last_error()}); ' + (f'the first that differ: here `{bad[0][0][:160]}`, PyTorch `{bad[0][1][:160]}`' if bad else '')
    if not bad:
        return None
    first = f'here `{bad[0][0][:160]}`, PyTorch `{bad[0][1][:160]}`'
    if not exact and len(golden) == len(here) and all(lang.alike(bare(g), bare(b)) for g, a, b in zip(golden, there, here) if not lang.alike(a, b)):
        return f'skip {len(bad)} lines are those of the version that is followed, not of the installed one: {first}'
    return f'{len(bad)} of {len(there)} lines differ: {first}'
