"""The names of torch.compile's machinery that programs use. Nothing is compiled here: functions run as they are written."""

from torch._dynamo import config, exc
from torch._dynamo.eval_frame import OptimizedModule, disable, is_compiling, list_backends, reset


def _as_they_are(tensors):
    """What marks of sizes come to: checked, and without an effect, because nothing is specialised."""
    import torch
    for tensor in tensors if isinstance(tensors, (tuple, list)) else (tensors,):
        if not isinstance(tensor, torch.Tensor):
            raise TypeError('expected a tensor whose sizes are marked, but got %s' % type(tensor).__name__)


def mark_dynamic(t, index, *, min=None, max=None):
    """Says that a dimension will have other sizes, which all code here takes."""
    _as_they_are(t)


def maybe_mark_dynamic(t, index):
    """Says that a dimension may have other sizes, which all code here takes."""
    _as_they_are(t)


def mark_static(t, index=None):
    """Says that a dimension keeps its size, on which nothing here depends."""
    _as_they_are(t)


def __getattr__(name):
    if name in ('allow_in_graph', 'assume_constant_result'):
        from torch import compiler
        return getattr(compiler, name)
    raise AttributeError('module %r has no attribute %r' % (__name__, name))


def graph_break(msg=''):
    """Ends a graph, where there is one: never here."""


def explain(f, *extra_args, **extra_kwargs):
    """Refused: there are no graphs."""
    raise NotImplementedError('torch._dynamo.explain: there are no graphs in this version, compiled functions run as they are written')


__all__ = ['OptimizedModule', 'config', 'disable', 'exc', 'explain', 'graph_break', 'is_compiling', 'list_backends', 'mark_dynamic',
           'mark_static', 'maybe_mark_dynamic', 'reset']
