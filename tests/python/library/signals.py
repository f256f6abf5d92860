# needs: signal
"""Handlers of signals: in sleeps, in loops, in calls of Python."""
import os
import signal
import threading
import time

caught = []
old = signal.signal(signal.SIGUSR1, lambda number, frame: caught.append(number))
os.kill(os.getpid(), signal.SIGUSR1)
for _ in range(100):
    if caught:
        break
    time.sleep(.001)
print(caught == [signal.SIGUSR1], signal.getsignal(signal.SIGUSR1) is not None)
signal.signal(signal.SIGUSR1, old)


def alarm(number, frame):
    raise TimeoutError('took too long')


signal.signal(signal.SIGALRM, alarm)
signal.setitimer(signal.ITIMER_REAL, .02)
try:
    time.sleep(5)
except TimeoutError as error:
    print('alarm:', error)
finally:
    signal.setitimer(signal.ITIMER_REAL, 0)
signal.setitimer(signal.ITIMER_REAL, .02)
try:
    while True:
        pass
except TimeoutError as error:
    print('in a loop:', error)
signal.setitimer(signal.ITIMER_REAL, .02)
try:
    threading.Event().wait(5)
except TimeoutError as error:
    print('in a wait:', error)


class Timeout:
    def __init__(self, seconds):
        self.seconds = seconds

    def handle(self, number, frame):
        raise TimeoutError(f'{signal.Signals(number).name} after {self.seconds}')

    def __enter__(self):
        self.old = signal.signal(signal.SIGALRM, self.handle)
        signal.setitimer(signal.ITIMER_REAL, self.seconds)
        return self

    def __exit__(self, *details):
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, self.old)


with Timeout(10):
    print(sum(range(100)))
try:
    with Timeout(.01):
        while True:
            [x ** 2 for x in range(100)]
except TimeoutError as error:
    print(error)
print(signal.getsignal(signal.SIGALRM) is alarm, signal.getsignal(signal.SIGTERM) == signal.SIG_DFL)
signal.signal(signal.SIGALRM, signal.SIG_IGN)
signal.raise_signal(signal.SIGALRM)
print(signal.SIGINT, signal.Signals.SIGTERM, signal.SIG_IGN, signal.strsignal(9))
try:
    signal.signal(signal.SIGKILL, signal.SIG_IGN)
except OSError as error:
    print(error)
count = []
signal.signal(signal.SIGUSR2, lambda *a: count.append(len(count)))
for _ in range(5):
    os.kill(os.getpid(), signal.SIGUSR2)
    while len(count) <= _:
        pass
print(count)
