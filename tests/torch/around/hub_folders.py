"""torch.hub with folders."""
import os
import sys

import torch


def attempt(function, *args, **kwargs):
    try:
        print(repr(function(*args, **kwargs)))
    except Exception as error:
        print(type(error).__name__, error)


os.makedirs('models', exist_ok=True)
with open('models/hubconf.py', 'w') as file:
    file.write('dependencies = ["torch"]\nimport torch\nfrom sizes_of_models import value\n\n\ndef small(n=2, **options):\n    """A small net."""\n'
               '    return torch.nn.Linear(n, value)\n\n\n_hidden = lambda: 3\nnumber = 5\n')
with open('models/sizes_of_models.py', 'w') as file:
    file.write('value = 3\n')
os.makedirs('missing', exist_ok=True)
with open('missing/hubconf.py', 'w') as file:
    file.write('dependencies = ["no_such_package_x", "torch", "other_missing_y"]\ndef m():\n    return 1\n')
attempt(torch.hub.load, 'models', 'small', source='local')
attempt(torch.hub.load, 'models', 'small', 4, source='local', trust_repo=True, verbose=False)
attempt(torch.hub.load, 'models', 'small', n=5, source='LOCAL')
attempt(torch.hub.load, 'models', '_hidden', source='local')
for name in ('none', 'number', 3):
    attempt(torch.hub.load, 'models', name, source='local')
attempt(torch.hub.load, 'models', 'small', source='other')
attempt(torch.hub.load, '/no/folder', 'small', source='local')
attempt(torch.hub.load, 'missing', 'm', source='local')
print('models' in sys.path, 'hubconf' in sys.modules, 'sizes_of_models' in sys.modules)
torch.hub.set_dir('/tmp/hub_of_test')
print(torch.hub.get_dir())
for folder in ('models', 'missing'):
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            os.remove(path)
