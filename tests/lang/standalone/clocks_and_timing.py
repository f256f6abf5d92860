"""The clocks of time by their numbers, zones after tzset(), the command line of timeit, helpers of pickle and random."""
import contextlib
import io
import os
import pickle
import random
import time
import timeit


def tell(function, *arguments):
    try:
        print(function(*arguments))
    except Exception as error:
        print(type(error).__name__, error)


for zone in ('EST+05EDT,M4.1.0,M10.5.0', 'UTC+0', 'AEST-10AEDT-11,M10.5.0,M3.5.0', 'CET-1CEST'):
    os.environ['TZ'] = zone
    time.tzset()
    print(time.tzname, time.timezone, time.altzone, time.daylight, time.localtime(1_800_000_000)[:6])
print(time.clock_getres(time.CLOCK_MONOTONIC) <= 1, time.clock_gettime(time.CLOCK_REALTIME) - time.time() < 1,
      time.clock_gettime_ns(time.CLOCK_MONOTONIC) - time.monotonic_ns() < 10 ** 9, time.CLOCK_PROCESS_CPUTIME_ID)
for wrong in (99, 2 ** 40, 'x', 1.5):
    tell(time.clock_gettime, wrong)
    tell(time.clock_getres, wrong)
tell(time.clock_settime, 99, 1)
tell(time.clock_settime_ns, 1, 1)
tell(time.clock_settime, 1, float('nan'))
tell(time.strftime, 'a\0')
tell(time.asctime, (2026, 11, 27, 1, 2, 3, -1, 1, 0))
tell(time.asctime, (2026, 11, 27, 1, 2, 3, -2, 1, 0))


class Clock:
    """A clock on which each execution takes as long as is said."""

    def __init__(self, step):
        self.now, self.step = 0, step

    def wrapped(self, clock):
        return lambda: self.now

    def work(self):
        self.now += self.step


for step, arguments in ((0.003, []), (5.5, []), (2.5e-6, ['-n100']), (1, ['-v']), (3e-5, ['-vv']), (60.0, ['-r-5']), (0.003, ['-u', 'usec']),
                        (0.003, ['-u', 'parsec']), (1, ['--bad']), (2, ['-n35', '-s', 'a = 1', '-s', 'print(a)']), (1, ['-n1', '1/0'])):
    clock, out, wrong = Clock(step), io.StringIO(), io.StringIO()
    timeit.clock_of_test = clock
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(wrong):
        status = timeit.main([*arguments, 'import timeit', 'timeit.clock_of_test.work()'], _wrap_timer=clock.wrapped)
    print(arguments, status, out.getvalue(), wrong.getvalue().strip().splitlines()[-1:])
print(repr(timeit.reindent('a\nb', 2)))
for number in (0, 1, -1, 127, 128, -128, -129, 255, 2 ** 63, -2 ** 63):
    data = pickle.encode_long(number)
    print(number, data, pickle.decode_long(data) == number)
print(pickle.bytes_types, pickle.whichmodule(len, 'len'), pickle._loads(pickle._dumps([1])))
state = random.getstate()
random.setstate((2, tuple(word - 2 ** 32 if word >= 2 ** 31 else word for word in state[1]), state[2]))
print(random.getstate() == state, random.TWOPI, random.BPF, 'choice' in random.__all__)
