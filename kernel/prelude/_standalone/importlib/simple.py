"""importlib.resources.simple under its first name."""

from importlib.resources.simple import ResourceContainer, ResourceHandle, SimpleReader, TraversableReader

__all__ = ['SimpleReader', 'ResourceHandle', 'ResourceContainer', 'TraversableReader']
