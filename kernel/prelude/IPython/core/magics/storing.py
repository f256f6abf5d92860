"""%store: variables and aliases that outlive the session."""
import os

from _shell import UsageError

from IPython.core.alias import Alias
from IPython.core.magics import options


def _saved(db):
    return [key.rpartition('/')[2] for key in db.keys('autorestore/*')]


def _restore(shell, names):
    db, stored = shell.db, shell.db.get('stored_aliases', {})
    for name in names:
        try:
            value = db['autorestore/' + name]
        except KeyError:
            if name in stored:
                shell.alias_manager.define_alias(name, stored[name])
            else:
                print('no stored variable or alias %s' % name)
            continue
        shell.user_ns[name] = value


def _restore_all(shell):
    for name in _saved(shell.db):
        try:
            shell.user_ns[name] = shell.db['autorestore/' + name]
        except Exception:
            print("Unable to restore variable '%s', ignoring (use %%store -d to forget!)" % name)
    for name, command in shell.db.get('stored_aliases', {}).items():
        shell.alias_manager.define_alias(name, command)


def _list(db):
    names = sorted(_saved(db))
    width = max((len('autorestore/' + name) for name in names), default=0)
    print('Stored variables and their in-db values:')
    for name in names:
        print('%-*s -> %s' % (width, name, repr(db.get('autorestore/' + name, '<unavailable>'))[:50]))


def store(line):
    """%store NAMES keeps variables or aliases; %store lists them, -r [NAMES] restores, -d NAME forgets one, -z all of them.

    %store NAME > FILE and >> FILE write the value into a file.
    """
    opts, words = options(line, 'drz')
    shell = get_ipython()
    db = shell.db
    if 'd' in opts:
        if not words:
            raise UsageError('You must provide the variable to forget')
        del db['autorestore/' + words[0]]
    elif 'z' in opts:
        for name in _saved(db):
            del db['autorestore/' + name]
    elif 'r' in opts:
        _restore(shell, words) if words else _restore_all(shell)
    elif not words:
        _list(db)
    elif len(words) > 1 and words[1].startswith('>'):
        _write(shell, words)
    else:
        for name in words:
            _keep(shell, name)


def _write(shell, words):
    mark = '>>' if words[1].startswith('>>') else '>'
    target = words[1][len(mark):] or (words[2] if len(words) > 2 else '')
    path, name = os.path.expanduser(target), words[0]
    append = mark == '>>'
    if name not in shell.user_ns:
        raise UsageError("Unknown variable '%s'" % name)
    with open(path, 'a' if append else 'w') as file:
        print("Writing '%s' (%s) to file '%s'." % (name, type(shell.user_ns[name]).__name__, target))
        value = shell.user_ns[name]
        if isinstance(value, str):
            file.write(value if value.endswith('\n') else value + '\n')
        else:
            from pprint import pprint
            pprint(value, stream=file)


def _keep(shell, name):
    try:
        value = shell.user_ns[name]
    except KeyError:
        alias = shell.alias_manager.get_alias(name)
        if alias is None:
            raise UsageError("Unknown variable '%s'" % name) from None
        stored = shell.db.get('stored_aliases', {})
        stored[name] = alias.cmd
        shell.db['stored_aliases'] = stored
        print('Alias stored: %s (%s)' % (name, alias.cmd))
        return
    module = getattr(type(value), '__module__', '')
    if module == '__main__':
        print('Warning:%s is %s\nProper storage of interactively declared classes (or instances\nof those classes) is not '
              'possible! Only instances\nof classes in real modules on file system can be %%store\'d.\n' % (name, value))
        return
    shell.db['autorestore/' + name] = value
    print("Stored '%s' (%s)" % (name, type(value).__name__))
