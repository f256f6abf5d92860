from typing import Callable, Dict, List, Optional, Union


class Local:
    pass


def f(a: Optional[int] = None, *args: List[int], b: Dict[str, 'Local'], c: Local = None, **kw: Union[int, None]) -> Callable[[int], str]:
    """Says what it takes."""


def g(typing: list[int], x: 'typing.List', y: int | None = 3) -> None:
    pass


help(f)
help(g)
