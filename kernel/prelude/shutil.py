"""Files and trees of folders: copies, moves, removals, archives; and which program a name stands for."""
import collections
import errno
import fnmatch
import os
import stat
import sys

__all__ = ['copyfileobj', 'copyfile', 'copymode', 'copystat', 'copy', 'copy2', 'copytree', 'move', 'rmtree', 'Error',
           'SpecialFileError', 'ExecError', 'make_archive', 'get_archive_formats', 'register_archive_format',
           'unregister_archive_format', 'get_unpack_formats', 'register_unpack_format', 'unregister_unpack_format',
           'unpack_archive', 'ignore_patterns', 'chown', 'which', 'get_terminal_size', 'SameFileError', 'disk_usage']
COPY_BUFSIZE = 64 * 1024
_USE_CP_SENDFILE = True  # False once the system has said that it sends to sockets only
_HAS_FCOPYFILE = _use_fd_functions = False
_SENDFILE_LEAST, _SENDFILE_UNKNOWN = 1 << 23, 1 << 27


class Error(OSError):
    """What these functions complain of."""


class SameFileError(Error):
    """Raised when source and destination are the same file."""


class SpecialFileError(OSError):
    """Raised when trying to do a kind of operation (e.g. copying) which is not supported on a special file."""


class ExecError(OSError):
    """Raised when a command could not be executed."""


class ReadError(OSError):
    """Raised when an archive cannot be read."""


class RegistryError(Exception):
    """Raised when a registry operation with the archiving and unpacking registries fails."""


class _GiveupOnFastCopy(Exception):
    """The system cannot copy these two by itself: they are read and written."""


def _fastcopy_sendfile(fsrc, fdst):
    """Copies a file within the system; _GiveupOnFastCopy before anything was copied."""
    global _USE_CP_SENDFILE
    try:
        source, target = fsrc.fileno(), fdst.fileno()
    except Exception as error:
        raise _GiveupOnFastCopy(error) from None
    try:
        step = max(os.fstat(source).st_size, _SENDFILE_LEAST)
    except OSError:
        step = _SENDFILE_UNKNOWN
    done, sent = 0, 1
    while sent:
        try:
            sent = os.sendfile(target, source, done, step)
        except OSError as error:
            error.filename, error.filename2 = fsrc.name, fdst.name
            if error.errno == errno.ENOTSOCK:
                _USE_CP_SENDFILE = False
            elif error.errno == errno.ENOSPC or done or os.lseek(target, 0, os.SEEK_CUR):
                raise error from None
            raise _GiveupOnFastCopy(error) from None
        done += sent


def copyfileobj(fsrc, fdst, length=0):
    """copy data from file-like object fsrc to file-like object fdst"""
    length = length or COPY_BUFSIZE
    while block := fsrc.read(length):
        fdst.write(block)


def _samefile(src, dst):
    try:
        return os.path.samefile(src, dst)
    except OSError:
        return False


def copyfile(src, dst, *, follow_symlinks=True):
    """Copy data from src to dst in the most efficient way possible; dst."""
    sys.audit('shutil.copyfile', src, dst)
    if _samefile(src, dst):
        raise SameFileError(f'{src!r} and {dst!r} are the same file')
    for path in (src, dst):
        try:
            mode = os.stat(path).st_mode
        except OSError:
            continue
        if stat.S_ISFIFO(mode):
            raise SpecialFileError(f'`{os.fspath(path)}` is a named pipe')
    if not follow_symlinks and os.path.islink(src):
        os.symlink(os.readlink(src), dst)
        return dst
    with open(src, 'rb') as fsrc:
        try:
            with open(dst, 'wb') as fdst:
                try:
                    if not _USE_CP_SENDFILE:
                        raise _GiveupOnFastCopy
                    _fastcopy_sendfile(fsrc, fdst)
                except _GiveupOnFastCopy:
                    copyfileobj(fsrc, fdst)
        except IsADirectoryError as error:
            if not os.path.exists(dst):
                raise FileNotFoundError(f'Directory does not exist: {dst}') from error
            raise
    return dst


