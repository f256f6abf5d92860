"""FlopCounterMode: how many multiplications and additions the products of a program need, by module and op."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

_aten = torch.ops.aten


def _product(shape):
    count = 1
    for size in shape:
        count *= size
    return count


def mm_flop(a_shape, b_shape, *args, out_shape=None, **kwargs):
    """Of a product of matrices."""
    m, k = a_shape
    other, n = b_shape
    assert k == other
    return m * n * 2 * k


def addmm_flop(self_shape, a_shape, b_shape, out_shape=None, **kwargs):
    """Of a product of matrices that is added to something."""
    return mm_flop(a_shape, b_shape)


def bmm_flop(a_shape, b_shape, out_shape=None, **kwargs):
    """Of products of batches of matrices."""
    b, m, k = a_shape
    _, _, n = b_shape
    return b * m * n * 2 * k


def baddbmm_flop(self_shape, a_shape, b_shape, out_shape=None, **kwargs):
    """Of products of batches of matrices that are added to something."""
    return bmm_flop(a_shape, b_shape)


def conv_flop_count(x_shape, w_shape, out_shape, transposed=False):
    """Of a convolution: each element of the images, or of the result, with a whole window of all channels."""
    places = (x_shape if transposed else out_shape)[2:]
    return _product(places) * _product(w_shape[2:]) * x_shape[0] * w_shape[1] * w_shape[0] * 2


def conv_flop(x_shape, w_shape, _bias, _stride, _padding, _dilation, transposed, *args, out_shape=None, **kwargs):
    """Of aten.convolution."""
    return conv_flop_count(x_shape, w_shape, out_shape, transposed=transposed)


def _exchanged(shape):
    return [shape[1], shape[0], *shape[2:]]


def conv_backward_flop(grad_out_shape, x_shape, w_shape, _bias, _stride, _padding, _dilation, transposed, _output_padding, _groups, output_mask,
                       out_shape=None, **kwargs):
    """Of the gradients of a convolution that are asked for."""
    count = 0
    if output_mask[0]:
        count += conv_flop_count(grad_out_shape, w_shape, x_shape, not transposed)
    if output_mask[1]:
        first, second = (grad_out_shape, x_shape) if transposed else (x_shape, grad_out_shape)
        count += conv_flop_count(_exchanged(first), _exchanged(second), _exchanged(w_shape), transposed=False)
    return count


def _shapes(value):
    if isinstance(value, torch.Tensor):
        return value.shape
    return type(value)([_shapes(item) for item in value]) if type(value) in (list, tuple) else value


def _of_shapes(formula):
    def counted(*args, out_val=None, **kwargs):
        return formula(*[_shapes(value) for value in args], out_shape=_shapes(out_val), **{name: _shapes(value) for name, value in kwargs.items()})
    counted._get_raw = True
    return counted


flop_registry = {getattr(_aten, name): _of_shapes(formula) for name, formula in {
    'mm': mm_flop, 'addmm': addmm_flop, 'bmm': bmm_flop, 'baddbmm': baddbmm_flop, 'convolution': conv_flop,
    'convolution_backward': conv_backward_flop}.items()}


def register_flop_formula(targets, get_raw=False):
    """A decorator: a formula of shapes for ops; get_raw: it gets the tensors themselves."""
    def decorate(formula):
        counted = formula if get_raw else _of_shapes(formula)
        for target in targets if isinstance(targets, (list, tuple)) else [targets]:
            if not isinstance(target, torch._ops.OpOverloadPacket):
                raise ValueError('register_flop_formula(targets): expected each target to be OpOverloadPacket (i.e. torch.ops.mylib.foo), got %s '
                                 'which is of type %s' % (target, type(target)))
            if target in flop_registry:
                raise RuntimeError('duplicate registrations for %s' % target)
            flop_registry[target] = counted
        return counted
    return decorate


_SUFFIXES = ['', 'K', 'M', 'B', 'T']


def get_suffix_str(number):
    """The suffix with which a number is shown."""
    return _SUFFIXES[max(0, min(len(_SUFFIXES) - 1, (len(str(number)) - 2) // 3))]


def convert_num_with_suffix(number, suffix):
    """A number in units of a suffix, with three decimals."""
    value = number / 1000 ** _SUFFIXES.index(suffix)
    return '%.3f' % value + suffix if suffix else '%g' % value


def convert_to_percent_str(num, denom):
    """A share in percent."""
    return '%.2f%%' % (num / denom * 100) if denom else '0%'


class _Modules:
    """In which modules the program is now, forward and backward."""

    def __init__(self):
        self.parents, self.names, self.handles = ['Global'], {}, []

    def __enter__(self):
        from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook
        self.handles = [register_module_forward_pre_hook(self._before), register_module_forward_hook(self._after, always_call=True)]

    def __exit__(self, *exception):
        for handle in self.handles:
            handle.remove()

    def _name(self, module):
        if id(module) not in self.names:
            title = type(module).__name__
            self.names[id(module)] = title
            for path, below in module.named_modules():
                if path:
                    self.names.setdefault(id(below), '%s.%s' % (title, path))
        return self.names[id(module)]

    def _entering(self, name):
        return lambda grad: self.parents.append(name)

    def _leaving(self, name):
        def leave(grad):
            if name in self.parents:
                self.parents.reverse()
                self.parents.remove(name)
                self.parents.reverse()
        return leave

    def _before(self, module, args):
        name = self._name(module)
        self.parents.append(name)
        leave = self._leaving(name)
        for value in args:
            if isinstance(value, torch.Tensor) and value.requires_grad and not value.is_leaf:
                value.register_hook(lambda grad: leave(grad))

    def _after(self, module, args, result):
        name = self._name(module)
        self._leaving(name)(None)
        for value in result if isinstance(result, (tuple, list)) else [result]:
            if isinstance(value, torch.Tensor) and value.requires_grad:
                enter = self._entering(name)
                value.register_hook(lambda grad: enter(grad))


class FlopCounterMode:
    """A context that counts; at its end it prints a table, unless display is False."""

    def __init__(self, mods=None, depth=2, display=True, custom_mapping=None):
        self.depth, self.display, self.flop_counts = depth, display, {}
        self.flop_registry = {**flop_registry, **{op: formula if getattr(formula, '_get_raw', False) else _of_shapes(formula)
                                                  for op, formula in (custom_mapping or {}).items()}}
        self.mod_tracker, self.mode = _Modules(), None

    def __enter__(self):
        self.flop_counts.clear()
        self.mod_tracker.__enter__()
        self.mode = _Counting(self)
        self.mode.__enter__()
        return self

    def __exit__(self, *exception):
        self.mode.__exit__(*exception)
        self.mode = None
        self.mod_tracker.__exit__()
        if self.display:
            print(self.get_table(self.depth))

    def get_total_flops(self):
        """Of everything."""
        return sum(self.flop_counts.get('Global', {}).values())

    def get_flop_counts(self):
        """{module: {op: its operations}}"""
        return {name: dict(counts) for name, counts in self.flop_counts.items()}

    def _count(self, packet, result, args, kwargs):
        formula = self.flop_registry.get(packet)
        if formula is None:
            return
        count = formula(*args, **kwargs, out_val=result)
        for name in dict.fromkeys(self.mod_tracker.parents):
            counts = self.flop_counts.setdefault(name, {})
            counts[packet] = counts.get(packet, 0) + count

    def get_table(self, depth=None):
        """The counts of modules down to a depth, as a table."""
        depth = self.depth if depth is None else depth
        total = self.get_total_flops()
        suffix, rows = get_suffix_str(total), []

        def add(name):
            counts = self.flop_counts[name]
            own = sum(counts.values())
            rows.append((name, convert_num_with_suffix(own, suffix), convert_to_percent_str(own, total)))
            for op, count in counts.items():
                rows.append(('- ' + str(op), convert_num_with_suffix(count, suffix), convert_to_percent_str(count, total)))

        if 'Global' in self.flop_counts:
            add('Global')
            whole = len(rows)
            modules = [name for name in sorted(self.flop_counts) if name != 'Global' and name.count('.') + 1 <= depth]
            for name in modules:
                add(name)
            if any(['.' not in name and sum(self.flop_counts[name].values()) >= total for name in modules]):
                del rows[:whole]
        if not rows:
            rows.append(('Global', '0', '0%'))
        return _table(('Module', 'FLOP', '% Total'), rows)


def _table(header, rows):
    """Columns with a line below the header: texts to the left, numbers to the right."""
    widths = [max([len(header[i]) + 2, *[len(row[i]) for row in rows]]) for i in range(3)]
    places = (str.ljust, str.rjust, str.rjust)
    lines = [[place(text, width) for place, text, width in zip(places, row, widths)] for row in rows]
    return '\n'.join(['  '.join([place(text, width) for place, text, width in zip(places, header, widths)]).rstrip(),
                      '  '.join(['-' * width for width in widths]), *['  '.join(line) for line in lines]])


class _Counting(TorchDispatchMode):
    """The mode behind a counter."""

    def __init__(self, counter):
        super().__init__()
        self.counter = counter

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        result = func(*args, **kwargs)
        self.counter._count(func._overloadpacket, result, args, kwargs)
        return result


__all__ = ['FlopCounterMode', 'register_flop_formula']
