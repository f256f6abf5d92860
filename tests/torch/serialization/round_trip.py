# What torch.save writes comes back as it was; what it cannot write is refused by its type's name, never changed silently.
import io
import os
from collections import OrderedDict

import torch


def there_and_back(value):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return torch.load(file)


class Attributed(OrderedDict):
    pass


ordered = OrderedDict(a=1, b=[2])
ordered.note = {'kept': (1, 2)}
shared = [1, 2]
z = torch.tensor([1 + 2j, 3 - 4j])
values = [None, True, 0, -1, 2**31, -2**31, 2**63 - 1, -2**63, 2**63, -2**63 - 1, 2**64, 10**30, -10**30, 2**2039 - 1,
          -2**2039, 1.5, float('inf'), -0.0, 1 + 2j, complex('nan+infj'), 'text', 'ünï', '', b'ab\xff\x80', (), [], {},
          (1,), (1, 2, 3, 4), [[]], {'a': {'b': ()}}, set(), {1, 2}, ordered, torch.Size([1]), torch.Size([2, 3]),
          torch.float16, torch.device('cpu'), torch.device('cuda', 1), torch.ones(2, requires_grad=True) * 2,
          torch.nn.Parameter(torch.ones(2)), z, z.conj(), z.conj().imag, torch.ones(2, 3).t(), torch.ones(0)]
for value in values:
    back = there_and_back(value)
    print(type(back).__name__, str(back)[:60])
print(there_and_back(ordered).note)
back = there_and_back([shared, shared, (shared,)])
print(back[0] is back[1], back[2][0] is back[0])
x = torch.arange(4.0)
back = there_and_back([x, x[1:], x])
back[0][1] = 9
print(back[1], back[0] is back[2])

# those that PyTorch writes by the name of their class: it does not load them again without leave
class Int(int):
    def to_bytes(self, *args, **keywords):
        return b''

    def bit_length(self):
        return 10**9


class Text(str):
    pass


class Bytes(bytes):
    pass


class Float(float):
    pass


class Pairs(dict):
    def items(self):
        return [(1, 1)]


class Odd(list):
    pass


Odd.__name__ = Odd.__qualname__ = 'OrderedDict'
for value in (Int(5), Int(10**30), Text('a'), Bytes(b'a'), Float(1), Pairs(a=1), Odd([1]), Attributed(a=1), frozenset([1]), ...,
              NotImplemented, torch.ones(3).max(0), range(3), slice(1), len, Int):
    try:
        there_and_back([value])
        print('came back', value)
    except Exception as error:
        print('refused', type(value).__name__)

# files take the place of others as a whole, and nothing stays beside them
folder = '/tmp/values_of_files_%d' % os.getpid()
os.mkdir(folder)
try:
    path = os.path.join(folder, 'saved')
    torch.save([1], path)
    torch.save([2], path)
    print(torch.load(path), os.listdir(folder))
    os.symlink(path, path + '.link')
    torch.save([3], path + '.link')
    print(torch.load(path), os.path.islink(path + '.link'), sorted(os.listdir(folder)))
    os.chmod(path, 0o600)
    torch.save([4], path)
    print(oct(os.stat(path).st_mode))
finally:
    for name in os.listdir(folder):
        os.unlink(os.path.join(folder, name))
    os.rmdir(folder)
# a file of PyTorch in which a bit says that the values are conjugates
CONJUGATES = '''
504b030414000000000000002100baa8dd18470100004701000010000000617263686976652f646174612e706b6c80025d71002863746f7263682e
5f7574696c730a5f72656275696c645f74656e736f725f76320a71012828580700000073746f72616765710263746f7263680a436f6d706c657846
6c6f617453746f726167650a71035801000000307104580300000063707571054b02747106514b004b028571074b018571088963636f6c6c656374
696f6e730a4f726465726564446963740a71092952710a7d710b5804000000636f6e6a710c887374710d52710e6801282868026803580100000031
710f68054b01747110514b004b018571114b01857112896809295271137d71145804000000636f6e6a711588737471165271176801282868026374
6f7263680a466c6f617453746f726167650a7118580100000032711968054b0274711a514b004b0285711b4b0185711c8968092952711d7d711e58
030000006e6567711f8873747120527121652e504b030414000000000000002100853de319060000000600000011000000617263686976652f6279
74656f726465726c6974746c65504b03041400000000000000210074971f6610000000100000000e000000617263686976652f646174612f300000
803f0000004000004040000080c0504b0304140000000000000021001000eb9908000000080000000e000000617263686976652f646174612f3100
00a0400000c040504b03041400000000000000210076a53f2e08000000080000000e000000617263686976652f646174612f320000803f00000040
504b030414000000000000002100d19e675502000000020000000f000000617263686976652f76657273696f6e330a504b01021403140000000000
00002100baa8dd184701000047010000100000000000000000000000800100000000617263686976652f646174612e706b6c504b01021403140000
00000000002100853de3190600000006000000110000000000000000000000800175010000617263686976652f627974656f72646572504b010214
031400000000000000210074971f6610000000100000000e00000000000000000000008001aa010000617263686976652f646174612f30504b0102
1403140000000000000021001000eb9908000000080000000e00000000000000000000008001e6010000617263686976652f646174612f31504b01
0214031400000000000000210076a53f2e08000000080000000e000000000000000000000080011a020000617263686976652f646174612f32504b
0102140314000000000000002100d19e675502000000020000000f000000000000000000000080014e020000617263686976652f76657273696f6e
504b050600000000060006006e0100007d0200000000
'''
for value in torch.load(io.BytesIO(bytes.fromhex(CONJUGATES.replace('\n', '')))):
    print(value.resolve_conj().resolve_neg())
