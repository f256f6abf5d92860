"""Networks on several devices."""

import torch
from torch._pytree import flatten, rebuild
from torch.nn.modules.module import Module


def scatter(inputs, target_gpus, dim=0):
    """Pieces of a batch, one on each device."""
    if isinstance(inputs, torch.Tensor):
        return tuple([piece.to(torch.device('cuda', device) if isinstance(device, int) else device)
                      for piece, device in zip(inputs.chunk(len(target_gpus), dim), target_gpus)])
    if isinstance(inputs, (tuple, list)) and inputs:
        return [type(inputs)(piece) for piece in zip(*[scatter(item, target_gpus, dim) for item in inputs])]
    return [inputs for _ in target_gpus]


class DataParallel(Module):
    """Holds a module; in this version the entire batch runs on its first device."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module = module
        self.dim = dim
        if torch.cuda.is_available():
            if device_ids is None:
                device_ids = list(range(torch.cuda.device_count()))
            self.device_ids = [torch.cuda._get_device_index(device, True) for device in device_ids]
            self.output_device = torch.cuda._get_device_index(self.device_ids[0] if output_device is None else output_device, True)
            module.to(torch.device('cuda', self.device_ids[0]))
        else:
            self.device_ids = []

    def forward(self, *inputs, **kwargs):
        if self.device_ids:
            device = torch.device('cuda', self.device_ids[0])
            inputs = [item.to(device) if isinstance(item, torch.Tensor) else item for item in inputs]
            output = self.module(*inputs, **kwargs)
            if self.output_device == self.device_ids[0]:
                return output
            leaves, plan = flatten(output)
            target = torch.device('cuda', self.output_device)
            return rebuild(plan, [leaf.to(target) if isinstance(leaf, torch.Tensor) else leaf for leaf in leaves])
        return self.module(*inputs, **kwargs)


__all__ = ['DataParallel', 'scatter']
