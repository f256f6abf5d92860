# Dates, times, spans and zones: random values, operators, texts and arguments that are wrong.
import random, pickle, copy
from datetime import date, datetime, time, timedelta, timezone, tzinfo, UTC
import datetime as dt
R = random.Random(4)
def show(f):
    try: return ascii(f())
    except Exception as e: return type(e).__name__ + ' ' + ascii(str(e))
class D(date):
    def __repr__(self): return 'D' + date.__repr__(self)
class M(datetime):
    extra = 5
class Z(tzinfo):
    def utcoffset(self, dt): return timedelta(hours=1 + bool(dt and dt.fold), minutes=5)
    def dst(self, dt): return timedelta(hours=1)
    def tzname(self, dt): return 'Z%Z'
class NoOff(tzinfo):
    def utcoffset(self, dt): return None
    def dst(self, dt): return None
class Bad(tzinfo):
    def utcoffset(self, dt): return 5
class X:
    def __index__(self): return 3
ZONES = [None, None, UTC, timezone(timedelta(hours=2)), timezone(timedelta(hours=-5, minutes=-30), 'est'), timezone(timedelta(seconds=-3723, microseconds=7)), Z(), NoOff(), Bad(), timezone.utc]
NUM = [0, 1, -1, 2, 3, 7, 12, 23, 24, 28, 29, 30, 31, 59, 60, 61, 100, 365, 999, 1000, 1900, 1970, 2000, 2024, 2026, 9999, 10000, 86399, 999999, 10**6, 10**9, -10**9, 10**18, 10**30, 1.5, -0.5, 2.5e-6, 1e300, float('nan'), float('inf'), 'x', None, True, X(), b'abc']
def num(): return R.choice(NUM)
def delta():
    return R.choice([lambda: timedelta(R.randint(-10**6, 10**6), R.randint(-10**6, 10**6), R.randint(-10**7, 10**7)), lambda: timedelta(0), lambda: timedelta(1), lambda: timedelta(microseconds=R.randint(-5, 5)), lambda: timedelta(hours=R.randint(-48, 48)), lambda: timedelta.max, lambda: timedelta.min, lambda: timedelta(days=R.random() * 100)])()
