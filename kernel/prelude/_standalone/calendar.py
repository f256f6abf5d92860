"""Calendars of months and years as data, as text and as HTML."""
import contextlib
import datetime
import locale as _locale
import sys
from itertools import repeat

__all__ = ['IllegalMonthError', 'IllegalWeekdayError', 'setfirstweekday', 'firstweekday', 'isleap', 'leapdays', 'weekday',
           'monthrange', 'monthcalendar', 'prmonth', 'month', 'prcal', 'calendar', 'timegm', 'month_name', 'month_abbr',
           'day_name', 'day_abbr', 'Calendar', 'TextCalendar', 'HTMLCalendar', 'LocaleTextCalendar', 'LocaleHTMLCalendar',
           'weekheader', 'FRIDAY', 'MONDAY', 'SATURDAY', 'SUNDAY', 'THURSDAY', 'TUESDAY', 'WEDNESDAY']
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
January, February = 1, 2
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
error = ValueError


class IllegalMonthError(ValueError):
    """A month that is not 1 to 12."""

    def __init__(self, month):
        self.month = month

    def __str__(self):
        return f'bad month number {self.month!r}; must be 1-12'


class IllegalWeekdayError(ValueError):
    """A day of the week that is not 0 to 6."""

    def __init__(self, weekday):
        self.weekday = weekday

    def __str__(self):
        return f'bad weekday number {self.weekday!r}; must be 0 (Monday) to 6 (Sunday)'


class _Names:
    """Names in the current locale: a sequence."""

    def __init__(self, format, days):
        self.format, self._days = format, days

    def __getitem__(self, i):
        names = [day if isinstance(day, str) else day.strftime(self.format) for day in self._days[i if isinstance(i, slice) else
                                                                                                slice(i, i + 1 or None)]]
        if isinstance(i, slice):
            return names
        if not names:
            raise IndexError('list index out of range')
        return names[0]

    def __len__(self):
        return len(self._days)


_WEEK = [datetime.date(2001, 1, day) for day in range(1, 8)]
_YEAR = [''] + [datetime.date(2001, number, 1) for number in range(1, 13)]
day_name, day_abbr = _Names('%A', _WEEK), _Names('%a', _WEEK)
month_name, month_abbr = _Names('%B', _YEAR), _Names('%b', _YEAR)


