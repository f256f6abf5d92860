"""Memory that a session gives back: cyclic garbage, models with cycles. Sizes, no times."""
import unittest

from harness import ECHO, KernelCase, main, text

CYCLES = '''
class Node:
    pass

def peak():
    with open('/proc/self/status') as status:
        return next(int(line.split()[1]) for line in status if line.startswith('VmHWM:')) // 1024

before = peak()
for i in range({count}):
    a, b = Node(), Node()
    a.other, b.other = b, a
for i in range({count}):
    a = []
    a.append(a)
print(peak() - before)
'''

MODEL = '''
import gc, torch
from torch import nn

class Block(nn.Module):
    def __init__(self, owner):
        super().__init__()
        self.owner = [owner]
        self.layer = nn.Linear(500, 500)
        self.again = lambda x: self.layer(x)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Block(self) for _ in range(4)])

    def forward(self, x):
        for block in self.blocks:
            x = block.again(x).relu()
        return x

def held():
    return torch.cuda.memory_allocated()

def trained():
    model = Net().to('cuda')
    optimizer = torch.optim.Adam(model.parameters())
    model.blocks[0].register_forward_hook(lambda module, inputs, output: model)
    model(torch.ones(10, 500, device='cuda')).sum().backward()
    optimizer.step()
    return model

before = held()
model = trained()
during = held()
del model
'''


@unittest.skipIf(ECHO, 'needs the language')
class Memory(KernelCase):
    environment = {'TENSOR_SIM_GPUS': '1'}

    def run_cell(self, code):
        reply, messages = self.k.run(code, timeout=100)
        self.assertEqual(reply['content']['status'], 'ok', reply['content'])
        return text(messages)

    def test_ten_million_short_cycles_run_in_bounded_memory(self):
        self.assertLess(int(self.run_cell(CYCLES.format(count=5_000_000))), 32)

    def test_a_deleted_model_with_cycles_returns_its_tensors_when_asked(self):
        self.run_cell(MODEL)
        self.assertEqual(self.run_cell('gc.collect()\nprint(during > before + 4 * 500 * 500 * 4, held() - before)').split(), ['True', '0'])

    def test_a_deleted_model_with_cycles_returns_its_tensors_while_others_work(self):
        self.run_cell(MODEL)
        made = 'for i in range(200_000):\n    x = []\n    x.append(x)\nprint(held() - before)'
        self.assertEqual(self.run_cell(made).strip(), '0')

    def test_a_model_made_again_and_again_does_not_pile_up(self):
        self.run_cell(MODEL)
        sizes = self.run_cell('for i in range(100): model = trained()\ndel model\ngc.collect()\nprint(held() - before)')
        self.assertEqual(sizes.strip(), '0')


if __name__ == '__main__':
    main()
