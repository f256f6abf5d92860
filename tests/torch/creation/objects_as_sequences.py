"""Objects with a length and items as data of tensors: what fails while sizes, dtype or values are asked for."""
import torch


def t(f):
    try: print(f())
    except Exception as err: print(type(err).__name__, err)


class S:
    def __init__(s, n, e): s.n, s.e = n, e
    def __len__(s): return s.n
    def __getitem__(s, i): raise s.e
for e in (KeyError(0), IndexError(1), ValueError('x'), StopIteration()):
    for n in (0, 1, 2):
        for f in (torch.tensor, torch.as_tensor, torch.Tensor, lambda x: torch.tensor([x]), lambda x: torch.tensor([[1], x]), lambda x: torch.tensor(x, dtype=torch.float), lambda x: torch.LongTensor(x)):
            try: print(f(S(n, e)))
            except BaseException as err: print(type(err).__name__, err)
class L:
    def __len__(s): raise RuntimeError('no len')
    def __getitem__(s, i): return 1
t(lambda: torch.tensor(L()))
class H:
    def __len__(s): return 3
    def __getitem__(s, i):
        if i < 2: return i
        raise KeyError(i)
t(lambda: torch.tensor(H())); t(lambda: torch.tensor([H()]))
t(lambda: torch.tensor({1:2})); t(lambda: torch.tensor({1,2})); t(lambda: torch.tensor(object())); t(lambda: torch.tensor([object()])); t(lambda: torch.tensor([{1:2}])); t(lambda: torch.tensor({})); t(lambda: torch.tensor(range(3))); t(lambda: torch.tensor(iter([1]))); t(lambda: torch.tensor(x for x in [1])); t(lambda: torch.tensor(map(int, '12'))); t(lambda: torch.tensor({0:5,1:6}))
import collections
t(lambda: torch.tensor(collections.deque([1,2]))); t(lambda: torch.tensor(collections.UserList([1,2]))); t(lambda: torch.tensor(bytearray(b'ab'))); t(lambda: torch.tensor(b'ab')); t(lambda: torch.tensor('ab')); t(lambda: torch.tensor(['a'])); t(lambda: torch.tensor([None])); t(lambda: torch.tensor(None)); t(lambda: torch.tensor([1,[2]])); t(lambda: torch.tensor([[1],2])); t(lambda: torch.tensor([[1,2],[3]])); t(lambda: torch.tensor([torch.ones(2), 1])); t(lambda: torch.tensor([torch.ones(2), torch.ones(3)])); t(lambda: torch.tensor(dict(a=1).values())); t(lambda: torch.tensor(dict(a=1).keys()))
