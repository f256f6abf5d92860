# Unsigned integers beyond uint8, floats of 8 bits and halves of complex numbers in files and storages.
import copy
import io
import warnings

import torch

warnings.simplefilter('ignore')
TYPES = [torch.uint16, torch.uint32, torch.uint64, torch.float8_e4m3fn, torch.float8_e5m2, torch.float8_e4m3fnuz, torch.float8_e5m2fnuz, torch.float8_e8m0fnu,
         torch.complex32]


def t(f):
    try:
        print('   ', repr(f()).replace('\n', ' '))
    except Exception as error:
        print('   ', '%s: %s' % (type(error).__name__, str(error).split('\n')[0]))


for d in TYPES:
    x = torch.arange(1, 7, dtype=torch.float32).reshape(2, 3).to(d)
    print(d, x.__reduce_ex__(2)[0].__name__)
    file = io.BytesIO()
    torch.save({'x': x, 'part': x[0], 'dtype': d, 'grown': x.t()}, file)
    for options in ({}, {'weights_only': False}):
        file.seek(0)
        t(lambda: torch.load(file, **options))
    t(lambda: copy.deepcopy(x))
    t(lambda: copy.copy(d) is d)
    s = x.storage()
    for call in (lambda: s, lambda: s.dtype, lambda: s[0], lambda: s.tolist(), lambda: s.size(), lambda: s.nbytes(), lambda: s.pickle_storage_type(), lambda: s.type(),
                 lambda: x.untyped_storage().nbytes(), lambda: s.__setitem__(0, 3), lambda: s.fill_(2), lambda: s.float(), lambda: s.clone()):
        t(call)
    t(lambda: torch.frombuffer(bytes(range(1, 17)), dtype=d))
    t(lambda: torch.tensor([], dtype=d).set_(x.untyped_storage(), 0, (2,), (1,)))
    t(lambda: torch.storage.TypedStorage([1, 2, 3], dtype=d))
    if not d.is_complex and d != torch.float8_e8m0fnu:
        import safetensors.torch
        data = safetensors.torch.save({'x': x})
        print('   ', data)
        t(lambda: safetensors.torch.load(data))
