"""torch.ops: the ops of the runtime (`torch.ops.aten`) and those of libraries, as packets of overloads. Nothing is made before it is asked for."""

import types

import torch
from torch._C import _op_function, _op_rows
from torch._op_schema import FunctionSchema

# ---- the ops of the runtime

# Where a row's text is not PyTorch's: the schema, and how many of its arguments the row takes.
_CORRECTED = {text.partition('(')[0]: (text, count) for count, text in (
    (3, 'leaky_relu_backward(Tensor grad_output, Tensor self, Scalar negative_slope, bool self_is_result) -> Tensor'),
    (3, '_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor'),
    (3, '_log_softmax_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor'),
    (3, '_cdist_forward(Tensor x1, Tensor x2, float p, int? compute_mode) -> Tensor'),
    (1, '_to_sparse_csr(Tensor self, int? dense_dim=None) -> Tensor'),
    (1, '_to_sparse_csc(Tensor self, int? dense_dim=None) -> Tensor'),
)}
# Rows that do something else than PyTorch's op of that name, or which it has not.
_OTHERS = frozenset('''subtract multiply divide true_divide greater less polygamma.method where.method norm max_pool2d_backward avg_pool2d_backward
    _adaptive_avg_pool2d_backward _convolution native_batch_norm _reshape_alias copysign ldexp xlogy float_power searchsorted cdist quantile
    unique tensor_split index_fill index_fill_ cartesian_prod cartesian_prod.three cov diff linalg_norm std_mean var_mean meshgrid
    _sparse_coo_tensor_with_dims_and_tensors _sparse_compressed_tensor_unsafe _to_sparse _to_sparse.layout _sparse_sum.dim _linalg_svd
    tril_indices triu_indices rot90 _written_out _native_dropout _resize_ _set_ _squeeze_reduced _as_strided_of _rot90 _embedding_bag_reduce
    _equal _unique_dim _unique_consecutive _convolution_input _convolution_weight _fractional_max_pool _resample _resample_backward _grid_sample
    _grid_sample_backward _attention _recurrence _recurrence_steps _sparse_sampled_addmm _linalg_eig _tensordot _contract _einsum _block_diag
    conv_transpose2d norm.ScalarOpt_name log_sigmoid'''.split())
_WITH_NUMBER = 'add sub mul div eq ne lt le gt ge remainder fmod bitwise_and bitwise_or bitwise_xor floor_divide'.split()
_PAIRS = {'conv1d': 1, 'conv2d': 2}


def _convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    n = input.dim() - 2
    if transposed:
        function = getattr(torch, 'conv_transpose%dd' % n)
        return function(input, weight, bias, stride, padding, output_padding, groups, dilation)
    return getattr(torch, 'conv%dd' % n)(input, weight, bias, stride, padding, dilation, groups)


def _layer_norm(input, normalized_shape, weight, bias, eps):
    dims = list(range(input.dim() - len(normalized_shape), input.dim()))
    variance, mean = torch.var_mean(input, dims, correction=0, keepdim=True)
    return torch.nn.functional.layer_norm(input, normalized_shape, weight, bias, eps), mean, (variance + eps).rsqrt()


def _batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps):
    dims = [i for i in range(input.dim()) if i != 1]
    result = torch.nn.functional.batch_norm(input, running_mean, running_var, weight, bias, training, momentum, eps)
    if not training:
        return result, input.new_empty(0), input.new_empty(0)
    variance, mean = torch.var_mean(input, dims, correction=0)
    return result, mean, (variance + eps).rsqrt()


def _nll_loss(self, target, weight, reduction, ignore_index):
    loss = torch.nn.functional.nll_loss(self, target, weight, ignore_index=ignore_index, reduction=('none', 'mean', 'sum')[reduction])
    kept = target[target != ignore_index]
    total = weight[kept].sum() if weight is not None else torch.tensor(float(kept.numel()), dtype=self.dtype, device=self.device)
    return loss, total if reduction else torch.zeros_like(total)


