"""The conventions of languages: numbers, money, order of texts, as the C library of the system knows them.

They count for what this module does; printing and reading of numbers elsewhere does not change."""

import _locale
import re
from _locale import *
from _locale import nl_langinfo, strcoll, strxfrm

import _regex

__all__ = ['getlocale', 'getdefaultlocale', 'getpreferredencoding', 'Error', 'setlocale', 'resetlocale', 'localeconv', 'strcoll', 'strxfrm',
           'str', 'atof', 'atoi', 'format', 'format_string', 'currency', 'normalize', 'LC_CTYPE', 'LC_COLLATE', 'LC_TIME', 'LC_MONETARY',
           'LC_NUMERIC', 'LC_ALL', 'CHAR_MAX', 'getencoding', 'LC_MESSAGES']
_CATEGORIES = 'LC_CTYPE', 'LC_NUMERIC', 'LC_TIME', 'LC_COLLATE', 'LC_MONETARY', 'LC_MESSAGES'
_text = str


class Error(Exception):
    """A locale that is not there."""


# ---- which locale

def _of_environment(category):
    """The name that the environment gives a category."""
    import os
    return next(filter(None, map(os.environ.get, ('LC_ALL', _CATEGORIES[category], 'LANG'))), 'C')


def _at_start():
    """The names of a program that has set nothing: characters are the user's, all else is C."""
    import os
    user = _of_environment(LC_CTYPE)
    if user in ('C', 'POSIX') and not os.environ.get('LC_ALL'):
        user = 'C.UTF-8'
    for name in (user, 'C'):
        names = (name,) + ('C',) * 5
        if _locale._select(names):
            return names


_names = None  # of each category, as they are set


def _current():
    global _names
    if _names is None:
        _names = _at_start()
    return _names


def _told(names, category):
    """The name of a category; of all: one where they agree, or a list of them all."""
    if category != LC_ALL:
        return names[category]
    return names[0] if len({*names}) == 1 else ';'.join(f'{kind}={name}' for kind, name in zip(_CATEGORIES, names))


def _asked(locale, category, names):
    """What the names are to be when a category gets a locale."""
    if category != LC_ALL:
        chosen = {category: locale}
    elif '=' in locale:
        pairs = dict(part.partition('=')[::2] for part in locale.split(';'))
        chosen = {at: pairs.get(kind, names[at]) for at, kind in enumerate(_CATEGORIES)}
    else:
        chosen = dict.fromkeys(range(6), locale)
    wanted = [(chosen[at] or _of_environment(at)) if at in chosen else name for at, name in enumerate(names)]
    return tuple('C' if name == 'POSIX' else name for name in wanted)


def setlocale(category, locale=None):
    """Set the locale of a category, by its name or by language and encoding, and return its name; None: only return it."""
    global _names
    category = category.__index__() if hasattr(category, '__index__') else range(category)
    if category not in range(7):
        raise Error('locale query failed' if locale is None else 'unsupported locale setting')
    if locale is None:
        return _told(_current(), category)
    if not isinstance(locale, _text):
        locale = normalize(_build_localename(locale))
    if '\0' in locale:
        raise ValueError('embedded null character')
    names = _asked(locale, category, _current())
    if not _locale._select(names):
        raise Error('unsupported locale setting')
    _names = names
    return _told(names, category)


def resetlocale(category=LC_ALL):
    """Back to the user's locale. Deprecated."""
    import warnings
    warnings.warn('Use locale.setlocale(locale.LC_ALL, "") instead', DeprecationWarning, stacklevel=2)
    setlocale(category, '')


def getlocale(category=LC_CTYPE):
    """Language and encoding of a category."""
    name = setlocale(category)
    if category == LC_ALL and ';' in name:
        raise TypeError('category LC_ALL is not supported')
    return _parse_localename(name)


def getdefaultlocale(envvars=('LC_ALL', 'LC_CTYPE', 'LANG', 'LANGUAGE')):
    """Language and encoding of the environment. Deprecated."""
    import os
    import warnings
    warnings.warn('Use setlocale(), getencoding() and getlocale() instead', DeprecationWarning, stacklevel=2)
    found = [(name, os.environ[name]) for name in envvars if os.environ.get(name)]
    name, value = found[0] if found else ('', 'C')
    return _parse_localename(value.partition(':')[0] if name == 'LANGUAGE' else value)


