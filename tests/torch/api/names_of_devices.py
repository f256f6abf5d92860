"""Devices that PyTorch knows by name alone: they can be named and compared; no tensor gets there."""
import copy
import pickle

import torch

for name in ('mps', 'xpu', 'mtia', 'xla', 'ipu', 'vulkan'):
    for text in (name, name + ':0', name + ':1'):
        device = torch.device(text)
        print(device, repr(device), device.type, device.index, device == torch.device(name), hash(device) == hash(torch.device(text)), end=' ')
        print(pickle.loads(pickle.dumps(device)) == device, copy.copy(device) == device, device != torch.device('cpu'))
    print(torch.device(name, 1), torch.device(name) == name, torch.zeros(1).device == torch.device(name))
    try:
        print(torch.zeros(2).to(name))
    except Exception as e:
        print(type(e).__name__, e)
for name in ('foo', 'mps:', 'mps:x'):
    try:
        print(torch.device(name))
    except RuntimeError as e:
        print(e)
