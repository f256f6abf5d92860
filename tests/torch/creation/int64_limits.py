# Sizes, strides, offsets and indices at the edges of 64 bits are refused before memory is touched.
import torch
import torch.nn.functional as F


def t(*calls, text=True):
    for call in calls:
        try:
            print(call())
        except Exception as e:
            print(type(e).__name__ + ' ' + str(e).split('\n')[0] if text else 'refused')


BIG, MOST, LEAST = 2**62, 2**63 - 1, -2**63
x = torch.arange(2.)

print('windows')
t(lambda: x.as_strided((2, 2), (BIG, 1)), lambda: x.as_strided((BIG, 4), (1, 1)), lambda: x.as_strided((2**32, 2**32), (0, 0)),
  lambda: x.as_strided((0,), (1,), BIG).shape, lambda: x.as_strided((0,), (1,), -1), lambda: x.as_strided((1,), (BIG,), 1),
  lambda: x.as_strided((3,), (1,), 0), lambda: x.as_strided((2,), (1,), BIG), lambda: x.as_strided((2,), (2**61,), 0),
  lambda: x.as_strided((2,), (2**60,), 0), lambda: x.as_strided((-1,), (2**60,), 0), lambda: x.as_strided((2,), (1,), 2))
t(lambda: x.clone().resize_(BIG), lambda: x.clone().resize_(BIG, 4), lambda: x.clone().resize_(2**31, 2**31, 2**31),
  lambda: x.clone().resize_(-1), lambda: x.clone().resize_(0, MOST).shape)
t(lambda: torch.ones(2).set_(x.untyped_storage(), 0, (BIG,), (1,)), lambda: torch.ones(2).set_(x.untyped_storage(), BIG, (2,), (1,)),
  lambda: torch.ones(2).set_(x.untyped_storage(), 0, (2, 2), (BIG, 1)), lambda: torch.ones(2).set_(x.untyped_storage(), -1, (2,), (1,)), text=False)

print('new tensors')
t(lambda: torch.empty(2**31, 2**31, 2**31), lambda: torch.empty(BIG), lambda: torch.empty(MOST), lambda: torch.zeros(BIG),
  lambda: torch.ones(1, 1).expand(BIG, 4), lambda: torch.ones(1).expand(BIG).numel(), lambda: torch.linspace(0, 1, BIG))
t(lambda: torch.arange(LEAST, MOST), lambda: torch.arange(0, 1, 1e-300), lambda: torch.arange(0, 1e300, 1),
  lambda: torch.arange(0, 1, float('nan')), lambda: torch.arange(LEAST, LEAST + 3, 1), lambda: torch.arange(MOST - 2, MOST, 1),
  lambda: torch.arange(MOST, MOST - 3, -1))
t(lambda: torch.eye(2**33, 2**33), lambda: torch.eye(BIG, 4), lambda: torch.eye(0, BIG).shape, text=False)

print('copies that do not fit')
t(lambda: x.tile(BIG, 4), lambda: x.repeat_interleave(BIG), lambda: x.repeat_interleave(MOST))
t(lambda: x.repeat(BIG), lambda: x.repeat(MOST), lambda: torch.repeat_interleave(torch.tensor([BIG, BIG])),
  lambda: torch.repeat_interleave(torch.zeros(1, dtype=torch.int64).expand(BIG)), lambda: x.diag_embed(BIG),
  lambda: x.diag_embed(LEAST), lambda: F.pad(x, (BIG, BIG)), lambda: F.pad(x, (MOST, 2)), lambda: F.pad(x, (LEAST, 2)),
  lambda: torch.tril_indices(BIG, BIG),
  lambda: torch.combinations(torch.arange(3), BIG), lambda: torch.ones(1).expand(BIG).unbind(),
  lambda: torch.ones(1).expand(BIG).split(1), text=False)
t(lambda: F.one_hot(torch.tensor([1]), BIG), lambda: F.one_hot(torch.tensor([BIG])))
t(lambda: torch.bincount(torch.tensor([BIG])), lambda: torch.bincount(torch.tensor([1]), minlength=BIG),
  lambda: torch.histc(torch.ones(3), BIG), lambda: torch.histc(torch.ones(3), -1), text=False)

print('parts')
t(lambda: x.split((BIG, BIG, 2)), lambda: x.narrow(0, 0, MOST), lambda: x.narrow(0, LEAST, 1), lambda: x.tensor_split(BIG),
  lambda: torch.ones(1).expand(BIG).tolist(), text=False)
