# needs: d2l torchvision requests tqdm pandas
"""Data of courses over HTTP: d2l.download, torchvision's datasets with their mirrors, urlretrieve, requests with a progress bar, check sums, broken archives."""
import contextlib
import gzip
import hashlib
import http.server
import io
import os
import pickle
import re
import shutil
import struct
import tarfile
import threading
import urllib.error
import urllib.request
import zipfile
import matplotlib
matplotlib.use('agg')
import numpy as np
import pandas as pd
import requests
import torch
import torchvision
from d2l import torch as d2l
from torchvision import datasets, transforms
from tqdm import tqdm
os.environ['no_proxy'] = '*'
os.makedirs('served'); os.makedirs('data')

def idx(a):
    return bytes([0, 0, 8, a.ndim]) + struct.pack('>%dI' % a.ndim, *a.shape) + a.astype(np.uint8).tobytes()
rng = np.random.RandomState(0)
images, labels = rng.randint(0, 256, (20, 28, 28)), np.arange(20) % 10
sums = {}
for name, content in {'train-images-idx3-ubyte': idx(images), 'train-labels-idx1-ubyte': idx(labels),
                      't10k-images-idx3-ubyte': idx(images[:8]), 't10k-labels-idx1-ubyte': idx(labels[:8])}.items():
    with open(f'served/{name}.gz', 'wb') as f: f.write(gzip.compress(content, mtime=0))
with zipfile.ZipFile('served/fra-eng.zip', 'w') as z:
    z.writestr('fra-eng/fra.txt', 'Go.\tVa !\nHi.\tSalut !\nRun!\tCours !\n' * 20)
    z.writestr('fra-eng/_about.txt', 'about')
with tarfile.open('served/book.tar.gz', 'w:gz') as t:
    for name in ('book/a.csv', 'book/b.csv'):
        data = b'x,y\n1,2\n3,4\n'; info = tarfile.TarInfo(name); info.size = len(data); t.addfile(info, io.BytesIO(data))
os.makedirs('cifar-10-batches-py')
for i, name in enumerate(['data_batch_1', 'data_batch_2', 'data_batch_3', 'data_batch_4', 'data_batch_5', 'test_batch']):
    with open(f'cifar-10-batches-py/{name}', 'wb') as f: pickle.dump({'data': rng.randint(0, 256, (4, 3072)).astype(np.uint8), 'labels': [i, 1, 2, 3], 'batch_label': name}, f)
with open('cifar-10-batches-py/batches.meta', 'wb') as f: pickle.dump({'label_names': ['airplane', 'automobile', 'bird', 'cat', 'deer', 'dog', 'frog', 'horse', 'ship', 'truck']}, f)
with tarfile.open('served/cifar-10-python.tar.gz', 'w:gz') as t: t.add('cifar-10-batches-py')
with open('served/house.csv', 'w') as f: f.write('Id,Alley,Price\n' + ''.join(f'{i},{"NA" if i % 2 else "Pave"},{i * 100}\n' for i in range(6)))
with open('served/timemachine.txt', 'w') as f: f.write('The Time Machine, by H. G. Wells [1898]\n\nThe Time Traveller (for so it will be convenient to speak of him)\nwas expounding.\n' * 60)
with open('served/big.bin', 'wb') as f: f.write(bytes(range(256)) * 256)
with open('served/broken.zip', 'wb') as f: f.write(b'PK\x03\x04 this is no archive')
with open('served/broken.tar.gz', 'wb') as f: f.write(open('served/book.tar.gz', 'rb').read()[:60])

asked = []
class Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *args): super().__init__(*args, directory='served')
    def do_GET(self):
        asked.append(self.path); super().do_GET()
    def log_message(self, *args): pass
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
base = f'http://127.0.0.1:{server.server_port}/'
def clean(text): return str(text).replace(base, 'BASE/').replace(str(server.server_port), 'PORT')
def sha1(name): return hashlib.sha1(open('served/' + name, 'rb').read()).hexdigest()
def md5(name): return hashlib.md5(open('served/' + name, 'rb').read()).hexdigest()
def said(f, *args, **kw):
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()): r = f(*args, **kw)
    except Exception as e: r = (type(e).__name__, clean(e)[:120])
    print(f.__name__, '->', re.sub('got "[0-9a-f]*"', 'got another', clean(r)) if not hasattr(r, 'shape') else r.shape, '|', clean(out.getvalue()).strip().replace('\n', ' / ')[:200])
    return r

