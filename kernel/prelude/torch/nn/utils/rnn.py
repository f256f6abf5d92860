"""Batches of sequences of several lengths: padded to one length, or packed, step after step without the padding."""

import collections
import collections.abc

import torch
from torch._arguments import accept, check_tensors, scalar_type
from torch._C import _name_node

PackedSequence_ = collections.namedtuple('PackedSequence_', ['data', 'batch_sizes', 'sorted_indices', 'unsorted_indices'])
PackedSequence_.__module__ = __name__

_MANUAL = ('batch_sizes should always be on CPU. Instances of PackedSequence should never be created manually. They should be instantiated by '
           'functions like pack_sequence and pack_padded_sequences in nn.utils.rnn. '
           'https://pytorch.org/docs/stable/nn.html#torch.nn.utils.rnn.pack_sequence')


def _moved(tensor, arguments):
    return tensor if tensor is None else tensor.to(**arguments)


class PackedSequence(PackedSequence_):
    """Sequences without padding: data holds the rows of the first step, then those of the second, and so on; batch_sizes[t] (on the CPU) counts
    those of step t. sorted_indices: where the sequences, sorted by length, came from; unsorted_indices: the reverse. Made by pack_sequence
    and pack_padded_sequence."""

    def __new__(cls, data, batch_sizes=None, sorted_indices=None, unsorted_indices=None):
        if batch_sizes is None:
            assert isinstance(data, (list, tuple)) and len(data) == 2, 'Expected data to be a list or tuple of length 2'
            data, batch_sizes = data
        elif batch_sizes.device.type != 'cpu':
            raise ValueError(_MANUAL)
        if unsorted_indices is None:
            unsorted_indices = invert_permutation(sorted_indices)
        return super().__new__(cls, data, batch_sizes, sorted_indices, unsorted_indices)

    def _with(self, data, **to):
        """The same sequences with other data; the indices are moved likewise."""
        return type(self)(data, self.batch_sizes, _moved(self.sorted_indices, to), _moved(self.unsorted_indices, to))

    def to(self, *args, **kwargs):
        """Like Tensor.to, of the data; the indices go to the same device. Itself where nothing changes."""
        if 'copy' in kwargs:
            raise RuntimeError('.to() does not accept copy argument')
        data = self.data.to(*args, **kwargs) if args or kwargs else self.data
        if data is self.data:
            return self
        return self._with(data, device=data.device, non_blocking=kwargs.get('non_blocking', False))

    def _on(self, device, args, kwargs):
        """On a type of device: where the arguments say, if that is such a device."""
        example = torch.tensor((), dtype=self.data.dtype, device=self.data.device)
        if args or kwargs:
            example = example.to(*args, **kwargs)
        return self.to(*args, **kwargs) if example.device.type == device else self.to(*args, **{**kwargs, 'device': device})

    def cuda(self, *args, **kwargs):
        """On the current GPU."""
        return self._on('cuda', args, kwargs)

    def cpu(self, *args, **kwargs):
        """In the host's memory."""
        return self._on('cpu', args, kwargs)

    def pin_memory(self):
        """In page-locked memory."""
        indices = [index if index is None else index.pin_memory() for index in (self.sorted_indices, self.unsorted_indices)]
        return type(self)(self.data.pin_memory(), self.batch_sizes, *indices)

    def is_pinned(self):
        """Is the data in page-locked memory?"""
        return self.data.is_pinned()

    @property
    def is_cuda(self):
        """Is the data on a GPU?"""
        return self.data.is_cuda


def _converter(name, dtype):
    def convert(self):
        return self.to(dtype=dtype)

    convert.__name__, convert.__qualname__ = name, 'PackedSequence.' + name
    convert.__doc__ = 'The data as %s.' % dtype
    return convert


for _name in 'double float half long int short'.split():
    setattr(PackedSequence, _name, _converter(_name, getattr(torch, _name)))
for _name, _dtype in (('char', torch.int8), ('byte', torch.uint8)):
    setattr(PackedSequence, _name, _converter(_name, _dtype))
del _name, _dtype


def bind(optional, fn):
    """fn of a value, None of None."""
    return None if optional is None else fn(optional)


