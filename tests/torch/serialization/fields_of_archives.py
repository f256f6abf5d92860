# Every field of the directory of an archive with other values: what is refused, and in which words.
import io
import warnings

import torch

warnings.simplefilter('ignore')
file = io.BytesIO()
torch.save({'a': torch.arange(5.), 'b': [torch.tensor([1, 2])[1:], 'x']}, file)
base = file.getvalue()
E64 = base.find(b'PK\x06\x06')
LOC = base.find(b'PK\x06\x07')
END = base.find(b'PK\x05\x06')
C = base.find(b'PK\x01\x02')
FIELDS = [('e64 size', E64 + 4, 8), ('e64 disk', E64 + 16, 4), ('e64 cdisk', E64 + 20, 4), ('e64 ndisk', E64 + 24, 8), ('e64 n', E64 + 32, 8), ('e64 cdsize', E64 + 40, 8), ('e64 cdoff', E64 + 48, 8),
     ('loc disk', LOC + 4, 4), ('loc off', LOC + 8, 8), ('loc disks', LOC + 16, 4), ('end disk', END + 4, 2), ('end cdisk', END + 6, 2), ('end ndisk', END + 8, 2), ('end n', END + 10, 2), ('end size', END + 12, 4), ('end off', END + 16, 4), ('end comment', END + 20, 2),
     ('c ver', C + 6, 2), ('c flags', C + 8, 2), ('c method', C + 10, 2), ('c crc', C + 16, 4), ('c stored', C + 20, 4), ('c size', C + 24, 4), ('c name', C + 28, 2), ('c extra', C + 30, 2), ('c comment', C + 32, 2), ('c disk', C + 34, 2), ('c off', C + 42, 4)]
# refused here before anything is read
LEFT_OUT = [('e64 cdoff', 2 ** 64 - 1), ('c stored', 2 ** 32 - 1), ('c size', 2 ** 32 - 1)]
for name, at, n in FIELDS:
    old = int.from_bytes(base[at:at + n], 'little')
    for new in (0, 1, 2, old + 1, old - 1, 256 ** n - 1, 256 ** n // 2):
        if new == old or new < 0 or (name, new) in LEFT_OUT:
            continue
        data = base[:at] + (new % 256 ** n).to_bytes(n, 'little') + base[at + n:]
        try:
            result = repr(torch.load(io.BytesIO(data)))
        except Exception as error:
            result = type(error).__name__ + ' ' + str(error)
        print(name, new, result.split('. This is an internal')[0].split('\n')[0])
