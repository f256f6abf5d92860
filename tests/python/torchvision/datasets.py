# needs: torchvision PIL
"""Datasets in files of their formats, which the test makes."""
import hashlib
import os
import pickle
import struct
import tarfile

import torch
import torchvision
import numpy as np
from PIL import Image
from torchvision import datasets, transforms as T
from torchvision.datasets import FakeData, ImageFolder, MNIST, CIFAR10
os.makedirs('root', exist_ok=True)
fd = FakeData(5, (3,8,8), 3, transform=T.ToTensor())
print(len(fd), fd[0][0].shape, fd[0][1], fd)
try: fd[9]
except Exception as e: print(type(e), e)
# image folder
for c in ('cat','dog'):
    os.makedirs('root/img/'+c, exist_ok=True)
    for i in range(3): Image.fromarray(np.full((6,6,3), 40*i+(c=='dog'), 'uint8')).save(f'root/img/{c}/{i}.png')
f = ImageFolder('root/img', T.ToTensor())
print(f, f.classes, f.class_to_idx, len(f), f.targets, f[1][0].mean(), f.samples[0])
dl = torch.utils.data.DataLoader(f, batch_size=4)
for x, y in dl: print(x.shape, y)
try: ImageFolder('root/none')
except Exception as e: print(type(e).__name__, e)
os.makedirs('root/empty/a', exist_ok=True)
try: ImageFolder('root/empty')
except Exception as e: print(type(e).__name__, e)
# mnist
def idx(a):
    return bytes([0,0,8,a.ndim]) + b''.join(struct.pack('>i', n) for n in a.shape) + a.tobytes()
for k in ('MNIST','FashionMNIST','KMNIST'):
    os.makedirs(f'root/{k}/raw', exist_ok=True)
    for s,n in (('train',10),('t10k',4)):
        open(f'root/{k}/raw/{s}-images-idx3-ubyte','wb').write(idx(np.arange(n*28*28).reshape(n,28,28).astype('uint8')))
        open(f'root/{k}/raw/{s}-labels-idx1-ubyte','wb').write(idx(np.arange(n).astype('uint8')))
    d = getattr(datasets,k)('root', train=True, transform=T.ToTensor())
    t = getattr(datasets,k)('root', train=False)
    print(d, len(d), len(t), d[3][0].sum(), d[3][1], t[2][0].size, d.classes, d.class_to_idx, d.data.shape, d.targets)
try: MNIST('nowhere')
except Exception as e: print(type(e).__name__, e)
# cifar
os.makedirs('root/cifar-10-batches-py', exist_ok=True)
import torchvision.datasets.cifar as C
def put(name, obj):
    b = pickle.dumps(obj, 2)
    open('root/cifar-10-batches-py/'+name,'wb').write(b); return hashlib.md5(b).hexdigest()
tr=[]
for i in range(1,6):
    n=f'data_batch_{i}'; tr.append([n, put(n, {'data': (np.arange(2*3072)%250).reshape(2,3072).astype('uint8'), 'labels':[i,0]})])
te=[['test_batch', put('test_batch', {'data': np.zeros((1,3072),'uint8'), 'labels':[7]})]]
m={'filename':'batches.meta','key':'label_names','md5':put('batches.meta', {'label_names':list('abcdefghij')})}
class Small(CIFAR10):
    train_list, test_list, meta = tr, te, m
s=Small('root', transform=T.ToTensor()); print(s, len(s), s[2][0].sum(), s[2][1], s.classes, s.data.shape)
print(len(Small('root', train=False)))
try: CIFAR10('root')
except Exception as e: print(type(e).__name__, e)
print(datasets.utils.check_md5('root/cifar-10-batches-py/test_batch', te[0][1]), datasets.utils.calculate_md5('root/cifar-10-batches-py/test_batch')==te[0][1])
with tarfile.open('root/a.tar.gz','w:gz') as t: t.add('root/img/cat/0.png','x/0.png')
datasets.utils.extract_archive('root/a.tar.gz','root/out'); print(os.listdir('root/out/x'))
print(datasets.DatasetFolder('root/img', loader=lambda p: os.path.basename(p), extensions=('.png',))[2])