def _dropout(input, p, train):
    if not train or p == 0:
        return input.clone(), torch.ones_like(input, dtype=torch.bool)
    mask = torch.empty_like(input).bernoulli_(1 - p).bool()
    return input * mask * (1 / (1 - p) if p < 1 else 0.), mask


def _attention(query, key, value, dropout_p=0., is_causal=False, *, attn_mask=None, scale=None):
    result = torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask, dropout_p, is_causal, scale=scale)
    scores = query @ key.mT * (query.shape[-1] ** -.5 if scale is None else scale)
    if is_causal:
        scores = scores.masked_fill(~torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).tril(), -torch.inf)
    if attn_mask is not None:
        scores = scores.masked_fill(~attn_mask, -torch.inf) if attn_mask.dtype == torch.bool else scores + attn_mask
    return result, scores.logsumexp(-1)


def _convolution_backward(grad_output, input, weight, bias_sizes, stride, padding, dilation, transposed, output_padding, groups, output_mask):
    with torch.enable_grad():
        x, w = input.detach().requires_grad_(), weight.detach().requires_grad_()
        out = _convolution(x, w, None, stride, padding, dilation, transposed, output_padding, groups)
    wanted = [each for each, asked in ((x, output_mask[0]), (w, output_mask[1])) if asked]
    found = list(torch.autograd.grad(out, wanted, grad_output)) if wanted else []
    dims = [i for i in range(grad_output.dim()) if i != 1]
    return (found.pop(0) if output_mask[0] else None, found.pop(0) if output_mask[1] else None,
            grad_output.sum(dims) if output_mask[2] else None)


# Ops that the runtime does in another way.
_WRITTEN = {
    '_pin_memory(Tensor self, Device? device=None) -> Tensor': torch.Tensor.pin_memory,
    'convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride, SymInt[] padding, SymInt[] dilation, bool transposed, '
    'SymInt[] output_padding, SymInt groups) -> Tensor': _convolution,
    'convolution_backward(Tensor grad_output, Tensor input, Tensor weight, SymInt[]? bias_sizes, SymInt[] stride, SymInt[] padding, SymInt[] dilation, '
    'bool transposed, SymInt[] output_padding, SymInt groups, bool[3] output_mask) -> (Tensor, Tensor, Tensor)': _convolution_backward,
    'native_layer_norm(Tensor input, SymInt[] normalized_shape, Tensor? weight, Tensor? bias, float eps) -> (Tensor, Tensor, Tensor)': _layer_norm,
    'native_batch_norm(Tensor input, Tensor? weight, Tensor? bias, Tensor? running_mean, Tensor? running_var, bool training, float momentum, '
    'float eps) -> (Tensor, Tensor, Tensor)': _batch_norm,
    'nll_loss_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> (Tensor output, Tensor total_weight)':
        _nll_loss,
    'native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)': _dropout,
    '_scaled_dot_product_flash_attention_for_cpu(Tensor query, Tensor key, Tensor value, float dropout_p=0., bool is_causal=False, *, '
    'Tensor? attn_mask=None, float? scale=None) -> (Tensor output, Tensor logsumexp)': _attention,
    '_softmax(Tensor self, int dim, bool half_to_float) -> Tensor': lambda self, dim, half_to_float: torch.softmax(self, dim),
    '_log_softmax(Tensor self, int dim, bool half_to_float) -> Tensor': lambda self, dim, half_to_float: torch.log_softmax(self, dim),
    '_local_scalar_dense(Tensor self) -> Scalar': lambda self: self.item(),
    'detach(Tensor(a) self) -> Tensor(a)': lambda self: self.detach(),
    'baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor': lambda *args, **named: torch.baddbmm(*args, **named),
    'log_sigmoid(Tensor self) -> Tensor': lambda self: torch.nn.functional.logsigmoid(self),
    'copysign.Tensor(Tensor self, Tensor other) -> Tensor': lambda self, other: torch.copysign(self, other),
    'ldexp.Tensor(Tensor self, Tensor other) -> Tensor': lambda self, other: torch.ldexp(self, other),
    'xlogy.Tensor(Tensor self, Tensor other) -> Tensor': lambda self, other: torch.xlogy(self, other),
    '_to_copy(Tensor self, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, bool non_blocking=False, '
    'MemoryFormat? memory_format=None) -> Tensor': lambda self, *, layout=None, pin_memory=None, **named: self.to(copy=True, **_chosen(named)),
    'empty.memory_format(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, '
    'MemoryFormat? memory_format=None) -> Tensor': lambda size, **named: torch.empty(size, **_chosen(named)),
}


