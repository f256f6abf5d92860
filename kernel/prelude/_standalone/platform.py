"""What this program runs on."""
import os
import sys
from collections import namedtuple

_uname = None


class uname_result(namedtuple('uname_result_base', 'system node release version machine')):
    """System, node, release, version, machine, and the processor, which is asked for when it is needed."""

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
        shown = ', '.join(f'{name}={value!r}' for name, value in zip(self._fields, self))
        return f'uname_result({shown})'

    def __reduce__(self):
        return uname_result, tuple(self)[:5]


def _processor(machine):
    try:
        import subprocess
        found = subprocess.run(['uname', '-p'], capture_output=True, text=True).stdout.strip()
    except OSError:
        return ''
    return '' if found == 'unknown' else found


def uname():
    """A uname_result of this machine."""
    global _uname
    if _uname is None:
        _uname = uname_result(*os.uname())
    return _uname


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
        try:
            with open('/proc/self/maps') as file:
                path = next(line.split()[-1] for line in file if 'libc.so.6' in line)
            with open(path, 'rb') as file:
                return 'glibc', re.search(rb'release version ([0-9.]*[0-9])', file.read())[1].decode()
        except (OSError, StopIteration, TypeError):
            return lib, version
    with open(executable, 'rb') as file:
        found = re.findall(rb'GLIBC_([0-9.]+)', file.read())
    if not found:
        return lib, version
    return 'glibc', max((one.decode() for one in found), key=lambda text: [int(part) for part in text.split('.') if part])


def platform(aliased=False, terse=False):
    """System, release, machine and C library in one word."""
    name = uname()
    library, number = libc_ver()
    tail = f'{library}{number}'
    words = [name.system, name.release] if terse else [name.system, name.release, name.machine, 'with', tail]
    if terse and library:
        words = [name.system, name.release, f'with-{tail}']
    return '-'.join(word.strip().replace(' ', '_') for word in words if word)


def freedesktop_os_release():
    """The fields of the file os-release."""
    import shlex
    for path in '/etc/os-release', '/usr/lib/os-release':
        try:
            with open(path, encoding='utf-8') as file:
                fields = {'NAME': 'Linux', 'ID': 'linux', 'PRETTY_NAME': 'Linux'}
                for line in file:
                    key, equals, value = line.strip().partition('=')
                    if equals and not key.startswith('#'):
                        fields[key] = ''.join(shlex.split(value))
                return fields
        except OSError:
            continue
    raise OSError(2, 'Unable to read files /etc/os-release, /usr/lib/os-release')


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


def python_compiler():
    """The compiler that made this program."""
    _, bracket, rest = sys.version.partition('[')
    return rest.rstrip(']') if bracket else ''


def python_build():
    """Number and date of the build."""
    inner = sys.version.partition('(')[2].partition(')')[0]
    name, _, date = inner.partition(', ')
    return name, date.replace(', ', ' ')


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
