# needs: omegaconf hydra
"""omegaconf and hydra."""
import dataclasses
import os
from typing import Any, List, Optional

import hydra
from hydra import compose, initialize_config_dir
from hydra.utils import instantiate, get_class, call
from omegaconf import DictConfig, ListConfig, MISSING, OmegaConf
from omegaconf.errors import ConfigAttributeError, MissingMandatoryValue, ReadonlyConfigError, ValidationError

config = OmegaConf.create({'model': {'name': 'net', 'layers': [1, 2]}, 'lr': 0.1, 'path': '${model.name}/x', 'need': '???'})
print(config.model.name, config['lr'], config.path, config.model.layers[1], type(config).__name__, list(config))
config.lr = 0.2
config.model.layers.append(3)
print(OmegaConf.to_yaml(config), OmegaConf.to_container(config, resolve=True)['path'])
try:
    config.need
except MissingMandatoryValue as error:
    print(str(error).splitlines()[0])
merged = OmegaConf.merge(config, {'lr': 1, 'extra': {'a': None}}, OmegaConf.from_dotlist(['model.name=other', 'extra.b=[1,2]']))
print(merged.model.name, merged.extra, merged.path, OmegaConf.select(merged, 'extra.b'), merged.get('nothing', 5))
OmegaConf.register_new_resolver('twice', lambda x: x * 2)
print(OmegaConf.create({'a': 4, 'b': '${twice:${a}}'}).b)
OmegaConf.set_readonly(config, True)
try:
    config.lr = 3
except ReadonlyConfigError as error:
    print(type(error).__name__)
OmegaConf.set_struct(merged, True)
try:
    merged.nothing
except ConfigAttributeError as error:
    print(str(error).splitlines()[0])


class Net:
    def __init__(self, width, depth=1, act=None):
        self.width, self.depth, self.act = width, depth, act

    def __repr__(self):
        return f'Net({self.width}, {self.depth}, {self.act})'


def make(n, scale=1):
    return n * scale


import sys
module = type(sys)('made_models')
module.Net, module.make = Net, make
sys.modules['made_models'] = module
print(instantiate({'_target_': 'fractions.Fraction', 'numerator': 1, 'denominator': 2}), instantiate({'_target_': 'builtins.dict', '_args_': [[['a', 1]]]}))
os.makedirs('conf/db')
for name, text in (('config', 'defaults:\n  - db: one\n  - _self_\nsteps: 3\n'), ('db/one', 'name: one\nport: 1\n'), ('db/two', 'name: two\nport: 2\n')):
    with open(f'conf/{name}.yaml', 'w') as file:
        file.write(text)
with initialize_config_dir(os.path.abspath('conf'), version_base=None):
    print(compose('config'), compose('config', overrides=['db=two', 'steps=7', '+new=[1,2]']))
    try:
        compose('config', overrides=['nothing=1'])
    except hydra.errors.HydraException as error:
        print(type(error).__name__)
for key, value in config.model.items():
    print(key, value)
print([x * 2 for x in config.model.layers], isinstance(config, DictConfig), isinstance(config.model.layers, ListConfig), config == OmegaConf.create(OmegaConf.to_container(config)))
OmegaConf.save(merged, 'saved.yaml')
print(OmegaConf.load('saved.yaml').model.name, {**config.model}['name'])
