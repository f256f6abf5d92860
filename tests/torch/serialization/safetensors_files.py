# Files of safetensors: written and read, all types, what is refused and in which words, slices, modules.
import io
import os

import safetensors
import safetensors.torch as st
import torch


def tried(what):
    try:
        result = what()
        print('=>', sorted(result.items()) if isinstance(result, dict) else result)
    except Exception as error:
        print(type(error).__module__, type(error).__name__, str(error))


def file_of(header, data=b''):
    return len(header).to_bytes(8, 'little') + header + data


x = torch.arange(6.).view(2, 3)
data = st.save({'b': x, 'a': torch.ones(2, dtype=torch.int8), 'c': torch.zeros(0)})
print(data)
print(st.save({'x': x}, metadata={'k': 'v'}))
print(sorted(st.load(data).items()))
for value in ({'x': x.t()}, {'x': x[:, 1:]}, {'x': x[1:]}, {'x': x[:1], 'y': x[1:]}, [x], {'x': 5}, {5: x}, {}, {'x': x.requires_grad_() * 1},
              {'na"me\n': torch.ones(1)}, {'\u00e9': torch.tensor(2.)}):
    tried(lambda: st.save(value))
x = x.detach()
for value in ({'x': x, 'y': x}, {'x': x, 'y': x.view(-1)}, {'x': x[:1], 'y': x}):
    try:
        st.save(value)
    except RuntimeError as error:
        print(str(error).split('again: ')[0])
for metadata in ({'k': 1}, {1: 'k'}, 5, {}):
    tried(lambda: st.save({'x': torch.ones(1)}, metadata=metadata))
for dtype in (torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8,
              torch.bool, torch.complex64, torch.complex128):
    tried(lambda: st.save({'x': torch.ones(2, dtype=dtype)}))
    tried(lambda: st.load(st.save({'x': torch.ones(2, dtype=dtype), 'y': torch.tensor([True])})))
for data in (
        b'',
        b'abc',
        b'd\x00\x00\x00\x00\x00\x00\x00',
        b'\x00\x00\x00\x00\x00\x01\x00\x00{}',
        b'\x04\x00\x00\x00\x00\x00\x00\x00abcd',
        b'\x02\x00\x00\x00\x00\x00\x00\x00[]',
        b'\x07\x00\x00\x00\x00\x00\x00\x00{"\xff":1}',
        b'\x03\x00\x00\x00\x00\x00\x00\x00 {}',
        b'=\x00\x00\x00\x00\x00\x00\x00{"x": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}1234',
        b'=\x00\x00\x00\x00\x00\x00\x00{"x": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}123',
        b'=\x00\x00\x00\x00\x00\x00\x00{"x": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}12345',
        b'=\x00\x00\x00\x00\x00\x00\x00{"x": {"dtype": "F32", "shape": [1], "data_offsets": [1, 5]}}12345',
        b'=\x00\x00\x00\x00\x00\x00\x00{"x": {"dtype": "F32", "shape": [1], "data_offsets": [4, 0]}}1234',
        b'=\x00\x00\x00\x00\x00\x00\x00{"x": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}}1234',
        b'>\x00\x00\x00\x00\x00\x00\x00{"x": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}}1234',
        b'=\x00\x00\x00\x00\x00\x00\x00{"x": {"dtype": "F31", "shape": [1], "data_offsets": [0, 4]}}1234',
        b'%\x00\x00\x00\x00\x00\x00\x00{"x": {"dtype": "F32", "shape": [1]}}1234',
        b'G\x00\x00\x00\x00\x00\x00\x00{"x": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4], "foo": 1}}1234',
        b'Y\x00\x00\x00\x00\x00\x00\x00{"__metadata__": {"a": "b"}, "x": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}1234',
        b'W\x00\x00\x00\x00\x00\x00\x00{"__metadata__": {"a": 1}, "x": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}1234',
        b'k\x00\x00\x00\x00\x00\x00\x00{"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}1234',
        b'd\x00\x00\x00\x00\x00\x00\x00{"x": {"dtype": "F32", "shape": [9223372036854775808, 9223372036854775808], "data_offsets": [0, 4]}}1234',
        b'\x08\x00\x00\x00\x00\x00\x00\x00{}      ',
        b'=\x00\x00\x00\x00\x00\x00\x00{"x": {"dtype": "F32", "shape": [0], "data_offsets": [0, 0]}}',
        b'?\x00\x00\x00\x00\x00\x00\x00{"x": {"dtype": "F32", "shape": [1.0], "data_offsets": [0, 4]}}1234',
        b'<\x00\x00\x00\x00\x00\x00\x00{"x": {"dtype": "C64", "shape": [], "data_offsets": [0, 8]}}12345678',
        file_of(b'{"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}', b'1234'), file_of(b'{"x":1}'), file_of(b'{"x":{}}'), file_of(b'{"x"}'),
        file_of(b'{"__metadata__":null}'), file_of(b'{"a\\u00e9":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}', b'1')):
    tried(lambda: st.load(data))
path = 'some_file.safetensors'
st.save_file({'b': x, 'a': torch.ones(4)}, path, metadata={'who': 'me'})
print(open(path, 'rb').read())
tried(lambda: st.load_file(path))
tried(lambda: st.load_file(path, device='cpu'))
tried(lambda: st.load_file('no_such_file'))
tried(lambda: st.load_file(path, device='foo'))
with safetensors.safe_open(path, framework='pt') as f:
    print(f.keys(), f.metadata(), f.offset_keys(), f.get_tensor('b'))
    part = f.get_slice('b')
    print(part.get_shape(), part.get_dtype(), part[:, 1:], part[0], part[-1:])
    for index in ((slice(None),) * 3, 5, slice(None, None, 2), ..., None, 'a', (1, 2), slice(0, 5), slice(1, 0), -1, ()):
        tried(lambda: part[index])
    tried(lambda: f.get_tensor('zzz'))
    tried(lambda: f.get_slice('zzz'))
tried(lambda: f.keys())
tried(lambda: f.get_tensor('b'))
tried(lambda: safetensors.safe_open('no_such_file', framework='pt'))
tried(lambda: safetensors.safe_open(path, framework='zz'))
tried(lambda: safetensors.safe_open(path, 'pt', 'cpu').get_tensor('a'))
print(safetensors.SafetensorError.__mro__)
loaded = st.load_file(path)
loaded['a'].fill_(7)
print(st.load_file(path)['a'], loaded['a'].untyped_storage().nbytes())

torch.manual_seed(0)
model = torch.nn.Linear(2, 2)
st.save_model(model, path)
other = torch.nn.Linear(2, 2)
print(st.load_model(other, path), torch.equal(model.weight, other.weight))


class Tied(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)
        self.b.weight = self.a.weight


tied = Tied()
st.save_model(tied, path)
with safetensors.safe_open(path, 'pt') as f:
    print(f.keys(), f.metadata())
again = Tied()
print(st.load_model(again, path), torch.equal(tied.b.weight, again.b.weight), again.a.weight is again.b.weight)
os.remove(path)
for data in (b'abc', (200).to_bytes(8, 'little') + b'{}', (2).to_bytes(8, 'little') + b'{}abc'):  # files say it with another word
    with open('broken.safetensors', 'wb') as f:
        f.write(data)
    for read in (safetensors.torch.load_file, lambda path: safetensors.safe_open(path, 'pt')):
        try:
            read('broken.safetensors')
        except safetensors.SafetensorError as e:
            print(e)
