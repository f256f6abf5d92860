"""What torch.compile raises."""


class TorchDynamoException(RuntimeError):
    """The base of the errors of torch.compile."""


class InvalidBackend(TorchDynamoException):
    """A backend of that name is not known."""

    def __init__(self, name):
        super().__init__('Invalid backend: %r, see `torch._dynamo.list_backends()` for available backends.' % name)


class Unsupported(TorchDynamoException):
    """What cannot be compiled; never raised here."""


__all__ = ['InvalidBackend', 'TorchDynamoException', 'Unsupported']
