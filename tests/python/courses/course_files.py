# needs: torchvision PIL pandas
"""Data of courses in files of the original formats, read by hand and by torchvision: idx, pickles, folders of images, tables, zipped texts."""
import array
import csv
import gzip
import hashlib
import io
import json
import os
import pickle
import shutil
import struct
import tarfile
import zipfile
from collections import Counter, defaultdict
from pathlib import Path
import numpy as np
import pandas as pd
import torch
from PIL import Image
from torch.utils.data import ConcatDataset, DataLoader, Dataset, Subset, TensorDataset, random_split
from torchvision import datasets, transforms as T
from torchvision.datasets.mnist import read_image_file, read_label_file, read_sn3_pascalvincent_tensor
rng = np.random.RandomState(1); torch.manual_seed(0)
def idx(a, code=8): return bytes([0, 0, code, a.ndim]) + struct.pack('>%dI' % a.ndim, *a.shape) + a.tobytes()
images, labels = rng.randint(0, 256, (12, 28, 28)).astype(np.uint8), (np.arange(12) % 10).astype(np.uint8)
names = dict(train=('train-images-idx3-ubyte', 'train-labels-idx1-ubyte'), test=('t10k-images-idx3-ubyte', 't10k-labels-idx1-ubyte'))
for cls in ('MNIST', 'FashionMNIST', 'KMNIST'):
    raw = Path('data') / cls / 'raw'; raw.mkdir(parents=True)
    for split, (i, l) in names.items():
        n = 12 if split == 'train' else 5
        for name, content in ((i, idx(images[:n])), (l, idx(labels[:n]))):
            (raw / name).write_bytes(content)
            with gzip.open(raw / (name + '.gz'), 'wb') as f: f.write(content)

# by hand: gzip, struct, numpy, array
def load_mnist(path, kind='train'):
    """Load MNIST data from `path`"""
    with gzip.open(os.path.join(path, '%s-labels-idx1-ubyte.gz' % kind), 'rb') as f: l = np.frombuffer(f.read(), dtype=np.uint8, offset=8)
    with gzip.open(os.path.join(path, '%s-images-idx3-ubyte.gz' % kind), 'rb') as f: x = np.frombuffer(f.read(), dtype=np.uint8, offset=16).reshape(len(l), 784)
    return x, l
x, l = load_mnist('data/MNIST/raw'); print(x.shape, l, np.array_equal(x.reshape(-1, 28, 28), images), x.flags.writeable)
with open('data/MNIST/raw/t10k-labels-idx1-ubyte', 'rb') as f:
    magic, size = struct.unpack('>II', f.read(8)); print(magic, size, array.array('B', f.read()))
with open('data/MNIST/raw/train-images-idx3-ubyte', 'rb') as f:
    magic, n, rows, cols = struct.unpack('>IIII', f.read(16)); first = torch.frombuffer(bytearray(f.read(rows * cols)), dtype=torch.uint8).view(rows, cols); print(magic, n, first.float().mean(), (first.numpy() == images[0]).all())
t = torch.from_numpy(np.fromfile('data/MNIST/raw/train-images-idx3-ubyte', dtype='>u4', count=4).astype(np.int64)); print(t)
print(read_image_file('data/MNIST/raw/train-images-idx3-ubyte').shape, read_label_file('data/MNIST/raw/train-labels-idx1-ubyte').dtype)
for code, dtype in ((9, 'i1'), (11, '>i2'), (12, '>i4'), (13, '>f4'), (14, '>f8')):
    Path('x.idx').write_bytes(idx(np.arange(6).reshape(2, 3).astype(dtype), code)); r = read_sn3_pascalvincent_tensor('x.idx'); print(r.dtype, r.tolist())
for bad in (b'\0\0\x08\x01\0\0\0\x05ab', b'\0\0\x07\x01\0\0\0\x01a', b''):
    Path('bad.idx').write_bytes(bad)
    try: print(read_sn3_pascalvincent_tensor('bad.idx'))
    except Exception as e: print(type(e).__name__, e)
try: gzip.open('data/MNIST/raw/train-labels-idx1-ubyte').read()
except gzip.BadGzipFile as e: print(e)
Path('cut.gz').write_bytes(Path('data/MNIST/raw/train-images-idx3-ubyte.gz').read_bytes()[:100])
try: gzip.open('cut.gz').read()
except EOFError as e: print(e)

