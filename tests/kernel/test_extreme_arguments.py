"""Arguments near the ends of 64-bit integers: each call ends with a result or an exception, and the session lives."""
import unittest

from harness import ECHO, KernelCase, main, text

CALLS = [
    'x.roll({v}, 0)',
    'x.roll(({v}, {v}), (0, 1))',
    'x.narrow(0, {v}, 1)',
    'x.narrow(0, 0, {v})',
    'x.unfold(0, {v}, 1)',
    'x.unfold(0, 1, {v})',
    'x.repeat({v}, {v})',
    'x.expand({v}, 2, 3)',
    'x.view({v}, 1)',
    'x.reshape(-1, {v})',
    'x.split({v})',
    'x.chunk({v})',
    'x.tile({v})',
    'x.repeat_interleave({v})',
    'torch.zeros({v}, {v})',
    'torch.empty_strided((2,), ({v},))',
    'x.as_strided((2, 2), ({v}, {v}))',
    'x.as_strided(({v}, {v}), (1, 1))',
    'x.as_strided((2,), (1,), {v})',
    'x.diagonal({v})',
    'x.tril({v})',
    'x.triu({v})',
    'torch.diag(x[0], {v})',
    'x.diag_embed({v})',
    'torch.arange(0, {v}, {v})',
    'torch.eye({v})',
    'torch.randint({v}, (2,))',
    'torch.randint(-5, {v}, (2,))',
    'x.topk({v})',
    'x.kthvalue({v})',
    'x.flip({v})',
    'x.sum({v})',
    'x.transpose({v}, 0)',
    'x.permute({v}, 0)',
    'x.movedim({v}, 0)',
    'x.unsqueeze({v})',
    'x.squeeze({v})',
    'x.select(0, {v})',
    'x[{v}]',
    'x[{v}:]',
    'x[:{v}]',
    'x[::abs({v}) or 1]',
    'x[[{v}]]',
    'x[torch.tensor([{v}])]',
    'x.index_select(0, torch.tensor([{v}]))',
    'x.gather(0, torch.tensor([[{v}]]))',
    'x.scatter(0, torch.tensor([[{v}]]), 1.)',
    'x.take(torch.tensor([{v}]))',
    'x.put_(torch.tensor([{v}]), x[0, :1])',
    'F.pad(x, ({v}, 0))',
    'F.pad(x, (0, {v}))',
    'F.pad(x, ({v}, {v}))',
    'F.one_hot(l, {v})',
    'F.one_hot(torch.tensor([{v}]))',
    'F.embedding(torch.tensor([{v}]), x)',
    'F.nll_loss(x, torch.tensor([{v}, 0]))',
    'F.cross_entropy(x, torch.tensor([0, {v}]))',
    'l + {v}',
    'l * {v}',
    'l - {v}',
    'l // {v}',
    'l % {v}',
    'l ** 2 + {v}',
    '-torch.tensor({v})',
    'torch.tensor({v}).abs()',
    'torch.tensor({v}) // -1',
    'torch.tensor({v}) % -1',
    'l >> {v}',
    'l << {v}',
    'torch.bincount(torch.tensor([{v}]))',
    'x.float_power({v})',
    'l.pow({v})',
    'x.cumsum({v})',
    'F.max_pool2d(x[None, None], {v})',
    'F.max_pool2d(x[None, None], 1, stride={v})',
    'F.max_pool2d(x[None, None], 1, padding={v})',
    'F.avg_pool2d(x[None, None], 1, {v})',
    'F.avg_pool2d(x[None, None], {v})',
    'F.conv2d(x[None, None], torch.ones(1, 1, 1, 1), stride={v})',
    'F.conv2d(x[None, None], torch.ones(1, 1, 1, 1), padding={v})',
    'F.conv2d(x[None, None], torch.ones(1, 1, 2, 2), dilation={v})',
    'F.conv2d(x[None, None], torch.ones(1, 1, 1, 1), groups={v})',
    'F.unfold(x[None, None], 1, stride={v})',
    'F.unfold(x[None, None], 1, padding={v})',
    'F.unfold(x[None, None], 1, dilation={v})',
    'F.fold(x[None], {v}, 1)',
    'F.adaptive_avg_pool2d(x[None, None], {v})',
    'x.resize_({v})',
    'torch.combinations(x[0], {v})',
    'torch.vander(x[0], {v})',
    'x.matrix_power({v})',
    'torch.eye(2).matrix_power({v})',
    'torch.rot90(x, {v}, (0, 1))',
    'x.unflatten(0, ({v}, -1))',
    'x.flatten({v})',
    'x.renorm(2, {v}, 1.)',
    'F.pixel_shuffle(torch.ones(1, 4, 2, 2), {v})',
    'F.pixel_unshuffle(torch.ones(1, 4, 2, 2), {v})',
    'F.group_norm(x[None], {v})',
    'F.layer_norm(x, ({v},))',
    'torch.fft.fft(x, {v})',
    'torch.ones(2).to(torch.int32) + {v}',
    'torch.ones(2, dtype=torch.int8) * {v}',
    'x.cummax({v})',
    'x.mode({v})',
    'x.std(correction={v})',
    'torch.manual_seed({v}).initial_seed()',
    'x.index_add(0, torch.tensor([{v}]), x[:1])',
    'x.index_fill(0, torch.tensor([{v}]), 1.)',
    'x.index_copy(0, torch.tensor([{v}]), x[:1])',
    'F.max_unpool2d(x[None, None], torch.full((1, 1, 2, 3), {v}), 2)',
    'torch.Generator().manual_seed({v})',
]

PROGRAM = '''
import torch
import torch.nn.functional as F
x = torch.arange(6.).view(2, 3)
l = torch.arange(6).view(2, 3)
most, least = 2**63 - 1, -2**63
ended = 0
for call in {calls!r}:
    for v in (most, most - 1, least, least + 1, 2**62, 2**61, -2**31, 2**33):
        try:
            eval(call.replace('{{v}}', str(v)))
        except Exception:
            pass
        ended += 1
print(ended)
'''


@unittest.skipIf(ECHO, 'needs the real language')
class ExtremeArguments(KernelCase):
    def test_calls_end_with_a_result_or_an_exception(self):
        reply, messages = self.k.run(PROGRAM.format(calls=CALLS), timeout=200)
        self.assertEqual(reply['content']['status'], 'ok', reply['content'])
        self.assertEqual(text(messages).strip(), str(8 * len(CALLS)))


if __name__ == '__main__':
    main()
