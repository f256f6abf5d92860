# needs: multiprocessing
"""Processes that Python forks, with functions, classes and results of the notebook."""
import atexit
import multiprocessing
import pickle
import sys
import threading

context = multiprocessing.get_context('fork')


def square(x):
    return x * x


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __eq__(self, other):
        return isinstance(other, Point) and vars(self) == vars(other)

    def __repr__(self):
        return f'Point({self.x}, {self.y})'


def work(queue, n):
    queue.put({'n': n, 'square': square(n), 'point': Point(n, [n])})


def fail(x):
    raise ValueError(f'no {x}')


if __name__ == '__main__':
    queue = context.Queue()
    children = [context.Process(target=work, args=(queue, n)) for n in range(3)]
    for child in children:
        child.start()
    found = sorted((queue.get() for _ in children), key=lambda d: d['n'])
    for child in children:
        child.join()
    print(found, [child.exitcode for child in children], found[1]['point'] == Point(1, [1]))
    with context.Pool(2) as pool:
        print(pool.map(square, range(6)), pool.apply(Point, (1, 2)), pool.starmap(pow, [(2, 3), (3, 2)]))
        print(sorted(pool.imap_unordered(square, [3, 1])), pool.apply_async(square, (9,)).get(10))
        try:
            pool.map(fail, [5])
        except ValueError as error:
            print(type(error).__name__, error)
        try:
            pool.map(lambda x: x, [1])
        except Exception as error:
            print(type(error).__name__)
    one, two = context.Pipe()

    def answer(end):
        end.send([end.recv(), Point(7, 8)])
        end.close()

    child = context.Process(target=answer, args=(two,), name='answering')
    child.start()
    one.send({'a': (1, 2)})
    print(one.recv(), child.name)
    child.join()

    class Counter(context.Process):
        def __init__(self, total):
            super().__init__()
            self.total = total

        def run(self):
            with self.total.get_lock():
                self.total.value += 5

    total = context.Value('i', 1)
    child = Counter(total)
    child.start()
    child.join()
    print(total.value, isinstance(child, multiprocessing.Process))
    child = context.Process(target=sys.exit, args=(4,))
    child.start()
    child.join()
    print(child.exitcode)
    with context.Manager() as manager:
        shared = manager.dict(a=1)
        child = context.Process(target=shared.update, args=({'b': 2},))
        child.start()
        child.join()
        print(dict(shared))
    event = context.Event()
    child = context.Process(target=event.wait)
    child.start()
    event.set()
    child.join()
    print(child.exitcode, multiprocessing.current_process().name)
    from concurrent.futures import ProcessPoolExecutor
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        print(list(pool.map(square, [1, 2, 3])), pool.submit(Point, 3, 4).result())
    atexit.register(print, 'at the end')
    threading.Thread(target=lambda: (threading.Event().wait(.05), print('the last thread'))).start()
    print('done')
