"""The readers of importlib.resources under their first name."""

from importlib.resources.readers import FileReader, MultiplexedPath, NamespaceReader, ZipReader

__all__ = ['FileReader', 'ZipReader', 'MultiplexedPath', 'NamespaceReader']
