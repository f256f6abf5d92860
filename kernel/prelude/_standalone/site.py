"""Folders of packages outside of the program, and files NAME.pth in them, which name more. The program does not do at its start what
main() does: `import site` changes nothing."""

import builtins
import io
import os
import sys

PREFIXES = list(dict.fromkeys((sys.prefix, sys.exec_prefix)))
ENABLE_USER_SITE = None
USER_SITE = None
USER_BASE = None
_SERIES = 'python%d.%d' % sys.version_info[:2]


def _trace(message):
    if sys.flags.verbose:
        print(message, file=sys.stderr)


# ---- sys.path ----

def makepath(*paths):
    """A path from the root on, and the same in the case that it is compared in."""
    joined = os.path.join(*paths)
    try:
        joined = os.path.abspath(joined)
    except OSError:
        pass
    return joined, os.path.normcase(joined)


def abs_paths():
    """__file__ and __cached__ of all modules become paths from the root on."""
    for module in set(sys.modules.values()):
        if not hasattr(getattr(module, '__loader__', None), 'get_filename'):
            continue
        for name in '__file__', '__cached__':
            value = getattr(module, name, None)
            if isinstance(value, str):
                setattr(module, name, os.path.abspath(value))


def removeduppaths():
    """Each entry of sys.path once, from the root on; the entries in one case."""
    entries = {}
    for entry in sys.path:
        shown, known = makepath(entry)
        entries.setdefault(known, shown)
    sys.path[:] = entries.values()
    return set(entries)


def _init_pathinfo():
    """The entries of sys.path that are there, in one case."""
    return {makepath(entry)[1] for entry in sys.path if entry and os.path.exists(entry)}


def _add(folder, known):
    """Puts a folder at the end of sys.path, unless it is known."""
    shown, compared = makepath(folder)
    if compared not in known and os.path.exists(shown):
        sys.path.append(shown)
        known.add(compared)


def _report_line(number, path):
    """Tells that a line of a file has raised an exception, and which."""
    import traceback
    print('Error processing line %d of %s:\n' % (number, path), file=sys.stderr)
    for line in traceback.format_exc().splitlines():
        print('  ' + line, file=sys.stderr)
    print('\nRemainder of file ignored', file=sys.stderr)


def addpackage(sitedir, name, known_paths):
    """Reads a file NAME.pth of a folder: lines are folders for sys.path, or statements that begin with `import`. The known folders; None
    where known_paths is."""
    known = _init_pathinfo() if known_paths is None else known_paths
    path = os.path.join(sitedir, name)
    _trace('Processing .pth file: %r' % path)
    try:
        with io.TextIOWrapper(io.open_code(path)) as file:
            lines = file.read().splitlines()
    except (OSError, UnicodeError):
        return None
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith('#'):
            continue
        try:
            if line.startswith(('import ', 'import\t')):
                exec(line)
            else:
                _add(os.path.join(sitedir, line.rstrip()), known)
        except Exception:
            _report_line(number, path)
            break
    return None if known_paths is None else known


def addsitedir(sitedir, known_paths=None):
    """Puts a folder at the end of sys.path, and reads the files NAME.pth in it."""
    _trace('Adding directory: %r' % sitedir)
    known = _init_pathinfo() if known_paths is None else known_paths
    folder, compared = makepath(sitedir)
    if compared not in known:
        sys.path.append(folder)
        known.add(compared)
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith('.pth') and not name.startswith('.'))
    except OSError:
        return None
    for name in names:
        addpackage(folder, name, known)
    return None if known_paths is None else known


# ---- the user's folder ----

def check_enableusersite():
    """False: the user does not want his folder; None: it would not be safe; True."""
    if sys.flags.no_user_site:
        return False
    return True if (os.geteuid(), os.getegid()) == (os.getuid(), os.getgid()) else None


def _getuserbase():
    base = os.environ.get('PYTHONUSERBASE')
    return base if base else os.path.join(os.path.expanduser('~'), '.local')


