"""Dates, moments and spans in order: sorted, with zones, subclasses and spans of any length among them; class methods by every way."""
from datetime import date, datetime, time, timedelta, timezone


class Own(datetime):
    def __lt__(self, other):
        return not datetime.__lt__(self, other)


base = datetime(2026, 11, 27, 8, 53, 26, 123456)
steps = [timedelta(seconds=i * 7919 % 10_007, microseconds=i) for i in range(200)]
moments = [base + step for step in steps]
assert sorted(moments) == [base + step for step in sorted(steps)]
assert sorted(moments, reverse=True) == sorted(moments)[::-1]
print(sorted(moments)[0], sorted(moments)[-1], max(moments) - min(moments))
days = [date(2026, 1, 1) + timedelta(i * 97 % 1009) for i in range(300)]
print(sorted(days)[:2], sorted(days, key=lambda day: -day.toordinal())[0], sorted(days) == sorted(days, key=date.toordinal))
folds = [base.replace(fold=1), base, base.replace(fold=1, microsecond=0)]
print([(x.fold, x.microsecond) for x in sorted(folds)], [(x.fold, x.microsecond) for x in sorted(folds, reverse=True)])
zones = [base.replace(tzinfo=timezone(timedelta(hours=h))) for h in (3, -5, 0, 11, -11)]
print([str(x) for x in sorted(zones)])
print(sorted([timedelta.max, timedelta(1), timedelta.min, timedelta(-1), timedelta(0, 0, 1), timedelta(0)]))
print(sorted([timedelta(hours=i * 7 % 11 - 5) for i in range(11)]) == [timedelta(hours=i - 5) for i in range(11)])
print([x.day for x in sorted([Own(2026, 1, 1), Own(2026, 1, 3), Own(2026, 1, 2)])])
print([x.day for x in sorted([datetime(2026, 1, 5), Own(2026, 1, 1), datetime(2026, 1, 3)])])
for wrong in ([base, zones[0]], [base, date(2026, 1, 1)], [date(2026, 1, 1), base], [timedelta(1), 1], [time(1), base]):
    try:
        print(sorted(wrong))
    except TypeError as error:
        print('TypeError', error)
print(sorted([(day, i) for i, day in enumerate(days)])[:2])
for text in ('2026-11-27T08:53:26.123456', '2026-11-27 08:53:26+02:00', '2026-11-27'):
    made = datetime.fromisoformat
    print(datetime.fromisoformat(text), made(text), Own.fromisoformat(text) == base, type(Own.fromisoformat(text)).__name__)
week = date(2021, 1, 3).isocalendar()
print(week, week[1], week.week, tuple(week), type(week).__name__, week == (2020, 53, 7), date.fromisocalendar(*week))


class Meta(type):
    def made(cls):
        return 'of the metaclass', cls.__name__


class Kind(metaclass=Meta):
    @classmethod
    def made(cls, *args, **keywords):
        return cls.__name__, args, keywords

    @classmethod
    @property
    def both(cls):
        return lambda: cls.__name__


class Below(Kind):
    pass


print(Kind.made(1, a=2), Below.made(), Kind.both(), Below.both(), int.from_bytes(b'ab', 'big'), dict.fromkeys('ab'), bytes.fromhex('ff'))
Kind.made = classmethod(lambda cls: 'another')
print(Kind.made(), Below.made())
for wrong in (lambda: int.from_bytes(), lambda: Kind.absent(), lambda: date.fromordinal('x'), lambda: float.fromhex()):
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, error)
