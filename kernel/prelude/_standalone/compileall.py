"""Files of bytecode of all programs in folders."""

import importlib.util
import os
import py_compile
import struct
import sys
from functools import partial
from pathlib import Path

__all__ = ['compile_dir', 'compile_file', 'compile_path']


# ---- which files ----

def _walk(folder, depth, quiet):
    """The files below a folder, folders below it to a depth (None: to any)."""
    if quiet < 2 and isinstance(folder, os.PathLike):
        folder = os.fspath(folder)
    if not quiet:
        print('Listing %r...' % (folder,))
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        if quiet < 2:
            print("Can't list %r" % (folder,))
        names = []
    for name in names:
        path = os.path.join(folder, name)
        if name == '__pycache__':
            continue
        if not os.path.isdir(path):
            yield path
        elif (depth is None or depth > 0) and name not in (os.curdir, os.pardir) and not os.path.islink(path):
            yield from _walk(path, None if depth is None else depth - 1, quiet)


def _is_left_out(path, rx, limit):
    """Whether a file is not asked for: its path fits rx, or it is a link out of the folder `limit`."""
    if rx is not None and rx.search(path):
        return True
    if limit is None or not os.path.islink(path):
        return False
    return Path(limit).resolve() not in Path(path).resolve().parents


# ---- one file ----

def _shown_path(path, ddir, stripdir, prependdir):
    """The file's name in messages of what it does; None: its path."""
    if ddir is not None:
        return os.path.join(ddir, os.path.basename(path))
    if stripdir is None and prependdir is None:
        return None
    parts = path.split(os.sep)
    if stripdir is not None:  # what both have at the same place
        common = [a == b for a, b in zip(os.fspath(stripdir).split(os.sep), parts)]
        parts = [part for at, part in enumerate(parts) if at >= len(common) or not common[at]]
    if prependdir is not None:
        parts = [os.fspath(prependdir), *parts]
    return os.path.join(*parts)


def _targets(path, levels, legacy):
    """Where the bytecode of each level belongs."""
    if legacy:
        return {level: path + 'c' for level in levels}
    named = {level: level if level > 0 else '' for level in levels}
    return {level: importlib.util.cache_from_source(path, optimization=name) if level >= 0 else importlib.util.cache_from_source(path)
            for level, name in named.items()}


def _is_fresh(path, targets):
    """Whether all files are there and have the time of the source."""
    try:
        expected = struct.pack('<4sLL', importlib.util.MAGIC_NUMBER, 0, int(os.stat(path).st_mtime) & 0xffffffff)
        for target in targets:
            with open(target, 'rb') as file:
                if file.read(12) != expected:
                    return False
    except OSError:
        return False
    return True


def _link_same(targets, levels):
    """Files of two levels with the same bytes become one."""
    for before, level in zip(levels, levels[1:]):
        if Path(targets[before]).read_bytes() == Path(targets[level]).read_bytes():
            os.unlink(targets[level])
            os.link(targets[before], targets[level])


def _tell_error(path, error, quiet):
    if quiet >= 2:
        return
    print('*** Error compiling %r...' % (path,) if quiet else '*** ', end='\n' if quiet else '')
    if isinstance(error, py_compile.PyCompileError):
        encoding = sys.stdout.encoding or 'utf-8'
        print(error.msg.encode(encoding, 'backslashreplace').decode(encoding))
    else:
        print('%s: %s' % (type(error).__name__, error))


def _levels(optimize, hardlink_dupes):
    levels = sorted({optimize} if isinstance(optimize, int) else set(optimize))
    if hardlink_dupes and len(levels) < 2:
        raise ValueError('Hardlinking of duplicated bytecode makes sense only for more than one optimization level')
    return levels


def _check_options(ddir, stripdir, prependdir):
    if ddir is not None and (stripdir is not None or prependdir is not None):
        raise ValueError('Destination dir (ddir) cannot be used in combination with stripdir or prependdir')


