# needs: datetime
"""Dates, times, zones, calendars, schedules."""
import calendar
import datetime as dt
import sched
import time
import zoneinfo
from datetime import date, datetime, timedelta, timezone

start = datetime(2024, 2, 28, 22, 30)
print([str(start + timedelta(days=n)) for n in range(3)], start.strftime('%A %d %B %Y'), datetime.strptime('03/04/21', '%d/%m/%y'))
print(date(2024, 3, 1) - date(2024, 2, 1), (date(2024, 3, 1) - date(2024, 2, 1)).days, date.fromisoformat('2024-01-05').isocalendar(), timedelta(hours=25, seconds=1))
print(repr(start), repr(timedelta(minutes=1)), sorted([date(2024, 1, 2), date(2023, 1, 1)]), max(start, datetime.min), start.replace(hour=1), start.date(), start.time())
berlin = zoneinfo.ZoneInfo('Europe/Berlin')
moment = datetime(2024, 7, 1, 12, tzinfo=berlin)
print(moment, moment.utcoffset(), moment.astimezone(timezone.utc), moment.isoformat(), moment.tzinfo, moment.timestamp())
print(datetime.fromtimestamp(0, timezone.utc), timezone(timedelta(hours=2), 'two'), datetime.fromisoformat('2024-01-01T10:00:00+02:00'))
for bad in (lambda: date(2024, 13, 1), lambda: start < moment, lambda: datetime.strptime('x', '%Y'), lambda: start + 1, lambda: zoneinfo.ZoneInfo('No/Where')):
    try:
        bad()
    except Exception as error:
        print(type(error).__name__, error)
print(sum((timedelta(hours=h) for h in (1, 2, 3)), timedelta()), timedelta(days=1) / timedelta(hours=6), timedelta(1) * 2.5, -timedelta(1), timedelta(seconds=90).total_seconds(), divmod(timedelta(minutes=130), timedelta(hours=1)))
print(calendar.month(2024, 2), calendar.isleap(2024), calendar.monthrange(2024, 2), calendar.day_name[0])


class Meeting(datetime):
    def __new__(cls, *args, topic='', **kwargs):
        self = super().__new__(cls, *args, **kwargs)
        self.topic = topic
        return self

    def __str__(self):
        return f'{self.topic} at {self:%H:%M}'


meeting = Meeting(2024, 1, 1, 9, 30, topic='plan')
print(meeting, meeting.topic, isinstance(meeting, datetime), type(meeting).__name__, meeting + timedelta(1), meeting == datetime(2024, 1, 1, 9, 30))


class Fixed(dt.tzinfo):
    def utcoffset(self, when):
        return timedelta(hours=3)

    def dst(self, when):
        return timedelta(0)

    def tzname(self, when):
        return 'FIX'


print(datetime(2024, 1, 1, tzinfo=Fixed()), datetime(2024, 1, 1, 12, tzinfo=Fixed()).astimezone(timezone.utc), datetime(2024, 1, 1, tzinfo=Fixed()).strftime('%Z %z'))
groups = {}
for n in range(0, 60, 9):
    day = date(2024, 1, 1) + timedelta(n)
    groups.setdefault((day.year, day.month), []).append(day.day)
print(groups, {date(2024, 1, 1): 'new year'}[date(2024, 1, 1)])
log = []
plan = sched.scheduler(time.monotonic, time.sleep)
begin = time.monotonic()
for delay, name in ((.02, 'second'), (.01, 'first'), (.03, 'third')):
    plan.enterabs(begin + delay, 1, log.append, (name,))
plan.run()
print(log, plan.empty())


def days(first, last):
    while first <= last:
        yield first
        first += timedelta(days=1)


print([d.isoformat() for d in days(date(2024, 2, 27), date(2024, 3, 1)) if d.weekday() < 5])
match date(2024, 5, 6):
    case date(year=2024, month=m):
        print('month', m)
    case _:
        print('other')
print(f'{start:%H:%M:%S}|{start!s:>22}|{date(2024, 1, 1):>12}' if False else f'{start:%H:%M:%S}', dt.time(1, 2), dt.time.fromisoformat('04:05'), time.strftime('%Y', time.gmtime(0)))
import json
print(json.dumps({'when': start}, default=str), json.dumps([date(2024, 1, 1)], default=lambda d: d.isoformat()))
import pickle
import copy
print(pickle.loads(pickle.dumps(start)) == start, copy.deepcopy([start, timedelta(1)]), copy.copy(meeting).topic)
