"""What this program runs on."""
import os
import sys
from collections import namedtuple

_uname_cache = _os_release_cache = None
_platform_cache, _sys_version_cache = {}, {}
_BASE = 'system', 'node', 'release', 'version', 'machine'


class uname_result(namedtuple('uname_result_base', _BASE)):
    """System, node, release, version, machine, and the processor, which is asked for when it is needed."""
    _fields = (*_BASE, 'processor')

    @classmethod
    def _make(cls, iterable):
        """A new one of five items; of six the last is left out."""
        return cls(*tuple(iterable)[:5])

    def _replace(self, /, **changes):
        """The same with other values; the processor is that of this machine."""
        items = [changes.pop(name, getattr(self, name)) for name in _BASE]
        if changes:
            raise ValueError(f'Got unexpected field names: {list(changes)!r}')
        return self._make(items)

    def _asdict(self):
        """The values by their names."""
        return dict(zip(self._fields, self))

    @property
    def processor(self):
        """The name of the processor; empty where it is not known."""
        return _processor(self.machine)

    def __iter__(self):
        yield from super().__iter__()
        yield self.processor

    def __len__(self):
        return 6

    def __getitem__(self, key):
        return tuple(self)[key]

    def __repr__(self):
        shown = ', '.join(f'{name}={getattr(self, name)!r}' for name in _BASE)
        return f'uname_result({shown})'

    def __reduce__(self):
        return uname_result, tuple(self)[:5]


def _processor(machine):
    try:
        import subprocess
        found = subprocess.run(['uname', '-p'], capture_output=True, text=True).stdout.strip()
    except OSError:
        return ''
    return _unknown_as_blank(found)


def _unknown_as_blank(text):
    """What a program has said; nothing where it does not know."""
    return '' if text == 'unknown' else text


def uname():
    """A uname_result of this machine."""
    global _uname_cache
    if _uname_cache is None:
        _uname_cache = uname_result(*os.uname())
    return _uname_cache


def system():
    """The name of the operating system: Linux."""
    return uname().system


def node():
    """The name of the machine in its network."""
    return uname().node


def release():
    """The release of the system."""
    return uname().release


def version():
    """The version of the release."""
    return uname().version


def machine():
    """The kind of the machine: x86_64."""
    return uname().machine


def processor():
    """The name of the processor."""
    return uname().processor


def architecture(executable=sys.executable, bits='', linkage=''):
    """Width of pointers and format of programs."""
    return bits or f'{(sys.maxsize.bit_length() + 1)}bit', linkage or 'ELF'


def libc_ver(executable=None, lib='', version='', chunksize=16384):
    """Name and version of the C library."""
    import re
    if executable is None:
        words = (os.confstr('CS_GNU_LIBC_VERSION') or '').split()
        return tuple(words) if len(words) == 2 else (lib, version)
    with open(executable, 'rb') as file:
        found = re.findall(rb'GLIBC_([0-9.]+)', file.read())
    if not found:
        return lib, version
    return 'glibc', max((one.decode() for one in found), key=lambda text: [int(part) for part in text.split('.') if part])


def platform(aliased=False, terse=False):
    """System, release, machine and C library in one word."""
    if (aliased, terse) not in _platform_cache:
        _platform_cache[aliased, terse] = _described(terse)
    return _platform_cache[aliased, terse]


def _described(terse):
    name = uname()
    library, number = libc_ver()
    tail = f'{library}{number}'
    words = [name.system, name.release] if terse else [name.system, name.release, name.machine, 'with', tail]
    if terse and library:
        words = [name.system, name.release, f'with-{tail}']
    return '-'.join(word.strip().replace(' ', '_') for word in words if word)


_os_release_candidates = '/etc/os-release', '/usr/lib/os-release'


def _parse_os_release(lines):
    """The fields of such a file: what a shell would assign, with what is usual for those that must be there."""
    import re
    fields = {'NAME': 'Linux', 'ID': 'linux', 'PRETTY_NAME': 'Linux'}
    for line in lines:
        key, equals, value = line.strip().partition('=')
        if not (equals and re.fullmatch('[A-Za-z0-9_]+', key)):
            continue
        if len(value) > 1 and value[0] == value[-1] and value[0] in '"\'':
            value = value[1:-1]
        fields[key] = re.sub(r'\\([$"\'\\`])', r'\1', value)
    return fields


def freedesktop_os_release():
    """The fields of the file os-release."""
    global _os_release_cache
    for path in _os_release_candidates if _os_release_cache is None else ():
        try:
            with open(path, encoding='utf-8') as file:
                _os_release_cache = _parse_os_release(file)
                break
        except OSError:
            continue
    if _os_release_cache is None:
        raise OSError(2, f"Unable to read files {', '.join(_os_release_candidates)}")
    return _os_release_cache.copy()


def python_version():
    """The version of the language as a text: 3.11.x."""
    return '.'.join(map(str, sys.version_info[:3]))


def python_version_tuple():
    """The parts of the version as texts."""
    return tuple(python_version().split('.'))


def python_implementation():
    """The name of the implementation of the language."""
    name = sys.implementation.name
    return {'cpython': 'CPython', 'pypy': 'PyPy'}.get(name, name)


def _sys_version(text=None):
    """Implementation, version, branch, revision, number and date of the build, compiler: as sys.version, or a text like it, tells them."""
    import re
    text = sys.version if text is None else text
    if text not in _sys_version_cache:
        found = re.match(r'([\w.+]+)\s*\(#?([^,)]*)(?:,\s*([^)]*))?\)\s*\[([^\]]*)\]?', text)
        if not found:
            raise ValueError('failed to parse CPython sys.version: %s' % repr(text))
        date = ' '.join(part.strip() for part in (found[3] or '').split(',')).strip()
        _sys_version_cache[text] = python_implementation(), found[1], '', '', found[2].strip(), date, found[4]
    return _sys_version_cache[text]


def python_compiler():
    """The compiler that made this program."""
    return _sys_version()[6]


def python_build():
    """Number and date of the build."""
    return _sys_version()[4:6]


def python_branch():
    """The branch of the sources; empty."""
    return ''


def python_revision():
    """The revision of the sources; empty."""
    return ''


def win32_ver(release='', version='', csd='', ptype=''):
    """The version of Windows: nothing here."""
    return release, version, csd, ptype


def win32_edition():
    """The edition of Windows: None, as this is not Windows."""
    return None


def win32_is_iot():
    """Whether this is an edition of Windows for small devices: it is not Windows."""
    return False


def java_ver(release='', vendor='', vminfo=('', '', ''), osinfo=('', '', '')):
    """Facts of Java: what was given, as this is not Java."""
    return release, vendor, vminfo, osinfo


def mac_ver(release='', versioninfo=('', '', ''), machine=''):
    """The version of macOS: nothing here."""
    return release, versioninfo, machine


def system_alias(system, release, version):
    """The names under which a system is sold: the same here."""
    return system, release, version
