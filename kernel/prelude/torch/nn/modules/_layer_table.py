"""Layers that are options over a function: each is one row in the module of its family.

An activation, a pooling, a padding, a loss or a dropout keeps the arguments of one function of torch.nn.functional and calls
it. Such a layer is not written out as a class. It is a row,

    layer('Hardtanh', 'min_val=-1.0, max_val=1.0, inplace=False', 'hardtanh', shown='min_val, max_val, inplace?',
          doc='Limits x to [min_val, max_val].')

from which the class follows: __init__ with this very signature (so help(), completion and the texts of TypeErrors are those of
a class that is written out), the attributes, forward(), extra_repr(), __constants__, the documentation. A class is made when its
name is first asked for. To add a layer, add its row here and its name to the list of names in torch.nn.

The columns:
name        of the class.
parameters  of the constructor, as they stand in its `def`; a default value has no comma. None: the base's constructor.
function    what forward() calls: 'relu' is torch.nn.functional.relu, 'torch.tanh' that function, '.flatten' a method of the input, '_name'
            a function of the family's module. None: forward() is the base's.
inputs      the parameters of forward(); they come first in the call, those with a default value last and by name.
arguments   the attributes that follow in the call, by default all parameters in their order: 'dim' is self.dim, 'dim=' is
            dim=self.dim, a number or a text in quotes stands for itself.
shown       the attributes in the repr: 'p' as p=0.5, 'p!r' with the repr of the value, '*p' as the value alone, 'p?' as p=True where it
            is true, else not at all.
base        the class it derives from, which may be another row, with the parameters that are handed on to its constructor, or values
            of its own: '_Loss(reduction)', 'ConstantPad1d(padding, value=0.0)'.
stored      {attribute: expression} for those that are not stored as they are given.
buffers     the parameters that are registered as buffers.
constants   the attributes in __constants__, by default all that parameters name, in their order, and those of the base.
doc         what it computes, as a formula where there is one, and where it was published.
"""

import sys

from torch._C import _import


def layer(name, parameters, function, *, doc, inputs='input', arguments=None, shown='', base='Module', stored={}, buffers='',
          constants=None):
    """A row of a table of layers; its columns are those that the module's documentation lists."""
    return name, (parameters, function, doc, inputs, arguments, shown, base, stored, _names(buffers), constants)


def _names(text):
    """The names of a list of parameters, without their default values."""
    names = [entry.partition('=')[0].strip() for entry in text.split(',')] if text else []
    return [name for name in names if name != '*']


def _constructor(parameters, handed, stored, buffers):
    """(the lines of __init__, the attributes that it sets)."""
    own = [name for name in _names(parameters) if name not in _names(handed)]
    handed = [entry if '=' in entry else '%s=%s' % (entry, entry) for entry in handed.split(', ') if entry]
    lines = [' def __init__(self, %s):' % parameters, '  super().__init__(%s)' % ', '.join(handed)]
    for name in own:
        lines.append("  self.register_buffer('%s', %s)" % (name, name) if name in buffers else
                     '  self.%s = %s' % (name, stored.get(name, name)))
    return lines, [name for name in own if name not in buffers]


def _call(function, inputs, arguments):
    """The expression that forward() returns."""
    first = [entry for entry in inputs.split(', ') if '=' not in entry]
    handed = first[:0 if function[0] == '.' else None]
    for entry in arguments:
        name, by_name, _ = entry.partition('=')
        handed.append(entry if entry.isdigit() or entry[0] == "'" else '%s=self.%s' % (name, name) if by_name else 'self.' + name)
    handed += ['%s=%s' % (name, name) for name in _names(inputs) if name not in first]
    if function[0] == '.':
        function = first[0] + function
    elif function[0] != '_' and '.' not in function:
        function = 'F.' + function
    return '%s(%s)' % (function, ', '.join(handed))


def _extra_repr(shown):
    """The method that shows attributes as a row says."""
    formats = []
    for entry in shown.split(', '):
        name = entry.rstrip('?').removesuffix('!r').lstrip('*')
        label = '' if entry[0] == '*' else name + '='
        formats.append((name, label + ('%r' if entry.endswith('!r') else '%s'), entry.endswith('?')))

    def extra_repr(self):
        texts = []
        for name, text, flag in formats:
            value = getattr(self, name)
            if value or not flag:
                texts.append(text % ((value,) if not flag else True))
        return ', '.join(texts)

    return extra_repr


def _class(name, row, module):
    """The class of a row; module: the names of the module of its family, in which it is defined."""
    parameters, function, doc, inputs, arguments, shown, base, stored, buffers, constants = row
    base, _, handed = base.rstrip(')').partition('(')
    lines, attributes = [], []
    if parameters is not None:
        lines, attributes = _constructor(parameters, handed, stored, buffers)
    arguments = _names(parameters) if arguments is None else arguments.split(', ') if arguments else []
    if function:
        lines += [' def forward(self, %s):' % inputs, '  return ' + _call(function, inputs, arguments)]
    # the code is part of this module's, whose frames tracebacks leave out
    code = compile('\n'.join(['class %s(%s):' % (name, base)] + lines), '<%s>' % __name__, 'exec')
    space = {base: getattr(sys.modules[module['__name__']], base)}  # the base may be a row, too
    exec(code, module, space)
    made = space[name]
    made.__doc__ = doc
    inherited = getattr(made, '__constants__', [])
    if constants is None:
        own = [each for each in _names(parameters) if each in attributes or each in inherited]
        constants = own + [each for each in inherited if each not in own]
    else:
        constants = _names(constants)
    if constants:
        made.__constants__ = constants
    if shown:
        made.extra_repr = _extra_repr(shown)
        made.extra_repr.__qualname__ = name + '.extra_repr'
    return module.setdefault(name, made)  # another thread may have been first


def layers(module, rows, elsewhere={}):
    """What a module of layers has as __getattr__, __dir__ and the names of its rows. module: its globals.

    elsewhere: {name: module} of classes that belong to the family, too, and are rarely needed.
    """
    rows = dict(rows)

    def missing(name):
        if name in elsewhere:
            return module.setdefault(name, getattr(_import(elsewhere[name]), name))
        if name not in rows:
            raise AttributeError("module '%s' has no attribute '%s'" % (module['__name__'], name))
        return _class(name, rows[name], module)

    def names():
        return sorted({*module, *rows, *elsewhere})

    return missing, names, list(rows) + list(elsewhere)
