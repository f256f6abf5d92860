# map_location in all forms, mapped files, skipped data, the order of bytes, the older format, files and paths of all kinds.
import collections
import io
import os
import warnings

import torch

S = torch.serialization
warnings.simplefilter('ignore')


def saved(value, **options):
    file = io.BytesIO()
    torch.save(value, file, **options)
    file.seek(0)
    return file


def tried(what):
    try:
        result = what()
        print('=>', result)
    except Exception as error:
        print(type(error).__name__, str(error)[:400])


x = torch.ones(2)
for place in ('cpu', torch.device('cpu'), {'cpu': 'cpu'}, {'gpu': 'cpu'}, {}, lambda storage, location: None, lambda storage, location: storage, None,
              'foo', {'cpu': 'foo'}, 5, {'cpu': 5}, lambda storage, location: 5, 'cuda', 'cuda:7', 'cuda:x'):
    for old in (True, False):
        tried(lambda: torch.load(saved([x, x[1:]], _use_new_zipfile_serialization=not old), map_location=place))
seen = []
torch.load(saved([x, x.double(), x[1:]]), map_location=lambda storage, location: seen.append((type(storage).__name__, storage.nbytes(), location)))
print(seen)
tried(lambda: S.location_tag(x.untyped_storage()))
tried(lambda: S.default_restore_location(x.untyped_storage(), 'foo'))
tried(lambda: S.default_restore_location(x.untyped_storage(), 'cpu').nbytes())
S.register_package(5, lambda storage: 'mine' if storage.nbytes() == 12 else None, lambda storage, location: storage if location == 'mine' else None)
file = saved(torch.ones(3))
print(b'mine' in file.getvalue(), torch.load(file), torch.load(saved(torch.ones(2))))

# files
folder = 'folder_of_files'
os.mkdir(folder)
path = os.path.join(folder, 'model.v2.pt')
torch.save({'a': torch.arange(3.), 'b': torch.ones(2)[1:]}, path)
print(os.listdir(folder), b'model.v2/data.pkl' in open(path, 'rb').read())
mapped = torch.load(path, mmap=True)
mapped['a'].add_(1)
print(mapped, torch.load(path))
tried(lambda: torch.load(saved(1), mmap=True))


class Path:
    def __fspath__(self):
        return path


print(torch.load(Path()), torch.save(5, Path()), torch.load(Path()))
with open(path, 'wb') as f:
    torch.save([1, x], f)
    torch.save([2, x], f, _use_new_zipfile_serialization=False)
with open(path, 'rb') as f:
    print(f.read(4))
tried(lambda: torch.load(os.path.join(folder, 'missing.pt')))
tried(lambda: torch.load(folder))
tried(lambda: torch.save(1, os.path.join(folder, 'none', 'x.pt')))
for bad in (5, None):
    tried(lambda: torch.save(1, bad))
    tried(lambda: torch.load(bad))


class Writer:
    def __init__(self):
        self.data, self.flushed = b'', 0

    def write(self, data):
        self.data += bytes(data)
        return len(data)

    def flush(self):
        self.flushed += 1


class Reader:
    def __init__(self, data):
        self.file = io.BytesIO(data)

    def read(self, n=-1):
        return self.file.read(n)

    def readline(self):
        return self.file.readline()

    def seek(self, *args):
        return self.file.seek(*args)

    def tell(self):
        return self.file.tell()


for options in ({}, {'_use_new_zipfile_serialization': False}):
    writer = Writer()
    torch.save({'k': x}, writer, **options)
    print(torch.load(Reader(writer.data)))


class Fails(Writer):
    def write(self, data):
        raise OSError('no space')


tried(lambda: torch.save(x, Fails()))
tried(lambda: torch.load(io.StringIO('abc')))
tried(lambda: torch.save(x, io.BytesIO(), pickle_protocol=6))

# several in one file, of the older format
file = io.BytesIO()
for i in range(3):
    torch.save({'i': i, 'x': x * i}, file, _use_new_zipfile_serialization=False)
file.seek(0)
print([torch.load(file) for i in range(3)])
data = saved([x, x[1:], {'y': 3}], _use_new_zipfile_serialization=False).getvalue()
for cut in (1, 3, 8, 12, 20):
    tried(lambda: torch.load(io.BytesIO(data[:-cut]), weights_only=False))
for data in (b'\x80\x02K\x05.', b'\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xea\x03.', b'hello'):
    tried(lambda: torch.load(io.BytesIO(data), weights_only=False))
with open(path, 'wb') as f:
    torch.save(x, f, _use_new_zipfile_serialization=False)
tried(lambda: torch.load(path))
tried(lambda: torch.load(path, mmap=True))

# data left out
with S.skip_data():
    skipped = saved({'a': torch.arange(3.)})
print(torch.load(skipped))
tried(lambda: torch.save({'a': torch.arange(3.)}, path))
print(len(skipped.getvalue()) > 100)
with S.skip_data():
    tried(lambda: torch.save(x, io.BytesIO(), _use_new_zipfile_serialization=False))

# settings
tried(lambda: S.set_default_load_endianness('big'))
S.set_default_load_endianness(S.LoadEndianness.LITTLE)
print(S.get_default_load_endianness(), torch.load(saved(x)))
S.set_default_load_endianness(None)
tried(lambda: S.set_default_mmap_options(5))
with S.set_default_mmap_options(1):
    print(S.get_default_mmap_options())
print(S.get_default_mmap_options(), S.get_crc32_options(), list(S.LoadEndianness))
print(S.check_module_version_greater_or_equal(torch, (1, 0)), S.check_module_version_greater_or_equal(torch, (9, 0)))
tried(lambda: S.StorageType('FloatStorage').dtype)
tried(lambda: S.StorageType('x'))
print(str(S.StorageType('FloatStorage')), S.SourceChangeWarning.__mro__[1], S._get_layout('torch.strided'))

# files as memory
raw = os.path.join(folder, 'raw')
print(torch.UntypedStorage.from_file(raw, True, 4).tolist())
shared = torch.from_file(raw, shared=True, size=1)
shared.fill_(1.5)
print(open(raw, 'rb').read(), torch.from_file(raw, size=1), torch.from_file(raw, shared=False, size=2, dtype=torch.int16))
tried(lambda: torch.from_file(raw, size=100))
tried(lambda: torch.UntypedStorage.from_file(raw, False, 100))
print(torch.UntypedStorage.from_file(raw, False, 4).filename, os.path.basename(torch.UntypedStorage.from_file(raw, True, 4).filename), len(torch.FloatStorage.from_file(raw, False, 1)))
for name in os.listdir(folder):
    os.remove(os.path.join(folder, name))
os.rmdir(folder)