def getencoding():
    """The encoding of texts of the system."""
    return 'utf-8'


def getpreferredencoding(do_setlocale=True):
    """The encoding of files."""
    return 'utf-8'


# ---- names

# the encoding of a language or a place that names none, and what a language alone is spoken of as
_ENCODINGS = {
    'ISO8859-1': 'af_ZA br_FR ca_ES da_DK de_AT de_BE de_CH de_DE de_LU en_AU en_BW en_CA en_GB en_HK en_IE en_NZ en_PH en_SG en_US en_ZA en_EN '
                 'es_AR es_BO es_CL es_CO es_ES es_MX es_PE es_UY es_VE et_EE eu_ES fi_FI fo_FO fr_BE fr_CA fr_CH fr_FR fr_LU ga_IE gl_ES '
                 'id_ID is_IS it_CH it_IT ms_MY nb_NO nl_BE nl_NL nn_NO no_NO oc_FR pt_BR pt_PT sq_AL sv_FI sv_SE',
    'ISO8859-2': 'bs_BA cs_CZ hr_HR hu_HU pl_PL ro_RO sk_SK sl_SI', 'ISO8859-5': 'mk_MK', 'ISO8859-6': 'ar_AA ar_EG ar_SA',
    'ISO8859-7': 'el_GR', 'ISO8859-8': 'he_IL', 'ISO8859-9': 'tr_TR', 'ISO8859-11': 'th_TH', 'ISO8859-13': 'lt_LT lv_LV',
    'CP1251': 'be_BY bg_BG', 'KOI8-U': 'uk_UA', 'eucJP': 'ja_JP', 'eucKR': 'ko_KR', 'gb2312': 'zh_CN', 'big5': 'zh_TW zh_HK',
    'GEORGIAN-ACADEMY': 'ka_GE', 'ISO8859-9E': 'az_AZ', 'MULELAO-1': 'lo_LA', 'TCVN': 'vi_VN',
    'UTF-8': 'bn_IN fa_IR gu_IN hi_IN hy_AM kk_KZ kn_IN ks_IN ml_IN mr_IN ne_NP pa_IN ru_RU sd_IN sr_RS sw_KE ta_IN te_IN tt_RU ur_PK'}
_PLACES = {place: encoding for encoding, places in _ENCODINGS.items() for place in places.split()}
_WORDS = {'english': 'en_EN', 'english_uk': 'en_GB', 'german': 'de_DE', 'french': 'fr_FR', 'italian': 'it_IT', 'spanish': 'es_ES',
          'japan': 'ja_JP', 'japanese': 'ja_JP', 'jp_jp': 'ja_JP', 'korean': 'ko_KR', 'chinese': 'zh_CN', 'russian': 'ru_RU', 'en': 'en_US',
          'ja': 'ja_JP', 'zh': 'zh_CN', 'ko': 'ko_KR', 'de': 'de_DE', 'es': 'es_ES', 'fr': 'fr_FR', 'it': 'it_IT', 'pt': 'pt_PT', 'nl': 'nl_NL',
          'sv': 'sv_SE', 'ar': 'ar_AA', 'ms': 'ms_MY'}
_FORMS = {'utf8': 'UTF-8', 'ascii': '', 'usascii': '', '88591': 'ISO8859-1', '885915': 'ISO8859-15', 'iso2022jp': 'JIS7', 'jis': 'JIS7',
          'jis7': 'JIS7', 'sjis': 'SJIS', 'mscode': 'SJIS', 'pck': 'SJIS', 'ujis': 'eucJP', 'ajec': 'eucJP', 'eucjp': 'eucJP', 'euckr': 'eucKR',
          'euctw': 'eucTW', 'euccn': 'eucCN', 'koi8c': 'KOI8-C', 'koi8r': 'KOI8-R', 'koi8u': 'KOI8-U', 'cp1133': 'IBM-CP1133',
          'ibmcp1133': 'IBM-CP1133', 'microsoftcp1251': 'CP1251', 'georgianacademy': 'GEORGIAN-ACADEMY', 'iso88599e': 'ISO8859-9E', 'big5': 'big5',
          'gb2312': 'gb2312', 'eucgb': 'eucCN'}