def copymode(src, dst, *, follow_symlinks=True):
    """Copy mode bits from src to dst."""
    sys.audit('shutil.copymode', src, dst)
    if not follow_symlinks and os.path.islink(src) and os.path.islink(dst):
        return
    os.chmod(dst, stat.S_IMODE(os.stat(src).st_mode))


_NO_ATTRIBUTES = {errno.ENOTSUP, errno.ENODATA, errno.EINVAL}


def _copyxattr(src, dst, *, follow_symlinks=True):
    """Copies extended attributes, those that the other file system takes."""
    try:
        names = os.listxattr(src, follow_symlinks=follow_symlinks)
    except OSError as error:
        if error.errno not in _NO_ATTRIBUTES:
            raise
        return
    for name in names:
        try:
            os.setxattr(dst, name, os.getxattr(src, name, follow_symlinks=follow_symlinks), follow_symlinks=follow_symlinks)
        except OSError as error:
            if error.errno not in _NO_ATTRIBUTES | {errno.EPERM, errno.EACCES}:
                raise


def copystat(src, dst, *, follow_symlinks=True):
    """Copy mode bits and times from src to dst."""
    sys.audit('shutil.copystat', src, dst)
    follow = follow_symlinks or not (os.path.islink(src) and os.path.islink(dst))
    about = os.stat(src) if follow else os.lstat(src)
    os.utime(dst, ns=(about.st_atime_ns, about.st_mtime_ns), follow_symlinks=follow)
    _copyxattr(src, dst, follow_symlinks=follow)
    if follow:
        os.chmod(dst, stat.S_IMODE(about.st_mode))


def _into(src, dst):
    return os.path.join(dst, os.path.basename(src)) if os.path.isdir(dst) else dst


def copy(src, dst, *, follow_symlinks=True):
    """Copy data and mode bits ("cp src dst"). Return the file's destination. The destination may be a directory."""
    dst = _into(src, dst)
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copymode(src, dst, follow_symlinks=follow_symlinks)
    return dst


def copy2(src, dst, *, follow_symlinks=True):
    """Copy data and metadata. Return the file's destination. The destination may be a directory."""
    dst = _into(src, dst)
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copystat(src, dst, follow_symlinks=follow_symlinks)
    return dst