def _chosen(named):
    return {name: value for name, value in named.items() if value is not None}


def _as_view(text):
    head, _, returns = text.partition(' -> ')
    many = returns == 'Tensor[]'
    return head.replace('Tensor self', 'Tensor(a -> *) self' if many else 'Tensor(a) self', 1) + ' -> ' + returns.replace('Tensor', 'Tensor(a)', 1)


def _as_written(text):
    head, _, _ = text.partition(' -> ')
    return head.replace('Tensor self', 'Tensor(a!) self', 1) + ' -> Tensor(a!)'


def _as_out(text, name):
    head, _, _ = text.partition('(')
    inside = text[len(head) + 1:].rpartition(') -> ')[0]
    return '%s.out(%s%s Tensor(a!) out) -> Tensor(a!)' % (name, inside, ',' if '*,' in inside else ', *,')


def _first(function, count):
    """Without the arguments that the row does not take."""
    return lambda *args, **named: function(*args[:count])


def _spelled(text, name):
    """What the text of a row spells in another way than PyTorch."""
    text = text.replace('[0,0]', '[0, 0]').replace('=1.0', '=1').replace('=20.0', '=20').replace(" *, Generator? generator=None, ScalarType?", ' *, ScalarType?') \
        if 'Scalar ' in text or 'Generator' in text else text
    n = _PAIRS.get(name)
    for option, value in (('stride', 1), ('padding', 0), ('dilation', 1)) if n else ():
        text = text.replace('SymInt[%d] %s=%d' % (n, option, value), 'SymInt[%d] %s=[%s]' % (n, option, ', '.join([str(value)] * n)))
    return text


def _call_out(full):
    function = _op_function(full, False)
    return lambda *args, out, **named: function(*args, out=out, **named)


def _index_rows():
    """{name: {overload: (text, how to make its function)}} of all rows."""
    found = {}

    def add(text, make):
        title = text.partition('(')[0]
        name, _, overload = title.partition('.')
        found.setdefault(name, {}).setdefault(overload or 'default', (text, make))

    for text, function in _WRITTEN.items():
        add(text, lambda function=function: function)
    for text, is_view, in_place, mutates, out in _op_rows():
        full = text.partition('(')[0]
        name, _, overload = full.partition('.')
        if full in _OTHERS or name.startswith('nn_') or full.startswith('_') and full in ('_add_scalar', '_sub_scalar', '_mul_scalar', '_div_scalar'):
            continue
        row = full
        if full in _CORRECTED:
            text, count = _CORRECTED[full]
            add(text, lambda row=row, count=count: _first(_op_function(row, False), count))
            continue
        text = _spelled(text, name)
        if name in ('rsub', 'bitwise_not') and not overload:
            text = text if name != 'rsub' else text.replace('rsub(', 'rsub.Tensor(', 1)
        if mutates:
            text = _as_written(text)
        add(_as_view(text) if is_view else text, lambda row=row: _op_function(row, False))
        if in_place and not mutates:
            add(_as_written(text.replace(name, name + '_', 1)), lambda row=row: _op_function(row, True))
        if name in _WITH_NUMBER and overload in ('Tensor', '') and not mutates:
            alpha = ', Scalar alpha=1' if 'alpha' in text else ''
            number = '%s.Scalar(Tensor self, Scalar other%s) -> Tensor' % (name, alpha)
            add(number, lambda row=row: _with_alpha(_op_function(row, False)))
            if in_place:
                add(_as_written(number.replace(name, name + '_', 1)), lambda row=row: _with_alpha(_op_function(row, True)))
        if out and overload in ('', 'Tensor') and ' -> Tensor' in text and '[]' not in text.rpartition(' -> ')[2] and '(Tensor' not in text.rpartition(' -> ')[2]:
            add(_as_out(text, name), lambda row=row: _call_out(row))
    return found


