# needs: threading
"""Threads, queues, pools and timers that run functions of the notebook."""
import concurrent.futures
import functools
import queue
import threading
import time
import traceback


class Account:
    def __init__(self):
        self.balance = 0
        self.lock = threading.Lock()

    def deposit(self, amount):
        with self.lock:
            old = self.balance
            time.sleep(0)
            self.balance = old + amount


account = Account()
threads = [threading.Thread(target=account.deposit, args=(i,), kwargs={}, name=f'depositor-{i}') for i in range(10)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join(10)
print(account.balance, threads[3].name, threads[3].is_alive(), threads[0].daemon)


class Result(threading.Thread):
    def __init__(self, function, *args):
        threading.Thread.__init__(self)
        self.function, self.args, self.value, self.error = function, args, None, None

    def run(self):
        try:
            self.value = self.function(*self.args)
        except Exception as error:
            self.error = error


jobs = [Result(divmod, 17, 5), Result(lambda x: 1 / x, 0)]
for job in jobs:
    job.start()
for job in jobs:
    job.join()
print(jobs[0].value, repr(jobs[1].error), isinstance(jobs[1].error, ZeroDivisionError))


def producer(channel, n):
    for i in range(n):
        channel.put({'i': i, 'square': i * i})
    channel.put(None)


def consumer(channel):
    for item in iter(channel.get, None):
        found.append(item['square'])
        channel.task_done()


channel, found = queue.Queue(maxsize=2), []
pair = [threading.Thread(target=producer, args=(channel, 6)), threading.Thread(target=consumer, args=(channel,))]
[thread.start() for thread in pair]
[thread.join() for thread in pair]
print(found, channel.qsize())
try:
    channel.get_nowait()
except queue.Empty as error:
    print(type(error).__name__, isinstance(error, queue.Empty))


def slow(n):
    time.sleep(.001 * (5 - n))
    if n == 3:
        raise ValueError(f'{n} is bad')
    return n * 10


with concurrent.futures.ThreadPoolExecutor(max_workers=4, thread_name_prefix='pool') as pool:
    futures = {pool.submit(slow, n): n for n in range(5)}
    done = {}
    for future in concurrent.futures.as_completed(futures):
        done[futures[future]] = future.exception() or future.result()
    print({key: done[key] for key in sorted(done)})
    print(list(pool.map(functools.partial(pow, 2), range(5))), list(pool.map(lambda a, b: a + b, 'ab', 'cd')))
    calls = []
    future = pool.submit(lambda: threading.current_thread().name.startswith('pool'))
    future.add_done_callback(lambda f: calls.append(f.result()))
    concurrent.futures.wait([future])
    print(future.result(), future.done(), future.cancelled())
    try:
        list(pool.map(slow, [3]))
    except ValueError as error:
        print(error, [frame.name for frame in traceback.extract_tb(error.__traceback__)][-1])
print(calls)
event, log = threading.Event(), []
timer = threading.Timer(.01, lambda *a, **k: (log.append((a, k)), event.set()), args=[1], kwargs={'k': 2})
timer.start()
print(event.wait(10), log)
condition, ready = threading.Condition(), []


def waiter():
    with condition:
        condition.wait_for(lambda: bool(ready))
        ready.append('seen')


thread = threading.Thread(target=waiter)
thread.start()
with condition:
    ready.append('now')
    condition.notify_all()
thread.join()
print(ready)
barrier, order = threading.Barrier(3, action=lambda: order.append('all here')), []


def arrive(n):
    barrier.wait()
    order.append(n)


threads = [threading.Thread(target=arrive, args=(n,)) for n in range(3)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(order[0], sorted(order[1:]))
local = threading.local()
local.x = 'main'
seen = []


def check():
    seen.append(hasattr(local, 'x'))
    local.x = 'other'
    seen.append(local.x)


thread = threading.Thread(target=check)
thread.start()
thread.join()
print(seen, local.x, threading.main_thread() is threading.current_thread())
hooked = []
threading.excepthook = lambda args: hooked.append((args.exc_type.__name__, str(args.exc_value), args.thread.name))
thread = threading.Thread(target=lambda: [][1], name='broken')
thread.start()
thread.join()
print(hooked)
threading.excepthook = threading.__excepthook__
semaphore, running, most = threading.Semaphore(2), [0], [0]


def limited():
    with semaphore:
        running[0] += 1
        most[0] = max(most[0], running[0])
        time.sleep(.002)
        running[0] -= 1


threads = [threading.Thread(target=limited) for _ in range(6)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(most[0] <= 2, threading.active_count())
lifo = queue.LifoQueue()
for x in 'abc':
    lifo.put(x)
print([lifo.get() for _ in range(3)])


class Sized(queue.Queue):
    def _put(self, item):
        super()._put((len(item), item))


sized = Sized()
sized.put('hello')
print(sized.get(), isinstance(sized, queue.Queue))


def letters():
    yield from 'abcde'


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    print(pool.submit(''.join, letters()).result(), pool.submit(sorted, (c * 2 for c in letters())).result())
