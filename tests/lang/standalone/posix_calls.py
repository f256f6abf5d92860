# os and posix whole: owners, limits, scheduling, programs by posix_spawn, folders by descriptor, pseudo terminals.
import os
import pickle
import posix
import pty
import stat
import tempfile
import warnings

os.chdir(tempfile.mkdtemp())


def t(make):
    """Prints what a call gives, or raises."""
    try:
        print('->', repr(make())[:200])
    except Exception as error:
        print(type(error).__name__, error)


print('-- owners')
open('f', 'w').close()
mine = os.getuid(), os.getgid()
for call in (lambda: os.chown('f', *mine), lambda: os.chown('f', -1, -1), lambda: os.chown('f', 'a', 0), lambda: os.chown('f', -2, 0),
             lambda: os.chown('f', 0, 1.5), lambda: os.chown('f', 0, -5), lambda: os.chown('nope', -1, -1),
             lambda: os.lchown('f', *mine), lambda: os.chown('f', -1, -1, follow_symlinks=False), lambda: os.chown(0, -1, -1, dir_fd=3),
             lambda: os.setreuid(-1, -1), lambda: os.setresgid(-1, -1, -1), lambda: len(os.getresuid()), lambda: os.getresgid()[0] == mine[1],
             lambda: os.setuid(-2), lambda: os.setgroups(3), lambda: os.setgroups(['a']), lambda: os.getgrouplist('root', 0),
             lambda: os.getgrouplist(3, 0), lambda: os.getgrouplist('root', 'x'), lambda: os.initgroups(None, 0)):
    t(call)

print('-- limits')
for call in (lambda: os.sysconf('SC_PAGE_SIZE'), lambda: os.sysconf('XX'), lambda: os.sysconf(1.5), lambda: os.sysconf(-5),
             lambda: os.confstr('CS_PATH'), lambda: os.confstr('X'), lambda: os.confstr(5000), lambda: os.pathconf('/', 'PC_NAME_MAX'),
             lambda: os.pathconf('/', -33), lambda: os.pathconf('/nope', 'PC_NAME_MAX'), lambda: os.fpathconf(555, 'PC_NAME_MAX'),
             lambda: os.fpathconf('a', 'PC_NAME_MAX'), lambda: os.pathconf('/', 2.5), lambda: os.sysconf_names['SC_CLK_TCK'],
             lambda: len(os.sysconf_names), lambda: sorted(os.pathconf_names)[:3], lambda: os.confstr_names['CS_PATH']):
    t(call)

print('-- results with names')
found = os.statvfs('/')
print(type(found), len(found), found.f_namemax, found.f_bsize == found[0], isinstance(found.f_fsid, int), found.n_fields, found.n_sequence_fields)
print(pickle.loads(pickle.dumps(found)) == found, pickle.loads(pickle.dumps(found)).f_fsid == found.f_fsid)
t(lambda: os.statvfs_result(range(10)))
t(lambda: os.statvfs_result(range(11)).f_fsid)
t(lambda: os.statvfs_result(range(10), {'f_fsid': 7}).f_fsid)
t(lambda: os.statvfs_result(range(9)))
t(lambda: os.statvfs_result(range(12)))
t(lambda: os.times_result(range(4)))
t(lambda: os.times_result(range(5)))
t(lambda: os.times_result(3))
print(os.times().elapsed > 0, os.fstatvfs(0).f_bsize > 0)
t(lambda: os.fstatvfs('x'))

print('-- scheduling')
for call in (lambda: os.sched_param(3), lambda: os.sched_param(), lambda: os.sched_getparam(0), lambda: os.sched_setparam(0, 3),
             lambda: os.sched_setparam(0, os.sched_param(1 << 40)), lambda: os.sched_setscheduler(0, 0, os.sched_param('x')),
             lambda: os.sched_getscheduler(0), lambda: os.sched_rr_get_interval(0) >= 0, lambda: os.sched_yield(),
             lambda: os.sched_get_priority_max(os.SCHED_RR), lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)),
             lambda: os.sched_setaffinity(0, []), lambda: os.sched_setaffinity(0, [-1]), lambda: os.sched_setaffinity(0, 1),
             lambda: os.sched_setaffinity(0, ['x']), lambda: os.sched_setaffinity(0, [1 << 40]),
             lambda: os.getpriority(0, 0) == os.nice(0), lambda: os.getsid(''),
             lambda: os.getsid(1 << 40), lambda: os.getsid(0) == os.getsid(os.getpid())):
    t(call)

