# fcntl, termios, tty, resource, pwd and grp.
import fcntl, termios, tty, pty, resource, pwd, grp, os, stat, sys, tempfile
import os
import re
import tempfile

os.chdir(tempfile.mkdtemp())


def t(make):
    """Prints what a call gives, or raises; without addresses."""
    try:
        text = '-> ' + repr(make())[:300]
    except Exception as error:
        text = f'{type(error).__name__} {error}'
    print(re.sub('0x[0-9a-f]{6,}', '0x', text))

t(lambda: pwd.getpwuid(0))
t(lambda: pwd.getpwnam('root').pw_dir)
t(lambda: pwd.getpwuid(0)[2:4])
t(lambda: grp.getgrgid(0))
t(lambda: grp.getgrnam('root').gr_mem)
for f in (lambda: pwd.getpwuid(987654), lambda: pwd.getpwnam('nope'), lambda: grp.getgrgid(987654), lambda: grp.getgrnam('nope'), lambda: pwd.getpwuid('a'), lambda: pwd.getpwnam(3), lambda: pwd.getpwuid(1<<40), lambda: resource.getrlimit(99), lambda: resource.setrlimit(3,4), lambda: resource.setrlimit(0,(1,2,3)), lambda: resource.getrusage(77), lambda: type(resource.getrusage(0)), lambda: resource.setrlimit(resource.RLIMIT_CORE,(5,1)), lambda: fcntl.fcntl('a',1), lambda: fcntl.fcntl(-1,1), lambda: fcntl.fcntl(999,1), lambda: fcntl.fcntl(0,1,b'a'*1025), lambda: fcntl.fcntl(0,1,'abc'), lambda: fcntl.ioctl(0,1,'x'*1025), lambda: fcntl.flock(999,1), lambda: fcntl.lockf(0,99), lambda: termios.tcgetattr(999), lambda: termios.tcsetattr(0,0,[1]), lambda: termios.tcsetattr(0,0,3), lambda: fcntl.fcntl(0,1,1.5), lambda: termios.error.__mro__, lambda: resource.error):
    t(f)
t(lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss>0)
t(lambda: resource.getpagesize()); resource.setrlimit(resource.RLIMIT_NOFILE,(200,300))
t(lambda: resource.getrlimit(resource.RLIMIT_NOFILE))
t(lambda: resource.prlimit(0,resource.RLIMIT_NOFILE,(150,250)))
t(lambda: resource.prlimit(os.getpid(),resource.RLIMIT_NOFILE))
t(lambda: resource.RLIM_INFINITY)
f=tempfile.TemporaryFile()
t(lambda: fcntl.fcntl(f,fcntl.F_GETFD))
t(lambda: fcntl.fcntl(f.fileno(),fcntl.F_SETFD,0))
t(lambda: fcntl.fcntl(f,fcntl.F_GETFD))
t(lambda: fcntl.flock(f,fcntl.LOCK_EX|fcntl.LOCK_NB))
t(lambda: fcntl.lockf(f,fcntl.LOCK_EX,10,2))
t(lambda: fcntl.lockf(f,fcntl.LOCK_UN))
t(lambda: fcntl.fcntl(f,fcntl.F_GETFL)&os.O_RDWR)
m, s = os.openpty()
a = termios.tcgetattr(s)
t(lambda: (a[:6],len(a[6]),a[6][:4])); termios.tcsetwinsize(s,(30,100))
t(lambda: termios.tcgetwinsize(m)); b=bytearray(8)
t(lambda: fcntl.ioctl(s,termios.TIOCGWINSZ,b))
t(lambda: b)
t(lambda: fcntl.ioctl(s,termios.TIOCGWINSZ,bytes(8)))
tty.setraw(s)
t(lambda: termios.tcgetattr(s)[:4])
t(lambda: termios.tcgetattr(s)[6][termios.VMIN]); termios.tcsetattr(s,termios.TCSANOW,a)
t(lambda: termios.tcgetattr(s)==a); tty.setcbreak(s)
t(lambda: termios.tcgetattr(s)[3])
t(lambda: termios.tcflush(s,termios.TCIOFLUSH))
t(lambda: termios.tcdrain(m))
t(lambda: stat.S_IFIFO)
t(lambda: os.major(os.makedev(5,7)))
t(lambda: sorted(os.getgroups())[:0])
