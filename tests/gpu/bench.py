"""The table of the Figures: rows.py on both sides in turns, several rounds, medians.

A row's ratio is PyTorch's time divided by the kernel's, from CUDA's events and from the wall clock; it reaches its goal when both
do. Rows that only move memory also want a part of the speed at which the device copies (clone of 10^8 elements, the faster side)."""
import re
import statistics
import tempfile
from pathlib import Path

from sides import Asked

ROWS = Path(__file__).with_name('rows.py')
PLAIN = ('clone', 'add', 'mul', 'add_scalar', 'relu', 'exp', 'tanh', 'sigmoid', 'gelu', 'silu', 'sin', 'clamp', 'addcmul', 'maximum', 'pow', 'add_row', 'log', 'sqrt',
         'add_in_place', 'greater', 'where', 'add_bfloat16', 'gelu_bfloat16', 'add_half', 'add_double', 'to_bfloat16', 'sum', 'mean', 'max', 'norm', 'sum_rows', 'sum_bfloat16')
COPY = 'clone_1e8'
# begins of names, goal of the ratio, and of the speed of a copy for the rows in PLAIN; the order is that of the measuring
GROUPS = (
    ('product_', 0.98, 'products of matrices'), ('training_step_captured', 0, 'bound by launches'), ('products_and_norms_1000', 3.0, 'bound by launches'), ('training_step', 3.0, 'bound by launches'),
    ('to_device_', 0.95, 'copies'), ('to_host', 0.95, 'copies'), ('new_on_device', 0.95, 'copies'),
    ('small_adds', 0, 'bound by launches'), ('item', 0, 'bound by launches'))
OTHERS = ('sort', 'topk', 'cumsum', 'gather', 'scatter_add', 'masked_select', 'rand', 'randn', 'dropout', 'conv_3x3', 'conv_1x1', 'max_pool', 'embedding', 'attention')
FIRST = '''
import time
start = time.perf_counter()
import torch
imported = time.perf_counter()
x = torch.ones(1000, device=DEVICE)
if DEVICE != 'cpu':
    torch.cuda.synchronize()
used = time.perf_counter()
y = torch.mm(torch.ones(100, 100, device=DEVICE), torch.ones(100, 100, device=DEVICE)).sum().item()
print('times;%.9g;%.9g;%.9g' % (imported - start, used - imported, time.perf_counter() - used))
'''


def group_of(name):
    """The goal of a row and what it belongs to; 0: no goal is set."""
    for begin, goal, group in GROUPS:
        if name.startswith(begin):
            return goal, group
    return (0, 'others') if name in OTHERS else (1.0, 'pointwise, reductions, softmax, norms')


def names_of(text):
    """The names of the rows, as rows.py makes them, without a device: asked of the first side that answers."""
    return text.replace('while True:\n    try:\n        asked', "print(','.join(ROWS))\nwhile False:\n    try:\n        asked", 1)


class Row:
    def __init__(self, name):
        self.name, (self.goal, self.group) = name, group_of(name)
        self.walls, self.events = ([], []), ([], [])
        self.amount, self.seen, self.missing = 0, [None, None], [None, None]

    def hear(self, side, answer):
        """Takes an answer of a side: 0 is the kernel."""
        if answer is None:
            self.missing[side] = 'no answer'
            return
        kind, *parts = answer.split(';')
        if kind != 'times':
            self.missing[side] = ('not there: ' if kind == 'absent' else '') + ';'.join(parts)
            return
        self.walls[side].append(float(parts[0]))
        self.events[side].append(float(parts[1]))
        self.amount, self.seen[side] = float(parts[3]), parts[4]

    def time(self, side, events=True):
        """Seconds, from events where there are some; nan when not measured."""
        times = self.events[side] if events and self.events[side] and self.events[side][0] == self.events[side][0] else self.walls[side]
        return statistics.median(times) if times else float('nan')

    def ratios(self):
        return [self.time(1, events) / self.time(0, events) for events in (True, False)]

    def measured(self):
        return bool(self.walls[0])

    def compared(self):
        return bool(self.walls[0] and self.walls[1])

    def speed(self):
        """GB/s or TFLOP/s of the kernel, with its unit; None where nothing is counted."""
        if not self.amount or not self.measured():
            return None
        rate = self.amount / self.time(0)
        return (rate / 1e12, 'TFLOP/s') if self.name.startswith('product_') else (rate / 1e9, 'GB/s')

    def kind(self):
        return self.name.rpartition('_')[0] if self.name.endswith(('_1e7', '_1e8')) else self.name

    def verdict(self, copy):
        """'' without a goal, else ok or what is below."""
        if not self.goal or not self.compared():
            return ''
        low = []
        # a ratio is as good as its two decimals
        if round(min(self.ratios()), 2) < self.goal:
            low.append('below')
        if self.kind() in PLAIN and copy and self.amount / self.time(0) < 0.85 * copy:
            low.append('below 85 % of a copy')
        return ', '.join(low) or 'ok'


def agree(row):
    """Have both sides done the same? The same shape, and nearly the same mean."""
    if None in row.seen:
        return True
    (shape, mean), (other, theirs) = (seen.rsplit(' ', 1) for seen in row.seen)
    mean, theirs = float(mean), float(theirs)
    return shape == other and (abs(mean - theirs) <= 1e-2 + 1e-2 * abs(theirs) or (mean != mean and theirs != theirs))


