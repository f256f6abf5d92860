"""CUDA graphs: work that a stream records once and launches later in one call."""

import gc
import warnings

import torch
from torch import _C

_pools = 0
_modes = ('global', 'thread_local', 'relaxed')


def is_current_stream_capturing():
    """True while the current stream records a graph."""
    return torch.cuda.is_available() and _C._cuda_isRecording()


def graph_pool_handle():
    """A name for memory that several graphs share; hand it on as `pool`."""
    global _pools
    _pools += 1
    return (0, _pools)


class CUDAGraph:
    """Work of a stream between capture_begin() and capture_end(), or in `with torch.cuda.graph(g)`: its kernels run at each
    replay(), on the memory they were recorded with, and draw new random numbers each time."""

    def __init__(self, keep_graph=False):
        if not torch.cuda.is_available():
            raise RuntimeError('Tried to instantiate dummy base class CUDAGraph')
        if keep_graph:
            raise NotImplementedError('CUDAGraph(keep_graph=True) is not there yet')
        self._handle = self._pool = None
        self._ready = False

    def capture_begin(self, pool=None, capture_error_mode='global'):
        """The current stream records from now on. pool: memory shared with other graphs, graph_pool_handle() or their pool()."""
        if self._handle is not None:
            raise RuntimeError('This CUDAGraph instance already owns a captured graph. To capture a new graph, create a new '
                               'instance.')
        if capture_error_mode not in _modes:
            raise RuntimeError('Unknown capture error mode. Expected `global`, `thread_local`, or `relaxed`, got '
                               + str(capture_error_mode))
        pool = graph_pool_handle() if pool is None else tuple(pool)
        self._handle = _C._cuda_graphBegin(pool[1], _modes.index(capture_error_mode))
        self._pool = pool

    def capture_end(self):
        """The stream works again; the graph can be replayed."""
        if self._handle is None:
            raise RuntimeError('capture_end() without capture_begin()')
        try:
            nodes = self._handle.end()
        except BaseException:
            self._handle = None  # nothing that could be launched
            raise
        if nodes == 0:
            warnings.warn('The CUDA Graph is empty. This usually means that the graph was attempted to be captured on wrong '
                          'device or stream.', stacklevel=2)
        self._ready = True

    def replay(self):
        """Queues the recorded work on the current stream."""
        if not self._ready:
            raise RuntimeError('Called CUDAGraph::replay without a preceding successful capture.')
        self._handle.launch()

    def reset(self):
        """Releases the recorded work; its memory is freed with its tensors."""
        self._handle = None
        self._ready = False

    def pool(self):
        """The name of the memory the graph uses, for other graphs."""
        if not self._ready:
            raise RuntimeError('Called CUDAGraph::pool() without a preceding successful capture.')
        return self._pool

    def enable_debug_mode(self):
        raise NotImplementedError('CUDAGraph.enable_debug_mode() is not there yet')

    def debug_dump(self, debug_path):
        raise NotImplementedError('CUDAGraph.debug_dump() is not there yet')


class graph:
    """with torch.cuda.graph(g): the work inside is recorded on a stream of its own."""

    default_capture_stream = None

    def __init__(self, cuda_graph, pool=None, stream=None, capture_error_mode='global'):
        if stream is None:
            if graph.default_capture_stream is None:
                graph.default_capture_stream = torch.cuda.Stream()
            stream = graph.default_capture_stream
        self.pool = () if pool is None else (pool,)
        self.capture_stream = stream
        self.stream_ctx = torch.cuda.stream(stream)
        self.cuda_graph = cuda_graph
        self.capture_error_mode = capture_error_mode

    def __enter__(self):
        torch.cuda.synchronize()
        gc.collect()
        torch.cuda.empty_cache()
        self.stream_ctx.__enter__()
        try:
            self.cuda_graph.capture_begin(*self.pool, capture_error_mode=self.capture_error_mode)
        except BaseException:
            self.stream_ctx.__exit__(None, None, None)
            raise

    def __exit__(self, kind, value, traceback):
        try:
            self.cuda_graph.capture_end()
        finally:
            self.stream_ctx.__exit__(kind, value, traceback)


# ---- functions and modules as graphs

def _flat(value):
    """The tensors of nested tuples, lists and dicts, and how to build the same of others."""
    if isinstance(value, (tuple, list)):
        parts = [_flat(item) for item in value]

        def build(tensors, parts=parts, kind=type(value)):
            return kind([make(tensors) for _, make in parts])
    elif isinstance(value, dict):
        parts = [_flat(item) for item in value.values()]

        def build(tensors, parts=parts, keys=tuple(value)):
            return {key: make(tensors) for key, (_, make) in zip(keys, parts)}
    elif isinstance(value, torch.Tensor):
        return [value], lambda tensors: tensors.pop(0)
    else:
        raise TypeError('In the beta API, sample_args for each callable must contain only Tensors. Other types are not allowed.')
    return [tensor for tensors, _ in parts for tensor in tensors], build


