"""Copies of a network on several devices, whose parameters pass gradients back to the network's own."""

from torch.nn.parallel import comm

__all__ = ['replicate']


def _copies(tensors, devices, detach):
    """For each device a dict: id of a tensor to its copy there."""
    if any([each.device.type == 'cpu' for each in tensors]):
        raise AssertionError('Broadcast function not implemented for CPU tensors')
    everywhere = comm.broadcast_coalesced(tensors, devices)
    return [{id(own): copy.detach() if detach else copy for own, copy in zip(tensors, there)} for there in everywhere]


def _replica(module):
    """The module without its parameters, with its other attributes."""
    copy = module.__new__(type(module))
    copy.__dict__ = {**module.__dict__, '_parameters': {}, '_buffers': dict(module._buffers), '_modules': dict(module._modules),
                     '_is_replica': True}
    return copy


def replicate(network, devices, detach=False):
    """A list of replicas of `network`, one a device. A replica's parameters are no Parameters but tensors that depend on those of
    `network` (with `detach`, on nothing), so that it has no parameters(); its buffers are copies, on the network's own device the
    buffers themselves. A module, parameter or buffer that occurs twice does so in the replicas."""
    comm.accelerators(devices)
    modules = list(network.modules())
    parameters, buffers = list(network.parameters()), list(network.buffers())
    of_parameters, of_buffers = _copies(parameters, devices, detach), _copies(buffers, devices, True)
    replicas = []
    for parameter_copies, buffer_copies in zip(of_parameters, of_buffers):
        copies = {id(module): _replica(module) for module in modules}
        for module in modules:
            copy = copies[id(module)]
            for name, child in module._modules.items():
                copy._modules[name] = None if child is None else copies[id(child)]
            for name, buffer in module._buffers.items():
                copy._buffers[name] = None if buffer is None else buffer_copies[id(buffer)]
            for name, parameter in module._parameters.items():
                copy.__dict__[name] = None if parameter is None else parameter_copies[id(parameter)]
        replicas.append(copies[id(network)])
    return replicas
