# torch.nn.utils.rnn: padding, packing and the reverse; PackedSequence as a named tuple and as data that moves.
import copy

import torch
from torch import nn
from torch.nn.utils import rnn as R
from torch.nn.utils.rnn import *

x = torch.arange(12.0).view(3, 4)
x3 = torch.arange(24.0).view(4, 3, 2)
seqs = [torch.tensor([1.0, 2.0, 3.0]), torch.tensor([4.0, 5.0]), torch.tensor([6.0])]
p = pack_sequence(seqs)
u = pack_sequence(seqs[::-1], enforce_sorted=False)


def show(source):
    print('>>>', source)
    try:
        print(eval(source))
    except Exception as e:
        print(type(e).__name__ + ':', e)


for line in '''p
u
p.data
PackedSequence._fields
u._asdict()
isinstance(p, tuple), len(p), p[0] is p.data, p == p
p._replace(data=p.data * 2)
PackedSequence(torch.ones(3), torch.tensor([2, 1]))
PackedSequence(torch.ones(3))
PackedSequence(torch.ones(3), [2, 1])
PackedSequence(torch.ones(3), torch.tensor([2, 1]), torch.tensor([1, 0]))
PackedSequence(torch.ones(3), torch.tensor([2, 1]), None, torch.tensor([1, 0]))
PackedSequence(torch.ones(3), torch.tensor([2, 1]), torch.tensor([1, 0]), torch.tensor([0, 1]))
PackedSequence()
PackedSequence((torch.ones(3), torch.tensor([2, 1])))
u.double()
u.half().data.dtype, u.float() is u, u.long().data, u.int().data.dtype, u.short().data.dtype, u.char().data.dtype, u.byte().data.dtype
u.cpu() is u
u.to('cpu') is u, u.to(torch.float32) is u, u.to(torch.float64).data.dtype
u.to(torch.ones(1, dtype=torch.float64)).data
u.to(device='cpu', dtype=torch.float64, copy=True)
u.to()
u.to(5)
u.is_cuda, u.is_pinned()
u.cuda()
u.pin_memory()
u.bfloat16()
pack_padded_sequence(x, [4, 2, 1], batch_first=True)
pack_padded_sequence(x.t(), [4, 2, 1])
pack_padded_sequence(x.t(), torch.tensor([4, 2, 1]))
pack_padded_sequence(x.t(), torch.tensor([4, 2, 1], dtype=torch.int32))
pack_padded_sequence(x.t(), torch.tensor([4., 2, 1]))
pack_padded_sequence(x.t(), [1, 2, 4])
pack_padded_sequence(x.t(), [1, 2, 4], enforce_sorted=False)
pack_padded_sequence(x.t(), (4, 2, 1))
pack_padded_sequence(x.t(), [4, 2])
pack_padded_sequence(x.t(), [4, 2, 0])
pack_padded_sequence(x.t(), [4, 2, -1])
pack_padded_sequence(x.t(), [5, 2, 1])
pack_padded_sequence(x.t(), [4, 2, 0], enforce_sorted=False)
pack_padded_sequence(x.t(), [3, 2, 1])
pack_padded_sequence(x.t(), [])
pack_padded_sequence(torch.ones(0, 3), [4, 2, 1])
pack_padded_sequence(torch.ones(3, 0), [])
pack_padded_sequence(torch.ones(4), [4])
pack_padded_sequence(5, [4])
pack_padded_sequence(x.t(), 4)
pack_padded_sequence(x.t(), 'abc')
pack_padded_sequence(x.t(), [4.5, 2, 1])
pack_padded_sequence(x.t(), [[4, 2, 1]])
pack_padded_sequence(x.t(), torch.tensor([[4, 2, 1]]))
pack_padded_sequence(x3, [4, 4, 2])
pad_packed_sequence(p)
pad_packed_sequence(u)
pad_packed_sequence(u, batch_first=True)
pad_packed_sequence(p, padding_value=-1.5, total_length=5)
pad_packed_sequence(p, total_length=2)
pad_packed_sequence(p, total_length=3)
pad_packed_sequence(p, total_length=-1)
pad_packed_sequence(torch.ones(3))
pad_packed_sequence((p.data, p.batch_sizes))
pad_packed_sequence(p.to(torch.int64), padding_value=7)
pad_packed_sequence(pack_padded_sequence(x3, [4, 4, 2]), True)
pad_packed_sequence(PackedSequence(torch.ones(3), torch.tensor([2, 2])))
pad_packed_sequence(PackedSequence(torch.ones(5), torch.tensor([1, 3])))
pad_packed_sequence(PackedSequence(torch.ones(5), torch.tensor([3.0, 2.0])))
pad_packed_sequence(PackedSequence(torch.ones(0), torch.tensor([], dtype=torch.int64)))
pad_sequence(seqs)
pad_sequence(seqs, batch_first=True)
pad_sequence(seqs, True, -1)
pad_sequence(seqs, True, 0.5, 'left')
pad_sequence(seqs, padding_side='left')
pad_sequence(seqs, padding_side='middle')
pad_sequence(torch.ones(2, 3))
pad_sequence(5)
pad_sequence([])
pad_sequence([1, 2])
pad_sequence((s for s in seqs))
pad_sequence(iter(seqs), True)
pad_sequence({'a': seqs[0]})
pad_sequence([torch.ones(2, 3), torch.ones(1, 3)], True)
pad_sequence([torch.ones(2, 3), torch.ones(1, 2)], True)
pad_sequence([torch.ones(2, dtype=torch.int64), torch.ones(1)], True)
pad_sequence([torch.ones(2, dtype=torch.int64), torch.ones(1, dtype=torch.int64)], True, 1.5)
pad_sequence([torch.tensor(1.0)])
pad_sequence([torch.ones(0), torch.ones(2)])
unpad_sequence(pad_sequence(seqs), torch.tensor([3, 2, 1]))
unpad_sequence(pad_sequence(seqs, True), torch.tensor([3, 2, 1]), True)
unpad_sequence(pad_sequence(seqs, True), [3, 2, 1], True)
unpad_sequence(pad_sequence(seqs, True), torch.tensor([3, 2]), True)
unpad_sequence(pad_sequence(seqs, True), torch.tensor([5, 2, 1]), True)
pack_sequence(seqs[::-1])
pack_sequence([])
pack_sequence(seqs[0])
pack_sequence([torch.ones(2, 2), torch.ones(1, 2)])
unpack_sequence(p)
unpack_sequence(u)
invert_permutation(torch.tensor([2, 0, 1]))
invert_permutation(None)
invert_permutation(torch.tensor([2., 0, 1]))
invert_permutation([1, 0])
u.data.is_pinned()
R.PackedSequence_
torch.equal(u[0], u.data)
PackedSequence.__module__, PackedSequence.__name__, type(p).__mro__[1].__name__
p.count(3), len(p._make(p))
hash(p) is not None'''.split('\n'):
    show(line)

x = torch.randn(4, 3, 2, requires_grad=True)
packed = pack_padded_sequence(x, [2, 4, 1], enforce_sorted=False)
print(type(packed.data.grad_fn).__name__)
padded, lengths = pad_packed_sequence(packed, total_length=5)
print(type(padded.grad_fn).__name__, lengths)
(padded * padded).sum().backward()
mask = torch.arange(4).unsqueeze(1) < lengths
print(torch.equal(x.grad, 2 * x * mask.unsqueeze(2)))
parts = [torch.ones(2, requires_grad=True), torch.ones(3, requires_grad=True)]
for side in ('left', 'right'):
    (pad_sequence(parts, True, padding_side=side) * torch.arange(6.0).view(2, 3)).sum().backward()
    print([part.grad for part in parts])
print(type(pad_packed_sequence(pack_padded_sequence(x, [4, 2, 1]))[0].grad_fn).__name__)
print(copy.deepcopy(u), copy.copy(p))
words = [torch.randn(n, 5, dtype=torch.float64) for n in (3, 1, 4, 4, 2)]
back = unpack_sequence(pack_sequence(words, enforce_sorted=False))
print(all(torch.equal(a, b) for a, b in zip(words, back)), [tuple(each.shape) for each in back])
