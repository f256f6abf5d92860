# configparser, calendar, platform: values, files, texts and errors.
import calendar
import configparser
import io
import platform

text = '''# a comment
[DEFAULT]
home = /h
Debug: yes
[train]
lr = 0.1
epochs=3
path = %(home)s/data
  and more

  lines
; other comment
[empty]
[net work]
name = x = y
rate = 50%%
'''
c = configparser.ConfigParser()
c.read_string(text)
print(c.sections(), dict(c['train']), c.getint('train', 'epochs'), c['train'].getfloat('lr'), c['train'].getboolean('debug'),
      c.get('net work', 'name'), c['net work']['rate'], c.get('net work', 'rate', raw=True), c.items('empty'), c.defaults())
print(c.has_section('x'), c.has_option('train', 'LR'), 'train' in c, c['train'].get('no', 'f'), c.get('x', 'y', fallback=3), c['train'], len(c),
      list(c), c.options('train'), c['empty'].getint('q', fallback=7))
c['new'] = {'a': '1', 'B': 'two\nlines'}
c.set('new', 'c', '3')
c.remove_option('train', 'lr')
c.remove_section('empty')
stream = io.StringIO()
c.write(stream)
print(stream.getvalue())
for f in (lambda: c.get('x', 'y'), lambda: c.get('train', 'y'), lambda: c['x'], lambda: c['train']['y'], lambda: c.add_section('train'),
          lambda: c.add_section('DEFAULT'), lambda: c.set('train', 'a', 1), lambda: c.set('train', 'a', '%x'), lambda: c.getint('train', 'path'),
          lambda: c.getboolean('train', 'epochs'), lambda: configparser.ConfigParser().read_string('a = 1'),
          lambda: configparser.ConfigParser().read_string('[a]\nb\nc\n'), lambda: configparser.ConfigParser().read_string('[a]\n[a]'),
          lambda: configparser.ConfigParser().read_string('[a]\nb=1\nB=2'), lambda: c.read_string('[q]\na = %(zz)s') or c.get('q', 'a'),
          lambda: c.read_string('[r]\na = %(a)s') or c.get('r', 'a'), lambda: c.read_string('[s]\na = %(a') or c.get('s', 'a'),
          lambda: configparser.ConfigParser(interpolation=3)):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)
e = configparser.ConfigParser(interpolation=configparser.ExtendedInterpolation(), allow_no_value=True, inline_comment_prefixes='#',
                              delimiters=':', converters={'list': str.split})
e.read_string('[a]\nx: 1 # one\ny: ${x}2 ${b:z} $$\nflag\nlist: a b c\n[b]\nz: q')
print(e['a']['y'], e['a']['flag'], e.getlist('a', 'list'), e['a'].getlist('list'), e['a']['x'])
r = configparser.RawConfigParser({'k': 'v'})
r.read_dict({'s': {'a': '%(k)s'}})
print(r.get('s', 'a'), r.get('s', 'k'), r.read(['/does/not/exist']))

print(calendar.month(2024, 2), calendar.calendar(2023, m=4)[:300], calendar.TextCalendar(6).formatmonth(2025, 3, 3, 2))
print(calendar.HTMLCalendar().formatmonth(2024, 2)[:200], calendar.monthcalendar(2024, 9), calendar.monthrange(2023, 2), calendar.isleap(1900),
      calendar.leapdays(1999, 2025), calendar.weekday(2024, 1, 1), calendar.timegm((2024, 1, 2, 3, 4, 5)), list(calendar.month_abbr),
      calendar.day_name[0], calendar.day_abbr[-1], calendar.month_name[1:3], list(calendar.Calendar(6).itermonthdays2(2024, 6))[:8],
      list(calendar.Calendar().itermonthdates(2024, 6))[:2], calendar.Calendar().yeardayscalendar(2024, 2)[0][1][0], calendar.weekheader(3))
for f in (lambda: calendar.monthrange(2024, 13), lambda: calendar.setfirstweekday(9)):
    try:
        print(f())
    except ValueError as error:
        print(type(error).__name__, error)
print(platform.system(), platform.machine(), platform.architecture(), type(platform.uname()).__name__, len(platform.uname()),
      platform.uname()[0], platform.python_version_tuple()[:2], platform.libc_ver()[0], platform.platform().split('-')[0])