def a_date(): return R.choice([date, D])(R.choice([1, 4, 100, 999, 1900, 1999, 2000, 2024, 2026, 9999]), R.randint(1, 12), R.randint(1, 28))
def a_time(): return time(R.randint(0, 23), R.choice([0, 5, 59]), R.choice([0, 7, 59]), R.choice([0, 0, 1000, 123456]), R.choice(ZONES), fold=R.choice([0, 0, 1]))
def moment(): return R.choice([datetime, datetime, M])(R.choice([1, 999, 1900, 1970, 1999, 2000, 2024, 2026, 2300, 9999]), R.randint(1, 12), R.randint(1, 28), R.randint(0, 23), R.choice([0, 5, 59]), R.choice([0, 7, 59]), R.choice([0, 0, 1000, 123456]), R.choice(ZONES), fold=R.choice([0, 0, 1]))
def thing(): return R.choice([delta, a_date, a_time, moment, moment, lambda: R.choice([0, 1, 2, -3, 10**20, 1.5, -0.25, None, 'x', True, 0.0, float('nan')])])()
import operator
OPS = [operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, divmod, operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge]
FORMATS = ['%Y-%m-%d', '%d/%m/%y %H:%M:%S.%f', '%j %a %A %b %B', '%H%M%S', '%Z %z', '%%', '%p %I', '%c', 'é %Y', '%', 'x', '%Y%%%d', '%G-W%V-%u', '%s%', '', '%f']
PARSE = ['%Y-%m-%d', '%d/%m/%Y %H:%M:%S', '%Y%m%d%H%M%S', '%b %d %Y', '%A, %d %B %Y', '%Y-%m-%dT%H:%M:%S.%f', '%H:%M', '%d', '%Y %j', '%Y-%m-%d %z', '%I:%M %p', '%Y  %m', '%m/%d/%y', '%Y %Y', '%S', '%f', '%Y-%m-%d %H:%M:%S%z', '%a %b', '%q', 'é%Y']
ISO = ['2026-11-27', '2026-W48-5', '2026W485', '2026-W48', '2026-11-27T08:53:26', '2026-11-27 08:53', '2026-11-27T08', '2026-11-27T085326', '2026-11-27T08:53:26.123', '2026-11-27T08:53:26.123456', '2026-11-27T08:53:26.1234567', '2026-11-27T08:53:26,5', '2026-11-27T08:53:26Z', '2026-11-27T08:53:26+02:00', '2026-11-27T08:53:26-0530', '2026-11-27T08:53:26.123456-05:30:15.000001', '2026-13-27', '2026-02-30', '2026-11-27T24:00', '2026-11-27T08:60', '2026-11-27T08:53:26+00:00', '2026-11-27T08:53:26-00:00', '2026-11-2', '0000-01-01', 'é', '', '2026-11-27T', '2026-11-27x08:53:26', '2026-11-27é08:53', '08:53', '08:53:26.5', 'T08:53', '08', '0853', '085326+01', '08:53:26+01:00', '08:53:26Z', '2026-11-27T08:53:26.12', '2026-11-27T8:53']
for i in range(350):
    k = R.randrange(12)
    a, b = thing(), thing()
    op = R.choice(OPS)
    print(i, ascii(a).split(' at 0x')[0], op.__name__, ascii(b).split(' at 0x')[0], show(lambda: op(a, b)).split(' at 0x')[0])
    if k == 0 and R.random() < .3:
        args = [num() for _ in range(3)]
        for cls in (date, datetime, time, timedelta): print(ascii(args).split(' at 0x')[0], show(lambda: cls(*args)).split(' at 0x')[0])
        print(show(lambda: datetime(2026, 1, 2, **{R.choice(['hour', 'second', 'fold', 'tzinfo', 'microsecond']): num()})).split(' at 0x')[0])
    if k == 1:
        args = [R.choice([0, 1, -3, 10**7, 1.5, -0.25, 0.1, 1e-7, 2.5e-6, 3.5e-6, 1e12]) for _ in range(R.randint(0, 7))]; print(args, show(lambda: timedelta(*args)))
    if k == 2:
        f = R.choice(FORMATS)
        for v in (moment(), a_date(), a_time()): print(ascii(v).split(' at 0x')[0], f, show(lambda: v.strftime(f)), show(lambda: format(v, f)))
    if k == 3:
        f = R.choice(PARSE)
        text = show(lambda: moment().replace(tzinfo=None).strftime(f))[1:-1] if R.random() < .8 else R.choice(['2026-11-27', 'x', '', '2026-11-27 ', '1/2/2026 3:4:5', 'Feb 29 2023', '11:12 pm', ' 5', '61', '0'])
        if R.random() < .2: text = text.replace('1', R.choice(['', ' ', 'x', '9', '1 ']))
        print(f, text, show(lambda: datetime.strptime(text, f)), show(lambda: M.strptime(text, f)))
    if k == 4:
        s = R.choice(ISO)
        for cls in (date, datetime, time, D, M): print(ascii(s), show(lambda: cls.fromisoformat(s)))
    if k == 5:
        m = moment(); v = ascii(m).split(' at 0x')[0]
        print(v, show(lambda: m.isoformat(R.choice(['T', ' ', 'é']), R.choice(['auto', 'hours', 'minutes', 'seconds', 'milliseconds', 'microseconds', 'x']))), show(lambda: str(m)), show(lambda: m.timestamp() if m.tzinfo else 0), show(lambda: m.utcoffset()), show(lambda: m.tzname()), show(lambda: m.dst()))
        z = R.choice(ZONES[2:])
        print(show(lambda: m.astimezone(z) if m.tzinfo else 0).split(' at 0x')[0], show(lambda: m.replace(**{R.choice(['year', 'month', 'day', 'hour', 'fold', 'microsecond', 'tzinfo']): num()})).split(' at 0x')[0], show(lambda: m.date()), show(lambda: m.time()), show(lambda: m.timetuple()), show(lambda: m.utctimetuple()), show(lambda: m.ctime()), show(lambda: m.isocalendar()), show(lambda: m.weekday()), show(lambda: m.toordinal()))
        if type(m.tzinfo) in (type(None), timezone): print(show(lambda: pickle.loads(pickle.dumps(m)) == m), show(lambda: copy.deepcopy(m) == m), show(lambda: hash(m) == hash(copy.copy(m))))
    if k == 6:
        t = a_time(); print(show(lambda: t.isoformat()), show(lambda: str(t)), show(lambda: t.replace(hour=num())).split(' at 0x')[0], show(lambda: bool(t)), show(lambda: t.utcoffset()), show(lambda: t.tzname()), show(lambda: t.isoformat(R.choice(['hours', 'milliseconds', 5]))))
        if type(t.tzinfo) in (type(None), timezone): print(show(lambda: pickle.loads(pickle.dumps(t)) == t), hash(t) == hash(copy.copy(t)))
    if k == 7:
        x = a_date(); print(x, show(lambda: x.isocalendar()), x.weekday(), x.isoweekday(), x.toordinal(), x.timetuple(), x.ctime(), show(lambda: x.replace(day=num())), show(lambda: x.replace(num())), hash(x) == hash(date(x.year, x.month, x.day)))
        n = num(); print(n if not isinstance(n, X) else 'X', show(lambda: date.fromordinal(n)), show(lambda: datetime.fromordinal(n)), show(lambda: date.fromisocalendar(n, 1, 1)), show(lambda: date.fromisocalendar(2026, n, 1)))
    if k == 8:
        d = delta(); print(d, repr(d), d.days, d.seconds, d.microseconds, show(d.total_seconds), show(lambda: -d), show(lambda: abs(d)), +d, bool(d), hash(d), show(lambda: d * num()), show(lambda: d / R.choice([3, 7, -2, 0, 0.5, 1e-20, True])), show(lambda: d // R.choice([3, -2, 0, 10**30])), pickle.dumps(d))
    if k == 9:
        ts = R.choice([0, 1, -1, 1e9, 1e9 + .5, 1.0000005, 0.5e-6, 1.5e-6, -0.5e-6, 253402300799, 253402300800, -62135596801, float('nan'), 1e20, 10**20, R.random() * 1e9, 'x', None])
        z = R.choice(ZONES[1:]); print(ts, show(lambda: datetime.fromtimestamp(ts, z)).split(' at 0x')[0], show(lambda: datetime.utcfromtimestamp(ts)), show(lambda: M.fromtimestamp(ts, tz=UTC)))
    if k == 10:
        o = delta(); n = R.choice(['x', 'é', None, 5]); print(show(lambda: timezone(o)), show(lambda: timezone(o, n)), show(lambda: str(timezone(o, 'n'))), show(lambda: timezone(num())), show(lambda: timezone(o).utcoffset(num())), show(lambda: timezone(o).tzname(None)), show(lambda: timezone(timedelta(hours=1)) == timezone(timedelta(minutes=60), 'a')))
for c in ("date.min, date.max, date.resolution", "datetime.min, datetime.max", "time.min, time.max", "timedelta.min, timedelta.max, timedelta.resolution", "timezone.utc is UTC", "timezone.min, timezone.max", "timezone(timedelta(0)) is UTC", "date.__mro__", "datetime.__mro__", "timezone.__mro__", "datetime.combine(date(2026,1,1), time(1,2,3,tzinfo=UTC))", "datetime.combine(1, 2)", "type('T', (timezone,), {})", "tzinfo().utcoffset(None)", "pickle.loads(pickle.dumps(UTC)) is UTC", "copy.deepcopy(UTC) is UTC", "M(2026,1,1).extra", "(M(2026,1,1) + timedelta(1)).extra", "D(2026,1,1) + timedelta(1)", "date(2026,1,1).x", "datetime(2026,1,1).replace(foo=1)", "date.today() <= date.today()", "datetime.now() <= datetime.now()", "datetime.now(UTC).tzinfo", "dt.MINYEAR, dt.MAXYEAR", "sorted(n for n in dir(date) if n[0] != '_')", "sorted(n for n in dir(datetime) if n[0] != '_')", "sorted(n for n in dir(time) if n[0] != '_')", "sorted(n for n in dir(timedelta) if n[0] != '_')", "sorted(n for n in dir(timezone) if n[0] != '_')", "date(2026, 1, 1).__setattr__('year', 5)", "isinstance(datetime.now(), date)", "{date(2026,1,1): 1}[date(2026,1,1)]", "date", "repr(datetime)", "timedelta(foo=1)", "Z().fromutc(datetime(2026,1,1,tzinfo=ZONES[6]))", "UTC.fromutc(datetime(2026,1,1))", "UTC.fromutc(datetime(2026,1,1,tzinfo=UTC))", "datetime(2026,1,1) == date(2026,1,1)", "datetime(2026,1,1) < date(2026,1,1)", "date(2026,1,1) < datetime(2026,1,1)", "f'{date(2026,1,2):%d.%m.}'", "'%s' % datetime(2026,1,1)", "max(date(2026,1,1), date(2025,1,1))", "sum([timedelta(1), timedelta(2)], timedelta())", "timedelta(1) * timedelta(1)", "1 / timedelta(1)", "datetime.strptime('x', 5)", "datetime.strptime(5, 'x')", "date(2026, 1, 1) - datetime(2026, 1, 5)"):
    print(c, show(lambda: eval(c)))
