# needs: threading timeit queue
# Threads take turns: whoever loops without end, in the notebook's code or in Python's, keeps nobody else from going on.
import queue
import threading
import time
import timeit

# a loop that calls nothing, while a thread of Python wants to call
flag = []
threading.Timer(0.01, flag.append, (1,)).start()
turns = 0
while not flag:
    turns += 1
print('flag', flag)

# the same, while the thread runs code of Python for a while before it calls
done = []


def measure():
    timeit.timeit('x = 1\nfor _ in range(1000): x += 1', number=100)
    done.append('measured')


threading.Thread(target=measure).start()
while not done:
    pass
print(done)

# four threads that call back all the time, and one that loops
counts, stop = [0] * 4, False


def count(i):
    while not stop:
        counts[i] += 1
        threading.get_ident()


threads = [threading.Thread(target=count, args=(i,)) for i in range(4)]
for thread in threads:
    thread.start()
end = time.monotonic() + 20
while min(counts) < 100 and time.monotonic() < end:
    pass
stop = True
for thread in threads:
    thread.join()
print('all of them', min(counts) >= 100)

# threads that loop here while the main one waits there, and the other way round
stop, waiting = False, queue.Queue()


def spin():
    while not stop:
        pass


spinners = [threading.Thread(target=spin) for _ in range(2)]
for thread in spinners:
    thread.start()
threading.Timer(0.02, waiting.put, ('late',)).start()
print(waiting.get(timeout=20))
stop = True
for thread in spinners:
    thread.join()

# sorting there by a function of here, in four threads at once, while the main one sorts as well
results = []


def sort(n):
    results.append(sorted(range(200), key=lambda x: -(x * n % 199))[0])


threads = [threading.Thread(target=sort, args=(n,)) for n in (3, 5, 7, 11)]
for thread in threads:
    thread.start()
for n in range(3):
    sort(13)
for thread in threads:
    thread.join()
print(len(results))


# a destructor of here that sleeps, called by code of there
class Slow:
    def __del__(self):
        time.sleep(0.01)
        print('slow one has gone')


waiting.put(Slow())
ticks = []
ticker = threading.Timer(0.001, ticks.append, (1,))
ticker.start()
waiting.get()
ticker.join()
print(ticks)