def measure(part, ours, reference, device, small, rounds, clock, wanted=''):
    """Runs the rows whose names match wanted; part (parts.Part) takes what fails, clock says how much time is left. The Rows, in the order of the file."""
    heads = [f'DEVICE, SMALL = {name!r}, {small}\n' for name in ('cuda', device)]
    text = ROWS.read_text(encoding='utf-8')
    listed = ours.program(heads[0] + names_of(text), 60)
    names = [name for name in listed.out.strip().split(',') if re.search(wanted, name)]
    if listed.status != 0:
        part.fail('bench', listed.last_error())
        return []
    order = sorted(names, key=lambda name: (group_of(name)[1] == 'others', name != COPY))
    rows = {name: Row(name) for name in names}
    sides = (ours, reference) if reference else (ours,)
    with tempfile.TemporaryDirectory() as folder:
        asked = [Asked(side, head + text, folder) for side, head in zip(sides, heads)]
        for turn in range(rounds):
            for name in order:
                for k in sorted(range(len(sides)), reverse=bool(turn % 2)):
                    row = rows[name]
                    if row.missing[k]:
                        continue
                    if clock() < 5:
                        break
                    row.hear(k, asked[k].ask(f'{name} {0.0001 if small else 0.02}', min(clock(), 60)))
                    if row.missing[k] == 'no answer':
                        row.missing[k] = asked[k].reason()
                        asked[k].close()
                        asked[k] = Asked(sides[k], heads[k] + text, folder)
        for one in asked:
            one.close()
    for row in rows.values():
        if row.missing[0] and not row.missing[0].startswith('not there'):
            part.fail(f'bench {row.name}', row.missing[0])
        elif not agree(row) and not small:
            part.fail(f'bench {row.name}', f'different results: {row.seen[0]}, {row.seen[1]}')
        elif row.measured():
            part.passed += 1
        else:
            part.skip(f'bench {row.name}', row.missing[0] or 'no time left')
    return list(rows.values())


def first_use(part, ours, reference, device, rounds, clock):
    """The first use of the device in fresh processes: (name, seconds here, seconds of PyTorch)."""
    import sides
    found = ([], [])
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(rounds):
            for k, (side, name) in enumerate(((ours, 'cuda'), (reference, device))):
                if side is None or clock() < 10:
                    continue
                script = Path(folder) / f'first{k}.py'
                script.write_text(f'DEVICE = {name!r}\n' + FIRST, encoding='utf-8')
                answer = sides.run(side.command(script), min(clock(), 60), folder, side.environment)
                if answer.status != 0 or not answer.out.startswith('times;'):
                    part.fail(f'first use, {side.name}', answer.last_error())
                    continue
                found[k].append([float(value) for value in answer.out.strip().split(';')[1:]])
    names = ('import torch', 'first use of the device', 'first product (cuBLAS)')
    return [(name, *(statistics.median(one[i] for one in side) if side else float('nan') for side in found)) for i, name in enumerate(names)]


def number(value, digits=3):
    return '' if value != value else f'{value:.{digits}g}' if abs(value) < 10 ** digits else f'{value:.0f}'


def table(rows, first):
    """The Markdown of the figures, and how many reached their goal and how many did not."""
    copies = [row.amount / row.time(k) for row in rows if row.name == COPY for k in (0, 1) if row.walls[k]]
    copy = max(copies, default=0)
    lines, counts = [], [0, 0]
    if copy:
        lines += [f'A copy on the device moves {copy / 1e9:.0f} GB/s (read and written).', '']
    lines += ['| row | ours, ms | PyTorch, ms | ratio, events | ratio, wall clock | speed | of a copy | goal | |', '|---|---|---|---|---|---|---|---|---|']
    for group in dict.fromkeys(row.group for row in rows):
        lines.append(f'| **{group}** | | | | | | | | |')
        for row in (row for row in rows if row.group == group):
            verdict = row.verdict(copy)
            if verdict:
                counts[verdict != 'ok'] += 1
            times = [number(row.time(k) * 1e3, 4) or (row.missing[k] or 'not reached')[:60] for k in (0, 1)]
            ratios = [f'{ratio:.2f}' for ratio in row.ratios()] if row.compared() else ['', '']
            speed = row.speed()
            part = f'{row.amount / row.time(0) / copy * 100:.0f} %' if copy and speed and speed[1] == 'GB/s' and row.group != 'copies' else ''
            goal = f'{row.goal:g}' if row.goal else ''
            if row.kind() in PLAIN and goal:
                goal += ', 85 %'
            lines.append(f'| {row.name} | {times[0]} | {times[1]} | {ratios[0]} | {ratios[1]} | {number(speed[0]) + " " + speed[1] if speed else ""} | {part} | {goal} | {verdict} |')
    eager = {row.name: row for row in rows}
    captured, plain = eager.get('training_step_captured'), eager.get('training_step')
    if captured and plain and captured.walls[0] and plain.walls[1]:
        ratio = plain.time(1, False) / captured.time(0, False)
        counts[round(ratio, 2) < 3] += 1
        lines.append(f'| training_step, captured here, not in PyTorch | {number(captured.time(0, False) * 1e3, 4)} | {number(plain.time(1, False) * 1e3, 4)} | | {ratio:.2f} | | | 3 | '
                     f'{"ok" if round(ratio, 2) >= 3 else "below"} |')
    if first:
        lines.append('| **fresh processes** | | | | | | | | |')
        for name, here, there in first:
            goal = name == 'first use of the device' and here == here and there == there
            verdict = '' if not goal else 'ok' if here <= there else 'below'
            if goal:
                counts[verdict != 'ok'] += 1
            ratio = f'{there / here:.2f}' if here == here and there == there else ''
            lines.append(f'| {name} | {number(here * 1e3, 4)} | {number(there * 1e3, 4)} | | {ratio} | | | {"1" if goal else ""} | {verdict} |')
    return lines, counts