def compile_file(fullname, ddir=None, force=False, rx=None, quiet=0, legacy=False, optimize=-1, invalidation_mode=None, *,
                 stripdir=None, prependdir=None, limit_sl_dest=None, hardlink_dupes=False):
    """Compiles one file, if it is a program whose bytecode is not there yet. Whether that went well. ddir, stripdir, prependdir: how its
    path is written in messages; force: even if it is there; rx: a regular expression of paths that are left out; quiet: 1 or 2, fewer
    or no messages; legacy: beside the file; optimize: a level, or several; limit_sl_dest: links that lead out of it are left out."""
    _check_options(ddir, stripdir, prependdir)
    path = os.fspath(fullname)
    shown = _shown_path(path, ddir, stripdir, prependdir)
    levels = _levels(optimize, hardlink_dupes)
    if _is_left_out(path, rx, limit_sl_dest) or not os.path.isfile(path) or not path.endswith('.py'):
        return True
    targets = _targets(path, levels, legacy)
    if not force and _is_fresh(path, targets.values()):
        return True
    if not quiet:
        print('Compiling %r...' % (path,))
    for level in levels:
        try:
            made = py_compile.compile(path, targets[level], shown, True, optimize=level, invalidation_mode=invalidation_mode)
        except (py_compile.PyCompileError, SyntaxError, UnicodeError, OSError) as error:
            _tell_error(path, error, quiet)
            return False
        if not made:
            return False
    if hardlink_dupes:
        _link_same(targets, levels)
    return True


# ---- many files ----

def _compile_all(files, compile_one, workers):
    if workers == 1:
        return all([compile_one(file) for file in files])
    from concurrent.futures import ProcessPoolExecutor
    with ProcessPoolExecutor(max_workers=workers or None) as pool:
        return all(list(pool.map(compile_one, files, chunksize=4)))


def compile_dir(dir, maxlevels=None, ddir=None, force=False, rx=None, quiet=0, legacy=False, optimize=-1, workers=1,
                invalidation_mode=None, *, stripdir=None, prependdir=None, limit_sl_dest=None, hardlink_dupes=False):
    """Compiles all programs in a folder and, to a depth of maxlevels, in the folders in it. workers: so many processes, 0: one for each
    core; the others as of compile_file(), ddir as the folder is called. Whether all went well."""
    return _compile_tree(**locals())


def _compile_tree(dir, maxlevels, workers, ddir, stripdir, prependdir, **others):
    """compile_dir() with its parameters by their names."""
    _check_options(ddir, stripdir, prependdir)
    if workers < 0:
        raise ValueError('workers must be greater or equal to 0')
    root, depth = os.fspath(dir), sys.getrecursionlimit() if maxlevels is None else maxlevels
    places = {'stripdir': stripdir, 'prependdir': prependdir} if ddir is None else {'stripdir': root, 'prependdir': ddir}
    return _compile_all(_walk(root, depth, others['quiet']), partial(compile_file, **places, **others), workers)


def compile_path(skip_curdir=1, maxlevels=0, force=False, quiet=0, legacy=False, optimize=-1, invalidation_mode=None):
    """Compiles all programs in the folders of sys.path, but for the current one. Whether all went well."""
    good = True
    for folder in sys.path:
        if skip_curdir and (not folder or folder == os.curdir):
            if quiet < 2:
                print('Skipping current directory')
        else:
            good &= compile_dir(folder, maxlevels, None, force, quiet=quiet, legacy=legacy, optimize=optimize,
                                invalidation_mode=invalidation_mode)
    return good


# ---- the command line ----

