"""Modules that mark where quantised values begin and end; values of floats pass through."""

from torch import nn


class _Stub(nn.Module):
    def __init__(self, qconfig=None):
        super().__init__()
        if qconfig:
            self.qconfig = qconfig

    def forward(self, x):
        """x as it is."""
        return x


class QuantStub(_Stub):
    """Marks where values become quantised ones."""

    def __init__(self, qconfig=None):
        if qconfig:
            raise NotImplementedError('QuantStub(qconfig=): there are no observers in this version, nothing is quantised')
        super().__init__()


class DeQuantStub(_Stub):
    """Marks where quantised values become floats."""