def _get_path(userbase):
    return os.path.join(userbase, 'lib', _SERIES, 'site-packages')


def getuserbase():
    """The user's own prefix: $PYTHONUSERBASE, or ~/.local."""
    global USER_BASE
    USER_BASE = USER_BASE or _getuserbase()
    return USER_BASE


def getusersitepackages():
    """The user's own folder of packages."""
    global USER_SITE, ENABLE_USER_SITE
    base = getuserbase()
    USER_SITE = USER_SITE or (None if base is None else _get_path(base))
    return USER_SITE


def addusersitepackages(known_paths):
    """Adds the user's own folder of packages, if it is there and wanted."""
    _trace('Processing user site-packages')
    folder = getusersitepackages()
    if ENABLE_USER_SITE and os.path.isdir(folder):
        addsitedir(folder, known_paths)
    return known_paths


# ---- all users' folders ----

def getsitepackages(prefixes=None):
    """The folders of packages below the prefixes."""
    libraries = list(dict.fromkeys((getattr(sys, 'platlibdir', 'lib'), 'lib')))
    wanted = dict.fromkeys(filter(None, PREFIXES if prefixes is None else prefixes))
    return [os.path.join(prefix, library, _SERIES, 'site-packages') for prefix in wanted for library in libraries]


def addsitepackages(known_paths, prefixes=None):
    """Adds the folders of packages that are there."""
    _trace('Processing global site-packages')
    for folder in filter(os.path.isdir, getsitepackages(prefixes)):
        addsitedir(folder, known_paths)
    return known_paths


# ---- what the start of CPython does besides ----

def setquit():
    """exit and quit are builtins."""
    import _sitebuiltins


def enablerlcompleter():
    """An interactive hook: there is none to be set, as the console is not readline's."""
    raise NotImplementedError('site.enablerlcompleter() is not there: the program has no interactive mode with readline')


def _customize(name):
    """Imports a module of the user's, if there is one."""
    try:
        __import__(name)
    except ImportError as error:
        if error.name != name:
            raise
    except Exception as error:
        print('Error in %s; set PYTHONVERBOSE for traceback:\n%s: %s' % (name, type(error).__name__, error), file=sys.stderr)


def execsitecustomize():
    """Imports sitecustomize."""
    _customize('sitecustomize')


def execusercustomize():
    """Imports usercustomize."""
    _customize('usercustomize')


def main():
    """Adds the folders of packages to sys.path, as CPython does at its start."""
    global ENABLE_USER_SITE
    known = removeduppaths()
    abs_paths()
    if ENABLE_USER_SITE is None:
        ENABLE_USER_SITE = check_enableusersite()
    addusersitepackages(known)
    addsitepackages(known)
    setquit()
    execsitecustomize()
    if ENABLE_USER_SITE:
        execusercustomize()


getusersitepackages()
_BITS = {'--user-base': getuserbase, '--user-site': getusersitepackages}


def _script():
    """The command line: --user-base and --user-site, or a summary."""
    global ENABLE_USER_SITE
    if ENABLE_USER_SITE is None:
        ENABLE_USER_SITE = check_enableusersite()
    asked = sys.argv[1:]
    if not asked:
        print('sys.path = [', *('    %r,' % folder for folder in sys.path), ']', sep='\n')
        for name, path in ('USER_BASE', getuserbase()), ('USER_SITE', getusersitepackages()):
            print('%s: %r (%s)' % (name, path, 'exists' if os.path.isdir(path) else "doesn't exist"))
        print('ENABLE_USER_SITE: %r' % ENABLE_USER_SITE)
        sys.exit(0)
    if set(asked) - set(_BITS):
        print('usage: site [--user-base] [--user-site]')
        sys.exit(10)
    print(os.pathsep.join(_BITS[each]() for each in _BITS if each in asked))
    sys.exit({True: 0, False: 1, None: 2}[ENABLE_USER_SITE])


if __name__ == '__main__':
    _script()