_OPTIONS = (
    ('-l', dict(action='store_const', const=0, default=None, dest='maxlevels', help="don't recurse into subdirectories")),
    ('-r', dict(type=int, dest='recursion', help='the depth to which folders are entered; before -l')),
    ('-f', dict(action='store_true', dest='force', help='compile even if timestamps are up to date')),
    ('-q', dict(action='count', dest='quiet', default=0, help='errors only; -qq: no messages at all')),
    ('-b', dict(action='store_true', dest='legacy', help='write the files beside the programs, as before PEP 3147')),
    ('-d', dict(metavar='DESTDIR', dest='ddir', help='what the folders are called in messages and tracebacks')),
    ('-s', dict(metavar='STRIPDIR', dest='stripdir', help='what is taken off the beginning of paths')),
    ('-p', dict(metavar='PREPENDDIR', dest='prependdir', help='what is put before paths')),
    ('-x', dict(metavar='REGEXP', dest='rx', help='paths that it fits are left out')),
    ('-i', dict(metavar='FILE', dest='flist', help='files and folders are read from it as well; -: from standard input')),
    ('-j', dict(metavar='WORKERS', dest='workers', type=int, default=1, help='run compileall concurrently')),
    ('-o', dict(action='append', type=int, dest='opt_levels', help='optimization levels; may be given several times')),
    ('-e', dict(metavar='DIR', dest='limit_sl_dest', help='links that lead out of this folder are left out')),
    ('--hardlink-dupes', dict(action='store_true', dest='hardlink_dupes', help='files with the same bytes become one')),
)


def _parser():
    import argparse
    parser = argparse.ArgumentParser(description='Utilities to support installing Python libraries.')
    for flag, about in _OPTIONS:
        parser.add_argument(flag, **about)
    parser.add_argument('--invalidation-mode', choices=sorted(mode.name.lower().replace('_', '-') for mode in py_compile.PycInvalidationMode),
                        help='how the files tell that their programs have changed')
    parser.add_argument('compile_dest', metavar='FILE|DIR', nargs='*', help='files and folders; without any: those of sys.path')
    return parser


def _listed(given):
    """The files and folders that are named, or None where a list cannot be read."""
    if not given.flist:
        return list(given.compile_dest)
    try:
        with (sys.stdin if given.flist == '-' else open(given.flist, encoding='utf-8')) as file:
            return [*given.compile_dest, *(line.strip() for line in file)]
    except OSError:
        if given.quiet < 2:
            print('Error reading file list %s' % given.flist)
        return None


def _settle(parser, given):
    """The options as compile_dir() and compile_file() take them."""
    import re
    given.opt_levels = given.opt_levels or [-1]
    if len(given.opt_levels) == 1 and given.hardlink_dupes:
        parser.error('Hardlinking of duplicated bytecode makes sense only for more than one optimization level.')
    if given.ddir is not None and (given.stripdir is not None or given.prependdir is not None):
        parser.error('-d cannot be used in combination with -s or -p')
    mode = given.invalidation_mode and py_compile.PycInvalidationMode[given.invalidation_mode.replace('-', '_').upper()]
    return dict(ddir=given.ddir, force=given.force, rx=re.compile(given.rx) if given.rx else None, quiet=given.quiet, legacy=given.legacy,
                optimize=given.opt_levels, invalidation_mode=mode, stripdir=given.stripdir, prependdir=given.prependdir,
                limit_sl_dest=given.limit_sl_dest, hardlink_dupes=given.hardlink_dupes)


def main():
    """The command line. Whether all went well."""
    parser = _parser()
    given = parser.parse_args()
    options, named = _settle(parser, given), _listed(given)
    if named is None:
        return False
    depth = given.maxlevels if given.recursion is None else given.recursion
    if not named:
        return compile_path(legacy=given.legacy, force=given.force, quiet=given.quiet, invalidation_mode=options['invalidation_mode'])
    try:
        return all([compile_file(path, **options) if os.path.isfile(path)
                    else compile_dir(path, depth, workers=given.workers, **options) for path in named])
    except KeyboardInterrupt:
        if given.quiet < 2:
            print('\n[interrupted]')
        return False


if __name__ == '__main__':
    sys.exit(not main())