def invert_permutation(permutation):
    """The permutation that undoes another; None for None."""
    if permutation is None:
        return None
    inverse = torch.empty_like(permutation)
    return inverse.scatter_(0, permutation, torch.arange(0, permutation.numel(), device=permutation.device))


def _runs(sizes):
    """(first step, end, rows) of each run of steps of one size."""
    start = 0
    for t in range(1, len(sizes) + 1):
        if t == len(sizes) or sizes[t] != sizes[start]:
            yield start, t, sizes[start]
            start = t


def _check_lengths(lengths):
    if lengths.dim() != 1 or lengths.device.type != 'cpu' or lengths.dtype != torch.int64:
        raise RuntimeError("'lengths' argument should be a 1D CPU int64 tensor, but got %dD %s %s tensor" % (
            lengths.dim(), lengths.device, scalar_type(lengths.dtype)))


def _pack(input, lengths, batch_first):
    """(data, batch_sizes) of padded sequences, the longest first."""
    if input.numel() == 0:
        raise RuntimeError('Cannot pack empty tensors.')
    _check_lengths(lengths)
    batch = input.size(0 if batch_first else 1)
    if batch_first:
        input = input.transpose(0, 1)
    counts = lengths.tolist()
    if len(counts) != batch:
        raise RuntimeError('Expected `len(lengths)` to be equal to batch_size, but got %d (batch_size=%d)' % (len(counts), batch))
    if counts[-1] <= 0:
        raise RuntimeError("Length of all samples has to be greater than 0, but found an element in 'lengths' that is <= 0")
    if any(shorter < longer for shorter, longer in zip(counts, counts[1:])):
        raise RuntimeError('`lengths` array must be sorted in decreasing order when `enforce_sorted` is True. You can pass `enforce_sorted=False` '
                           'to pack_padded_sequence and/or pack_sequence to sidestep this requirement if you do not need ONNX exportability.')
    sizes, rows = [], batch
    for t in range(counts[0]):
        while counts[rows - 1] <= t:
            rows -= 1
        sizes.append(rows)
    data = torch.cat([input[start:end, :rows].flatten(0, 1) for start, end, rows in _runs(sizes)])
    if data.requires_grad:
        _name_node(data, 'PackPaddedSequenceBackward0')
    return data, torch.tensor(sizes, device='cpu')


def pack_padded_sequence(input, lengths, batch_first=False, enforce_sorted=True):
    """Packs sequences that are padded: (steps, batch, *), with batch_first (batch, steps, *). lengths (on the CPU) must be sorted, the longest
    first, unless enforce_sorted is False."""
    lengths = torch.as_tensor(lengths, dtype=torch.int64, device=lengths.device if isinstance(lengths, torch.Tensor) else 'cpu')
    sorted_indices = None
    if not enforce_sorted:
        lengths, sorted_indices = torch.sort(lengths, descending=True)
        sorted_indices = sorted_indices.to(input.device)
        input = input.index_select(0 if batch_first else 1, sorted_indices)
    if not isinstance(input, torch.Tensor):
        raise TypeError("_pack_padded_sequence(): argument 'input' (position 1) must be Tensor, not " + type(input).__name__)
    _check_flag('_pack_padded_sequence', batch_first)
    return PackedSequence(*_pack(input, lengths, batch_first), sorted_indices, None)


def _check_flag(function, batch_first):
    if not isinstance(batch_first, bool):
        raise TypeError("%s(): argument 'batch_first' (position 3) must be bool, not %s" % (function, type(batch_first).__name__))


def _check_packed(data, batch_sizes, sizes):
    """The errors of data that is not that of its steps."""
    _check_lengths(batch_sizes)
    if not sizes:
        raise RuntimeError('batch_sizes can not be empty')
    used = 0
    for start, end, rows in _runs(sizes):
        if rows > sizes[0]:
            raise RuntimeError("output with shape [%d, %d] doesn't match the broadcast shape [%d, %d]" % (end - start, sizes[0], end - start, rows))
        if used + (end - start) * rows > data.size(0):
            raise RuntimeError("shape '%s' is invalid for input of size %d" % ([end - start, rows, *data.shape[1:]], data[used:].numel()))
        used += (end - start) * rows