# by torchvision
for cls in (datasets.MNIST, datasets.FashionMNIST, datasets.KMNIST):
    train, test = cls('data', train=True, transform=T.ToTensor()), cls('data', train=False)
    print(cls.__name__, len(train), len(test), train[3][0].shape, train[3][1], type(test[0][0]).__name__, test[0][0].size, train.data.shape, train.targets[:4], train.class_to_idx[train.classes[1]])
mean, std = train.data.float().mean() / 255, train.data.float().std() / 255; norm = T.Compose([T.ToTensor(), T.Normalize((mean,), (std,))]); print(norm(train.data[0].numpy()).mean().abs() < .2)
train_set, valid_set = random_split(train, [.75, .25], generator=torch.Generator().manual_seed(0)); print(len(train_set), len(valid_set), valid_set.indices)
xb, yb = next(iter(DataLoader(ConcatDataset([train_set, Subset(train, [0, 1])]), batch_size=4))); print(xb.shape, xb.dtype, yb)
for kw in (dict(train=True), dict(train=False)):
    try: datasets.MNIST('nowhere', **kw)
    except RuntimeError as e: print(e)
for name, cls, coarse in (('cifar-10-batches-py', datasets.CIFAR10, False), ('cifar-100-python', datasets.CIFAR100, True)):
    os.makedirs(f'data/{name}')
    def put(file, content):
        with open(f'data/{name}/{file}', 'wb') as f: pickle.dump(content, f)
        return [file, hashlib.md5(open(f'data/{name}/{file}', 'rb').read()).hexdigest()]
    def batch(n): return {'data': rng.randint(0, 256, (n, 3072)).astype(np.uint8), **({'fine_labels': [i * 7 for i in range(n)], 'coarse_labels': [i for i in range(n)]} if coarse else {'labels': list(range(n))}), 'filenames': ['%d.png' % i for i in range(n)]}
    cls.train_list = [put('train', batch(4))] if coarse else [put(f'data_batch_{i}', batch(3)) for i in range(1, 6)]
    cls.test_list = [put('test' if coarse else 'test_batch', batch(2))]
    file, md5 = put('meta' if coarse else 'batches.meta', {'fine_label_names': ['c%d' % i for i in range(100)]} if coarse else {'label_names': 'airplane automobile bird cat deer dog frog horse ship truck'.split()})
    cls.meta = {'filename': file, 'key': 'fine_label_names' if coarse else 'label_names', 'md5': md5}
    ds = cls('data', train=True, transform=T.ToTensor()); print(len(ds), ds[1][0].shape, ds.targets[:4], ds.classes[:3], ds.data.shape, cls('data', train=False)[0][0].mode)
with open('data/cifar-10-batches-py/data_batch_1', 'rb') as f: d = pickle.load(f, encoding='bytes'); print(sorted(map(str, d)), d['data'].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1).shape)
with open('data/cifar-10-batches-py/data_batch_2', 'ab') as f: f.write(b'x')
try: datasets.CIFAR10('data')
except RuntimeError as e: print(e)

# folders of images, with a class of one's own beside ImageFolder
for c, colour in (('ants', (200, 40, 0)), ('bees', (20, 40, 220))):
    for split in ('train', 'val'):
        os.makedirs(f'hymenoptera/{split}/{c}')
        for i in range(3): Image.new('RGB', (24 + i, 20), colour).save(f'hymenoptera/{split}/{c}/{i}.{"jpg" if i else "png"}')
Path('hymenoptera/train/ants/notes.txt').write_text('no image')
tf = T.Compose([T.Resize(16), T.CenterCrop(16), T.ToTensor()])
sets = {s: datasets.ImageFolder(os.path.join('hymenoptera', s), tf) for s in ('train', 'val')}; print(sets['train'], sets['val'].targets, sets['train'].class_to_idx, sets['train'][0][0].shape, [Path(p).name for p, _ in sets['train'].samples])
class ImageFolderCustom(Dataset):
    def __init__(self, targ_dir, transform=None):
        self.paths = sorted(Path(targ_dir).glob('*/*.png')) + sorted(Path(targ_dir).glob('*/*.jpg')); self.transform = transform
        self.classes = sorted(e.name for e in os.scandir(targ_dir) if e.is_dir()); self.class_to_idx = {c: i for i, c in enumerate(self.classes)}
    def load_image(self, index): return Image.open(self.paths[index])
    def __len__(self): return len(self.paths)
    def __getitem__(self, index):
        img = self.load_image(index); y = self.class_to_idx[self.paths[index].parent.name]
        return (self.transform(img), y) if self.transform else (img, y)
