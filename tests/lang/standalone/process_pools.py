# Processes like threads: what they share, pools, managers, executors of concurrent.futures, shared memory.
import concurrent.futures
import multiprocessing
import multiprocessing.connection
import multiprocessing.shared_memory
import os
import pickle
import queue
import signal
import sys
import threading
import time
from multiprocessing.pool import ThreadPool


def square(x):
    return x * x


def fail(x):
    raise ValueError(f'no {x}')


def put_square(numbers, results):
    results.put(square(numbers.get()))


def count(lock, total, times):
    for _ in range(times):
        with lock:
            value = total.get()
            total.put(value + 1)


def leave(code):
    sys.exit(code)


def change(values, names, space):
    values.append('child')
    names['who'] = multiprocessing.current_process().name[:11]
    space.seen = len(values)


def initialize(value):
    global given
    given = value


def show_given(x):
    return given, x


def meet(barrier, results):
    barrier.wait()
    results.put('met')


def answer(address, key):
    with multiprocessing.connection.Client(address, authkey=key) as conn:
        conn.send([conn.recv(), 'answered'])


def main(method):
    ctx = multiprocessing.get_context(method)
    print('--', ctx.get_start_method(), type(ctx).__name__)

    numbers, results = ctx.Queue(), ctx.Queue()
    workers = [ctx.Process(target=put_square, args=(numbers, results), name=f'w{i}') for i in range(3)]
    print(workers[0].name, workers[0].is_alive(), workers[0].exitcode, workers[0].pid)
    for worker in workers:
        worker.start()
    for number in (2, 3, 4):
        numbers.put(number)
    print(sorted(results.get(timeout=60) for _ in workers))
    for worker in workers:
        worker.join()
    print([worker.exitcode for worker in workers], multiprocessing.active_children())
    for call in (results.get_nowait, lambda: results.get(timeout=0.01)):
        try:
            call()
        except queue.Empty as error:
            print('Empty', error)

    lock, total = ctx.Lock(), ctx.SimpleQueue()
    total.put(0)
    counters = [ctx.Process(target=count, args=(lock, total, 20)) for _ in range(3)]
    for each in counters:
        each.start()
    for each in counters:
        each.join()
    print(total.get(), total.empty(), lock)

    codes = []
    for code in (None, 0, 3, 'text'):
        child = ctx.Process(target=leave, args=(code,))
        if code == 'text':
            sys.stderr.flush()
        child.start()
        child.join()
        codes.append(child.exitcode)
    sleeper = ctx.Process(target=time.sleep, args=(600,), daemon=True)
    sleeper.start()
    sleeper.terminate()
    sleeper.join()
    print(codes, sleeper.exitcode == -signal.SIGTERM)
    sleeper.close()
    try:
        sleeper.is_alive()
    except ValueError as error:
        print(error)

    with ctx.Pool(2, initialize, ('start',)) as pool:
        print(pool.map(square, range(7)), pool.apply(square, (9,)), pool.starmap(pow, [(2, 3), (3, 2)]))
        print(list(pool.imap(square, range(5), chunksize=2)), sorted(pool.imap_unordered(square, range(5))))
        print(pool.map(show_given, 'ab'))
        done = []
        result = pool.map_async(square, [1, 2, 3], callback=done.append)
        print(result.get(60), result.ready(), result.successful(), done)
        try:
            pool.map(fail, [1])
        except ValueError as error:
            print(repr(error), type(error.__cause__).__name__, "raise ValueError(f'no {x}')" in str(error.__cause__))
        try:
            pool.apply_async(time.sleep, (600,)).get(timeout=0.05)
        except multiprocessing.TimeoutError as error:
            print('TimeoutError', error)
    pool.join()
    try:
        pool.map(square, [1])
    except ValueError as error:
        print(error)
    pool = ctx.Pool(1, maxtasksperchild=1)
    pids = [pool.apply(os.getpid) for _ in range(3)]
    pool.close()
    pool.join()
    print(len(set(pids)), os.getpid() in pids)

    with ctx.Manager() as manager:
        values, names, space = manager.list([1]), manager.dict(), manager.Namespace()
        child = ctx.Process(target=change, args=(values, names, space), name='the changer')
        child.start()
        child.join()
        print(values, names, space, list(values), names.items(), child.exitcode)
        nested = manager.list([values])
        values.append(3)
        print(nested[0][:], len(nested))
        try:
            values.index('none')
        except ValueError as error:
            print(error)
        items = manager.Queue(1)
        items.put(5)
        print(items.full(), items.get(), items.empty())

    with concurrent.futures.ProcessPoolExecutor(2, mp_context=ctx) as executor:
        print(list(executor.map(square, range(6), chunksize=2)), executor.submit(square, 12).result())
        failed = executor.submit(fail, 'result').exception()
        print(repr(failed), type(failed.__cause__).__name__)
    try:
        executor.submit(square, 1)
    except RuntimeError as error:
        print(error)
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=ctx) as executor:
        try:
            executor.submit(os._exit, 1).result()
        except concurrent.futures.process.BrokenProcessPool as error:
            print(type(error).__name__, error)

    barrier, met = ctx.Barrier(3), ctx.SimpleQueue()
    for _ in range(2):
        ctx.Process(target=meet, args=(barrier, met)).start()
    barrier.wait(60)
    print(met.get(), met.get(), barrier.parties, barrier.n_waiting)
    for child in multiprocessing.active_children():
        child.join()


