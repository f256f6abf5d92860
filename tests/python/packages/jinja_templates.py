# needs: jinja2
"""Templates of jinja2 with objects, filters, tests, loaders of the notebook."""
import jinja2
from jinja2 import Environment, DictLoader, StrictUndefined, Template


class Item:
    def __init__(self, name, price):
        self.name, self.price = name, price

    def total(self, n=1):
        return self.price * n

    def __str__(self):
        return f'<{self.name}>'


items = [Item('pen', 1.5), Item('ink', 4)]
print(Template('Hello {{ name|upper }}! {% for i in items %}{{ loop.index }}:{{ i.name }}={{ i.total(2) }}{% if not loop.last %}, {% endif %}{% endfor %}').render(name='ann', items=items))
print(Template('{{ items|map(attribute="price")|sum }} {{ items|sort(attribute="name")|first }} {{ d.key }} {{ d["key"] }} {{ missing }}|{{ x or "default" }}').render(items=items, d={'key': 3}, x=None))
env = Environment(loader=DictLoader({
    'base': '<{% block body %}base{% endblock %}>',
    'child': '{% extends "base" %}{% block body %}{{ super() }} child {{ value|money }}{% endblock %}',
    'macro': '{% macro row(a, b=2) %}[{{ a }},{{ b }}]{% endmacro %}{{ row(1) }}{{ row(*args) }}',
    'html': '{{ text }}{{ text|safe }}'}), autoescape=False, trim_blocks=True)
env.filters['money'] = lambda value, unit='EUR': f'{value:.2f} {unit}'
env.tests['cheap'] = lambda item: item.price < 2
env.globals['now'] = lambda: 'noon'
print(env.get_template('child').render(value=3), env.get_template('macro').render(args=(8, 9)))
print(env.from_string('{{ now() }} {{ items|select("cheap")|list|length }} {{ 3|money(unit="USD") }} {{ f(2, k=3) }}').render(items=items, f=lambda a, k: a * k))
env.autoescape = True
print(env.get_template('html').render(text='<b>'))
for bad, values in (('{{ a.b.c }}', {}), ('{% if %}', {}), ('{{ f() }}', {'f': lambda: 1 / 0}), ('{% include "none" %}', {})):
    try:
        env.from_string(bad).render(**values)
    except Exception as error:
        print(type(error).__name__, error)
strict = Environment(undefined=StrictUndefined)
try:
    strict.from_string('{{ nothing }}').render()
except jinja2.UndefinedError as error:
    print(error)


class Loader(jinja2.BaseLoader):
    def get_source(self, environment, name):
        if name == 'no':
            raise jinja2.TemplateNotFound(name)
        return f'made {name} {{{{ x }}}}', None, lambda: True


made = Environment(loader=Loader())
print(made.get_template('t').render(x=1))
try:
    made.get_template('no')
except jinja2.TemplateNotFound as error:
    print(type(error).__name__, error)


def numbers():
    for n in range(3):
        yield n


print(Template('{% for n in g %}{{ n }}{% endfor %}').render(g=numbers()), ''.join(Template('{{ a }}-{{ b }}').generate(a=1, b=2)))
print(Template('{{ p.name }} {{ p|tojson }}').render(p={'name': 'x', 'l': [1, {'a': None}]}))


@jinja2.pass_context
def names(context):
    return sorted(context.get_all())[:1]


print(Template('{{ names() }}').render(names=names, aaa=1))