def isleap(year):
    """Whether a year has 366 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    """The number of leap years from y1 up to y2, without y2."""
    before = [(y - 1) // 4 - (y - 1) // 100 + (y - 1) // 400 for y in (y1, y2)]
    return before[1] - before[0]


def weekday(year, month, day):
    """The day of the week, 0 for Monday."""
    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        year = 2000 + year % 400
    return datetime.date(year, month, day).weekday()


def monthrange(year, month):
    """The weekday of the first day of a month, and its number of days."""
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), _length(year, month)


def _length(year, month):
    return mdays[month] + (month == February and isleap(year))


_monthlen = _length


def _neighbours(year, month):
    """The months before and after one."""
    return (year - (month == 1), (month - 2) % 12 + 1), (year + (month == 12), month % 12 + 1)


class Calendar:
    """Weeks of months as lists; firstweekday: 0 is Monday."""

    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    firstweekday = property(lambda self: self._firstweekday % 7, lambda self, day: setattr(self, '_firstweekday', day))

    def getfirstweekday(self):
        return self.firstweekday

    def setfirstweekday(self, firstweekday):
        self.firstweekday = firstweekday

    def iterweekdays(self):
        """The numbers of a week's days."""
        return iter([(self.firstweekday + i) % 7 for i in range(7)])

    def itermonthdates(self, year, month):
        """The dates of the whole weeks of a month."""
        return (datetime.date(*day) for day in self.itermonthdays3(year, month))

    def itermonthdays(self, year, month):
        """The days of the whole weeks of a month; 0 where they are another month's."""
        first, number = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        yield from repeat(0, before)
        yield from range(1, number + 1)
        yield from repeat(0, (self.firstweekday - first - number) % 7)

    def itermonthdays2(self, year, month):
        """As itermonthdays, with the days of the week."""
        return ((day, i % 7) for i, day in enumerate(self.itermonthdays(year, month), self.firstweekday))

    def itermonthdays3(self, year, month):
        """(year, month, day) of the whole weeks of a month."""
        first, number = monthrange(year, month)
        before, after = _neighbours(year, month)
        end = _length(*before)
        for day in range(end - (first - self.firstweekday) % 7 + 1, end + 1):
            yield *before, day
        for day in range(1, number + 1):
            yield year, month, day
        for day in range(1, (self.firstweekday - first - number) % 7 + 1):
            yield *after, day

    def itermonthdays4(self, year, month):
        """As itermonthdays3, with the day of the week."""
        return ((*day, (self.firstweekday + i) % 7) for i, day in enumerate(self.itermonthdays3(year, month)))

    def _weeks(self, days):
        days = list(days)
        return [days[i:i + 7] for i in range(0, len(days), 7)]

    def monthdatescalendar(self, year, month):
        """The weeks of a month as lists of dates."""
        return self._weeks(self.itermonthdates(year, month))

    def monthdays2calendar(self, year, month):
        """The weeks of a month as lists of (day, weekday)."""
        return self._weeks(self.itermonthdays2(year, month))

    def monthdayscalendar(self, year, month):
        """The weeks of a month as lists of days."""
        return self._weeks(self.itermonthdays(year, month))

    def _year(self, month_of, year, width):
        months = [month_of(year, month) for month in range(1, 13)]
        return [months[i:i + width] for i in range(0, 12, width)]

    def yeardatescalendar(self, year, width=3):
        """Rows of months of weeks of dates."""
        return self._year(self.monthdatescalendar, year, width)

    def yeardays2calendar(self, year, width=3):
        """Rows of months of weeks of (day, weekday)."""
        return self._year(self.monthdays2calendar, year, width)

    def yeardayscalendar(self, year, width=3):
        """Rows of months of weeks of days."""
        return self._year(self.monthdayscalendar, year, width)


class TextCalendar(Calendar):
    """Calendars as text; w is the width of a day, l the lines of a week."""

    def prweek(self, theweek, width):
        print(self.formatweek(theweek, width), end='')

    def formatday(self, day, weekday, width):
        return ('%2i' % day if day else '').center(width)

    def formatweek(self, theweek, width):
        return ' '.join(self.formatday(day, number, width) for day, number in theweek)

    def formatweekday(self, day, width):
        return (day_name if width >= 9 else day_abbr)[day][:width].center(width)

    def formatweekheader(self, width):
        return ' '.join(self.formatweekday(day, width) for day in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        name = month_name[themonth]
        return (f'{name} {theyear!r}' if withyear else name).center(width)

    def prmonth(self, theyear, themonth, w=0, l=0):
        print(self.formatmonth(theyear, themonth, w, l), end='')

    def formatmonth(self, theyear, themonth, w=0, l=0):
        """The text of a month."""
        w, end = max(2, w), '\n' * max(1, l)
        lines = [self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1), self.formatweekheader(w)]
        lines += [self.formatweek(week, w) for week in self.monthdays2calendar(theyear, themonth)]
        return ''.join(line.rstrip() + end for line in lines)

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        """The text of a year, m months in a row, c blanks between them."""
        w, end, c = max(2, w), '\n' * max(1, l), max(2, c)
        width = (w + 1) * 7 - 1
        header = self.formatweekheader(w)
        text = [repr(theyear).center(width * m + c * (m - 1)).rstrip(), end]
        for i, row in enumerate(self.yeardays2calendar(theyear, m)):
            months = range(m * i + 1, min(m * (i + 1) + 1, 13))
            text += [end, formatstring([self.formatmonthname(theyear, k, width, False) for k in months], width, c).rstrip(), end]
            text += [formatstring([header for _ in months], width, c).rstrip(), end]
            for j in range(max(map(len, row))):
                weeks = ['' if j >= len(month) else self.formatweek(month[j], w) for month in row]
                text += [formatstring(weeks, width, c).rstrip(), end]
        return ''.join(text)

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        print(self.formatyear(theyear, w, l, c, m), end='')


