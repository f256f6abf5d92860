# Overloads by function, what forgets the forms, variables of the module's own, Pattern and Match
import re
import typing


class Text:
    @typing.overload
    def get(self, n: int) -> int: ...

    @typing.overload
    def get(self, n: str) -> str: ...

    def get(self, n):
        return n

    @staticmethod
    @typing.overload
    def make(a: int) -> int: ...

    @staticmethod
    def make(a):
        return a


print([each.__annotations__ for each in typing.get_overloads(Text.get)], len(typing.get_overloads(Text.make)))
print(typing.get_overloads(len), typing.get_overloads(print))
typing.clear_overloads()
print(typing.get_overloads(Text.get))
print(typing.T, typing.KT, typing.VT, typing.T_co, typing.T_contra, [n for n in ('T', 'Pattern', 'Match') if n in typing.__all__])
print(typing.Pattern, typing.Pattern[str], typing.Match[bytes], typing.get_origin(typing.Pattern[str]) is re.Pattern,
      isinstance(re.compile('a'), typing.Pattern), typing.get_args(typing.Match[str]))
one = typing.List[typing.T]
for forget in typing._cleanups:
    forget()
print(one == typing.List[typing.T])
for value in ('short', 'x' * 120):
    try:
        typing.assert_never(value)
    except AssertionError as error:
        print(len(str(error)), str(error)[-5:])
try:
    typing.Nothing
except AttributeError as error:
    print(error)