def _with_alpha(function):
    return lambda self, other, *alpha, **named: function(self, other, **({'alpha': alpha[0]} if alpha else named))


# ---- overloads, packets, namespaces

class OpOverload:
    """One overload of an op: torch.ops.aten.add.Tensor"""

    def __init__(self, packet, overload, schema, op):
        self._overloadpacket, self._overloadname, self._schema, self._op_made = packet, overload, schema, op
        self._qualified_op_name = packet._qualified_op_name
        self._name = schema.title()
        self._opname = packet.__name__
        self.__name__ = '%s.%s' % (packet.__name__, overload)
        self.__module__ = packet.__module__
        self.__qualname__ = self.__name__
        self.tags = []

    @property
    def _op(self):
        function = self._op_made()
        self._op_made = lambda: function
        return function

    @property
    def namespace(self):
        """'aten'"""
        return self._qualified_op_name.partition('::')[0]

    @property
    def overloadpacket(self):
        """The op that this is an overload of."""
        return self._overloadpacket

    @property
    def op(self):
        """The function behind it."""
        return self._op

    @property
    def is_view(self):
        """Whether the result shares the memory of an argument that is not written to."""
        infos = [argument.alias_info for argument in self._schema.arguments if argument.alias_info is not None]
        return bool(infos) and not any([info.is_write for info in infos])

    def name(self):
        """'aten::add.Tensor'"""
        return self._name

    def __str__(self):
        return '%s.%s.%s' % (*self._qualified_op_name.split('::'), self._overloadname)

    def __repr__(self):
        return "<OpOverload(op='%s.%s', overload='%s')>" % (*self._qualified_op_name.split('::'), self._overloadname)

    def __hash__(self):
        return id(self)

    def __deepcopy__(self, memo=None):
        return self

    def __reduce__(self):
        return _find, (str(self),)

    def has_kernel_for_dispatch_key(self, key):
        """Whether a library has registered a function under that key."""
        return key in getattr(self._op, 'kernels', ())

    def __call__(self, /, *args, **kwargs):
        if not _is_aten(self):
            return self._op(*args, **kwargs)
        if 'self' in kwargs:
            args, kwargs = (kwargs.pop('self'), *args), kwargs
        try:
            result = self._op(*args, **kwargs)
            return tuple(result) if isinstance(result, tuple) else result
        except TypeError:
            text = self._schema.wrong(args, kwargs)
            if text is None:
                raise
        raise RuntimeError(text)


def _is_aten(overload):
    return overload._qualified_op_name.startswith('aten::')


def _find(text):
    """'aten.add.Tensor' as an overload: what pickles call."""
    namespace, name, overload = text.split('.')
    return getattr(getattr(getattr(torch.ops, namespace), name), overload)


