"""What map_location functions of torch.load get and give back."""

import torch


class UntypedStorage:
    """The bytes behind a tensor, or the place of a storage that is being loaded."""

    def __init__(self, device='cpu', tensor=None):
        self.device = torch.device(device)
        self._tensor = tensor

    def nbytes(self):
        return 0 if self._tensor is None else self._tensor._storage_nbytes()

    size = __len__ = nbytes

    def data_ptr(self):
        return 0 if self._tensor is None else self._tensor._storage_ptr()

    def element_size(self):
        return 1

    def __repr__(self):
        return '[torch.storage.UntypedStorage(device=%s) of size %d]' % (self.device, self.nbytes())

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


class TypedStorage:
    """The elements behind a tensor."""

    def __init__(self, tensor):
        self._tensor = tensor
        self.dtype = tensor.dtype
        self.device = tensor.device
        count = tensor._storage_nbytes() // tensor.element_size()
        self._elements = tensor.detach().as_strided((count,), (1,), 0)

    def __len__(self):
        return self._elements.numel()

    size = __len__

    def __getitem__(self, index):
        return self._elements[index].item()

    def __iter__(self):
        return iter(self.tolist())

    def tolist(self):
        return self._elements.tolist()

    def data_ptr(self):
        return self._tensor._storage_ptr()

    def untyped(self):
        return UntypedStorage(self.device, self._tensor)

    def __repr__(self):
        lines = [' ' + str(value) for value in self.tolist()]
        return '\n'.join(lines) + '\n[torch.storage.TypedStorage(dtype=%s, device=%s) of size %d]' % (
            self.dtype, self.device, len(self))