def ignore_patterns(*patterns):
    """Function that can be used as copytree() ignore parameter."""
    def _ignore_patterns(path, names):
        return {name for pattern in patterns for name in fnmatch.filter(names, pattern)}
    return _ignore_patterns


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False, dirs_exist_ok=False):
    """Recursively copy a directory tree and return the destination directory.

    Errors of single files are collected in an Error: a list of (source, destination, reason).
    """
    sys.audit('shutil.copytree', src, dst)
    with os.scandir(src) as entries:
        entries = list(entries)
    ignored = set() if ignore is None else ignore(os.fspath(src), [entry.name for entry in entries])
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    errors = []
    takes_entries = copy_function in (copy2, copy)
    for entry in entries:
        if entry.name in ignored:
            continue
        source, target = os.path.join(src, entry.name), os.path.join(dst, entry.name)
        given = entry if takes_entries else source
        try:
            if entry.is_symlink():
                link = os.readlink(source)
                if symlinks:
                    os.symlink(link, target)
                    copystat(given, target, follow_symlinks=False)
                    continue
                if not os.path.exists(source) and ignore_dangling_symlinks:
                    continue
            if entry.is_dir():
                copytree(source, target, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
            else:
                copy_function(given, target)
        except Error as error:
            errors.extend(error.args[0])
        except OSError as reason:
            errors.append((source, target, str(reason)))
    try:
        copystat(src, dst)
    except OSError as reason:
        errors.append((src, dst, str(reason)))
    if errors:
        raise Error(errors)
    return dst


def _failure_handler(ignore_errors, onerror):
    """What is called of an error in the tree."""
    def ignore(*args):
        pass

    def again(*args):
        raise
    return ignore if ignore_errors else onerror or again


def rmtree(path, ignore_errors=False, onerror=None, *, dir_fd=None):
    """Recursively delete a directory tree.

    Errors are ignored, or given to onerror(function, path, sys.exc_info()), or raised.
    """
    sys.audit('shutil.rmtree', path, dir_fd)
    if dir_fd is not None:
        raise NotImplementedError('dir_fd unavailable on this platform')
    failed = _failure_handler(ignore_errors, onerror)
    path = os.fsdecode(path) if isinstance(path, bytes) else path
    asked = os.lstat
    try:
        is_link = stat.S_ISLNK(os.lstat(path).st_mode)
        if is_link:
            asked = os.path.islink
            raise OSError('Cannot call rmtree on a symbolic link')
    except OSError:
        failed(asked, path, sys.exc_info())
        return
    _remove_tree(path, failed)


rmtree.avoids_symlink_attacks = False


def _remove_tree(path, onerror):
    try:
        names = os.listdir(path)
    except OSError:
        onerror(os.scandir, path, sys.exc_info())
        names = []
    for name in names:
        full = os.path.join(path, name)
        try:
            is_folder = stat.S_ISDIR(os.lstat(full).st_mode)
        except OSError:
            is_folder = False
        if is_folder:
            _remove_tree(full, onerror)
            continue
        try:
            os.unlink(full)
        except OSError:
            onerror(os.unlink, full, sys.exc_info())
    try:
        os.rmdir(path)
    except OSError:
        onerror(os.rmdir, path, sys.exc_info())


def _destinsrc(src, dst):
    src, dst = (os.path.abspath(path) for path in (src, dst))
    return os.path.join(dst, '').startswith(os.path.join(src, ''))


def move(src, dst, copy_function=copy2):
    """Recursively move a file or directory to another location; the destination. Into dst where that is a folder."""
    sys.audit('shutil.move', src, dst)
    target = dst
    if os.path.isdir(dst):
        if _samefile(src, dst) and not os.path.islink(src):
            os.rename(src, dst)
            return None
        target = os.path.join(dst, os.path.basename(os.fspath(src).rstrip(os.path.sep)))
        if os.path.exists(target):
            raise Error(f"Destination path '{target}' already exists")
    try:
        os.rename(src, target)
    except OSError:
        if os.path.islink(src):
            os.symlink(os.readlink(src), target)
            os.unlink(src)
        elif os.path.isdir(src):
            if _destinsrc(src, dst):
                raise Error(f"Cannot move a directory '{src}' into itself '{dst}'.")
            copytree(src, target, copy_function=copy_function, symlinks=True)
            rmtree(src)
        else:
            copy_function(src, target)
            os.unlink(src)
    return target


_Usage = collections.namedtuple('usage', 'total used free')
_Usage.total.__doc__, _Usage.used.__doc__, _Usage.free.__doc__ = (
    f'{what} space in bytes' for what in ('Total', 'Used', 'Free'))


def disk_usage(path):
    """Return disk usage statistics about the given path: a named tuple total, used, free, in bytes."""
    disk = os.statvfs(path)
    return _Usage(disk.f_blocks * disk.f_frsize, (disk.f_blocks - disk.f_bfree) * disk.f_frsize, disk.f_bavail * disk.f_frsize)


def chown(path, user=None, group=None):
    """Change owner user and group of the given path."""
    sys.audit('shutil.chown', path, user, group)
    if user is None and group is None:
        raise ValueError('user and/or group must be set')
    ids = []
    for what, value, file in (('user', user, '/etc/passwd'), ('group', group, '/etc/group')):
        if value is None:
            value = -1
        elif not isinstance(value, int):
            with open(file) as lines:
                found = next((int(row[2]) for line in lines if (row := line.split(':'))[0] == value), None)
            if found is None:
                raise LookupError(f'no such {what}: {value!r}')
            value = found
        ids.append(value)
    os.chown(path, *ids)


def get_terminal_size(fallback=(80, 24)):
    """Get the size of the terminal window: from COLUMNS and LINES, the terminal, or the fallback."""
    sizes = []
    for name in ('COLUMNS', 'LINES'):
        try:
            sizes.append(int(os.environ[name]))
        except (KeyError, ValueError):
            sizes.append(0)
    if min(sizes) <= 0:
        try:
            found = os.get_terminal_size(sys.__stdout__.fileno())
        except (AttributeError, ValueError, OSError):
            found = os.terminal_size(fallback)
        sizes = [size if size > 0 else found[i] or fallback[i] for i, size in enumerate(sizes)]
    return os.terminal_size(sizes)


def _access_check(path, mode):
    return os.path.exists(path) and os.access(path, mode) and not os.path.isdir(path)


def which(cmd, mode=os.F_OK | os.X_OK, path=None):
    """Given a command, mode, and a PATH string, return the path which conforms to the given mode on the PATH, or None if
    there is no such file."""
    if os.path.dirname(cmd):
        return cmd if _access_check(cmd, mode) else None
    if path is None:
        path = os.environ.get('PATH', None)
        if path is None:
            path = os.defpath
    if not path:
        return None
    separator = os.pathsep
    if isinstance(cmd, bytes):
        path, separator = os.fsencode(path), os.fsencode(separator)
    else:
        path = os.fsdecode(path)
    for folder in dict.fromkeys(path.split(separator)):
        full = os.path.join(folder, cmd)
        if _access_check(full, mode):
            return full
    return None


# ---- archives


def _make_tar(base_name, base_dir, compress='gzip', verbose=0, dry_run=0, owner=None, group=None, logger=None, root_dir=None):
    import tarfile
    mode, ending = {None: ('', ''), 'gzip': ('gz', '.gz'), 'bzip2': ('bz2', '.bz2'), 'xz': ('xz', '.xz')}[compress]
    name = base_name + '.tar' + ending
    folder = os.path.dirname(name)
    if folder and not os.path.exists(folder) and not dry_run:
        os.makedirs(folder)
    if not dry_run:
        with tarfile.open(name, f'w|{mode}') as archive:
            archive.add(base_dir if root_dir is None else os.path.join(root_dir, base_dir), base_dir)
    return name if root_dir is None else os.path.abspath(name)


def _make_zip(base_name, base_dir, verbose=0, dry_run=0, logger=None, owner=None, group=None, root_dir=None):
    import zipfile
    name = base_name + '.zip'
    folder = os.path.dirname(base_name)
    if folder and not os.path.exists(folder) and not dry_run:
        os.makedirs(folder)
    if dry_run:
        return name
    top = base_dir if root_dir is None else os.path.join(root_dir, base_dir)
    with zipfile.ZipFile(name, 'w', compression=zipfile.ZIP_DEFLATED) as archive:
        def put(path):
            inner = os.path.normpath(path if root_dir is None else os.path.relpath(path, root_dir))
            if inner != os.curdir:
                archive.write(path, inner)
        put(top)
        for folder, folders, files in os.walk(top):
            for each in sorted(folders):
                put(os.path.join(folder, each))
            for each in files:
                if os.path.isfile(os.path.join(folder, each)):
                    put(os.path.join(folder, each))
    return name if root_dir is None else os.path.abspath(name)


_make_tar.supports_root_dir = _make_zip.supports_root_dir = True
_ARCHIVE_FORMATS = {'tar': (_make_tar, [('compress', None)], 'uncompressed tar file'),
                    'gztar': (_make_tar, [('compress', 'gzip')], "gzip'ed tar-file"), 'zip': (_make_zip, [], 'ZIP file')}


def get_archive_formats():
    """Returns a list of supported formats for archiving and unarchiving: sorted pairs of a name and a description."""
    return sorted((name, row[2]) for name, row in _ARCHIVE_FORMATS.items())


def register_archive_format(name, function, extra_args=None, description=''):
    """Registers an archive format."""
    extra_args = [] if extra_args is None else extra_args
    if not callable(function):
        raise TypeError('The %s object is not callable' % function)
    if not isinstance(extra_args, (tuple, list)):
        raise TypeError('extra_args needs to be a sequence')
    for element in extra_args:
        if not isinstance(element, (tuple, list)) or len(element) != 2:
            raise TypeError('extra_args elements are : (arg_name, value)')
    _ARCHIVE_FORMATS[name] = function, extra_args, description


def unregister_archive_format(name):
    del _ARCHIVE_FORMATS[name]


def make_archive(base_name, format, root_dir=None, base_dir=None, verbose=0, dry_run=0, owner=None, group=None, logger=None):
    """Create an archive file (eg. zip or tar) of base_dir, seen from root_dir; its name."""
    sys.audit('shutil.make_archive', base_name, format, root_dir, base_dir)
    try:
        function, extra, _ = _ARCHIVE_FORMATS[format]
    except KeyError:
        raise ValueError("unknown archive format '%s'" % format) from None
    options = dict(dry_run=dry_run, logger=logger, **dict(extra))
    if format != 'zip':
        options.update(owner=owner, group=group)
    base_name = os.fspath(base_name)
    base_dir = os.curdir if base_dir is None else base_dir
    before = None
    if root_dir is not None:
        if not os.path.isdir(root_dir):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), root_dir)
        if getattr(function, 'supports_root_dir', False):
            options['root_dir'] = os.fspath(root_dir)
        else:
            before = os.getcwd()
            base_name = os.path.abspath(base_name)
            os.chdir(root_dir)
    try:
        return function(base_name, base_dir, **options)
    finally:
        if before is not None:
            os.chdir(before)


