# locale: names, conventions, numbers and money; the command lines of gzip and base64; names of folders in zip archives.
import io
import locale
import zipfile


def t(make):
    """Prints what a call gives, or raises."""
    try:
        print('->', repr(make())[:300])
    except Exception as error:
        print(type(error).__name__, error)


print('-- setting')
locale.setlocale(locale.LC_ALL, 'C')
for call in (lambda: locale.setlocale(locale.LC_CTYPE), lambda: locale.setlocale(locale.LC_ALL, 'C.UTF-8'),
             lambda: locale.setlocale(locale.LC_ALL), lambda: locale.setlocale(locale.LC_NUMERIC, 'C'),
             lambda: locale.setlocale(locale.LC_TIME), lambda: locale.getlocale(), lambda: locale.setlocale(locale.LC_ALL, 'xx_YY'),
             lambda: locale.setlocale(99), lambda: locale.setlocale(99, 'C'), lambda: locale.setlocale(6, ('xx_XX', 'UTF-8')),
             lambda: locale.setlocale(0, 3), lambda: locale.setlocale('x'), lambda: locale.setlocale(0, 'a\0'),
             lambda: locale.setlocale(0, b'C'), lambda: locale.setlocale(0, ('C', None)), lambda: locale.setlocale(locale.LC_ALL, 'POSIX'),
             lambda: locale.setlocale(locale.LC_ALL, 'C'), lambda: locale.getlocale(locale.LC_NUMERIC)):
    t(call)

print('-- the C library')
for call in (lambda: sorted(locale.localeconv().items())[:9], lambda: sorted(locale.localeconv().items())[9:], lambda: locale.nl_langinfo(locale.DAY_1), lambda: locale.nl_langinfo(locale.RADIXCHAR),
             lambda: locale.nl_langinfo(locale.CODESET), lambda: locale.nl_langinfo(99999999), lambda: locale.nl_langinfo('x'),
             lambda: locale.strcoll('a', 'b') < 0, lambda: locale.strcoll('a', 'a'), lambda: locale.strcoll('a\0', 'a'),
             lambda: locale.strcoll(3, 'a'), lambda: locale.strcoll('a', None), lambda: locale.strxfrm('abc'), lambda: locale.strxfrm('a\0'),
             lambda: sorted(['\xe9', 'b', '\U0001f600', 'a'], key=locale.strxfrm)):
    t(call)

print('-- names')
for name in ('en_US', 'EN_us', 'en_US.utf8', 'de', 'de_DE@euro', 'C', 'posix', '', 'c.utf8', 'xx_YY', 'xx', 'ja_JP.euc', 'english',
             'en_US.ISO-8859-15', 'fr_FR.iso88591', 'sr_RS.UTF-8@latn', 'en_US.unknown', 'german', 'c.ascii', 'pt_BR', 'ru_RU', 'ko_KR',
             'tr_TR', 'pl_PL', 'he_IL', 'ks@devanagari', 'en_US:UTF-8', 'uk_ua.microsoft-cp1251'):
    print(f'{name!r}: {locale.normalize(name)!r}', end='; ')
print()

print('-- numbers')
tables = {'C': {}, 'en': dict(currency_symbol='$', int_curr_symbol='USD ', decimal_point='.', thousands_sep=',', grouping=[3, 3, 0],
                              mon_decimal_point='.', mon_thousands_sep=',', mon_grouping=[3, 3, 0], frac_digits=2, int_frac_digits=2,
                              p_cs_precedes=1, n_cs_precedes=1, p_sep_by_space=0, n_sep_by_space=0, p_sign_posn=1, n_sign_posn=1,
                              positive_sign='', negative_sign='-'),
          'fr': dict(currency_symbol='\u20ac', int_curr_symbol='EUR ', decimal_point=',', thousands_sep=' ', grouping=[3, 0],
                     mon_decimal_point=',', mon_thousands_sep=' ', mon_grouping=[3, 3, 0], frac_digits=2, int_frac_digits=2,
                     p_cs_precedes=0, n_cs_precedes=0, p_sep_by_space=1, n_sep_by_space=1, p_sign_posn=2, n_sign_posn=0,
                     positive_sign='+', negative_sign='-'),
          'odd': dict(decimal_point='::', thousands_sep='_', grouping=[1, 2, 127], currency_symbol='X', mon_decimal_point='/', frac_digits=1,
                      mon_thousands_sep='', mon_grouping=[], p_cs_precedes=1, p_sep_by_space=1, p_sign_posn=4, positive_sign='p',
                      n_cs_precedes=1, n_sep_by_space=1, n_sign_posn=3, negative_sign='n', int_frac_digits=127)}
for name, conventions in tables.items():
    print(name)
    locale._override_localeconv = conventions
    for call in (lambda: [locale.format_string('%d', n, True) for n in (0, 12, 1234, -1234567)], lambda: locale.format_string('%10.2f|', 4200, True),
                 lambda: locale.format_string('%-12.1f|%+d', (12345.67, 1000), True), lambda: locale.format_string('%(a)d %% %(b)s', {'a': 3333, 'b': 'x'}, True),
                 lambda: locale.format_string('%*.*f', (12, 2, 1000), True), lambda: locale.format_string('%d', 1.5),
                 lambda: locale.format_string('%s %x %e', (1234, 4095, 12345.678), True), lambda: locale.format_string('%d %d', (1,)),
                 lambda: locale.currency(1234567.891), lambda: locale.currency(-1234567.891, grouping=True), lambda: locale.currency(5, symbol=False),
                 lambda: locale.currency(1234.5, international=True, grouping=True), lambda: locale.str(1234.5), lambda: locale.atof(locale.str(2.5)),
                 lambda: locale.atoi(locale.format_string('%d', 1234567, True)), lambda: locale.delocalize('1,234.5'),
                 lambda: locale.localize('1234567.5'), lambda: locale.localize('1234567.5', True)):
        t(call)
locale._override_localeconv = {}

print('-- zip')
archive = zipfile.ZipFile(io.BytesIO(), 'w')
archive.writestr('a/b/c.txt', 'text')
archive.writestr('d.txt', 'more')
print(list(zipfile.CompleteDirs._implied_dirs(archive.namelist())))
path = zipfile.Path(archive)
print(type(archive).__name__, sorted(str(entry.at) for entry in path.iterdir()), (path / 'a').is_dir(), (path / 'a' / 'b' / 'c.txt').read_text(encoding='utf-8'))
