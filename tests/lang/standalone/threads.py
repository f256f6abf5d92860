# Threads, locks, queues, and programs as children.
import collections
import os
import queue
import subprocess
import tempfile
import threading
import time

jobs, done = queue.Queue(), []


def work():
    while (job := jobs.get()) is not None:
        done.append(job * job)
        jobs.task_done()


worker = threading.Thread(target=work, name='worker')
worker.start()
for i in range(5):
    jobs.put(i)
jobs.join()
jobs.put(None)
worker.join()
print(done, worker.is_alive(), worker.name, worker.daemon)

lock = threading.Lock()
print(lock.acquire(), lock.acquire(False), lock.acquire(timeout=0.01), lock.locked())
lock.release()
for wrong in (lock.release, threading.RLock().release, lambda: worker.start(), lambda: threading.current_thread().join()):
    try:
        wrong()
    except RuntimeError as error:
        print(error)
ready, order = threading.Event(), []
barrier = threading.Barrier(3)


def meet(n):
    ready.wait()
    barrier.wait()
    with lock:
        order.append(n)


threads = [threading.Thread(target=meet, args=(n,)) for n in range(3)]
for thread in threads:
    thread.start()
ready.set()
for thread in threads:
    thread.join(5)
print(sorted(order), threading.active_count())
local = threading.local()
local.x = 1
seen = []
thread = threading.Thread(target=lambda: seen.append(hasattr(local, 'x')))
thread.start()
thread.join()
print(seen, local.x)
timer = threading.Timer(0.01, seen.append, ['timer'])
timer.start()
timer.join()
print(seen)
try:
    queue.Queue().get(timeout=0.01)
except queue.Empty as error:
    print(repr(error))

print(subprocess.run('echo out; echo err >&2; exit 3', shell=True, capture_output=True, text=True))
print(subprocess.run(['cat'], input=b'x' * 200000, stdout=subprocess.PIPE).stdout.count(b'x'))
for call in (lambda: subprocess.run(['false'], check=True), lambda: subprocess.run(['sleep', '5'], timeout=0.05),
             lambda: subprocess.Popen(['/no/such'])):
    try:
        call()
    except (subprocess.SubprocessError, OSError) as error:
        print(type(error).__name__, error if 'timed out' not in str(error) else '')
with tempfile.TemporaryDirectory() as folder:
    with tempfile.NamedTemporaryFile('w+', dir=folder) as file:
        file.write('text')
        file.seek(0)
        print(file.read(), os.path.exists(file.name))
print(os.path.exists(folder), collections.UserDict(a=1), collections.UserList([3, 1]) + [2], collections.UserString('ab').upper())