class OpOverloadPacket:
    """An op with its overloads; calling it calls the first overload that takes the arguments."""

    def __init__(self, namespace, name, entries):
        self._qualified_op_name = '%s::%s' % (namespace, name)
        self.__name__, self.__module__ = name, 'torch._ops.' + namespace
        self._entries, self._made = entries, {}

    @property
    def _overload_names(self):
        return ['' if name == 'default' else name for name in self._entries]

    @property
    def op(self):
        """The function itself."""
        return self.__call__

    def overloads(self):
        """The names of the overloads."""
        return list(self._entries)

    def _get(self, overload):
        made = self._made.get(overload)
        if made is None:
            text, function = self._entries[overload]
            schema = FunctionSchema(self._qualified_op_name.partition('::')[0], text)
            made = self._made[overload] = OpOverload(self, overload, schema, function)
        return made

    def __getattr__(self, name):
        if name in self.__dict__.get('_entries', ()):
            return self._get(name)
        if name == '__file__':
            return 'torch.ops'
        if name[:2] == '__':
            raise AttributeError("'%s' can't have an overload name beginning with '__' and the underlying op %s has no attribute %s either."
                                 % (self, self, name))
        raise AttributeError("The underlying op of '%s' has no overload name '%s'" % (self, name))

    def __iter__(self):
        return iter(self._entries)

    def __dir__(self):
        return sorted({*super().__dir__(), *self._entries})

    def __str__(self):
        return '%s.%s' % tuple(self._qualified_op_name.split('::'))

    def __repr__(self):
        return "<OpOverloadPacket(op='%s')>" % self

    def __hash__(self):
        return id(self)

    def __deepcopy__(self, memo=None):
        return self

    def __call__(self, /, *args, **kwargs):
        wrong = []
        for overload in self._entries:
            candidate = self._get(overload)
            text = candidate._schema.wrong(args, kwargs)
            if text is None and not _is_number_for_tensor(candidate._schema, args, len(self._entries)):
                return candidate(*args, **kwargs)
            if text:
                wrong.append(text)
        for overload in self._entries:
            if self._get(overload)._schema.wrong(args, kwargs) is None:
                return self._get(overload)(*args, **kwargs)
        if len(wrong) == 1:
            raise RuntimeError(wrong[0])
        raise RuntimeError('Overloaded torch operator invoked from Python failed to match any schema:\n' + '\n\n'.join(wrong) + '\n\n')


def _is_number_for_tensor(schema, args, overloads):
    """Another overload may take a number as it is."""
    return overloads > 1 and any([argument.type.base == 'Tensor' and not argument.type.list and isinstance(value, (int, float, complex))
                                  for argument, value in zip(schema.arguments, args)])


class _OpNamespace(types.ModuleType):
    """torch.ops.aten: the ops of one namespace."""

    def __init__(self, name):
        super().__init__('torch.ops.' + name)
        self.name = name
        self.__file__ = 'torch.ops'

    def _entries(self):
        if self.name == 'aten' and 'aten' not in registry:
            registry['aten'] = _index_rows()
        return registry.get(self.name, {})

    def __getattr__(self, name):
        if name[:2] == '__' and name not in self._entries():
            raise AttributeError("'%s' object has no attribute '%s'" % (type(self).__name__, name))
        entries = self._entries().get(name)
        if not entries:
            raise AttributeError("'_OpNamespace' '%s' object has no attribute '%s'" % (self.name, name))
        packet = OpOverloadPacket(self.name, name, entries)
        setattr(self, name, packet)
        return packet

    def __dir__(self):
        return sorted({*self._entries(), *self.__dict__})

    def __repr__(self):
        return "<module 'torch.ops.%s' from 'torch.ops'>" % self.name


class _Ops(types.ModuleType):
    """torch.ops: the namespaces."""

    __file__ = '_ops.py'

    def __init__(self):
        super().__init__('torch.ops')
        self.loaded_libraries = set()

    def __getattr__(self, name):
        if name[:2] == '__':
            raise AttributeError("module 'torch.ops' has no attribute '%s'" % name)
        namespace = _OpNamespace(name)
        setattr(self, name, namespace)
        return namespace

    def import_module(self, module):
        """Imports a module that registers ops."""
        import importlib
        importlib.import_module(module)

    def load_library(self, path):
        """Registers the operators of a library. Those of torchvision's are the kernel's own; others, which are made for PyTorch's C++, are
        refused with OSError."""
        from torch import _vision_ops
        if not _vision_ops.provides(path):
            raise OSError('Could not load this library: %s' % path)
        self.loaded_libraries.add(path)

    def __repr__(self):
        return "<module 'torch.ops' from '_ops.py'>"


registry = {}  # of namespaces: {name: {overload: (schema, a function that returns the function)}}
ops = _Ops()
