"""What threads wait for each other with: who is woken and when, waits that are interrupted, attributes of each thread,
queues, and the end of a program that has threads."""
import atexit
import _thread
import queue
import signal
import sys
import threading
import time
import weakref


def told(call):
    try:
        return call()
    except BaseException as error:
        return f'{type(error).__module__}.{type(error).__name__}: {error}'


print('-- arguments')
lock = threading.Lock()
for call in (lambda: lock.acquire(False, 3), lambda: lock.acquire(timeout=-3), lambda: lock.acquire(timeout='x'),
             lambda: lock.acquire(timeout=1e20), lambda: lock.acquire(timeout=float('nan')), lambda: lock.release(),
             lambda: threading.RLock().release(), lambda: type(lock)(), lambda: type('Own', (type(lock),), {}),
             lambda: lock.acquire(timeout=threading.TIMEOUT_MAX), lambda: lock.acquire(False), lambda: lock.acquire(timeout=0.01),
             lambda: lock.locked(), lambda: lock.release(), lambda: lock.locked()):
    print(told(call))
print(repr(lock).split(' at ')[0], repr(threading.RLock()).split(' at ')[0], threading.Lock.__module__, type(lock).__module__)

print('-- a lock that nobody frees')


def interrupted(wait, seconds=0.05):
    signal.setitimer(signal.ITIMER_REAL, seconds)
    begun = time.monotonic()
    result = told(wait)
    print(result, time.monotonic() - begun < 5)


def on_alarm(number, frame):
    raise TimeoutError('the alarm')


signal.signal(signal.SIGALRM, on_alarm)
lock.acquire()
interrupted(lock.acquire)
interrupted(lambda: lock.acquire(timeout=60))
condition = threading.Condition()
with condition:
    interrupted(condition.wait)
interrupted(queue.SimpleQueue().get)
interrupted(queue.Queue().get)
interrupted(threading.Event().wait)
forever = threading.Event()
thread = threading.Thread(target=forever.wait, daemon=True)
thread.start()
interrupted(thread.join)

print('-- a handler that does not raise lets the wait go on, also where it frees the lock')
signal.signal(signal.SIGALRM, lambda number, frame: lock.release())
interrupted(lambda: lock.acquire(timeout=60))
signal.signal(signal.SIGALRM, signal.default_int_handler)
interrupted(lock.acquire)

print('-- each release wakes one, each item is for one')
items, got = queue.SimpleQueue(), []
threads = [threading.Thread(target=lambda: got.append(items.get())) for _ in range(20)]
for thread in threads:
    thread.start()
for number in range(20):
    items.put(number)
for thread in threads:
    thread.join()
print(sorted(got), items.qsize(), items.empty())
print(told(items.get_nowait), told(lambda: items.get(timeout=0.01)), told(lambda: items.get(timeout=-1)), told(lambda: items.get(False, -1)))
print(queue.SimpleQueue.__module__, queue.Empty.__module__, queue.SimpleQueue[int])

total, guard = 0, threading.RLock()


def count():
    global total
    for _ in range(500):
        with guard, guard:
            total += 1


threads = [threading.Thread(target=count) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(total)

print('-- attributes of each thread')


class Numbered(threading.local):
    shared = 'by all'

    def __init__(self, number):
        self.number = number

    @property
    def double(self):
        return self.number * 2


class Slotted(threading.local):
    __slots__ = 'common',


numbered, slotted = Numbered(4), Slotted()
numbered.more = slotted.own = 1
slotted.common = 2


class Value:
    pass


values = []


def other():
    print(numbered.number, numbered.double, numbered.shared, hasattr(numbered, 'more'), sorted(vars(numbered)))
    print(slotted.common, hasattr(slotted, 'own'))
    numbered.number = 10
    numbered.value = value = Value()
    values.append(weakref.ref(value))
    del value
    print(numbered.double, values[0]() is numbered.value)


thread = threading.Thread(target=other)
thread.start()
thread.join()
print(numbered.double, vars(numbered), values[0]())
print(told(lambda: threading.local(1)), told(lambda: setattr(numbered, '__dict__', {})), told(lambda: numbered.absent), sep='\n')


def fails(self, number):
    raise ValueError('not in this thread')


Numbered.__init__ = fails
thread = threading.Thread(target=lambda: print(told(lambda: numbered.number)))
thread.start()
thread.join()

print('-- what nobody catches')
heard = threading.Event()


def hear(args):
    print(args.err_msg, args.exc_type, args.exc_value, args.object is broken)
    heard.set()


sys.unraisablehook = hear


def broken():
    raise LookupError('lost')


_thread.start_new_thread(lambda: sys.exit(3), ())
_thread.start_new_thread(broken, ())
heard.wait()
sys.unraisablehook = sys.__unraisablehook__

print('-- the end')
atexit.register(print, 'atexit: after the threads')
atexit.register(lambda: print(told(lambda: threading._register_atexit(print))))


def late():
    threading.main_thread().join()
    print('the main thread is over:', not threading.main_thread().is_alive())


def endless():
    while True:
        time.sleep(0.001)


threading.Thread(target=late).start()
threading.Thread(target=endless, daemon=True).start()
print('end of main')
sys.stdout.flush()
