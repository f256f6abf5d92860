# handlers of signals, timers, masks, and what waits through them
import os
import signal
import socket
import threading
import time


def tell(number, frame):
    print('handler', signal.Signals(number).name, type(number) is int, frame.f_code.co_name)


def attempt(call):
    try:
        print(repr(call()))
    except BaseException as error:
        print(type(error).__name__, error)


print(signal.getsignal(signal.SIGUSR1), signal.getsignal(signal.SIGPIPE), signal.getsignal(32))
signal.signal(signal.SIGINT, signal.default_int_handler)  # it may have been ignored from the start
print(signal.signal(signal.SIGUSR1, tell), signal.getsignal(10) is tell)
signal.raise_signal(signal.SIGUSR1)
os.kill(os.getpid(), signal.SIGUSR1)
signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
print(signal.signal(signal.SIGUSR1, signal.SIG_IGN) is tell)
signal.raise_signal(signal.SIGUSR1)
print(repr(signal.signal(signal.SIGUSR1, tell)))

# waits go on after a handler
signal.signal(signal.SIGALRM, tell)
signal.setitimer(signal.ITIMER_REAL, 0.02)
start = time.monotonic()
time.sleep(0.06)
print(time.monotonic() - start >= 0.06)
one, other = socket.socketpair()
reader, writer = os.pipe()


def answer(number, frame):
    print('answering')
    os.write(writer, b'bytes of a pipe')


signal.signal(signal.SIGALRM, answer)
signal.setitimer(signal.ITIMER_REAL, 0.02)
print(os.read(reader, 100))
signal.signal(signal.SIGALRM, lambda *_: other.send(b'bytes of a socket'))
signal.setitimer(signal.ITIMER_REAL, 0.02)
print(one.recv(100))
lock = threading.Lock()
lock.acquire()
signal.signal(signal.SIGALRM, lambda *_: lock.release())
signal.setitimer(signal.ITIMER_REAL, 0.02)
print(lock.acquire())

# an exception of a handler ends the wait


class Late(Exception):
    pass


def late(number, frame):
    raise Late(number)


signal.signal(signal.SIGALRM, late)
for wait in (lambda: time.sleep(5), lambda: os.read(reader, 1), lambda: lock.acquire(), lambda: one.recv(1), lambda: signal.pause(),
             lambda: threading.Event().wait()):
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    attempt(wait)
try:
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    while True:
        pass
except Late as error:
    print('out of a loop', error)
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt as error:
    print('KeyboardInterrupt', error)
signal.signal(signal.SIGINT, tell)
signal.raise_signal(signal.SIGINT)
os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)

# timers
print(signal.setitimer(signal.ITIMER_REAL, 100, 50), [round(n) for n in signal.getitimer(signal.ITIMER_REAL)])
print([round(n) for n in signal.setitimer(signal.ITIMER_REAL, 0)], signal.getitimer(0), signal.alarm(5), signal.alarm(0))
attempt(lambda: signal.setitimer(9, 1))
attempt(lambda: signal.setitimer(0, -1))
attempt(lambda: signal.getitimer(9))
print(signal.ItimerError.__mro__[1], signal.ItimerError)

# masks
print(signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1, signal.SIGUSR2]))
signal.raise_signal(signal.SIGUSR1)
print(signal.sigpending())
found = signal.sigtimedwait([signal.SIGUSR1], 1)
print(found.si_signo, found.si_pid == os.getpid(), type(found), signal.sigtimedwait([signal.SIGUSR1], 0))
signal.raise_signal(signal.SIGUSR2)
print(repr(signal.sigwait([signal.SIGUSR1, signal.SIGUSR2])))
signal.raise_signal(signal.SIGUSR2)
print(signal.sigwaitinfo({signal.SIGUSR2})[0])
signal.raise_signal(signal.SIGUSR1)
print('still blocked')
print(sorted(signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR1])))
print(sorted(signal.pthread_sigmask(signal.SIG_SETMASK, [])))

# numbers in a descriptor
one.setblocking(False)
other.setblocking(False)
print(signal.set_wakeup_fd(other.fileno()))
signal.raise_signal(signal.SIGUSR1)
signal.signal(signal.SIGUSR2, lambda *_: None)
signal.raise_signal(signal.SIGUSR2)
print(one.recv(10), signal.set_wakeup_fd(-1) == other.fileno())
attempt(lambda: signal.set_wakeup_fd(reader))
attempt(lambda: signal.set_wakeup_fd(9999))

# wrong arguments
for text in '''signal.signal(0, signal.SIG_DFL)
signal.signal(65, signal.SIG_DFL)
signal.signal(9, signal.SIG_DFL)
signal.signal(32, signal.SIG_DFL)
signal.signal(10, 5)
signal.signal('x', 5)
signal.getsignal(0)
signal.getsignal(99)
signal.alarm('x')
signal.setitimer(0, 'x')
signal.pthread_sigmask(99, [1])
signal.pthread_sigmask(0, [0])
signal.pthread_sigmask(0, [65])
signal.pthread_sigmask(0, 1)
signal.sigtimedwait([10], -1)
signal.strsignal(0)
signal.strsignal(10)
signal.strsignal(33)
signal.strsignal(34)
signal.siginterrupt(0, 1)
signal.siginterrupt(9, 1)
signal.siginterrupt(10, 1)
signal.raise_signal(65)
signal.raise_signal('x')
signal.pidfd_send_signal(0, 0, 1)
signal.default_int_handler()
signal.Signals(10), signal.SIGCLD, signal.SIGIOT, signal.SIGPOLL, signal.SIGRTMAX
signal.Handlers(0), signal.Sigmasks(2), len(signal.valid_signals())'''.splitlines():
    attempt(lambda: eval(text))


def in_thread():
    attempt(lambda: signal.signal(signal.SIGUSR1, tell))
    attempt(lambda: signal.set_wakeup_fd(-1))
    os.kill(os.getpid(), signal.SIGUSR1)


def where(number, frame):
    print('in the main thread:', threading.current_thread() is threading.main_thread())


signal.signal(signal.SIGUSR1, where)
thread = threading.Thread(target=in_thread)
thread.start()
thread.join()
time.sleep(0.01)
