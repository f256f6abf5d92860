# gmtime, strftime, strptime-free parts of time.
import time
t = time.gmtime(0)
print(t, t.tm_year, t[0], len(t), tuple(t), time.strftime('%Y-%m-%d %H:%M:%S %j %a %A %b %B %p %I %y %% %w', t), time.asctime(t), time.struct_time(range(9)))
print(time.gmtime(1e9)[:6], time.strftime('%d', time.gmtime(86400 * 40)), isinstance(t, tuple), t == time.gmtime(0))
for f, args in ((time.gmtime, ('a',)), (time.strftime, (5,)), (time.strftime, ('%Y', 5)), (time.sleep, (-1,)), (time.sleep, ('a',)), (time.sleep, ()), (time.gmtime, (1e30,))):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)
a = time.perf_counter()
time.sleep(0.01)
print(0.009 < time.perf_counter() - a < 5, time.time() > 1.6e9, time.monotonic() <= time.monotonic(), type(time.time_ns()).__name__, type(time.process_time()).__name__, type(time.perf_counter_ns()).__name__)
