"""Where an installation of Python keeps its files. This kernel has its library inside of the program; the paths are those
that Python of this version would have below sys.prefix."""
import os
import sys

__all__ = ['get_config_h_filename', 'get_config_var', 'get_config_vars', 'get_makefile_filename', 'get_path',
           'get_path_names', 'get_paths', 'get_platform', 'get_python_version', 'get_scheme_names', 'parse_config_h']
_VERSION = '%d.%d' % sys.version_info[:2]
_PURE = '{base}/lib/python{py_version_short}/site-packages'
_PREFIX = {'stdlib': '{base}/lib/python{py_version_short}', 'platstdlib': '{base}/lib/python{py_version_short}',
           'purelib': _PURE, 'platlib': _PURE, 'include': '{base}/include/python{py_version_short}',
           'platinclude': '{base}/include/python{py_version_short}', 'scripts': '{base}/bin', 'data': '{base}'}
_HOME = {**{name: path.replace('/lib/python{py_version_short}/site-packages', '/lib/python')
            .replace('python{py_version_short}', 'python') for name, path in _PREFIX.items()}}
_USER = {name: path.replace('{base}', '{userbase}') for name, path in _PREFIX.items() if name != 'platinclude'}
_SCHEMES = {'posix_prefix': _PREFIX, 'posix_home': _HOME, 'posix_user': _USER, 'posix_venv': _PREFIX, 'venv': _PREFIX}
_INSTALL_SCHEMES, _HAS_USER_BASE, _SCHEME_KEYS = _SCHEMES, True, tuple(name for name in _PREFIX if name != 'platinclude')
_CONFIG_VARS = None


def is_python_build(check_home=None):
    """Whether the program runs out of the folder where it was built: it has no such folder."""
    return False


def get_scheme_names():
    """The names of the schemes, sorted."""
    return tuple(sorted(_SCHEMES))


def _get_preferred_schemes():
    return {key: 'posix_' + key for key in ('prefix', 'home', 'user')}


def get_preferred_scheme(key):
    """The scheme for 'prefix', 'home' or 'user'."""
    scheme = _get_preferred_schemes()[key]
    if scheme not in _SCHEMES:
        raise ValueError(f'{key!r} returned {scheme!r}, which is not a valid scheme on this platform')
    return scheme


def get_default_scheme():
    return 'posix_prefix'


def get_path_names():
    """The names of the paths of a scheme."""
    return _SCHEME_KEYS


def get_paths(scheme='posix_prefix', vars=None, expand=True):
    """The paths of a scheme: a dict."""
    return _expand_vars(scheme, vars) if expand else _SCHEMES[scheme]


def _expand_vars(scheme, vars):
    known = {**get_config_vars(), **(vars or {})}
    return {name: os.path.normpath(path.format(**known)) for name, path in _SCHEMES[scheme].items()}


def get_path(name, scheme='posix_prefix', vars=None, expand=True):
    """One path of a scheme."""
    return get_paths(scheme, vars, expand)[name]


def _getuserbase():
    """The user's own prefix: $PYTHONUSERBASE, or ~/.local."""
    return os.environ.get('PYTHONUSERBASE') or os.path.join(os.path.expanduser('~'), '.local')


def get_config_vars(*args):
    """All variables as a dict, or the values of some as a list."""
    global _CONFIG_VARS
    if _CONFIG_VARS is None:
        prefix = getattr(sys, 'prefix', '/usr')
        _CONFIG_VARS = {'prefix': prefix, 'exec_prefix': prefix, 'py_version': sys.version.split()[0],
                 'py_version_short': _VERSION, 'py_version_nodot': _VERSION.replace('.', ''), 'installed_base': prefix,
                 'base': prefix, 'installed_platbase': prefix, 'platbase': prefix, 'projectbase': prefix,
                 'platlibdir': 'lib', 'abiflags': '', 'py_version_nodot_plat': '', 'SO': '.so', 'EXT_SUFFIX': '.so',
                 'userbase': _getuserbase(), 'srcdir': prefix, 'Py_DEBUG': 0, 'WITH_DOC_STRINGS': 1,
                 'HAVE_FORK': 0, 'EXE': '', 'VERSION': _VERSION, 'SIZEOF_VOID_P': 8, 'LIBDIR': prefix + '/lib',
                 'BINDIR': prefix + '/bin', 'Py_ENABLE_SHARED': 0}
    return [_CONFIG_VARS.get(name) for name in args] if args else _CONFIG_VARS


def get_config_var(name):
    """One variable, or None."""
    return get_config_vars().get(name)


def get_platform():
    """The system and its machine, as 'linux-x86_64'."""
    about = os.uname()
    return f'{about.sysname.lower()}-{about.machine}'


def get_python_version():
    return _VERSION


def get_config_h_filename():
    return os.path.join(get_path('include'), 'pyconfig.h')


def get_makefile_filename():
    return os.path.join(get_path('stdlib'), f'config-{_VERSION}', 'Makefile')


def parse_config_h(fp, vars=None):
    """The defines of a header file: a dict."""
    import re
    vars = {} if vars is None else vars
    for line in fp:
        if found := re.match(r'#define ([A-Z][A-Za-z0-9_]+) (.*)\n', line):
            name, value = found.groups()
            try:
                vars[name] = int(value)
            except ValueError:
                vars[name] = value
        elif found := re.match(r'/[*] #undef ([A-Z][A-Za-z0-9_]+) [*]/\n', line):
            vars[found.group(1)] = 0
    return vars


def _main():
    """The command line: what the platform is, its paths and variables."""
    print(f'Platform: "{get_platform()}"', f'Python version: "{get_python_version()}"',
          f'Current installation scheme: "{get_default_scheme()}"', sep='\n')
    for title, rows in ('Paths', get_paths()), ('Variables', get_config_vars()):
        print(f'\n{title}: ')
        for name in sorted(rows):
            print(f'\t{name} = "{rows[name]}"')


if __name__ == '__main__':
    _main()
