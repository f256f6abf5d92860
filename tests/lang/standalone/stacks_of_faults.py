# Stacks that are written at faults, at signals and after some time.
import faulthandler
import os
import re
import signal
import subprocess
import sys
import tempfile
import textwrap


# A sanitizer would handle what comes after the stack has been written.
unhandled = ':'.join(f'handle_{name}=0' for name in ('segv', 'sigbus', 'abort', 'sigill', 'sigfpe'))
for name in ('ASAN_OPTIONS', 'TSAN_OPTIONS'):
    os.environ[name] = os.environ.get(name, 'detect_leaks=0') + ':' + unhandled


def child(text, *options, **more):
    done = subprocess.run([sys.executable, *options, '-c', textwrap.dedent(text)], capture_output=True, text=True,
                          env={**os.environ, 'PYTHONIOENCODING': 'utf-8', **more})
    # frames of the library's files are left out here
    lines = [line for line in (done.stderr + done.stdout).splitlines() if '.py"' not in line]
    print(re.sub('0x[0-9a-f]+', '0x', '\n'.join(lines)), done.returncode)


def attempt(function, *args, **named):
    try:
        print(function(*args, **named))
    except Exception as error:
        print(type(error).__name__, error)


print('-- asked for')


def inner(file, **named):
    faulthandler.dump_traceback(file, **named)


def näme(file, **named):
    inner(file, **named)


with tempfile.TemporaryFile('w+') as file:
    file.write('before\n')
    näme(file, all_threads=False)
    näme(file.fileno())
    file.seek(0)
    for line in file.read().splitlines():
        print(re.sub('0x[0-9a-f]+', '0x', re.sub('File ".*/', 'File "', line)))
for given in (-1, 'name', 1 << 40):
    attempt(faulthandler.dump_traceback, given)
print(faulthandler.is_enabled(), faulthandler.disable())
faulthandler.enable()
print(faulthandler.is_enabled(), faulthandler.disable(), faulthandler.is_enabled())
for number in (signal.SIGSEGV, 0, 100, signal.SIGKILL):
    attempt(faulthandler.register, number)
attempt(faulthandler.unregister, signal.SIGUSR1)
for seconds in (0, -1, 'a'):
    attempt(faulthandler.dump_traceback_later, seconds)
try:
    faulthandler.dump_traceback_later(1e30)
except OverflowError:
    print('OverflowError')  # releases of 3.11 differ in the text
faulthandler.cancel_dump_traceback_later()

print('-- at a fault')
for call in ('_sigsegv()', '_sigabrt()', '_sigfpe()', '_read_null()', '_sigsegv(True)', '_stack_overflow()'):
    child(f'''
        import faulthandler
        faulthandler.enable()
        def function():
            faulthandler.{call}
        function()''')
child('''
    import faulthandler
    faulthandler.enable(all_threads=False)
    class Released:
        def __del__(self):
            import signal
            signal.raise_signal(11)
    released = Released()
    released = None''')
child('''
    import faulthandler, threading
    faulthandler.enable()
    done = threading.Event()
    def wait():
        done.wait()
    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    def run():
        faulthandler._sigsegv()
    run()''')
child('''
    import faulthandler
    faulthandler.enable()
    faulthandler.disable()
    faulthandler._sigsegv()''')
child('import faulthandler; print(faulthandler.is_enabled())', '-X', 'faulthandler')
child('import faulthandler; print(faulthandler.is_enabled())', PYTHONFAULTHANDLER='1')
child('import faulthandler; print(faulthandler.is_enabled())', PYTHONFAULTHANDLER='')
child('import faulthandler; print(faulthandler.is_enabled())', '-X', 'dev')
child('''
    import ctypes, faulthandler
    faulthandler.enable()
    ctypes.string_at(0)''')

print('-- at a signal')
child('''
    import faulthandler, os, signal
    def handler(number, frame):
        print('handled', number == signal.SIGUSR1)
    def deep(n):
        if n:
            return deep(n - 1)
        os.kill(os.getpid(), signal.SIGUSR1)
    signal.signal(signal.SIGUSR1, handler)
    faulthandler.register(signal.SIGUSR1)
    deep(2)
    faulthandler.unregister(signal.SIGUSR1)
    faulthandler.register(signal.SIGUSR1, all_threads=False, chain=True)
    deep(1)
    deep(120)
    print(faulthandler.unregister(signal.SIGUSR1), faulthandler.unregister(signal.SIGUSR1))
    deep(1)''')

print('-- after some time')
child('''
    import faulthandler, time
    def wait():
        time.sleep(5)
    faulthandler.dump_traceback_later(0.05, exit=True)
    wait()''')
child('''
    import faulthandler, time
    faulthandler.dump_traceback_later(100)
    faulthandler.dump_traceback_later(100, repeat=True)
    faulthandler.cancel_dump_traceback_later()
    faulthandler.dump_traceback_later(1000000.25)''')
child('''
    import faulthandler, os, tempfile, time
    with tempfile.TemporaryFile('w+') as file:
        faulthandler.dump_traceback_later(0.001, repeat=True, file=file)
        def turn():
            while os.fstat(file.fileno()).st_size < 2000:
                list(range(100))
        turn()
        faulthandler.cancel_dump_traceback_later()
        file.seek(0)
        text = file.read()
        print(text.splitlines()[0], text.count('in turn') > 5, text.count('Thread') == text.count('Timeout'))
    if os.fork() == 0:
        faulthandler.cancel_dump_traceback_later()
        os._exit(0)
    print(os.wait()[1])''')
