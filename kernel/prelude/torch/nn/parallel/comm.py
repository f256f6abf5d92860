"""Tensors from one device to several and back. Gradients pass through: a copy's gradient returns to where it came from, and those of
several copies are added there. Knows tensors only, no modules and no trees of tensors."""

import torch


def _device(value):
    """The CUDA device of an index, a text or a device; -1 is the CPU."""
    index = torch.cuda._get_device_index(value, optional=True, allow_cpu=True)
    return torch.device('cpu') if index is None or index < 0 else torch.device('cuda', index)


def accelerators(devices):
    """The devices of a module or a batch that is split: none of them is the CPU."""
    for each in devices:
        if isinstance(each, (str, torch.device)) and torch.device(each).type == 'cpu':
            raise ValueError('Expected a non cpu device, but got: %s' % each)
    return devices


def _one_of(first, first_name, second, second_name):
    """Exactly one of two arguments is given."""
    if (first is None) == (second is None):
        raise RuntimeError("Exactly one of '%s' and '%s' must be specified, but got %s=%s and %s=%s"
                           % (first_name, second_name, first_name, first, second_name, second))


def broadcast(tensor, devices=None, *, out=None):
    """The tensor on each of `devices` (the first one has it already, and shares its memory), or copied into each tensor of `out`;
    a tuple."""
    _one_of(devices, 'devices', out, 'out')
    if out is not None:
        for target in out:
            target.copy_(tensor)
        return tuple(out)
    return tuple([tensor.to(_device(device)) for device in devices])


def broadcast_coalesced(tensors, devices, buffer_size=10485760):
    """A tuple for each device of all tensors there. Copies are asynchronous and need no common buffer: `buffer_size`, in bytes, must
    be positive and changes no result."""
    if buffer_size <= 0:
        raise ValueError('buffer_size must be positive')
    return [tuple([tensor.to(_device(device)) for tensor in tensors]) for device in devices]


def reduce_add(inputs, destination=None):
    """The sum of tensors of one shape on different devices, on `destination` (default: the current one)."""
    where = _device(destination)
    total, shape = None, inputs[0].size()
    for i, each in enumerate(inputs):
        if each.device.type == 'cpu':
            raise AssertionError('reduce_add expects all inputs to be on GPUs, but input %d is on CPU' % i)
        if each.size() != shape:
            raise ValueError('input %d has invalid size: got %s, but expected %s'
                             % (i, 'x'.join(map(str, each.size())), 'x'.join(map(str, shape))))
    if all([each.device != where for each in inputs]):
        raise RuntimeError('reduce_add expects destination to be on the same GPU with one of the tensors')
    for each in inputs:
        total = each.to(where) if total is None else total + each.to(where)
    return total


def reduce_add_coalesced(inputs, destination=None, buffer_size=10485760):
    """reduce_add of the first tensors of all lists, of the second ones, and so on; a tuple."""
    if buffer_size <= 0:
        raise ValueError('buffer_size must be positive')
    return tuple([reduce_add(each, destination) for each in zip(*inputs)])


def scatter(tensor, devices=None, chunk_sizes=None, dim=0, streams=None, *, out=None):
    """Slices of a tensor along `dim`, as equal as chunk() makes them or of `chunk_sizes`, one on each of `devices` or in each tensor of
    `out`; a tuple. streams: the streams that copy, one a device; None is the current one."""
    _one_of(devices, 'devices', out, 'out')
    if out is not None:
        if chunk_sizes is not None:
            raise RuntimeError("'chunk_sizes' must not be given together with 'out', whose sizes they are")
        slices = tensor.split([each.size(dim) for each in out], dim)
        return tuple([each.copy_(source) for each, source in zip(out, slices)])
    slices = tensor.chunk(len(devices), dim) if chunk_sizes is None else tensor.split(list(chunk_sizes), dim)
    if chunk_sizes is not None and len(slices) != len(devices):
        raise RuntimeError('Expected devices and chunk_sizes to be of same length, but got len(devices) = %d and len(chunk_sizes) = %d'
                           % (len(devices), len(slices)))
    moved = []
    for i, (source, device) in enumerate(zip(slices, devices)):
        with torch.cuda.stream(streams[i] if streams else None):
            moved.append(source.to(_device(device)))
    return tuple(moved)


def gather(tensors, dim=0, destination=None, *, out=None):
    """Tensors of several devices one behind the other along `dim`, on `destination` (an index, 'cpu' or None, the current device), or
    in `out`."""
    if out is not None:
        if destination is not None:
            raise RuntimeError("'destination' must not be specified when 'out' is specified, but got destination=%s" % (destination,))
        return torch.cat([each.to(out.device) for each in tensors], dim, out=out)
    where = _device(destination)
    return torch.cat([each.to(where) for each in tensors], dim)
