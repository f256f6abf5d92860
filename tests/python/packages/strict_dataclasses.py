# needs: huggingface_hub
"""huggingface_hub: data classes with annotations of all forms checked over there, fields that its functions make."""
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, ClassVar, Dict, List, Literal, Optional, Union

from huggingface_hub import CardData
from huggingface_hub.utils import validate_hf_hub_args
from huggingface_hub.dataclasses import as_validated_field, strict, validated_field


@as_validated_field
def positive(value):
    if not value > 0:
        raise ValueError('must be positive, not %r' % value)


def even(value):
    if value % 2:
        raise ValueError('must be even')


@strict
@dataclass
class Settings:
    shown: ClassVar[str] = 'settings'
    rate: float | int = 0.1
    size: int | None = None
    text: 'str | None' = None
    many: list[int] | None = None
    table: dict[str, int] | None = None
    kind: Literal['a', 'b'] = 'a'
    either: Union[int, str] = 1
    maybe: Optional[List[str]] = None
    nested: Dict[str, List[int]] = field(default_factory=dict)
    pair: tuple[int, str] = (1, 'a')
    anything: Any = None
    steps: int = positive(default=4)
    blocks: int = validated_field(even, default=2)


print(Settings())
print([(f.name, f.type, f.default) for f in fields(Settings)][:8])
one = Settings(rate=2, size=3, many=[1], table={'a': 1}, kind='b', either='x', maybe=['y'], nested={'a': [1]}, steps=8, blocks=4)
print(one, asdict(one)['nested'], replace(one, size=None).size)
for wrong in (dict(size='x'), dict(rate='x'), dict(many=[1, 'a']), dict(many=(1,)), dict(table={1: 1}), dict(kind='c'), dict(either=1.5), dict(maybe=[1]),
              dict(nested={'a': 1}), dict(pair=(1, 2)), dict(steps=0), dict(steps=1.5), dict(blocks=3)):
    try:
        print(Settings(**wrong))
    except Exception as e:
        print(type(e).__name__, e)
try:
    one.size = 'large'
except Exception as e:
    print(type(e).__name__, e)
one.size = 7
print(one.size, Settings.steps, Settings.blocks)


@dataclass
class Card(CardData):
    language: str | list[str] | None = field(default_factory=list)
    size: int = 3
    task: str = field(default='x', init=False)


card = Card(size=4)
print([f.name for f in fields(Card)], card.language, card.size, card.task, card.to_dict(), isinstance(card, CardData))


@contextmanager
@validate_hf_hub_args
def opened(repo_id: str, count: 'int' = 1) -> str:
    yield repo_id * count


print(opened.__annotations__, opened.__name__)
with opened('a/b', 2) as seen:
    print(seen)
try:
    opened('a b/c')
except ValueError as e:
    print(type(e).__name__, str(e)[:40])