class HTMLCalendar(Calendar):
    """Calendars as HTML; the cssclass attributes name the classes."""

    cssclasses = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
    cssclasses_weekday_head = cssclasses
    cssclass_noday = 'noday'
    cssclass_month_head = cssclass_month = 'month'
    cssclass_year_head = cssclass_year = 'year'

    def formatday(self, day, weekday):
        if day == 0:
            return f'<td class="{self.cssclass_noday}">&nbsp;</td>'
        return f'<td class="{self.cssclasses[weekday]}">{day}</td>'

    def formatweek(self, theweek):
        return '<tr>' + ''.join(self.formatday(*day) for day in theweek) + '</tr>'

    def formatweekday(self, day):
        return f'<th class="{self.cssclasses_weekday_head[day]}">{day_abbr[day]}</th>'

    def formatweekheader(self):
        return '<tr>' + ''.join(map(self.formatweekday, self.iterweekdays())) + '</tr>'

    def formatmonthname(self, theyear, themonth, withyear=True):
        year = f' {theyear}' if withyear else ''
        return f'<tr><th colspan="7" class="{self.cssclass_month_head}">{month_name[themonth]}{year}</th></tr>'

    def formatmonth(self, theyear, themonth, withyear=True):
        """A table of a month."""
        rows = [f'<table border="0" cellpadding="0" cellspacing="0" class="{self.cssclass_month}">',
                self.formatmonthname(theyear, themonth, withyear=withyear), self.formatweekheader()]
        rows += map(self.formatweek, self.monthdays2calendar(theyear, themonth))
        return '\n'.join(rows + ['</table>', ''])

    def formatyear(self, theyear, width=3):
        """A table of the months of a year."""
        width = max(width, 1)
        parts = [f'<table border="0" cellpadding="0" cellspacing="0" class="{self.cssclass_year}">\n'
                 f'<tr><th colspan="{width}" class="{self.cssclass_year_head}">{theyear}</th></tr>']
        for first in range(1, 13, width):
            parts.append('<tr>' + ''.join(f'<td>{self.formatmonth(theyear, month, withyear=False)}</td>'
                                          for month in range(first, min(first + width, 13))) + '</tr>')
        return ''.join(parts) + '</table>'

    def formatyearpage(self, theyear, width=3, css='calendar.css', encoding=None):
        """A page of a year, as bytes."""
        import sys
        encoding = encoding or sys.getdefaultencoding()
        style = '' if css is None else f'<link rel="stylesheet" type="text/css" href="{css}" />\n'
        page = (f'<?xml version="1.0" encoding="{encoding}"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" '
                f'"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n<html>\n<head>\n<meta http-equiv="Content-Type" '
                f'content="text/html; charset={encoding}" />\n{style}<title>Calendar for {theyear}</title>\n</head>\n<body>\n'
                f'{self.formatyear(theyear, width)}</body>\n</html>\n')
        return page.encode(encoding, 'xmlcharrefreplace')


@contextlib.contextmanager
def different_locale(locale):
    """Another locale for the body of a with statement."""
    kept = _locale.setlocale(_locale.LC_TIME, None)
    _locale.setlocale(_locale.LC_TIME, locale)
    try:
        yield
    finally:
        _locale.setlocale(_locale.LC_TIME, kept)


def _in_locale(base, doc):
    """A calendar whose names of days and months are those of a locale."""
    def __init__(self, firstweekday=0, locale=None):
        base.__init__(self, firstweekday)
        self.locale = _locale.setlocale(_locale.LC_TIME, None) if locale is None else locale

    def formatweekday(self, *arguments):
        with different_locale(self.locale):
            return base.formatweekday(self, *arguments)

    def formatmonthname(self, *arguments, **keywords):
        with different_locale(self.locale):
            return base.formatmonthname(self, *arguments, **keywords)

    return type('Locale' + base.__name__, (base,), {
        '__module__': __name__, '__doc__': doc, '__init__': __init__, 'formatweekday': formatweekday,
        'formatmonthname': formatmonthname})


