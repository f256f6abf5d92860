"""Modules whose files have changed are loaded again before a cell runs: %autoreload and %aimport.

Only the statements that have changed are run again, so that what the others have made stays. Functions and classes are changed
in place: names that were imported from the module, and instances, follow.
"""

import os
import sys
import types
from importlib import import_module, reload

_MODES = {'0': 0, 'off': 0, '1': 1, 'explicit': 1, '2': 2, 'all': 2, '3': 3, 'complete': 3}
_CONTINUED = ('else', 'elif', 'except', 'finally')

mode = 0
_full = _telling = _hiding = False
_wanted, _unwanted = {}, {}
_loaded = {}  # name of a module: (stamp of its file, its text)
_failed = {}  # name of a module: stamp of the file that could not be loaded


def load_ipython_extension(ip):
    """From now on files are watched; they are loaded again when %autoreload says so."""
    note()


# ---- the text ----

def _names(text):
    """The names that statements at the left margin mention; None for a text that is no program."""
    try:
        return set(compile(text, '<text>', 'exec', dont_inherit=True).co_names)
    except (SyntaxError, ValueError):
        return None


def _statements(text):
    """The top-level statements with the lines that belong to them; together they are the full text."""
    found, current = [], ''
    for line in text.splitlines(keepends=True):
        starts = line[:1] not in (' ', '\t', '\n', '\r', '\f', '#', ')', ']', '}') and not line.startswith(_CONTINUED)
        if starts and current and _names(current) is not None:
            found.append(current)
            current = ''
        current += line
    return found + [current] if current else found


def _difference(old, new):
    """The new text, blank where the old one has the same statement, and the text of the removed ones."""
    gone = [each.strip() for each in _statements(old)]
    parts = []
    for each in _statements(new):
        same = each.strip()
        if same in gone:
            gone.remove(same)
            if not same.startswith('from __future__'):
                each = '\n' * each.count('\n')
        parts.append(each)
    return ''.join(parts), '\n'.join(gone)


# ---- objects that stay the same while what they are made of changes ----

def _update_function(old, new):
    for name in ('__code__', '__defaults__', '__kwdefaults__', '__doc__', '__annotations__'):
        try:
            setattr(old, name, getattr(new, name))
        except (AttributeError, TypeError, ValueError):
            return new  # it closes over other variables
    old.__dict__.clear()
    old.__dict__.update(new.__dict__)
    return old


def _update_class(old, new):
    if old.__bases__ != new.__bases__:
        try:
            old.__bases__ = new.__bases__
        except TypeError:
            return new
    for name in list(old.__dict__):
        if name not in new.__dict__ and name not in ('__dict__', '__weakref__', '__doc__', '__annotations__'):
            try:
                delattr(old, name)
            except (AttributeError, TypeError):
                pass
    for name, value in list(new.__dict__.items()):
        if name in ('__dict__', '__weakref__', '__slots__') or isinstance(value, types.MemberDescriptorType):
            continue
        value = _updated(old.__dict__.get(name), value)
        _rehome(value, new, old)
        try:
            setattr(old, name, value)
        except (AttributeError, TypeError):
            pass
    return old


def _functions_of(value):
    if isinstance(value, types.FunctionType):
        return [value]
    if isinstance(value, (staticmethod, classmethod)):
        return [value.__func__]
    if isinstance(value, property):
        return [each for each in (value.fget, value.fset, value.fdel) if each is not None]
    return []


def _rehome(value, new, old):
    """super() of a method asks the class that the method was written in: that is the old one now."""
    for function in _functions_of(value):
        for cell in getattr(function, '__closure__', None) or ():
            try:
                if cell.cell_contents is new:
                    cell.cell_contents = old
            except ValueError:
                pass


def _updated(old, new):
    """The object to use for the new one: the old one, updated, where that is possible."""
    if old is new:
        return new
    if isinstance(old, types.FunctionType) and isinstance(new, types.FunctionType):
        return _update_function(old, new)
    if isinstance(old, type) and type(old) is type(new):
        return _update_class(old, new)
    return new


# ---- modules ----

def _stamp(path):
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _text(path):
    with open(path, encoding='utf-8', errors='replace') as file:
        return file.read()