def _gradients(outputs, inputs, slopes, allow_unused):
    return torch.autograd.grad([o for o in outputs if o.requires_grad], [i for i in inputs if i.requires_grad],
                               [s for s in slopes if s is not None], allow_unused=allow_unused)


def _of_all(inputs, gradients):
    """None for the inputs that have no gradient."""
    gradients = list(gradients)
    return [gradients.pop(0) if i.requires_grad else None for i in inputs]


class _Recorded:
    """One callable: its graphs, and the tensors that they read and write."""

    def __init__(self, call, arguments, allow_unused):
        if isinstance(call, torch.nn.Module) and any(buffer.requires_grad for buffer in call.buffers()):
            raise RuntimeError('In any :class:`~torch.nn.Module` passed to :func:`~make_graphed_callables`, only parameters may '
                               'be trainable. All buffers must have ``requires_grad=False``.')
        self.call, self.arguments, self.allow_unused = call, arguments, allow_unused
        self.given = _flat(arguments)[0]
        self.inputs = self.given + (list(call.parameters()) if isinstance(call, torch.nn.Module) else [])
        self.forward, self.backward = CUDAGraph(), CUDAGraph()
        self.gradients = self.slopes = None

    def warm_up(self, count):
        for _ in range(count):
            outputs = _flat(self.call(*self.arguments))[0]
            if any(o.requires_grad for o in outputs):
                _gradients(outputs, self.inputs, [torch.empty_like(o) if o.requires_grad else None for o in outputs],
                           self.allow_unused)

    def record_forward(self, pool):
        with graph(self.forward, pool=pool):
            outputs = self.call(*self.arguments)
        self.outputs, self.build = _flat(outputs)

    def record_backward(self, pool):
        if not any(o.requires_grad for o in self.outputs):
            return
        self.slopes = [torch.empty_like(o) if o.requires_grad else None for o in self.outputs]
        with graph(self.backward, pool=pool):
            gradients = _gradients(self.outputs, self.inputs, self.slopes, self.allow_unused)
        self.gradients = _of_all(self.inputs, gradients)

    def function(self):
        recorded = self

        class Graphed(torch.autograd.Function):
            @staticmethod
            def forward(ctx, *inputs):
                for own, given in zip(recorded.given, inputs):
                    if own.data_ptr() != given.data_ptr():
                        own.copy_(given)
                recorded.forward.replay()
                return tuple(o.detach() for o in recorded.outputs)

            @staticmethod
            @torch.autograd.function.once_differentiable
            def backward(ctx, *slopes):
                for own, given in zip(recorded.slopes, slopes):
                    if own is not None and given is not None and own.data_ptr() != given.data_ptr():
                        own.copy_(given)
                recorded.backward.replay()
                return tuple(g if g is None else g.detach() for g in recorded.gradients)

        others = self.inputs[len(self.given):]

        def graphed(*arguments):
            return recorded.build(list(Graphed.apply(*(_flat(arguments)[0] + others))))
        return graphed


def make_graphed_callables(callables, sample_args, num_warmup_iters=3, allow_unused_input=False, pool=None):
    """Functions and modules whose forward and backward passes are graphs, recorded with the sample arguments: later arguments
    are copied into those, so they must have their shapes. Modules are changed in place, and use their graphs in the mode
    (training or not) in which they are now."""
    if torch.is_autocast_enabled('cuda') and torch.is_autocast_cache_enabled():
        raise RuntimeError('make_graphed_callables does not support the autocast caching. Please set `cache_enabled=False`.')
    single = not isinstance(callables, tuple)
    if single:
        callables, sample_args = (callables,), (sample_args,)
    recorded = [_Recorded(call, tuple(arguments), allow_unused_input) for call, arguments in zip(callables, sample_args)]
    pool = graph_pool_handle() if pool is None else pool
    torch.cuda.synchronize()
    with torch.cuda.stream(torch.cuda.Stream()):
        for one in recorded:
            one.warm_up(num_warmup_iters)
    torch.cuda.synchronize()
    for one in recorded:
        one.record_forward(pool)
    for one in reversed(recorded):
        one.record_backward(pool)
    made = []
    for call, one in zip(callables, recorded):
        function = one.function()
        if isinstance(call, torch.nn.Module):
            def forward(*arguments, call=call, function=function, training=call.training, original=call.forward):
                return function(*arguments) if call.training == training else original(*arguments)
            call.forward = forward
            function = call
        made.append(function)
    return made[0] if single else tuple(made)


__all__ = ['CUDAGraph', 'graph', 'graph_pool_handle', 'is_current_stream_capturing', 'make_graphed_callables']