def pad_packed_sequence(sequence, batch_first=False, padding_value=0.0, total_length=None):
    """(padded sequences, their lengths): the reverse of pack_padded_sequence. total_length: so many steps, not those of the longest."""
    batch_sizes, data = sequence.batch_sizes, sequence.data
    if total_length is not None and total_length < batch_sizes.size(0):
        raise ValueError('Expected total_length to be at least the length of the longest sequence in input, but got total_length=%s and max '
                         'sequence length being %s' % (total_length, batch_sizes.size(0)))
    _check_flag('_pad_packed_sequence', batch_first)
    if not isinstance(padding_value, (bool, int, float, complex, torch.Tensor)):
        raise TypeError("_pad_packed_sequence(): argument 'padding_value' (position 4) must be Number, not " + type(padding_value).__name__)
    sizes = batch_sizes.tolist()
    _check_packed(data, batch_sizes, sizes)
    steps, batch = (total_length or len(sizes)), sizes[0]
    # the row of the data for each place, or the row of padding behind all of them
    row_indices = torch.full((steps, batch), data.size(0), device='cpu')
    used, lengths = 0, [0] * batch
    for start, end, rows in _runs(sizes):
        count = (end - start) * rows
        row_indices[start:end, :rows] = torch.arange(used, used + count, device='cpu').view(end - start, rows)
        lengths[:rows] = [end] * rows
        used += count
    padding = data.new_full((1, *data.shape[1:]), padding_value)
    output = torch.cat([data, padding]).index_select(0, row_indices.flatten().to(data.device)).view(steps, batch, *data.shape[1:])
    lengths = torch.tensor(lengths, device='cpu')
    if output.requires_grad:
        _name_node(output, 'CopySlices')
    if batch_first:
        output = output.transpose(0, 1)
    if sequence.unsorted_indices is not None:
        output = output.index_select(0 if batch_first else 1, sequence.unsorted_indices)
        lengths = lengths[sequence.unsorted_indices.cpu()]
    return output, lengths


def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side='right'):
    """Sequences (steps, *) in one tensor, (longest, number of them, *), with batch_first (number, longest, *); the shorter ones get the padding
    value behind them or, with padding_side='left', before them."""
    if not isinstance(sequences, collections.abc.Iterable):
        raise RuntimeError('pad_sequence: Expected iterable for input sequences, but got arg of type: %s' % type(sequences))
    sequences = sequences.unbind(0) if isinstance(sequences, torch.Tensor) else tuple(sequences)
    check_tensors(sequences)
    accept('pad_sequence', sequences, batch_first, padding_value, padding_side)
    if not sequences:
        raise RuntimeError('received an empty list of sequences')
    if padding_side not in ('left', 'right'):
        raise RuntimeError('Expected padding_side to be one of left or right, but got %s.' % padding_side)
    first = sequences[0]
    if first.dim() == 0:
        raise RuntimeError('ArrayRef: invalid slice, N = 1; size = 0')
    steps = max(each.size(0) for each in sequences)
    shape = (len(sequences), steps) if batch_first else (steps, len(sequences))
    output = first.new_full((*shape, *first.shape[1:]), padding_value)
    for i, each in enumerate(sequences):
        start = steps - each.size(0) if padding_side == 'left' else 0
        output.select(0 if batch_first else 1, i).narrow(0, start, each.size(0)).copy_(each)
    return output


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    """The list of sequences of a padded batch, which is transposed in place unless batch_first; the reverse of pad_sequence."""
    if not batch_first:
        padded_sequences.transpose_(0, 1)
    steps = torch.arange(padded_sequences.shape[1], device=lengths.device)
    return [sequence[steps < length] for sequence, length in zip(padded_sequences, lengths, strict=True)]


def pack_sequence(sequences, enforce_sorted=True):
    """Packs a list of sequences (steps, *); the longest must come first, unless enforce_sorted is False."""
    lengths = torch.as_tensor([each.size(0) for each in sequences])
    return pack_padded_sequence(pad_sequence(sequences), lengths, enforce_sorted=enforce_sorted)


def unpack_sequence(packed_sequences):
    """The list of sequences that were packed."""
    return unpad_sequence(*pad_packed_sequence(packed_sequences, batch_first=True), batch_first=True)


__all__ = ['PackedSequence', 'invert_permutation', 'pack_padded_sequence', 'pad_packed_sequence', 'pad_sequence', 'unpad_sequence', 'pack_sequence',
           'unpack_sequence']