def _files():
    """(name, module, path, stamp) of the modules that were loaded from files."""
    for name, module in list(sys.modules.items()):
        path = getattr(module, '__file__', None) if isinstance(module, types.ModuleType) and name != '__main__' else None
        stamp = _stamp(path) if isinstance(path, str) else None
        if stamp is not None:
            yield name, module, path, stamp


def note():
    """Remembers the files of modules that are new."""
    for name, _, path, stamp in _files():
        if name not in _loaded:
            try:
                _loaded[name] = stamp, _text(path)
            except OSError:
                pass


def _own(module, names):
    """The functions and classes of the module's own."""
    return {name: value for name, value in names.items()
            if isinstance(value, (type, types.FunctionType)) and value.__module__ == module.__name__}


def _load(module, path, text):
    """Runs what has changed. When that fails, the module is what it was."""
    before = dict(module.__dict__)
    changed, gone = (None, '') if _full else _difference(_loaded[module.__name__][1], text)
    try:
        if changed is None:
            reload(module)
        else:
            exec(compile(changed, path, 'exec', dont_inherit=True), module.__dict__)
    except BaseException:
        module.__dict__.clear()
        module.__dict__.update(before)
        raise
    for name in (_names(gone) or set()) - (_names(text) or set()):
        module.__dict__.pop(name, None)
    old = _own(module, before)
    for name, value in _own(module, module.__dict__).items():
        if name in old:
            module.__dict__[name] = _updated(old[name], value)
    if mode == 3:
        users = sys.modules['__main__'].__dict__
        users.update({name: value for name, value in _own(module, module.__dict__).items() if name not in before})


def _tell_failure(name, error):
    _failed[name] = _loaded[name][0]
    if not _hiding:
        sys.stderr.write('[autoreload of %s failed: ' % name)
        sys.__excepthook__(type(error), error, error.__traceback__.tb_next)
        sys.stderr.write(']\n')


def check(every=False):
    """Loads modules again whose files have changed: all, or those of the mode."""
    if not mode and not every:
        return
    for name, module, path, stamp in list(_files()):
        if name in _unwanted or (mode == 1 and not every and name not in _wanted) or name not in _loaded or _loaded[name][0] == stamp:
            continue
        if _telling:
            print('Reloading %r.' % name)
        try:
            text = _text(path)
            known = _loaded[name]
            _loaded[name] = stamp, known[1]
            _load(module, path, text)
            _loaded[name] = stamp, text
        except Exception as error:
            _tell_failure(name, error)


# ---- the magics ----

def autoreload(line):
    """%autoreload: returns the text of a UsageError or None."""
    global mode, _full, _telling, _hiding
    telling = hiding = full = False
    words = []
    for word in line.split():
        if word in ('-p', '--print'):
            telling = True
        elif word == '--hide-errors':
            hiding = True
        elif word == '--full':
            full = True
        elif word in ('-l', '--log'):
            return 'option %s is not supported: there is no log' % word
        elif word.startswith('-') or words:
            return 'unrecognized arguments: ' + word
        else:
            words.append(word)
    wanted = words[0].lower() if words else 'now'
    if wanted.endswith('-') and wanted[:-1]:
        full, wanted = True, wanted[:-1]
    if wanted != 'now' and wanted not in _MODES:
        raise ValueError('Unrecognized autoreload mode "%s".' % wanted)
    _telling, _hiding, _full = telling, hiding, full
    if wanted == 'now':
        check(every=True)
    else:
        mode = _MODES[wanted]


def aimport(line):
    """%aimport: lists the modules, or marks them and puts them among the user's names."""
    if not line:
        print('Modules to reload:\n' + (' '.join(sorted(_wanted)) if mode < 2 else 'all-except-skipped'))
        print('\nModules to skip:\n' + ' '.join(sorted(_unwanted)))
        return
    for name in [each.strip() for each in line.split(',')]:
        if name.startswith('-'):
            name = name[1:].strip()
            _wanted.pop(name, None)
            _unwanted[name] = True
            continue
        _unwanted.pop(name, None)
        _wanted[name] = True
        import_module(name)
        top = name.partition('.')[0]
        sys.modules['__main__'].__dict__[top] = sys.modules[top]
    note()
