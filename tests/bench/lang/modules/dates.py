# Dates and times: parsing, arithmetic, texts.
from datetime import date, datetime, time, timedelta, timezone

COUNT = 20_000


def repeated(function):
    def make():
        def work():
            result = None
            for i in range(COUNT):
                result = function(i)
            return result
        return work
    return make


BASE, STEP, ZONE = datetime(2026, 11, 27, 8, 53, 26, 123456), timedelta(hours=7, seconds=13), timezone(timedelta(hours=2))
AWARE, UTC = BASE.replace(tzinfo=ZONE), timezone.utc
DAY = date(2026, 11, 27)


def sort_datetimes():
    many = [BASE + timedelta(seconds=i * 7919 % 10_007) for i in range(COUNT)]
    return lambda: sorted(many)[0]


def as_keys():
    many = [DAY + timedelta(days=i % 3000) for i in range(COUNT)]

    def work():
        counts = {}
        for day in many:
            counts[day] = counts.get(day, 0) + 1
        return len(counts)
    return work


ROWS = {
    'datetime_make': repeated(lambda i: datetime(2026, 1 + i % 12, 1 + i % 28, i % 24, i % 60)),
    'datetime_fields': repeated(lambda i: BASE.year + BASE.month + BASE.day + BASE.hour + BASE.minute),
    'datetime_fromisoformat': repeated(lambda i: datetime.fromisoformat('2026-11-27T08:53:26.123456')),
    'datetime_fromisoformat_zone': repeated(lambda i: datetime.fromisoformat('2026-11-27 08:53:26+02:00')),
    'datetime_date_fromisoformat': repeated(lambda i: date.fromisoformat('2026-11-27')),
    'datetime_strptime': repeated(lambda i: datetime.strptime('2026-11-27 08:53:26', '%Y-%m-%d %H:%M:%S')),
    'datetime_strptime_names': repeated(lambda i: datetime.strptime('Fri, 27 Nov 2026', '%a, %d %b %Y')),
    'datetime_strftime': repeated(lambda i: BASE.strftime('%Y-%m-%d %H:%M:%S.%f')),
    'datetime_isoformat': repeated(lambda i: BASE.isoformat()),
    'datetime_isoformat_zone': repeated(lambda i: AWARE.isoformat(' ', 'milliseconds')),
    'datetime_text': repeated(lambda i: str(BASE)),
    'datetime_add': repeated(lambda i: BASE + STEP),
    'datetime_subtract': repeated(lambda i: (BASE - DAY_START).total_seconds()),
    'datetime_delta': repeated(lambda i: STEP * 3 + timedelta(days=i % 7, minutes=5) - STEP / 2),
    'datetime_compare': repeated(lambda i: BASE < AFTER and BASE != AFTER and not BASE >= AFTER),
    'datetime_compare_zone': repeated(lambda i: AWARE < AFTER_UTC),
    'datetime_astimezone': repeated(lambda i: AWARE.astimezone(UTC)),
    'datetime_replace': repeated(lambda i: BASE.replace(minute=i % 60)),
    'datetime_timestamp': repeated(lambda i: AWARE.timestamp()),
    'datetime_fromtimestamp': repeated(lambda i: datetime.fromtimestamp(1_800_000_000 + i, UTC)),
    'datetime_weekday': repeated(lambda i: DAY.weekday() + DAY.isocalendar()[1] + DAY.toordinal()),
    'datetime_hash': repeated(lambda i: hash(timedelta(i)) == hash(DAY)),
    'datetime_time': repeated(lambda i: time(i % 24, i % 60).isoformat()),
    'datetime_sort': sort_datetimes,
    'datetime_keys': as_keys,
}
DAY_START, AFTER = datetime(2026, 11, 27), BASE + timedelta(1)
AFTER_UTC = AFTER.replace(tzinfo=UTC)
