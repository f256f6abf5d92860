"""%config: settings by Class.trait. Those of figures and imports are the kernel's."""
import sys

from _shell import UsageError

from IPython.core.interactiveshell import Settings, Trait

_ALIASES = {'InteractiveShell': 'ZMQInteractiveShell', 'Completer': 'IPCompleter'}
_LINE = 'Invalid config statement: %r, should be `Class.trait = value`.'


def _owners():
    """Objects with settings, by the names of their classes."""
    shell = get_ipython()
    return {'DisplayFormatter': shell.display_formatter, 'HistoryManager': shell.history_manager, 'IPCompleter': shell.Completer,
            'MagicsManager': shell.magics_manager, 'ZMQInteractiveShell': shell}


_PLAIN = {'DisplayFormatter': ('active_types',), 'HistoryManager': ('db_log_output', 'enabled', 'hist_file'),
          'MagicsManager': ('auto_magic',), 'ZMQInteractiveShell': ('automagic', 'xmode')}
_BASES = {'DisplayFormatter': 'Configurable', 'HistoryManager': 'HistoryAccessor', 'IPCompleter': 'Completer',
          'MagicsManager': 'Configurable', 'ZMQInteractiveShell': 'InteractiveShell'}


def _kind(value):
    return {bool: 'Bool', int: 'Int', str: 'Unicode', list: 'List'}.get(type(value), type(value).__name__)


def _rows(name, owner):
    """(setting, kind, doc, choices) of a class."""
    rows = []
    for cls in type(owner).__mro__:
        for setting, trait in vars(cls).items():
            if isinstance(trait, Trait):
                expected = trait.check.expected
                enum = expected.startswith('any of ')
                rows.append((setting, 'Enum' if enum else _kind(trait.default), trait.__doc__, expected if enum else None))
    for setting in _PLAIN.get(name, ()):
        doc = getattr(type(owner), setting, None)
        rows.append((setting, _kind(getattr(owner, setting)), getattr(doc, '__doc__', None) if isinstance(doc, property) else None, None))
    return sorted(rows)


def _list(name, owner):
    title = '%s(%s) options' % (name, _BASES[name])
    text = title + '\n' + '-' * len(title) + '\n'
    for setting, kind, doc, choices in _rows(name, owner):
        text += '%s.%s=<%s>\n' % (name, setting, kind)
        text += '    %s\n' % doc if doc else ''
        text += '    Choices: %s\n' % choices if choices else ''
        text += '    Current: %r\n' % (getattr(owner, setting),)
    print(text, end='')


def _has(name, owner, setting):
    return setting in _PLAIN.get(name, ()) or isinstance(owner, Settings) and setting in owner.trait_names() or any(
        isinstance(vars(cls).get(setting), Trait) for cls in type(owner).__mro__)


def _set(name, owner, setting, text, line):
    value = eval(text, get_ipython().user_ns)
    if not _has(name, owner, setting):
        from warnings import warn
        warn('Config option `%s` not recognized by `%s`.' % (setting, name))
        return
    try:
        setattr(owner, setting, value)
    except NotImplementedError:
        raise UsageError('the setting %s is not supported' % line) from None
    except (ValueError, AttributeError, TypeError) as e:
        _complain(e)
    except Exception as e:
        if type(e).__name__ != 'TraitError':
            raise
        _complain(e)


def _complain(error):
    print('ERROR:root:%s' % error, file=sys.stderr)


def config(line):
    """%config lists classes, %config CLASS its settings; %config CLASS.setting is a value, with `= value` it is set."""
    owners = _owners()
    if not line:
        print('Available objects for config:\n    ' + '\n    '.join(sorted([*owners, 'Import', 'InlineBackend'])))
        return None
    name, dot, rest = line.partition('.')
    setting, equals, text = rest.partition('=')
    setting = setting.strip()
    if not dot:
        if line not in owners:
            raise UsageError(_LINE % line)
        _list(line, owners[line])
        return None
    if not equals:
        if not setting.isidentifier():
            raise UsageError(_LINE % line)
        if name not in owners:
            raise ValueError('%r is not in list' % name)
        return getattr(owners[name], setting)
    owner = owners.get(_ALIASES.get(name, name))
    if owner is None:
        raise UsageError('the setting %s is not supported' % line)
    _set(_ALIASES.get(name, name), owner, setting, text.strip(), line)
    return None
