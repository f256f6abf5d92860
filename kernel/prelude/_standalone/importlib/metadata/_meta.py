"""The protocols of importlib.metadata."""

from importlib.metadata import PackageMetadata
from typing import Any, Protocol


class SimplePath(Protocol):
    """What is asked of a path of metadata."""

    def joinpath(self) -> 'SimplePath':
        """What lies below."""

    def __truediv__(self) -> 'SimplePath':
        """What lies below."""

    def parent(self) -> Any:
        """What lies above."""

    def read_text(self) -> str:
        """The text of the file."""
