"""Descriptors of files: what fails says why, reading and writing at an offset."""
import os
import tempfile

for call in ('os.lseek(999, 0, 0)', 'os.dup(999)', 'os.dup2(999, 998)', 'os.ftruncate(999, 0)', 'os.close(999)', 'os.read(999, 1)', "os.write(999, b'')",
             'os.pread(999, 1, 0)', "os.pwrite(999, b'', 0)", 'os.fsync(999)', 'os.get_inheritable(999)', 'os.set_inheritable(999, True)', 'os.get_blocking(999)',
             'os.set_blocking(999, True)', 'os.getpgid(2 ** 22 + 5)', 'os.killpg(2 ** 22 + 5, 0)', 'os.read(0, -1)', 'os.utime(999)', "os.mkfifo('/nowhere/x')",
             "os.chown('/nowhere/x', 0, 0)", "os.statvfs('/nowhere/x')", "os.open('/nowhere/x', os.O_RDONLY)", 'os.waitpid(2 ** 22 + 5, 0)'):
    try:
        print(call, eval(call))
    except OSError as e:
        print(call, type(e).__name__, e.errno, e)

with tempfile.TemporaryFile() as file:
    fd = file.fileno()
    print(os.write(fd, b'abcdef'), os.lseek(fd, 2, os.SEEK_SET), os.pread(fd, 3, 1), os.pwrite(fd, b'XY', 4), os.lseek(fd, 0, os.SEEK_CUR))
    print(os.read(fd, 10), os.pread(fd, 5, 100), os.pread(fd, 10, 0))
    for call in ('os.pread(fd, -1, 0)', 'os.pread(fd, 1, -1)', "os.pwrite(fd, b'a', -1)", "os.pwrite(fd, 'a', 0)"):
        try:
            print(call, eval(call))
        except (OSError, TypeError) as e:
            print(call, type(e).__name__, e)
