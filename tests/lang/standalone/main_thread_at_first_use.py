# The main thread is the one the program began in, whichever thread uses the module threading first.
import asyncio
import _thread
import time

told = []


def look():
    import threading
    current, main = threading.current_thread(), threading.main_thread()
    told.append((current is main, type(current).__name__, main.name, main.is_alive(), main.ident == begun, main.native_id == native))


begun, native = _thread.get_ident(), _thread.get_native_id()
_thread.start_new_thread(look, ())
while not told:
    time.sleep(0.01)
print(told)
import threading
print(threading.current_thread() is threading.main_thread(), threading.main_thread().daemon)
loop = asyncio.new_event_loop()
print(loop.run_until_complete(asyncio.to_thread(lambda: threading.current_thread() is threading.main_thread())))
loop.close()
