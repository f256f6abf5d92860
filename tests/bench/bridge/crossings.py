"""What it costs to cross: attributes, calls, items, callbacks, containers and arrays, a thousand of each in a measurement."""
import argparse
import datetime
import fractions
import re

import numpy as np
import torch

N = 1000
NUMBERS, FLOATS, TEXTS = list(range(1000, 1000 + N)), [i / 2 for i in range(N)], ['row %d' % i for i in range(N)]
PAIRS = {'key %d' % i: i for i in range(N)}
SETUP = """
R = range(N)
moment, span, half = datetime.datetime(2024, 5, 17), datetime.timedelta(days=3), fractions.Fraction(1, 2)
space, array, scalar, ones = argparse.Namespace(x=5), np.arange(6.), np.float64(2.5), np.ones(N)
integers, joined, pattern, ndarray = np.arange(1000, 1000 + N), ' '.join(TEXTS), re.compile(' '), np.ndarray
ours, text, promote = np.frompyfunc(lambda x: x, 1, 1), 'a' * N, np.promote_types
small, large, made = torch.zeros(10), torch.zeros(1000000), np.zeros(10, np.float32)
def caught(call):
    try:
        call()
    except ValueError as error:
        return str(error)
def fail(match):
    raise ValueError('from here')
"""
# What is evaluated a thousand times
EACH = {
    'attribute': 'moment.year', 'attribute_module': 'np.pi', 'attribute_tuple': 'array.shape', 'attribute_instance': 'space.x', 'attribute_property': 'half.numerator',
    'attribute_object': 'array.dtype', 'method': 'moment.weekday()', 'method_python': 'half.__bool__()', 'method_keyword': 'moment.replace(year=2023)', 'function': 'promote(float, int)',
    'item': 'array[2]', 'operator': 'span + span', 'operator_scalar': 'scalar * 2', 'compare': 'span < span', 'is_instance': 'isinstance(array, ndarray)', 'make': 'datetime.timedelta(3)',
    'numpy': 'small.numpy()', 'numpy_4mb': 'large.numpy()', 'from_numpy': 'torch.from_numpy(made)', 'exception_there': 'caught(lambda: moment.replace(month=13))',
    'exception_here': "caught(lambda: pattern.sub(fail, ' '))",
}
# What does a thousand things at once
ONCE = {
    'attribute_set': 'for i in R: space.x = i\nreturn space.x', 'item_set': 'for i in R: array[2] = i\nreturn array[2]', 'callback': 'return len(ours(ones))', 'callback_object': "return len(re.sub('a', lambda m: 'b', text))",
    'iterate': 'return sum(1 for x in ones)', 'list_to': 'return np.iterable(NUMBERS)', 'list_of_floats_to': 'return np.iterable(FLOATS)', 'list_of_texts_to': 'return np.iterable(TEXTS)', 'dict_to': 'return np.iterable(PAIRS)',
    'list_from': 'return len(integers.tolist())', 'list_of_floats_from': 'return len(ones.tolist())', 'list_of_texts_from': 'return len(pattern.split(joined))', 'array_of_list': 'return len(np.array(NUMBERS))',
}


def row(body):
    def make():
        space = dict(globals())
        lines = SETUP.strip().split('\n') + ['def work():'] + ['    ' + line for line in body.split('\n')] + ['']
        exec('\n'.join(lines), space)
        return space['work']
    return make


ROWS = {**{name: row('for _ in R: %s\nreturn str(%s)' % (text, 'type(%s).__name__' % text)) for name, text in EACH.items()}, **{name: row(body) for name, body in ONCE.items()}}
COUNT = N
ELAPSED = ()  # processor time
# Nanoseconds for one
GOALS = {name: 150 for name in ROWS if name.startswith('attribute')} | {name: 300 for name in ('method', 'method_python')} | {'callback': 150, 'list_to': 15, 'list_of_floats_to': 15,
         'list_from': 15, 'list_of_floats_from': 15, 'numpy': 1000, 'numpy_4mb': 1000, 'from_numpy': 1000}