def _unpack_zip(filename, extract_dir):
    import zipfile
    if not zipfile.is_zipfile(filename):
        raise ReadError(f'{filename} is not a zip file')
    with zipfile.ZipFile(filename) as archive:
        for info in archive.infolist():
            if info.filename.startswith('/') or '..' in info.filename:
                continue
            archive.extract(info, extract_dir)


def _unpack_tar(filename, extract_dir, *, filter=None):
    import tarfile
    try:
        archive = tarfile.open(filename)
    except tarfile.TarError:
        raise ReadError(f'{filename} is not a compressed or uncompressed tar file') from None
    with archive:
        archive.extractall(extract_dir, filter=filter)


_UNPACK_FORMATS = {'tar': (['.tar'], _unpack_tar, [], 'uncompressed tar file'),
                   'zip': (['.zip'], _unpack_zip, [], 'ZIP file'),
                   'gztar': (['.tar.gz', '.tgz'], _unpack_tar, [], "gzip'ed tar-file")}


def get_unpack_formats():
    """Returns a list of supported formats for unpacking: sorted triples of a name, its endings, and a description."""
    return sorted((name, row[0], row[3]) for name, row in _UNPACK_FORMATS.items())


def register_unpack_format(name, extensions, function, extra_args=None, description=''):
    """Registers an unpack format."""
    known = {ending: other for other, row in _UNPACK_FORMATS.items() for ending in row[0]}
    for ending in extensions:
        if ending in known:
            raise RegistryError(f'{ending} is already registered for "{known[ending]}"')
    if not callable(function):
        raise TypeError('The registered function must be a callable')
    _UNPACK_FORMATS[name] = extensions, function, [] if extra_args is None else extra_args, description


def unregister_unpack_format(name):
    """Removes the unpack format from the registry."""
    del _UNPACK_FORMATS[name]


def unpack_archive(filename, extract_dir=None, format=None, *, filter=None):
    """Unpack an archive into a folder, the current one by default; the format follows from the name's ending."""
    sys.audit('shutil.unpack_archive', filename, extract_dir, format)
    extract_dir = os.fspath(os.getcwd() if extract_dir is None else extract_dir)
    filename = os.fspath(filename)
    options = {} if filter is None else {'filter': filter}
    if format is None:
        format = next((name for name, row in _UNPACK_FORMATS.items()
                       if any(filename.endswith(ending) for ending in row[0])), None)
        if format is None:
            raise ReadError(f"Unknown archive format '{filename}'")
    elif format not in _UNPACK_FORMATS:
        raise ValueError(f"Unknown unpack format '{format}'") from None
    row = _UNPACK_FORMATS[format]
    row[1](filename, extract_dir, **dict(row[2]), **options)