mine = ImageFolderCustom('hymenoptera/train', tf); xb, yb = next(iter(DataLoader(mine, batch_size=4))); print(len(mine), xb.shape, yb, mine.classes, Counter(y for _, y in mine))
for path in ('hymenoptera/nothing', 'hymenoptera/train/ants'):
    try: datasets.ImageFolder(path)
    except FileNotFoundError as e: print(e)
os.makedirs('hymenoptera/train/empty')
try: datasets.ImageFolder('hymenoptera/train')
except FileNotFoundError as e: print(e)
print(datasets.ImageFolder('hymenoptera/train', allow_empty=True).classes, len(datasets.DatasetFolder('hymenoptera/val', loader=lambda p: p, extensions=('.png',))))
Path('hymenoptera/val/bees/broken.png').write_bytes(b'\x89PNG nothing')
try: datasets.ImageFolder('hymenoptera/val', tf)[-1]
except Exception as e: print(type(e).__name__)
try: [s for s in datasets.ImageFolder('hymenoptera/val', tf)]
except Exception as e: print(type(e).__name__, str(e)[:30])

# tables, texts, annotations
Path('t.csv').write_text('NumRooms,Alley,Price\nNA,Pave,127500\n2,NA,106000\n4,NA,178100\nNA,NA,140000\n')
data = pd.read_csv('t.csv'); inputs, outputs = data.iloc[:, 0:2], data.iloc[:, 2]; inputs = inputs.fillna(inputs.mean(numeric_only=True)); inputs = pd.get_dummies(inputs, dummy_na=True)
print(inputs, torch.tensor(inputs.to_numpy(dtype=float)), torch.tensor(outputs.to_numpy(dtype=float)), sep='\n')
with open('t.csv', newline='') as f: rows = list(csv.DictReader(f)); print(rows[0], torch.tensor([float(r['Price']) for r in rows]))
with zipfile.ZipFile('corpus.zip', 'w', zipfile.ZIP_DEFLATED) as z:
    z.writestr('wiki/wiki.train.tokens', ' = Title = \n\n the cat <unk> sat .  the dog ran . \n' * 3); z.writestr('sms/SMSSpamCollection', 'ham\tGo until jurong\nspam\tFree entry\n'); z.writestr('names/English.txt', 'Adam\nÉva\n'.encode())
with zipfile.ZipFile('corpus.zip') as z: z.extractall('corpus'); print(z.testzip(), [(i.filename, i.file_size) for i in z.infolist()], z.open('names/English.txt').read().decode().split())
print(pd.read_csv('corpus/sms/SMSSpamCollection', sep='\t', header=None, names=['label', 'text']).label.value_counts().to_dict(), Counter(open('corpus/wiki/wiki.train.tokens').read().split()).most_common(3))
with zipfile.ZipFile('corpus.zip') as z, z.open('sms/SMSSpamCollection') as f: print([line.decode().rstrip('\n').split('\t')[0] for line in f], io.TextIOWrapper(z.open('names/English.txt'), encoding='utf-8').readline())
with tarfile.open('imdb.tar.gz', 'w:gz') as t:
    for split in ('train', 'test'):
        for label in ('pos', 'neg'):
            b = f'This film was {label}\nreally'.encode(); info = tarfile.TarInfo(f'aclImdb/{split}/{label}/0_7.txt'); info.size = len(b); t.addfile(info, io.BytesIO(b))
with tarfile.open('imdb.tar.gz') as t: t.extractall('.', filter='data'); print(sorted(m.name for m in t if m.isfile()))
print([(p.parent.name, p.read_text().split()[3]) for p in sorted(Path('aclImdb/train').rglob('*.txt'))])
Path('ann.json').write_text(json.dumps({'images': [{'id': 1, 'file_name': 'a.jpg'}], 'annotations': [{'image_id': 1, 'bbox': [1, 2, 3, 4], 'category_id': 2}]})); coco = json.load(open('ann.json')); byimage = defaultdict(list)
for a in coco['annotations']: byimage[a['image_id']].append(a['bbox'])
print(dict(byimage), torch.tensor(byimage[1]))
np.savez('arrays.npz', x=images[:2], y=labels[:2]); loaded = np.load('arrays.npz'); print(loaded.files, TensorDataset(torch.from_numpy(loaded['x']), torch.from_numpy(loaded['y']))[1][1])