def here():
    """What needs no other process."""
    a, b = multiprocessing.Pipe()
    a.send({'x': [1, None]})
    a.send_bytes(b'0123456789', 2, 5)
    a.send_bytes(b'y')
    print(b.poll(), b.recv(), b.recv_bytes(), b.recv_bytes_into(bytearray(4)), b.poll())
    a.send_bytes(b'too long')
    try:
        b.recv_bytes_into(bytearray(2))
    except multiprocessing.BufferTooShort as error:
        print('BufferTooShort', error)
    a.close()
    for call in (b.recv, a.recv, lambda: b.send_bytes(b'x', 2)):
        try:
            call()
        except (EOFError, OSError, ValueError) as error:
            print(type(error).__name__, error)

    with multiprocessing.connection.Listener(authkey=b'secret') as listener:
        for key in (b'secret', b'wrong'):
            client = threading.Thread(target=answer if key == b'secret' else refused, args=(listener.address, key))
            client.start()
            try:
                with listener.accept() as conn:
                    conn.send('asked')
                    print(conn.recv())
            except multiprocessing.AuthenticationError as error:
                print(error)
            client.join()

    lock, again = multiprocessing.Lock(), multiprocessing.RLock()
    print(lock, again, multiprocessing.Semaphore(2), multiprocessing.BoundedSemaphore(3))
    with lock, again, again:
        print(lock, again, lock.acquire(False))
    for each in (lock, again, multiprocessing.BoundedSemaphore(1)):
        try:
            each.release()
        except (ValueError, AssertionError) as error:
            print(type(error).__name__, error)
    try:
        pickle.dumps(lock)
    except RuntimeError as error:
        print(error)

    memory = multiprocessing.shared_memory.SharedMemory(create=True, size=10)
    memory.buf[:3] = b'abc'
    other = multiprocessing.shared_memory.SharedMemory(memory.name)
    print(bytes(other.buf[:4]), other.size >= 10)
    other.close()
    memory.close()
    memory.unlink()
    values = multiprocessing.shared_memory.ShareableList([1, 'two', None, True, 4.5, b'six'])
    values[1] = 'deux'
    print([*values], values.format, len(values), values.index(4.5), values.count(True))
    for call in (lambda: values.__setitem__(1, 'much too long for it'), lambda: values[6], lambda: values.index(7)):
        try:
            call()
        except (ValueError, IndexError) as error:
            print(error)
    values.shm.close()
    values.shm.unlink()

    with ThreadPool(3) as pool:
        print(pool.map(square, range(5)), pool.apply(threading.active_count) > 3)
    for call in (lambda: multiprocessing.Pool(0), lambda: multiprocessing.get_context('none'),
                 lambda: concurrent.futures.ProcessPoolExecutor(0)):
        try:
            call()
        except ValueError as error:
            print(error)
    print(multiprocessing.get_all_start_methods(), multiprocessing.parent_process(), multiprocessing.current_process().name)


def refused(address, key):
    try:
        answer(address, key)
    except multiprocessing.AuthenticationError as error:
        refusals.append(str(error))


refusals = []

if __name__ == '__main__':
    here()
    print(refusals)
    for method in ('fork', 'spawn', 'forkserver'):
        main(method)
