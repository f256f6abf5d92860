# Calls on descriptors: copies within the system, vectors, counters, files in memory, folders as descriptors, names that are no UTF-8.
import os, shutil, stat, tempfile
folder = tempfile.mkdtemp()
path = os.path.join(folder, 'a')
with open(path, 'wb') as f:
    print(os.writev(f.fileno(), [b'abc', bytearray(b'def'), memoryview(b'gh')]))
fd = os.open(path, os.O_RDWR)
one, two = bytearray(3), bytearray(9)
print(os.readv(fd, [one, two]), one, two)
print(os.preadv(fd, [one], 2), one, os.pwritev(fd, [b'XY'], 1), os.pread(fd, 9, 0))
other = os.open(os.path.join(folder, 'b'), os.O_RDWR | os.O_CREAT)
print(os.sendfile(other, fd, 2, 4), os.pread(other, 9, 0), os.sendfile(other, fd, 8, 4))
for bad in (lambda: os.readv(fd, 3), lambda: os.writev(fd, [3]), lambda: os.sendfile(other, -1, 0, 3), lambda: os.fdatasync(777)):
    try:
        print(bad())
    except (OSError, TypeError) as e:
        print(type(e).__name__, e)
counter = os.eventfd(3, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
os.eventfd_write(counter, 4)
print(os.eventfd_read(counter), os.get_inheritable(counter))
try:
    os.eventfd_read(counter)
except BlockingIOError as e:
    print(e)
memory = os.memfd_create('x')
print(os.write(memory, b'abc'), os.lseek(memory, 0, 0), os.read(memory, 9), os.fstat(memory).st_size)
for each in (fd, other, counter, memory):
    os.close(each)
below = os.open(folder, os.O_RDONLY)
print(os.stat('a', dir_fd=below).st_size, stat.S_IMODE(os.lstat('a', dir_fd=below).st_mode) & 0o600, os.access('a', os.R_OK, dir_fd=below),
      os.access('nope', os.R_OK, dir_fd=below), sorted(os.listdir(below)), sorted(os.listdir(below)))
os.chmod('a', 0o400, dir_fd=below)
print(oct(os.stat(path).st_mode), os.stat in os.supports_dir_fd, os.chmod in os.supports_fd)
os.close(below)
strange = os.path.join(os.fsencode(folder), b'\xff')
with open(strange, 'w') as f:
    print(f.write('x'))
print(ascii(sorted(os.listdir(folder))), os.path.exists(os.fsdecode(strange)), sorted(os.listdir(os.fsencode(folder))))
os.symlink('a', os.path.join(folder, 'link'))
os.symlink('loop/x', os.path.join(folder, 'loop'))
real = os.path.realpath(folder)
for name in ('link', 'link/../b', 'loop/y', 'nope/../a', './/b'):
    print(os.path.relpath(os.path.realpath(os.path.join(folder, name)), real))
print(os.path.expandvars(b'$nope/x'), os.path.sameopenfile(0, 0), os.path.relpath('/a/b', '/a/c/d'))
try:
    os.path.relpath(b'a', 'b')
except TypeError as e:
    print(e)
for mode in ('w+', 'w+b'):
    with tempfile.TemporaryFile(mode) as f, tempfile.NamedTemporaryFile(mode) as g, tempfile.SpooledTemporaryFile(4, mode) as h:
        for each in (f, g, h):
            each.write('abcdef' if mode == 'w+' else b'abcdef')
            each.seek(2)
            print(each.read(), type(each.name).__name__)
shutil.copyfile(path, path + '2')
print(open(path + '2', 'rb').read())
shutil.rmtree(folder)