torch.set_printoptions(edgeitems=BIG)
print(torch.arange(3), torch.zeros(1001).sum())
torch.set_printoptions(profile='default')
t(lambda: x.unfold(0, 1, MOST), lambda: x.view(BIG, 4), lambda: torch.arange(3).roll(MOST), lambda: x[MOST:],
  lambda: torch.ones(3, 3).diagonal(LEAST).shape, lambda: torch.ones(3, 3).diagonal(MOST).shape, lambda: torch.ones(3, 3).tril(LEAST).sum(),
  lambda: torch.ones(3, 3).tril(MOST).sum())
wide = torch.ones(2, 3).requires_grad_()
wide.roll([1] * 20, [0] * 20).sum().backward()
print(wide.grad.sum())

print('whole numbers')
least = torch.tensor(LEAST)
t(lambda: -least, lambda: least.abs(), lambda: least // -1, lambda: least % -1, lambda: least.fmod(-1), lambda: torch.remainder(least, torch.tensor(-1)),
  lambda: torch.gcd(least, least), lambda: torch.gcd(least, torch.tensor(0)), lambda: torch.lcm(least, torch.tensor(-1)),
  lambda: torch.tensor(1) // 0, lambda: torch.tensor(1) % 0, lambda: torch.tensor(1).fmod(0), lambda: torch.tensor(2).pow(-1),
  lambda: torch.tensor(BIG).pow(BIG), lambda: torch.tensor([LEAST, 5]) * -1, lambda: torch.tensor([LEAST, MOST]).sum(),
  lambda: torch.tensor([LEAST, MOST]).cumsum(0), lambda: least - 1, lambda: torch.tensor([-2**31, 7], dtype=torch.int32) // -1)

print('bytes as booleans')
b = torch.tensor([2, 255, 0, 1, 7, 128, 0], dtype=torch.uint8).view(torch.bool)
t(lambda: b.unique(), lambda: b.unique(return_counts=True), lambda: b.nonzero().flatten(), lambda: torch.arange(7)[b], lambda: b.sum(),
  lambda: torch.arange(7).masked_select(b), lambda: torch.where(b, 1, 0), lambda: b.count_nonzero(), lambda: b.any(), lambda: b.all(),
  lambda: b.reshape(7, 1).expand(7, 3).sum(0), lambda: torch.arange(7).masked_fill(b, -1), lambda: b.to(torch.int64).sum())

print('pivots')
factors, pivots, _ = torch.linalg.lu_factor_ex(torch.eye(3) + .1)
ints = lambda *a: torch.tensor(a, dtype=torch.int32)
t(lambda: torch.lu_unpack(factors, ints(1, 2, 9)), lambda: torch.lu_unpack(factors, ints(0, 2, 3)),
  lambda: torch.lu_unpack(factors, torch.tensor(1, dtype=torch.int32)), lambda: torch.lu_unpack(factors.expand(2, 3, 3), pivots)[0].shape,
  lambda: torch.linalg.lu_solve(factors, ints(1, 2, 9), torch.ones(3, 1)), lambda: torch.linalg.lu_solve(factors, ints(-2**31, 2, 3), torch.ones(3, 1)),
  lambda: torch.linalg.lu_solve(factors, ints(1, 2), torch.ones(3, 1)), lambda: torch.linalg.ldl_solve(factors, ints(1, 2, 9), torch.ones(3, 1)),
  lambda: torch.linalg.ldl_solve(factors, ints(0, 0, 0), torch.ones(3, 1)), lambda: torch.linalg.ldl_solve(factors, ints(-1, -9, 3), torch.ones(3, 1)))

print('windows of images')
image = torch.arange(9.).reshape(1, 1, 3, 3)
t(lambda: F.conv2d(image, torch.ones(1, 1, 0, 3)), lambda: F.conv1d(image[0], torch.ones(1, 3, 0)), lambda: F.conv2d(image, torch.ones(1, 1, 2, 2), dilation=BIG),
  lambda: F.unfold(image, 0), lambda: F.fold(torch.ones(1, 4, 4), (3, 3), 2, stride=0), lambda: F.fold(torch.ones(1, 4, 4), (3, 3), 2, padding=-1),
  lambda: F.fold(torch.ones(1, 4, 4), (3, 3), (0, 2)), lambda: F.interpolate(image, size=BIG), text=False)
t(lambda: F.conv2d(image, torch.ones(1, 1, 1, 1), stride=BIG).shape, lambda: F.conv2d(image, torch.ones(1, 1, 1, 1), dilation=BIG).shape)

print('changed before backward')
for bad in (16, BIG, LEAST):
    scores = torch.ones(2, 3, requires_grad=True)
    target = torch.tensor([[0, 1, -1], [2, -1, -1]])
    loss = F.multilabel_margin_loss(scores, target)
    target.data[0, 1] = bad
    t(loss.backward, text=False)