def _place(word):
    """The place in its usual form that a language, or a language and a place, is known by; None: unknown."""
    if word in _WORDS:
        return _WORDS[word]
    if '_' in word:
        language, _, place = word.partition('_')
        found = f'{language}_{place.upper()}'
        return found if found in _PLACES else None
    return next((place for place in _PLACES if place.startswith(word + '_')), None) if word else None


def _encoding(place, text):
    """The usual form of an encoding of a place; None: unknown."""
    plain = re.sub('[-_]', '', text)
    if plain == 'euc':
        plain += {'JP': 'jp', 'KR': 'kr', 'TW': 'tw'}.get(place[3:], 'cn')
    if re.fullmatch('iso8859([0-9]+)', plain):
        return 'ISO8859-' + plain[7:]
    if re.fullmatch('cp[0-9]+', plain) and plain not in _FORMS:
        return plain.upper()
    return _FORMS.get(plain)


_SCRIPTS = {'latn': 'latin', 'cyrl': 'cyrillic', 'deva': 'devanagari'}


def normalize(localename):
    """The usual form of a name, as setlocale() takes it; as it is where the language or the encoding is not known."""
    name, at, modifier = localename.lower().replace(':', '.').partition('@')
    word, dot, encoding = name.partition('.')
    if not dot and '-' in word:
        word, dot, encoding = word.partition('-')
    modifier = _SCRIPTS.get(modifier, modifier)
    if word in ('c', 'posix'):
        return 'en_US.UTF-8' if encoding in ('utf8', 'utf-8') else 'C'
    place = _place(word)
    found = place and (_encoding(place, encoding) if encoding else '')
    if found is None or not place:
        return localename
    if modifier == 'euro':
        return f'{place}.{found or "ISO8859-15"}'
    if not found:
        found = 'UTF-8' if modifier and '_' in word else _PLACES[place]
    return f'{place}.{found}' + (f'@{modifier}' if modifier else '')


def _parse_localename(localename):
    """Language and encoding of a name."""
    name, _, modifier = normalize(localename).partition('@')
    if modifier == 'euro' and '.' not in name:
        return name, 'iso-8859-15'
    language, dot, encoding = name.partition('.')
    if dot:
        return language, encoding
    if name == 'C':
        return None, None
    if name == 'UTF-8':
        return None, 'UTF-8'
    raise ValueError('unknown locale: %s' % localename)


def _build_localename(pair):
    """The name of language and encoding."""
    try:
        language, encoding = pair
        language = 'C' if language is None else language
        return language if encoding is None else language + '.' + encoding
    except (TypeError, ValueError):
        raise TypeError('Locale must be None, a string, or an iterable of two strings -- language code, encoding.') from None


# ---- numbers

_override_localeconv = {}  # of tests: conventions in the place of those of the locale


def localeconv():
    """The conventions of numbers and money: a dict."""
    _current()
    return _locale.localeconv() | _override_localeconv


def _sizes(grouping):
    """The sizes of groups of digits, from the right; without an end where the last one repeats."""
    size = None
    for size_now in grouping:
        if size_now == CHAR_MAX:
            return
        if size_now == 0:
            break
        size = size_now
        yield size
    while size and grouping[-1] == 0:
        yield size


def _grouped(digits, conventions, monetary):
    """Digits with separators between their groups, and how many there are of these."""
    separator = conventions['mon_thousands_sep' if monetary else 'thousands_sep']
    grouping = conventions['mon_grouping' if monetary else 'grouping']
    parts = []
    for size in _sizes(grouping):
        if len(digits) <= size:
            break
        parts.append(digits[-size:])
        digits = digits[:-size]
    return separator.join([digits, *parts[::-1]]), len(parts) * len(separator)


_SPECIFIER = _regex.later(r'%(?:\((?P<key>.*?)\))?(?P<modifiers>[-#0-9 +*.hlL]*?)[eEfFgGdiouxXcrs%]')
_NUMBERS = _regex.later(r'(\s*[-+]?)(\d+)(.*)', _regex.S)


def _formatted(percent, value, grouping, monetary):
    """What one specifier makes of its value, or values."""
    text = percent % value
    kind = percent[-1]
    if kind not in 'eEfFgGdiu' or not (grouping or kind in 'eEfFgG'):
        return text
    conventions, added = localeconv(), 0
    whole, point, fraction = text.partition('.')
    found = _NUMBERS.fullmatch(whole)
    if grouping and found:
        digits, added = _grouped(found[2], conventions, monetary)
        whole = found[1] + digits + found[3]
    if point:
        point = conventions['mon_decimal_point' if monetary else 'decimal_point'] if kind in 'eEfFgG' else point
    return _narrowed(whole + point + fraction, added)


