"""The names of ipykernel that packages import; the rest of it is this kernel."""

__all__ = []
__version__ = '7.4.0'
version_info = (7, 4, 0)
