"""How torch.nn.functional.linear_cross_entropy cuts a batch into chunks."""

import dataclasses

import torch

_POLICIES = ('accurate', 'balanced', 'compact', 'auto')
_ACC_DTYPES = (None, torch.float16, torch.bfloat16, torch.float32, torch.float64)
_RATIO = 2  # of what 'auto' stands for


def _ratio(method):
    """The number in 'aspect_ratio:N', or None."""
    name, colon, number = method.partition(':')
    return int(number) if name == 'aspect_ratio' and colon and number.isdigit() and int(number) > 0 else None


@dataclasses.dataclass(frozen=True)
class LinearCrossEntropyOptions:
    """The loss is computed for some rows of the batch at a time, so that the logits of all are never there at once.

    allow_retain_graph: backward may run more than once; batch_chunk_size: the rows of a chunk; chunking_method: how many those are
    otherwise, 'aspect_ratio:N' for logits of about N times the elements of the input, None for all rows; acc_policy, acc_dtype: the
    type in which gradients of half types are added up."""

    allow_retain_graph: bool = False
    batch_chunk_size: int = None
    chunking_method: str = 'auto'
    acc_policy: str = 'auto'
    acc_dtype: torch.dtype = None

    def __post_init__(self):
        rows, method = self.batch_chunk_size, self.chunking_method
        if rows is not None and (type(rows) is not int or rows <= 0):
            raise ValueError('batch_chunk_size must be positive int or None, got %r' % (rows,))
        if method not in (None, 'auto') and not (isinstance(method, str) and _ratio(method)):
            raise ValueError('invalid chunking_method: %r' % (method,))
        if self.acc_policy not in _POLICIES:
            raise ValueError('invalid acc_policy: %r' % (self.acc_policy,))
        if self.acc_dtype not in _ACC_DTYPES:
            raise ValueError('acc_dtype must be one of {%s}, got %s. Pass acc_dtype=None to let the op pick automatically.'
                             % (', '.join(map(str, _ACC_DTYPES)), self.acc_dtype))

    def _rows(self, batch, features, classes):
        """The rows of a chunk."""
        if self.batch_chunk_size is not None:
            return self.batch_chunk_size
        if self.chunking_method is None:
            return max(batch, 1)
        ratio = _RATIO if self.chunking_method == 'auto' else _ratio(self.chunking_method)
        return max(1, min(batch, ratio * batch * features // max(classes, 1)))

    def _sums_in(self, dtype):
        """The type of the sums of gradients."""
        if self.acc_dtype not in (None, dtype) and not (self.acc_dtype == torch.float32 and dtype in (torch.float16, torch.bfloat16)):
            raise RuntimeError('linear_cross_entropy supports float32 acc_dtype with float16/bfloat16 inputs, but got %s acc_dtype and %s inputs.'
                               % (self.acc_dtype, dtype))
        if self.acc_dtype is not None:
            return self.acc_dtype
        return torch.float32 if dtype.itemsize == 2 and self.acc_policy != 'compact' else dtype


__all__ = ['LinearCrossEntropyOptions']