# the book's downloads: by URL with a check sum, by a name of the hub
said(d2l.download, base + 'timemachine.txt', 'data', sha1('timemachine.txt')); print(asked, sorted(os.listdir('data')))
said(d2l.download, base + 'timemachine.txt', 'data', sha1('timemachine.txt')); print('from the cache', len(asked))
open('data/timemachine.txt', 'a').write('x'); said(d2l.download, base + 'timemachine.txt', 'data', sha1('timemachine.txt')); print('again', len(asked), os.path.getsize('data/timemachine.txt') == os.path.getsize('served/timemachine.txt'))
d2l.DATA_HUB['house'] = (base + 'house.csv', sha1('house.csv'))
path = said(d2l.download, 'house', folder='data'); frame = pd.read_csv(path); print(frame.shape, frame.dtypes.tolist(), torch.tensor(pd.get_dummies(frame, dummy_na=True, dtype=float).values).shape)
said(d2l.download, 'unknown')
said(d2l.download, base + 'missing.csv', 'data'); os.remove('data/missing.csv') if os.path.exists('data/missing.csv') else print('no file')
d2l.DATA_HUB['fra-eng'] = (base + 'fra-eng.zip', sha1('fra-eng.zip'))
d2l.extract(said(d2l.download, base + 'fra-eng.zip', 'data', sha1('fra-eng.zip'))); print(sorted(os.listdir('data/fra-eng')))
d2l.extract(said(d2l.download, base + 'book.tar.gz', 'data', sha1('book.tar.gz'))); print(sorted(os.listdir('data/book')))
try: d2l.extract('data/house.csv')
except Exception as e: print(repr(e)[:80])
for name in ('broken.zip', 'broken.tar.gz'): said(d2l.extract, said(d2l.download, base + name, 'data'))
d2l.DATA_URL = base
class Machine(d2l.TimeMachine):
    def _download(self): return open(d2l.download(d2l.DATA_URL + 'timemachine.txt', 'data', sha1('timemachine.txt'))).read()
machine = Machine(4, 8, 100, 50); print(machine.X.shape, len(machine.vocab))
class French(d2l.MTFraEng):
    def _download(self):
        d2l.extract(d2l.download(d2l.DATA_URL + 'fra-eng.zip', 'data', sha1('fra-eng.zip')))
        with open('data/fra-eng/fra.txt', encoding='utf-8') as f: return f.read()
french = French(4, 6, 40, 10); print([a.shape for a in next(iter(french.val_dataloader()))])

# torchvision's datasets from another mirror
resources = [(n + '.gz', md5(n + '.gz')) for n in ('train-images-idx3-ubyte', 'train-labels-idx1-ubyte', 't10k-images-idx3-ubyte', 't10k-labels-idx1-ubyte')]
for cls in (datasets.MNIST, datasets.FashionMNIST, datasets.KMNIST):
    said(cls, 'root', train=True, download=False)
    cls.mirrors, cls.resources = ['http://127.0.0.1:9/nothing/', base], resources
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
        ds = cls('root', train=True, transform=transforms.ToTensor(), download=True)
    print(clean(out.getvalue().split('\n')[0]), len(ds), ds[3][0].shape, ds[3][1], ds.classes[:3], np.array_equal(ds.data.numpy(), images), sorted(os.listdir(f'root/{cls.__name__}/raw'))[:2])
    n = len(asked); cls('root', train=False, download=True); print('asked again', len(asked) - n)
