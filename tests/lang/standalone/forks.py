# children made by fork: what they have, how they end, what is told of them
import os
import signal
import sys
import threading
import time


signal.signal(signal.SIGINT, signal.default_int_handler)  # it may have been ignored from the start


def ended(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def child(call):
    sys.stdout.flush()
    pid = os.fork()
    if not pid:
        try:
            call()
            sys.stdout.flush()
        finally:
            os._exit(7)
    return ended(pid)


print(child(lambda: print('in the child', os.getppid() == parent)) if (parent := os.getpid()) else None)
sys.stdout.flush()
if not os.fork():
    print('the end of the program in a child')
    sys.exit(5)
print(os.wait()[1] >> 8)
reader, writer = os.pipe()
if not (pid := os.fork()):
    os.write(writer, b'from the child')
    os._exit(0)
print(os.read(reader, 100), os.waitpid(pid, 0) == (pid, 0))

# what is called around a fork
order = []
for name in ('first', 'second'):
    os.register_at_fork(before=lambda name=name: order.append('before ' + name),
                        after_in_child=lambda name=name: order.append('child ' + name),
                        after_in_parent=lambda name=name: order.append('parent ' + name))
print(child(lambda: print(order)), order)
for wrong in ({}, {'before': 1}, {'after_in_child': 'x'}, {'before': len, 'after_in_parent': 2.5}):
    try:
        os.register_at_fork(**wrong)
    except TypeError as error:
        print(error)

# threads: the child has the one that has forked
event = threading.Event()
other = threading.Thread(target=event.wait)
other.start()


def threads():
    print(threading.active_count(), threading.current_thread() is threading.main_thread(), other.is_alive())
    more = threading.Thread(target=print, args=('a thread of the child',))
    more.start()
    more.join()


print(child(threads))
event.set()
other.join()

# a fork in a thread makes that the main one
results = []
thread = threading.Thread(target=lambda: results.append(child(lambda: print(
    threading.current_thread() is threading.main_thread(), threading.current_thread().name))), name='forking')
thread.start()
thread.join()
print(results)

# signals
print(child(lambda: os.kill(os.getpid(), signal.SIGTERM)), child(lambda: os.kill(os.getpid(), signal.SIGKILL)))
signal.signal(signal.SIGUSR1, lambda number, frame: print('handler', number))
print(child(lambda: os.kill(os.getpid(), signal.SIGUSR1)))


def interrupted():
    try:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
    except KeyboardInterrupt:
        print('interrupted')


print(child(interrupted))

# waiting
sys.stdout.flush()
if not (pid := os.fork()):
    os._exit(3)
found = os.wait4(pid, 0)
print(found[0] == pid, found[1], type(found[2]).__name__, found[2].ru_maxrss > 0)
sys.stdout.flush()
if not (pid := os.fork()):
    os._exit(4)
print(os.wait3(0)[:2] == (pid, 1024))
sys.stdout.flush()
if not (pid := os.fork()):
    os._exit(6)
found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
print(found.si_pid == pid, found.si_status, found.si_code == os.CLD_EXITED, found.si_signo, type(found).__name__)
print(ended(pid), os.WIFSTOPPED(0x137f), os.WSTOPSIG(0x137f), os.WCOREDUMP(0x86), os.WIFCONTINUED(0xffff))
for call in (lambda: os.wait3(0), lambda: os.wait4(-1, 0), lambda: os.waitid(os.P_ALL, 0, os.WEXITED), os.wait):
    try:
        call()
    except ChildProcessError as error:
        print(error)

# a terminal for a child
sys.stdout.flush()
pid, master = os.forkpty()
if not pid:
    os.write(1, b'%d %d' % (os.isatty(0), open('/proc/self/stat').read().split()[5] == str(os.getpid())))
    os._exit(9)
print(os.read(master, 100), ended(pid))
