"""The places where a model would be quantised. In this version nothing is: what prepares and converts models is not there."""

from torch.ao.quantization.stubs import DeQuantStub, QuantStub
