# The frames of threads that run, seen from another thread, while they go on and after they have ended.
import sys
import threading
import traceback
import _thread


def names(frame):
    found = []
    while frame is not None:
        if 'frames_of_threads' in frame.f_code.co_filename:
            found.append(frame.f_code.co_name)
        frame = frame.f_back
    return found


print('-- one that waits')
entered, leave = threading.Event(), threading.Event()


def outer(n):
    if n:
        return outer(n - 1)
    here = 'inner'
    inner()
    return here


def inner():
    level = 7
    entered.set()
    leave.wait()
    level += 1
    return level


thread = threading.Thread(target=outer, args=(3,))
thread.start()
entered.wait()
frames = sys._current_frames()
print(sorted(frames) == sorted([threading.get_ident(), thread.ident]))
frame = frames[thread.ident]
print(names(frame), names(frames[threading.get_ident()]))
while frame.f_code.co_name != 'inner':
    frame = frame.f_back
print(frame.f_lineno - inner.__code__.co_firstlineno, frame.f_locals)
try:
    frame.clear()
except RuntimeError as error:
    print(error)
print(sys._current_frames()[thread.ident] is frames[thread.ident])
leave.set()
thread.join()
print('ended', frame.f_locals, frame.f_lineno - inner.__code__.co_firstlineno)
print(names(frame), frame.f_back.f_locals)
frame.clear()
print(frame.f_locals if frame.f_locals else 'cleared')
del frame, frames
print(list(sys._current_frames()) == [threading.get_ident()])

print('-- what they handle')
entered, leave = threading.Event(), threading.Event()


def handling():
    try:
        raise ValueError('in thread')
    except ValueError:
        entered.set()
        leave.wait()


thread = threading.Thread(target=handling)
thread.start()
entered.wait()
handled = sys._current_exceptions()
print(handled[threading.get_ident()])
kind, value, where = handled[thread.ident]
print(kind, value, where.tb_frame.f_code.co_name, names(where.tb_frame))
leave.set()
thread.join()
print(names(where.tb_frame), where.tb_lineno - handling.__code__.co_firstlineno)
try:
    1 / 0
except ZeroDivisionError:
    print(sys._current_exceptions()[threading.get_ident()][1])

print('-- a generator that another thread runs')
entered, leave = threading.Event(), threading.Event()


def numbers():
    state = 'running'
    entered.set()
    leave.wait()
    state = 'given'
    yield state
    state = 'ended'


generator = numbers()
results = []
thread = threading.Thread(target=lambda: results.extend(generator))
thread.start()
entered.wait()
frame = generator.gi_frame
print(frame.f_locals['state'], names(frame), generator.gi_running)
leave.set()
thread.join()
print(results, frame.f_locals, generator.gi_frame)

print('-- a frame whose variables are being released')


class Watched:
    def __del__(self):
        kept.append(sys._getframe())


def holder():
    watched = Watched()
    other = 1
    return other


kept = []
for _ in range(3):
    holder()
outer(3)
print([f.f_code.co_name for f in kept], names(kept[0])[-1])
for frame in kept:
    while frame is not None:
        if frame.f_code.co_name == 'holder' and not 0 < frame.f_lineno - holder.__code__.co_firstlineno < 4:
            print('looks into another frame', frame.f_lineno)
        frame = frame.f_back


class Hidden:
    """Asks for all frames when it is released, so that frames which end are asked for as well."""

    def __del__(self):
        seen.append(list(sys._current_frames().values()))


def releasing(n):
    hidden = Hidden()
    if n:
        releasing(n - 1)
    yield n


seen = []
for n in range(5):
    for _ in releasing(n):
        pass
    list(releasing(n))
outer(3)
print(all(f.f_lineno and f.f_code.co_name for frames in seen for f in frames), len(seen) > 5)
del seen[:]

print('-- many that start, recurse and end')
stop = False


def fib(n):
    held = [n]
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def deep(n):
    return n and deep(n - 1)


def step(n):
    for i in range(n):
        got = yield i
        if i % 7 == 3:
            try:
                raise KeyError(i)
            except KeyError:
                held = Watched()


def work():
    for _ in range(3):
        fib(8)
        deep(60)
        sum(step(20))


def start_and_end():
    while not stop:
        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


masters = [threading.Thread(target=start_and_end) for _ in range(3)]
for master in masters:
    master.start()
kept, wrong = [], 0
for turn in range(300):
    frames = sys._current_frames()
    handled = sys._current_exceptions()
    wrong += frames[threading.get_ident()] is not sys._getframe()
    for ident, frame in frames.items():
        kept.append(frame)
        stack = traceback.extract_stack(frame)
        wrong += not all(entry.lineno and entry.name for entry in stack)
        while frame is not None:
            wrong += not isinstance(frame.f_locals, dict) or not frame.f_lineno
            frame = frame.f_back
    if turn % 50 == 49:
        del kept[::2]
    _thread.allocate_lock()
stop = True
for master in masters:
    master.join()
print(wrong)
for frame in kept:
    while frame is not None:
        wrong += not isinstance(frame.f_locals, dict) or not frame.f_lineno
        frame = frame.f_back
print(wrong, list(sys._current_frames()) == [threading.get_ident()])
