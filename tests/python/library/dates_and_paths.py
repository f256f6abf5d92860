# needs: numpy pandas dateutil pytz yaml pydantic matplotlib
"""Dates, times, zones, paths and UUIDs are the kernel's own beside Python, too, and pass by value."""
import datetime as dt
import pathlib
import pickle
import tempfile
import uuid
import zoneinfo

import dateutil.parser
import dateutil.relativedelta
import matplotlib.dates
import numpy as np
import pandas as pd
import pydantic
import pytz
import yaml

d = dt.datetime(2024, 3, 31, 1, 30, tzinfo=zoneinfo.ZoneInfo('Europe/Berlin'))
ts = pd.Timestamp(d)
print(ts, ts.to_pydatetime() == d, type(ts.to_pydatetime()), isinstance(ts, dt.datetime), isinstance(ts, dt.date), issubclass(pd.Timestamp, dt.datetime))
print(ts - dt.timedelta(hours=3), dt.timedelta(hours=3) + ts, dt.datetime(2020, 1, 1, tzinfo=dt.timezone.utc) < ts, d == ts, ts - d, d - ts)
print(pd.Series([dt.datetime(2020, 1, i) for i in range(1, 4)]).dt.day.tolist(), pd.to_datetime(['2020-01-02']).to_pydatetime())
print(np.datetime64(dt.datetime(2020, 1, 2)), np.datetime64('2020-01-02T03:04').astype(dt.datetime), np.timedelta64(3, 's').item())
print(pd.Timedelta(dt.timedelta(seconds=5)), pd.Timedelta('3s').to_pytimedelta(), dt.timedelta(1) + pd.Timedelta('3s'), dt.timedelta(1) < pd.Timedelta('3s'))

# zones of packages, and of the notebook
p = pytz.timezone('US/Eastern').localize(dt.datetime(2020, 6, 1, 12))
print(p, repr(p), p.utcoffset(), p.astimezone(dt.timezone.utc), p.tzinfo.zone)
q = dateutil.parser.parse('2020-05-06T07:08:09+02:00')
print(q, type(q), q.astimezone(dt.timezone.utc), dt.datetime(2020, 1, 31) + dateutil.relativedelta.relativedelta(months=1))


class Zone(dt.tzinfo):
    def utcoffset(self, moment):
        return dt.timedelta(hours=2)

    def dst(self, moment):
        return dt.timedelta(0)

    def tzname(self, moment):
        return 'MINE'


zone = Zone()
y = dt.datetime(2020, 1, 1, tzinfo=zone)
print(y, y.tzname(), pd.Timestamp(y), dateutil.parser.isoparse('2020-01-01T00:00:00').replace(tzinfo=zone).tzinfo is zone)


class Day(dt.datetime):
    def go(self):
        return 'go'


print(Day(2020, 1, 1).go(), pd.Timestamp(Day(2020, 1, 1)), pd.Series([Day(2020, 1, 1)]).dt.year.tolist())

# packages that look at the class
print(yaml.safe_load('a: 2020-01-02\nb: 2020-01-02T03:04:05Z'), yaml.safe_dump({'a': dt.date(2020, 1, 1)}))
print(matplotlib.dates.date2num(dt.datetime(2020, 1, 1)), matplotlib.dates.num2date(18262.5))


class Model(pydantic.BaseModel):
    t: dt.datetime
    u: uuid.UUID
    p: pathlib.Path
    d: dt.timedelta = dt.timedelta(1)


m = Model(t='2020-01-01T00:00:00', u='12345678123456781234567812345678', p='/x')
print(m, type(m.t), type(m.u), type(m.p), m.model_dump_json())

with tempfile.TemporaryDirectory() as folder:
    f = pathlib.Path(folder) / 'q.csv'
    pd.DataFrame({'a': [1]}).to_csv(f)
    np.save(f.with_suffix('.npy'), np.zeros(2))
    print(pd.read_csv(f).shape, f.exists(), np.load(f.with_suffix('.npy')), sorted(x.name for x in f.parent.iterdir()))
print(pickle.loads(pickle.dumps(pd.Series([d]))).iloc[0] == d, pickle.loads(pickle.dumps(d)) == d)
for compared in pd.Timestamp('2020'), dt.datetime(2020, 1, 1):
    try:
        compared < dt.datetime(2020, 1, 1, tzinfo=dt.timezone.utc)
    except TypeError as e:
        print(e)
