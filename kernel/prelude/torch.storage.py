"""What map_location functions of torch.load get and give back."""

import torch


class UntypedStorage:
    """The place of a storage that is being loaded."""

    def __init__(self, device='cpu'):
        self.device = torch.device(device)

    def cpu(self):
        return UntypedStorage('cpu')

    def cuda(self, device=None, non_blocking=False):
        if device is None:
            return UntypedStorage('cuda')
        if isinstance(device, int):
            return UntypedStorage('cuda:%d' % device)
        return UntypedStorage(device)

    def to(self, *, device, non_blocking=False):
        return UntypedStorage(device)
