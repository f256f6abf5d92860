# Files that PyTorch 2.13 has written (by tests/oracle/write.py, in both formats) are read: every type, and whole modules.
import os
import sys
import warnings

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'oracle')
sys.path.insert(0, folder)
import torch
import file_values

warnings.simplefilter('ignore')
for values, safe in ((file_values.plain_values, True), (file_values.all_values, False)):
    for name, value in values():
        for ending in ('zip', 'old'):
            path = os.path.join(folder, 'files', name + '.' + ending)
            if not os.path.exists(path):
                continue
            for way in [{'weights_only': False}] + [{}] * safe + [{'weights_only': False, 'mmap': True}] * (ending == 'zip'):
                back = torch.load(path, **way)
                if name == 'own':
                    print(name, ending, way, back[2] is back, back[1]['self'] is back[1])
                else:
                    print(name, ending, way, file_values.same(value, back))
net = torch.load(os.path.join(folder, 'files', 'module.zip'), weights_only=False)
print(net)
print(net.note, net(torch.ones(1, 1, 5, 5)).shape)