print('-- devices and nodes')
for call in (lambda: os.makedev(3, 5), lambda: (os.major(0x305), os.minor(0x305)), lambda: os.major(-1), lambda: os.minor(1 << 64),
             lambda: os.major(1.5), lambda: os.makedev(1 << 32, 0), lambda: os.mkfifo('fifo'), lambda: os.mkfifo('fifo'),
             lambda: stat.S_ISFIFO(os.stat('fifo').st_mode), lambda: os.mknod('plain', 0o600), lambda: os.mknod('plain', 0o600),
             lambda: os.fchdir('x'), lambda: os.fchdir(-1), lambda: os.fsync(2.5), lambda: os.truncate('f', 5), lambda: os.stat('f').st_size,
             lambda: os.truncate('f', 1 << 70), lambda: os.ctermid(), lambda: os.ttyname(999), lambda: os.device_encoding(999)):
    t(call)

print('-- dir_fd')
os.mkdir('d')
d = os.open('d', os.O_RDONLY)
made = os.open('g', os.O_CREAT | os.O_WRONLY, dir_fd=d)
os.close(made)
os.symlink('g', 'link', dir_fd=d)
for call in (lambda: sorted(os.listdir('d')), lambda: os.chown('g', -1, -1, dir_fd=d), lambda: os.mkfifo('p', dir_fd=d),
             lambda: os.mknod('n', dir_fd=d), lambda: os.link('g', 'h', src_dir_fd=d, dst_dir_fd=d), lambda: os.utime('g', (5, 6), dir_fd=d),
             lambda: os.stat('d/g').st_mtime, lambda: os.open('g', os.O_RDONLY, dir_fd='x'), lambda: os.utime(d, (1, 2), dir_fd=d),
             lambda: os.utime('g', (1, 2), dir_fd='x'), lambda: os.link('f', 'f3', src_dir_fd=''), lambda: sorted(os.listdir(d))):
    t(call)
print([function.__name__ for function in (os.stat, os.chown, os.link, os.mkfifo, os.utime) if function not in os.supports_dir_fd])
with os.scandir(d) as entries:
    rows = sorted((e.name, e.path, e.is_file(), e.is_file(follow_symlinks=False), e.is_symlink(), e.is_dir(), e.stat().st_nlink) for e in entries)
for row in rows:
    print(*row)
entry = next(os.scandir('d'))
t(lambda: pickle.dumps(entry))
t(lambda: os.DirEntry())
print(type(entry), entry.inode() == os.lstat(entry.path).st_ino, os.fspath(entry) == entry.path, next(os.scandir(b'd')).path[:2])
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    left = os.scandir('.')
    next(left)
    del left
print([w.category.__name__ for w in caught])
os.makedirs('tree/a/b')
open('tree/a/file', 'w').close()
os.symlink('a', 'tree/to_a')
for options in ({}, {'topdown': False}, {'follow_symlinks': True}):
    print(sorted((top, sorted(dirs), sorted(files), os.fstat(fd).st_ino == os.stat(top).st_ino) for top, dirs, files, fd in
                 os.fwalk('tree', **options)))
print([row[:3] for row in os.fwalk('a', dir_fd=os.open('tree', os.O_RDONLY))], [row[0] for row in os.fwalk(b'tree/a')], list(os.fwalk('tree/to_a')))
t(lambda: list(os.fwalk('nope', onerror=print)))

print('-- pipes')
r, w = os.pipe()
t(lambda: os.write(w, b'some bytes'))
out = os.open('spliced', os.O_CREAT | os.O_RDWR)
t(lambda: os.splice(r, out, 4))
t(lambda: os.pread(out, 10, 0))
t(lambda: os.splice(r, out, -1))
t(lambda: os.splice(r, out, 3, 'x'))

print('-- posix_spawn')


