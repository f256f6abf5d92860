"""Files of bytecode made of programs, as an import would write them."""

import enum
import os
import sys
import traceback

import importlib.machinery
import importlib.util
from importlib import _files

__all__ = ['compile', 'main', 'PyCompileError', 'PycInvalidationMode']


class PyCompileError(Exception):
    """A program that cannot be compiled: exc_type_name, exc_value, file; msg is what is shown."""

    def __init__(self, exc_type, exc_value, file, msg=''):
        name = exc_type.__name__
        shown = 'Sorry: %s: %s' % (name, exc_value)
        if exc_type is SyntaxError:
            lines = traceback.format_exception_only(exc_type, exc_value)
            shown = ''.join(lines).replace('File "<string>"', 'File "%s"' % file)
        super().__init__(msg or shown, name, exc_value, file)
        self.exc_type_name, self.exc_value, self.file, self.msg = name, exc_value, file, msg or shown

    def __str__(self):
        return self.msg


class PycInvalidationMode(enum.Enum):
    """How a file of bytecode tells that its source has changed."""

    TIMESTAMP = 1
    CHECKED_HASH = 2
    UNCHECKED_HASH = 3


def _get_default_invalidation_mode():
    """By a hash where builds are to be the same every time."""
    reproducible = bool(os.environ.get('SOURCE_DATE_EPOCH'))
    return PycInvalidationMode.CHECKED_HASH if reproducible else PycInvalidationMode.TIMESTAMP


def _target(file, optimize):
    """Where the bytecode of a program belongs."""
    if optimize < 0:
        return importlib.util.cache_from_source(file)
    return importlib.util.cache_from_source(file, optimization=optimize or '')


def _refuse_odd(path):
    """FileExistsError: a link or a device would become a plain file."""
    kind = 'a symlink' if os.path.islink(path) else 'a non-regular file' if os.path.exists(path) and not os.path.isfile(path) else None
    if kind is not None:
        one = 'regular file' if kind == 'a symlink' else 'regular one'
        raise FileExistsError('%s is %s and will be changed into a %s if import writes a byte-compiled file to it' % (path, kind, one))


def _complain(error, doraise, quiet):
    if quiet >= 2:
        return
    if doraise:
        raise error
    sys.stderr.write(error.msg + '\n')


def _contents(code, source, path, loader, mode):
    """The bytes of the file."""
    if mode is PycInvalidationMode.TIMESTAMP:
        stats = loader.path_stats(path)
        return _files.with_time(code, stats['mtime'], stats['size'])
    return _files.with_hash(code, importlib.util.source_hash(source), mode is PycInvalidationMode.CHECKED_HASH)


def compile(file, cfile=None, dfile=None, doraise=False, optimize=-1, invalidation_mode=None, quiet=0):
    """Writes the bytecode of a program and returns the path of its file; None where it cannot be compiled. `dfile`: its name in
    messages; doraise=True: PyCompileError in the place of a message; quiet: 1 or 2, fewer or no messages."""
    mode = _get_default_invalidation_mode() if invalidation_mode is None else invalidation_mode
    target = _target(file, optimize) if cfile is None else cfile
    _refuse_odd(target)
    loader = importlib.machinery.SourceFileLoader('<py_compile>', file)
    source = loader.get_data(file)
    try:
        code = loader.source_to_code(source, dfile or file, _optimize=optimize)
    except Exception as raised:
        _complain(PyCompileError(raised.__class__, raised, dfile or file), doraise, quiet)
        return None
    folder = os.path.dirname(target)
    if folder:
        os.makedirs(folder, exist_ok=True)
    _files.write_whole(target, _contents(code, source, file, loader, mode), _files.mode_of(file))
    return target


def main():
    """The command line: files to compile, `-` for those that standard input names; -q: no messages. Ends with 1 where one fails."""
    import argparse
    parser = argparse.ArgumentParser(description='A simple command-line interface for py_compile module.')
    parser.add_argument('-q', '--quiet', action='store_true', help='Suppress error output')
    parser.add_argument('filenames', nargs='+', help='Files to compile')
    given = parser.parse_args()
    names = given.filenames
    if names == ['-']:
        names = (line.rstrip('\n') for line in sys.stdin)
    failed = [_fails(name, given.quiet) for name in names]
    sys.exit(1 if any(failed) else 0)


def _fails(name, quiet):
    """Whether a file cannot be compiled, which is told."""
    try:
        compile(name, doraise=True)
        return False
    except PyCompileError as error:
        told = error.msg
    except OSError as error:
        told = str(error)
    if not quiet:
        print(told, file=sys.stderr)
    return True


if __name__ == '__main__':
    main()