print(ds)
wrong = type('MNISTWrong', (datasets.MNIST,), {'resources': [(n, '0' * 32) for n, _ in resources], 'mirrors': [base]})
said(wrong, 'root', download=True)
datasets.CIFAR10.url, datasets.CIFAR10.tgz_md5 = base + 'cifar-10-python.tar.gz', md5('cifar-10-python.tar.gz')
datasets.CIFAR10.train_list = [[n, hashlib.md5(open(f'cifar-10-batches-py/{n}', 'rb').read()).hexdigest()] for n in ('data_batch_1', 'data_batch_2')]
datasets.CIFAR10.test_list = [['test_batch', hashlib.md5(open('cifar-10-batches-py/test_batch', 'rb').read()).hexdigest()]]
datasets.CIFAR10.meta = {'filename': 'batches.meta', 'key': 'label_names', 'md5': hashlib.md5(open('cifar-10-batches-py/batches.meta', 'rb').read()).hexdigest()}
said(datasets.CIFAR10, 'root'); said(datasets.CIFAR10, 'root', download=True); ds = datasets.CIFAR10('root', download=True, transform=transforms.ToTensor())
print(len(ds), ds[0][0].shape, ds.targets, ds.classes[:2], ds.class_to_idx['dog'], ds.data.dtype)
from torchvision.datasets.utils import check_integrity, download_and_extract_archive, download_url, extract_archive
said(download_url, base + 'house.csv', 'root', 'h.csv', md5('house.csv')); print(check_integrity('root/h.csv', md5('house.csv')), check_integrity('root/h.csv', '1'), check_integrity('nope'))
said(download_url, base + 'house.csv', 'root', 'h2.csv', 'f' * 32); said(download_url, base + 'nope.csv', 'root')
said(download_and_extract_archive, base + 'book.tar.gz', 'root', 'out', md5=md5('book.tar.gz')); print(sorted(os.listdir('out/book')))
said(extract_archive, 'root/h.csv'); said(extract_archive, 'served/broken.zip', 'x'); said(extract_archive, 'served/broken.tar.gz', 'x')
state = {'w': torch.arange(4.)}; torch.save(state, 'served/model.pth'); shutil.copy('served/model.pth', 'served/model-00000000.pth')
said(torch.hub.load_state_dict_from_url, base + 'model.pth', model_dir='hub', progress=False); said(torch.hub.load_state_dict_from_url, base + 'model-00000000.pth', model_dir='hub', progress=False, check_hash=True); print(os.listdir('hub'))
torch.hub.download_url_to_file(base + 'house.csv', 'hub/h.csv', progress=False); print(open('hub/h.csv').readline().strip(), torch.hub.get_dir()[-9:])

# by hand
calls = []
path, headers = urllib.request.urlretrieve(base + 'big.bin', 'big.bin', reporthook=lambda n, size, total: calls.append((n, size, total))); print(path, headers['Content-Length'], calls[0], calls[-1], len(calls))
with urllib.request.urlopen(base + 'house.csv') as r: print(r.status, r.read().decode().split('\n')[0], type(r).__name__)
for url in (base + 'none', 'http://127.0.0.1:9/x', 'nothing://x'):
    try: urllib.request.urlopen(url, timeout=5)
    except urllib.error.HTTPError as e: print(e, e.code, e.reason)
    except urllib.error.URLError as e: print(e)
r = requests.get(base + 'big.bin', stream=True); total = int(r.headers.get('content-length', 0)); bar = io.StringIO()
with open('copy.bin', 'wb') as f, tqdm(total=total, unit='iB', unit_scale=True, file=bar, desc='big.bin', ncols=60) as progress:
    for chunk in r.iter_content(chunk_size=8192): progress.update(f.write(chunk))
print(total, progress.n, bar.getvalue().split('\r')[-1][:17], open('copy.bin', 'rb').read() == open('served/big.bin', 'rb').read(), r.ok, r.status_code)
try: requests.get(base + 'none').raise_for_status()
except requests.HTTPError as e: print(clean(e))
try: requests.get('http://127.0.0.1:9/x', timeout=5)
except requests.exceptions.ConnectionError as e: print(type(e).__name__)
with zipfile.ZipFile(io.BytesIO(requests.get(base + 'fra-eng.zip').content)) as z: print(z.namelist(), z.read('fra-eng/_about.txt'), len(z.open('fra-eng/fra.txt').read()))
try: zipfile.ZipFile('served/broken.zip')
except zipfile.BadZipFile as e: print(e)
try: tarfile.open('served/broken.tar.gz').getnames()
except (EOFError, tarfile.ReadError) as e: print(type(e).__name__)
try: gzip.open('served/house.csv').read()
except gzip.BadGzipFile as e: print(e)
print(pd.read_csv(base + 'house.csv').shape, clean(base))
server.shutdown(); server.server_close()
said(d2l.download, 'http://127.0.0.1:9/gone.txt', 'data')
