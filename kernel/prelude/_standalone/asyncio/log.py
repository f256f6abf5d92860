"""The logger of asyncio."""
from _later import Later

logging = Later('logging', globals())


class _Logger:
    """Stands for the logger of this name, which is made when it is used."""

    def __getattr__(self, name):
        return getattr(logging.getLogger('asyncio'), name)

    def __setattr__(self, name, value):
        setattr(logging.getLogger('asyncio'), name, value)

    def __delattr__(self, name):
        delattr(logging.getLogger('asyncio'), name)


logger = _Logger()
