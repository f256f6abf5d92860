"""The text of tensors and how it is set: what torch.set_printoptions() is about. The text itself is made in C (kernel/bind/bind_show.c)."""

import contextlib

import torch
from torch import set_printoptions  # noqa: F401  (its home)
from torch._C import _print_options

_NAMES = ('precision', 'threshold', 'edgeitems', 'linewidth', 'sci_mode')


class _PrintOptions:
    """The settings as attributes, which can be assigned."""

    def __getattr__(self, name):
        if name not in _NAMES:
            raise AttributeError("'__PrinterOptions' object has no attribute %r" % name)
        return _print_options()[_NAMES.index(name)]

    def __setattr__(self, name, value):
        set_printoptions(**{'sci_mode': self.sci_mode, name: value})

    def __repr__(self):
        return '__PrinterOptions(%s)' % ', '.join(['%s=%r' % row for row in get_printoptions().items()])


PRINT_OPTS = _PrintOptions()


def get_printoptions():
    """The settings as a dict."""
    return dict(zip(_NAMES, _print_options()))


@contextlib.contextmanager
def printoptions(**kwargs):
    """Other settings for the time of a with block."""
    before = get_printoptions()
    set_printoptions(**kwargs)
    try:
        yield
    finally:
        set_printoptions(**before)


def get_summarized_data(self):
    """A tensor of only those elements that are printed of a large one: the first and the last of each dimension."""
    edge = PRINT_OPTS.edgeitems
    for dim in range(self.dim()):
        size = self.size(dim)
        if size > 2 * edge:
            self = torch.cat([self.narrow(dim, 0, edge), self.narrow(dim, size - edge, edge)], dim)
    return self


_INDENT = len('tensor(')


def _tensor_str(self, indent):
    """The elements as they are printed, for a place that has so many characters before it on its line."""
    if self.numel() == 0:
        return '[]'
    with printoptions(linewidth=max(PRINT_OPTS.linewidth + _INDENT - indent, 1), sci_mode=PRINT_OPTS.sci_mode):
        text = repr(self.detach().as_subclass(torch.Tensor))[_INDENT:]
    end = text.rindex(']') + 1 if self.dim() else min([text.find(mark) for mark in (', ', ')') if mark in text])
    return text[:end].replace('\n' + ' ' * _INDENT, '\n' + ' ' * indent)


def _str(self, *, tensor_contents=None):
    """The text of a tensor; tensor_contents stands in the place of its elements."""
    text = repr(self)
    if tensor_contents is None:
        return text
    return text.replace(_tensor_str(self, _INDENT), tensor_contents, 1)


__all__ = ['set_printoptions', 'get_printoptions', 'printoptions']