def run(*args, **options):
    pid = os.posix_spawn(*args, **options)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


true = '/bin/true', ['true'], {}
for args, options in ((true, {}), (('/nope', ['x'], {}), {}), (('/bin/true', [], {}), {}), (('/bin/true', 'x', {}), {}),
                      (('/bin/true', ['x'], None), {}), (('/bin/true', [''], {}), {}), (('/bin/true', ['x'], {'A': 3}), {}),
                      (('/bin/true', ['x'], {'A=': 'b'}), {}), (('/bin/true', ['true', 'a\0b'], {}), {}), (true, {'file_actions': None}),
                      (true, {'file_actions': [None]}), (true, {'file_actions': [(99,)]}), (true, {'file_actions': [(os.POSIX_SPAWN_CLOSE,)]}),
                      (true, {'file_actions': [(os.POSIX_SPAWN_DUP2, 1)]}), (true, {'file_actions': [(os.POSIX_SPAWN_OPEN, 1)]}),
                      (true, {'file_actions': 5}), (true, {'setpgroup': 'x'}), (true, {'setpgroup': 0}), (true, {'setsigmask': [99]}),
                      (true, {'setsigmask': 3}), (true, {'setsid': True}), (true, {'resetids': True}), (true, {'resetids': None}),
                      (true, {'scheduler': ()}), (true, {'scheduler': (0, os.sched_param(0))}), (true, {'scheduler': (0, 3)}),
                      (('/bin/sh', ['sh', '-c', 'exit $CODE'], {'CODE': '7'}), {})):
    t(lambda: run(*args, **options))
pid = os.posix_spawnp('sh', ['sh', '-c', 'echo out; echo wrong >&2; cat'], os.environ, file_actions=[
    (os.POSIX_SPAWN_OPEN, 1, 'log', os.O_WRONLY | os.O_CREAT, 0o644), (os.POSIX_SPAWN_DUP2, 1, 2), (os.POSIX_SPAWN_OPEN, 0, '/dev/null', os.O_RDONLY, 0)])
print(os.waitpid(pid, 0)[1], open('log').read().split())


class Holder:
    spawn = os.posix_spawn


print(os.waitpid(Holder().spawn('/bin/true', ['true'], {}), 0)[1])
t(lambda: os.execve('/nope', ['x'], {}))
t(lambda: os.execv('/nope', []))
t(lambda: os.execve('/bin/true', ['x'], {'a\0': ''}))

print('-- the environment')
os.environ |= {'POSIX_CALLS': 'one'}
print(os.popen('echo $POSIX_CALLS').read().strip(), os.environb[b'POSIX_CALLS'])
for name in os.environ:
    os.environ['POSIX_CALLS_NEW'] = '1'
for value in list(os.environ.values())[:2]:
    os.environ.pop('POSIX_CALLS_NEW', None)
print(type(os.environ | {}).__name__, 'POSIX_CALLS' in os.environ.keys(), os.get_exec_path({b'PATH': b'abc'}), os.get_exec_path({'PATH': ''}))
for call in (lambda: os.putenv(b'A=B', b'c'), lambda: os.putenv('A\0', ''), lambda: os.unsetenv(''), lambda: os.unsetenv('a=b'),
             lambda: os.putenv(3, ''), lambda: os.get_exec_path({'PATH': 'a', b'PATH': b'b'}), lambda: os.register_at_fork(before=None),
             lambda: os.register_at_fork()):
    t(call)

print('-- posix, pty')
print(posix.open is os.open, posix.statvfs is os.statvfs, posix.environ[b'PATH'] == os.environb[b'PATH'], hasattr(posix, 'walk'))
pid, master = pty.fork()
if pid == pty.CHILD:
    os._exit(3 if os.isatty(0) and os.isatty(1) else 4)
print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
os.close(master)
said = []


def keep(fd):
    data = os.read(fd, 100)
    said.append(data)
    return data


pty.STDOUT_FILENO = os.open('shown', os.O_WRONLY | os.O_CREAT)


status = pty.spawn(['sh', '-c', 'echo from the terminal; exit 5'], keep)
print(os.waitstatus_to_exitcode(status), b''.join(said), open('shown', 'rb').read())
