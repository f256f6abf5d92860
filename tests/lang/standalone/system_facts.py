# platform: what uname() gives, the file os-release; select and poll: lists that change meanwhile, limits of arguments.
import copy
import fcntl
import os
import pickle
import platform
import select
import subprocess
import uuid


def t(make):
    """Prints what a call gives, or raises."""
    try:
        print('->', repr(make())[:200])
    except Exception as error:
        print(type(error).__name__, error)


name = platform.uname()
print(name._fields, list(name._asdict()), len(name), name[:] == tuple(name), 'processor' in repr(name))
changed = name._replace(system='S', node='N', release='R', version='V', machine='M')
print(changed, changed.processor == name.processor, type(changed).__name__)
t(lambda: name._replace(processor='x'))
t(lambda: type(name)._make('abcde'))
print(copy.copy(name) == name, pickle.loads(pickle.dumps(name)) == name)
fields = platform.freedesktop_os_release()
fields['ADDED'] = 'x'
print('ADDED' in platform.freedesktop_os_release(), 'NAME' in fields, platform.libc_ver() == tuple(os.confstr('CS_GNU_LIBC_VERSION').split()))
print(platform.platform() == platform.platform(), len(platform.python_build()))

r, w = os.pipe()
gone = []


class Shrinks:
    def fileno(self):
        del gone[-1]
        return w


gone[:] = [Shrinks() for _ in range(6)]
print(len(select.select([], gone, [], 0)[1]), len(gone))
waiting = select.poll()
t(lambda: type(waiting)())
t(lambda: type(waiting))
waiting.register(w, select.POLLOUT)
for timeout in (None, -1, -0.5, -1e-100, 0):
    t(lambda: [event for _, event in waiting.poll(timeout)])
for call in (lambda: fcntl.flock(1 << 31, 1), lambda: fcntl.fcntl(-1 << 40, 1), lambda: uuid.uuid1().is_safe, lambda: uuid.uuid1(5).is_safe,
             lambda: uuid.uuid1(5, 6).clock_seq, lambda: subprocess._optim_args_from_interpreter_flags()):
    t(call)
