"""Where libraries are."""

import os
from _later import Later as _Later

re, shutil, subprocess, tempfile = (_Later(name, globals()) for name in ('re', 'shutil', 'subprocess', 'tempfile'))


def _output_of(*command, status=False):
    """What a program writes, or None where it is not there; with `status` also where it fails."""
    if shutil.which(command[0]) is None:
        return None
    environment = {**os.environ, 'LC_ALL': 'C', 'LANG': 'C'}
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, env=environment)
    except OSError:
        return None
    return done.stdout.decode('utf-8', 'replace') if status or done.returncode == 0 else None


def _is_elf(path):
    try:
        with open(path, 'rb') as file:
            return file.read(4) == b'\x7fELF'
    except OSError:
        return False


def _findSoname_ldconfig(name):
    """By the cache of the dynamic linker: the file name of a library for this machine."""
    text = _output_of('/sbin/ldconfig', '-p') or _output_of('ldconfig', '-p') or ''
    machine = os.uname().machine
    abi = {'x86_64': 'libc6,x86-64', 'aarch64': 'libc6,AArch64', 'riscv64': 'libc6,double-float'}.get(machine, 'libc6')
    found = re.search(rf'^\s+(lib{re.escape(name)}\.[^\s]+) \({re.escape(abi)}', text, re.M)
    return found and found[1]


def _first_elf(name, text):
    """The first file of a library that a linker has named and that is one."""
    return next(filter(_is_elf, re.findall(rf'[^\s()]*lib{re.escape(name)}\.[^\s()]*', text or '')), None)


def _linked_by(name, *command):
    """By the compiler or the linker, which say what they would link with."""
    with tempfile.TemporaryDirectory() as folder:
        return _first_elf(name, _output_of(*command, '-o', os.path.join(folder, 'out'), f'-l{name}', status=True))


def _findLib_gcc(name):
    compiler = next(filter(shutil.which, ('gcc', 'cc')), None)
    return compiler and _linked_by(name, compiler, '-Wl,-t')


def _findLib_ld(name):
    folders = os.environ.get('LD_LIBRARY_PATH', '').split(':')
    return _linked_by(name, 'ld', '-t', *(word for folder in folders if folder for word in ('-L', folder)))


def _soname(path):
    """The name by which programs refer to a library."""
    text = _output_of('objdump', '-p', path, status=True) if path else None
    found = re.search(r'\sSONAME\s+([^\s]+)', text or '')
    return found and found[1]


def find_library(name):
    """The file name of a library by its short name, as the linker would find it; None where it does not."""
    return _findSoname_ldconfig(name) or _soname(_findLib_gcc(name)) or _soname(_findLib_ld(name))