LocaleTextCalendar = _in_locale(TextCalendar, 'A TextCalendar with the names of a locale.')
LocaleHTMLCalendar = _in_locale(HTMLCalendar, 'An HTMLCalendar with the names of a locale.')
c = TextCalendar()
firstweekday, monthcalendar, prweek, week = c.getfirstweekday, c.monthdayscalendar, c.prweek, c.formatweek
weekheader, prmonth, month, calendar, prcal = c.formatweekheader, c.prmonth, c.formatmonth, c.formatyear, c.pryear
_colwidth, _spacing = 20, 6


def setfirstweekday(firstweekday):
    """The first day of weeks of this module's functions."""
    if not MONDAY <= firstweekday <= SUNDAY:
        raise IllegalWeekdayError(firstweekday)
    c.firstweekday = firstweekday


def formatstring(cols, colwidth=_colwidth, spacing=_spacing):
    """Texts in columns."""
    return (' ' * spacing).join(col.center(colwidth) for col in cols)


def format(cols, colwidth=_colwidth, spacing=_spacing):
    """Prints texts in columns."""
    print(formatstring(cols, colwidth, spacing))


def timegm(tuple):
    """The seconds since 1970 of a time tuple in UTC."""
    year, month, day, hour, minute, second = tuple[:6]
    days = datetime.date(year, month, 1).toordinal() - datetime.date(1970, 1, 1).toordinal() + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second


_OPTIONS = (  # the group, the names, what is given, its kind, the default, the text
    ('text only arguments', 'w width', int, 2, 'width of date column (default 2)'),
    ('text only arguments', 'l lines', int, 1, 'number of lines for each week (default 1)'),
    ('text only arguments', 's spacing', int, 6, 'spacing between months (default 6)'),
    ('text only arguments', 'm months', int, 3, 'months per row (default 3)'),
    ('html only arguments', 'c css', None, 'calendar.css', 'CSS to use for page'),
    (None, 'L locale', None, None, 'locale to be used from month and weekday names'),
    (None, 'e encoding', None, None, 'encoding to use for output'),
)


def _command_line():
    import argparse
    parser = argparse.ArgumentParser(prog='calendar.py')
    groups = {None: parser}
    for group, names, kind, default, text in _OPTIONS:
        if group not in groups:
            groups[group] = parser.add_argument_group(group)
        letter, word = names.split()
        groups[group].add_argument('-' + letter, '--' + word, type=kind, default=default, help=text)
    parser.add_argument('-t', '--type', default='text', choices=('text', 'html'), help='output type (text or html)')
    parser.add_argument('year', nargs='?', type=int, help='year number (1-9999)')
    parser.add_argument('month', nargs='?', type=int, help='month number (1-12, text only)')
    return parser


def _text_of(options, place):
    """The page or text that the options ask for."""
    year = datetime.date.today().year if options.year is None else options.year
    if options.type == 'html':
        pages = LocaleHTMLCalendar(locale=place) if options.locale else HTMLCalendar()
        return pages.formatyearpage(year, css=options.css, encoding=options.encoding or sys.getdefaultencoding())
    texts = LocaleTextCalendar(locale=place) if options.locale else TextCalendar()
    size = dict(w=options.width, l=options.lines)
    if options.month is None:
        text = texts.formatyear(year, c=options.spacing, m=options.months, **size)
    else:
        text = texts.formatmonth(options.year, options.month, **size)
    return text if options.encoding is None else text.encode(options.encoding)


def main(args=None):
    """The program: prints a calendar as its arguments say, those of the command line where none are given."""
    parser = _command_line()
    options = parser.parse_args(sys.argv[1:] if args is None else args[1:])
    wrong = None
    if options.locale and not options.encoding:
        wrong = 'if --locale is specified --encoding is required'
    elif options.type == 'html' and options.month is not None:
        wrong = 'incorrect number of arguments'
    if wrong:
        parser.error(wrong)
    text = _text_of(options, (options.locale, options.encoding))
    out = sys.stdout.buffer if isinstance(text, bytes) else sys.stdout
    out.write(text)


if __name__ == '__main__':
    main()
