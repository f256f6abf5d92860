# needs: yaml
"""YAML with constructors, representers and classes of the notebook."""
import collections
import enum
import io
import yaml

text = '''
model: {name: net, layers: [64, 32]}
lr: 1.0e-3
steps: 10
tags: [a, b]
nothing: null
when: 2024-01-05
base: &base
  x: 1
derived:
  <<: *base
  y: 2
text: |
  line one
  line two
'''
config = yaml.safe_load(text)
print(config)
config['tags'].append('c')
config['model']['layers'][0] += 1
print(yaml.dump(config, sort_keys=False))
print(yaml.safe_dump({'b': [1, 2.5, None, True], 'a': {'c': 'text: with colon'}}, default_flow_style=None))


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __repr__(self):
        return f'Point({self.x}, {self.y})'


yaml.add_representer(Point, lambda dumper, p: dumper.represent_sequence('!point', [p.x, p.y]))
yaml.add_constructor('!point', lambda loader, node: Point(*loader.construct_sequence(node)), Loader=yaml.SafeLoader)
print(yaml.dump({'p': Point(1, 2)}), yaml.safe_load('p: !point [3, 4]'))


class Shape(yaml.YAMLObject):
    yaml_tag = '!shape'
    yaml_loader = yaml.SafeLoader

    def __init__(self, sides):
        self.sides = sides


print(yaml.safe_load('!shape {sides: 4}').sides, yaml.dump(Shape(3)))
for bad in ('a: [1, 2', 'a: b: c', '!unknown x', '\t- x'):
    try:
        yaml.safe_load(bad)
    except yaml.YAMLError as error:
        print(type(error).__name__, getattr(error, 'problem', None))


class Loader(yaml.SafeLoader):
    pass


Loader.add_constructor('!join', lambda loader, node: ''.join(map(str, loader.construct_sequence(node))))
Loader.add_implicit_resolver('!env', __import__('re').compile(r'\$\{\w+\}'), ['$'])
Loader.add_constructor('!env', lambda loader, node: f'<{node.value}>')
print(yaml.load('[!join [a, 1], ${HOME}]', Loader=Loader))
print(list(yaml.safe_load_all('a: 1\n---\nb: 2')), yaml.safe_load(io.StringIO('x: 1')))
out = io.StringIO()
yaml.safe_dump_all([{'a': 1}, {'b': [1]}], out)
print(out.getvalue())


class Dumper(yaml.SafeDumper):
    def increase_indent(self, flow=False, indentless=False):
        return super().increase_indent(flow, False)


print(yaml.dump({'l': [1, {'m': [2]}]}, Dumper=Dumper))
Dumper.add_representer(collections.OrderedDict, lambda d, v: d.represent_dict(v.items()))
Dumper.add_representer(str, lambda d, v: d.represent_scalar('tag:yaml.org,2002:str', v, style='|' if '\n' in v else None))
print(yaml.dump(collections.OrderedDict(b='x\ny\n', a=1), Dumper=Dumper, sort_keys=False))
try:
    yaml.safe_dump(Point(1, 2))
except yaml.representer.RepresenterError as error:
    print(error.args[0])
