# needs: threading queue
import queue
import threading
import time
from concurrent.futures import ThreadPoolExecutor

with ThreadPoolExecutor(4) as pool:
    print(list(pool.map(lambda x: x * x, range(10))))
    future = pool.submit(lambda: 1 / 0)
    try:
        future.result()
    except ZeroDivisionError as error:
        print('from a thread:', error)
found = []
lock = threading.Lock()


def work(n):
    for _ in range(50):
        with lock:
            found.append(n)


threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(found), sorted(set(found)))


class Worker(threading.Thread):
    def __init__(self, jobs, results):
        super().__init__(daemon=True)
        self.jobs, self.results = jobs, results

    def run(self):
        while (job := self.jobs.get()) is not None:
            self.results.put(job ** 2)


jobs, results = queue.Queue(), queue.Queue()
worker = Worker(jobs, results)
worker.start()
for i in range(5):
    jobs.put(i)
jobs.put(None)
worker.join()
print([results.get() for _ in range(5)], worker.is_alive(), isinstance(worker, threading.Thread), Worker.__name__)
event = threading.Event()
threading.Timer(0.01, event.set).start()
print(event.wait(5), threading.current_thread().name)
local = threading.local()
local.value = 1
print(local.value)
