# needs: pydantic
"""Models of pydantic with types, validators and functions of the notebook."""
import json
from datetime import date
from typing import Annotated, Any, Dict, List, Literal, Optional, Union

from pydantic import BaseModel, ConfigDict, Field, ValidationError, computed_field, field_validator, model_validator, TypeAdapter, field_serializer


class Address(BaseModel):
    street: str
    zip: Optional[str] = None


class User(BaseModel):
    name: str = Field(min_length=2)
    age: int = Field(ge=0, default=18)
    emails: List[str] = []
    address: Optional[Address] = None
    extra: Dict[str, Any] = Field(default_factory=dict)
    kind: Literal['a', 'b'] = 'a'

    @field_validator('name')
    @classmethod
    def capital(cls, value):
        if value == 'root':
            raise ValueError('not root')
        return value.title()

    @computed_field
    @property
    def adult(self) -> bool:
        return self.age >= 18

    def greet(self):
        return f'Hello {self.name}'


user = User(name='ann', age='41', emails=['a@b'], address={'street': 'Main'})
print(user, user.greet(), user.adult, user.address.street)
print(user.model_dump(), user.model_dump_json())
for bad in ({'name': 'x'}, {'name': 'bob', 'age': -1}, {'name': 'root'}, {'name': 'bob', 'kind': 'c'}, {'name': 'bob', 'age': 'many'}):
    try:
        User(**bad)
    except ValidationError as error:
        print(error.error_count(), error.errors()[0]['type'], error.errors()[0]['loc'], error.errors()[0]['msg'])
print(User.model_validate_json('{"name": "cyd", "extra": {"k": [1, 2]}}'), User(name='dd') == User(name='dd'))
print(sorted(User.model_fields), User.model_json_schema()['properties']['age'])


class Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra='forbid')
    n: int
    when: date = date(2024, 1, 1)
    choice: Union[int, str] = 1
    positive: Annotated[int, Field(gt=0)] = 1

    @model_validator(mode='after')
    def check(self):
        if self.n == 13:
            raise ValueError('unlucky')
        return self


print(Strict(n=1, when='2024-05-06'), hash(Strict(n=1)) == hash(Strict(n=1)))
for bad in ({'n': 1, 'm': 2}, {'n': 13}, {'n': 1, 'positive': 0}):
    try:
        Strict(**bad)
    except ValidationError as error:
        print(error.errors()[0]['msg'])
try:
    Strict(n=1).n = 2
except ValidationError as error:
    print(error.errors()[0]['type'])
print(TypeAdapter(List[int]).validate_python(['1', 2]), TypeAdapter(Dict[str, User]).validate_python({'u': {'name': 'eve'}}))


class Derived(User):
    level: int = 1

    @field_serializer('level')
    def show(self, value):
        return f'L{value}'


print(Derived(name='fay').model_dump(include={'name', 'level'}), isinstance(Derived(name='fay'), User), user.model_copy(update={'age': 5}).age)