def _narrowed(text, count):
    """What separators have added is taken from spaces that fill up the width, at the left or else the right."""
    left = min(count, len(text) - len(text.lstrip(' ')))
    text = text[left:]
    right = min(count - left, len(text) - len(text.rstrip(' ')))
    return text[:len(text) - right]


def format_string(f, val, grouping=False, monetary=False):
    """As f % val, with the decimal point and, if asked for, the groups of digits of the locale."""
    mapping = hasattr(val, 'keys')
    values = val if isinstance(val, tuple) else (val,)
    out, at, taken = [], 0, 0
    for found in _SPECIFIER.finditer(f):
        out.append(f[at:found.start()])
        at = found.end()
        if found[0][-1] == '%':
            out.append('%')
        elif mapping:
            out.append(_formatted(found[0], val, grouping, monetary))
        else:
            stars = found['modifiers'].count('*')
            widths = values[taken:taken + stars]
            value = values[taken + stars]
            taken += stars + 1
            out.append(_formatted(found[0], (*widths, value) if stars or isinstance(value, tuple) else value, grouping, monetary))
    return ''.join(out) + f[at:]


def format(percent, value, grouping=False, monetary=False, *additional):
    """One value by a format of one specifier. Deprecated: format_string() is there."""
    import warnings
    warnings.warn("This method will be removed in a future version of Python. Use 'locale.format_string()' instead.", DeprecationWarning,
                  stacklevel=2)
    found = _SPECIFIER.fullmatch(percent)
    if not found:
        raise ValueError(f'format() must be given exactly one %char format specifier, {percent!r} not valid')
    return _formatted(percent, (value, *additional) if additional else value, grouping, monetary)


# where the sign of money stands, by its number: around value and symbol, before both, after both; before or after the value
_SIGNS = {0: '({})', 1: '{sign}{}', 2: '{}{sign}'}
_SIGNS_OF_VALUE = {3: '{sign}{}', 4: '{}{sign}'}


def currency(val, symbol=True, grouping=False, international=False):
    """An amount of money as the locale writes it."""
    conventions = localeconv()
    digits = conventions['int_frac_digits' if international else 'frac_digits']
    if digits == CHAR_MAX:
        raise ValueError("Currency formatting is not possible using the 'C' locale.")
    text = _formatted(f'%.{digits}f', abs(val), grouping, True)
    kind = 'n' if val < 0 else 'p'
    sign, position = conventions['negative_sign' if val < 0 else 'positive_sign'], conventions[kind + '_sign_posn']
    text = _SIGNS_OF_VALUE.get(position, '{}').format(text, sign=sign)
    if symbol:
        mark = conventions['int_curr_symbol' if international else 'currency_symbol']
        first, space = conventions[kind + '_cs_precedes'], ' ' * bool(conventions[kind + '_sep_by_space'])
        if international and not first and mark.endswith(' '):
            mark = mark[:-1]
        text = mark + (space if not mark.endswith(' ') else '') + text if first else text + space + mark
    return _SIGNS[position].format(text, sign=sign) if position in _SIGNS else text


def str(val):
    """A float as text."""
    return _formatted('%.12g', val, False, False)


def delocalize(string):
    """A number of this locale as Python writes it."""
    conventions = localeconv()
    for name, becomes in (('thousands_sep', ''), ('decimal_point', '.')):
        if conventions[name]:
            string = string.replace(conventions[name], becomes)
    return string


def localize(string, grouping=False, monetary=False):
    """A number of Python as this locale writes it."""
    whole, point, fraction = string.partition('.')
    conventions = localeconv()
    found = _NUMBERS.fullmatch(whole)
    if grouping and found:
        whole = found[1] + _grouped(found[2], conventions, monetary)[0] + found[3]
    return whole + (conventions['mon_decimal_point' if monetary else 'decimal_point'] if point else '') + fraction


def atof(string, func=float):
    """A float of a text of this locale."""
    return func(delocalize(string))


def atoi(string):
    """An int of a text of this locale."""
    return int(delocalize(string))
