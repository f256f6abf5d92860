"""The conventions of the C locale, the only one that this kernel's own library has."""

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
CHAR_MAX = 127
_CONVENTIONS = dict(int_curr_symbol='', currency_symbol='', mon_decimal_point='', mon_thousands_sep='', mon_grouping=[],
                    positive_sign='', negative_sign='', int_frac_digits=127, frac_digits=127, p_cs_precedes=127,
                    p_sep_by_space=127, n_cs_precedes=127, n_sep_by_space=127, p_sign_posn=127, n_sign_posn=127,
                    decimal_point='.', thousands_sep='', grouping=[])


class Error(Exception):
    """A locale that is not there."""


Error.__module__ = 'locale'


def setlocale(category, locale=None):
    """The locale of a category; only C and POSIX can be set, and the user's one, which is C."""
    if category not in range(7):
        raise Error('invalid locale category')
    if locale is None or locale in ('', 'C', 'POSIX', ('C', None), (None, None)):
        return 'C'
    raise Error('unsupported locale setting')


def getlocale(category=LC_CTYPE):
    """Language and encoding: none."""
    if category == LC_ALL:
        raise TypeError('category LC_ALL is not supported')
    return None, None


def getdefaultlocale(envvars=('LC_ALL', 'LC_CTYPE', 'LANG', 'LANGUAGE')):
    """Language and encoding of the environment."""
    import os
    import warnings
    warnings.warn('Use setlocale(), getencoding() and getlocale() instead', DeprecationWarning, stacklevel=2)
    value = next((os.environ[name] for name in envvars if os.environ.get(name)), 'C')
    language, _, encoding = value.partition('.')
    return (None, None) if language in ('C', 'POSIX') else (language, encoding or None)


def resetlocale(category=LC_ALL):
    """Back to the user's locale."""
    setlocale(category, '')


def normalize(localename):
    """The usual form of a name."""
    return localename


def localeconv():
    """The conventions: a dict."""
    return {name: value[:] if isinstance(value, list) else value for name, value in _CONVENTIONS.items()}


def getencoding():
    """The encoding of texts of the system."""
    return 'utf-8'


def getpreferredencoding(do_setlocale=True):
    """The encoding of files."""
    return 'utf-8'


def strcoll(a, b, /):
    """-1, 0 or 1: the order of two texts."""
    return (a > b) - (a < b)


def strxfrm(a, /):
    """A text whose order is that of strcoll()."""
    return a


def str(val):
    """A float as text."""
    return '%.12g' % val


def format_string(f, val, grouping=False, monetary=False):
    """A format with %; the C locale has no groups of digits."""
    return f % val


def currency(val, symbol=True, grouping=False, international=False):
    """Money: not in the C locale."""
    raise ValueError("Currency formatting is not possible using the 'C' locale.")


def delocalize(string):
    """A number of this locale as Python writes it."""
    return string


def localize(string, grouping=False, monetary=False):
    """A number of Python as this locale writes it."""
    return string


def atof(string, func=float):
    """A float of a text."""
    return func(string)


def atoi(string):
    """An int of a text."""
    return int(string)
