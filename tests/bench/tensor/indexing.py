"""Single numbers, rows and selections of tensors, a thousand in each measurement."""
import torch

SETUP = """
N = range(1000)
v, m, b, few, grid = torch.arange(1000.), torch.arange(100000.).reshape(1000, 100), torch.ones(100), torch.arange(8.), torch.arange(12.).reshape(3, 4)
pick, index, chosen = [3, 1, 4], torch.tensor([3, 1, 4]), torch.arange(8) > 3
"""
STATEMENTS = {
    'read': 'c = v[i]', 'item': 'c = v[i].item()', 'float': 'c = float(v[i])', 'add_up': 'v[i] = (v[i] + v[i]) * 0.5', 'write_scalar': 'v[i] = 1.5', 'element': 'c = m[i, 7]',
    'row': 'c = m[i]', 'column': 'c = m[:, i % 100]', 'slice': 'c = m[1:5, 2:9:2]', 'slice_rows': 'c = m[i:i + 10]', 'ellipsis': 'c = m[..., 3]', 'none': 'c = m[:, None]',
    'write_row': 'm[i] = b', 'write_slice': 'm[i, 3:7] = 2.0', 'write_column': 'm[:3, 7] = 0', 'list': 'c = m[pick]', 'tensor': 'c = m[index]', 'mask': 'c = few[chosen]',
    'compare_mask': 'c = few[few > 3]', 'pairs': 'c = grid[[0, 1], [2, 3]]', 'write_list': 'few[pick] = 0.0', 'write_mask': 'few[chosen] = 1.0', 'add_in_place': 'v[i] += 0',
}


def row(statement):
    def make():
        space = {'torch': torch}
        exec(f'{SETUP}\ndef work():\n    c = v\n    for i in N:\n        {statement}\n    return c\n', space)
        return space['work']
    return make


def iterate():
    v = torch.arange(1000.)

    def work():
        for c in v:
            pass
        return c
    return work


ROWS = {name: row(statement) for name, statement in STATEMENTS.items()} | {'iterate': iterate}
