"""The two sides of a comparison: the kernel under test and the PyTorch installed beside it, each as something that runs the
text of a program and says what it printed. Imports nothing but the standard library; no side is needed to import this."""
import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

sys.dont_write_bytecode = True
# A process with PyTorch loaded that runs programs in children, so that torch is imported once. CUDA begins in the child: a
# process that has begun with it cannot be forked.
SERVER = r'''
import os, runpy, signal, sys, traceback, warnings
import torch
print('ready', torch.__version__, flush=True)
for line in sys.stdin:
    script, limit = line.rstrip('\n').split('\t')
    child = os.fork()
    if child == 0:
        signal.alarm(int(limit))
        warnings.simplefilter('ignore')
        os.chdir(os.path.dirname(script))
        for number, name in ((1, '.out'), (2, '.err')):
            os.dup2(os.open(script + name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        sys.stdout.reconfigure(encoding='utf-8', errors='backslashreplace')
        status, sys.argv = 0, [script]
        try:
            runpy.run_path(script, run_name='__main__')
        except SystemExit as error:
            status = error.code if isinstance(error.code, int) else int(error.code is not None)
        except BaseException:
            traceback.print_exc()
            status = 1
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    print('ended', os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
'''


class Answer:
    """What a program said: its exit status (None: stopped at the limit), standard output and error."""

    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    def last_error(self):
        lines = [line for line in self.err.splitlines() if line.strip()]
        return lines[-1][:300] if lines else f'status {self.status}'


def stop(process):
    """Ends a process and all that it has started; it leads a group of its own."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    process.wait()


def run(command, limit, folder=None, environment=None):
    """Runs a command for at most so many seconds; an Answer."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        try:
            process = subprocess.Popen([str(part) for part in command], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                       start_new_session=True, env={**os.environ, **(environment or {})})
        except OSError as error:
            return Answer(127, '', str(error))
        try:
            status = process.wait(max(1, limit))
        except subprocess.TimeoutExpired:
            stop(process)
            status = None
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode('utf-8', 'backslashreplace'))
        return Answer(status, *texts)


class Ours:
    """The kernel: a fresh process for each program."""
    name = 'tensor-kernel'

    def __init__(self, kernel, environment=None):
        self.kernel, self.environment = kernel, environment or {}

    def command(self, script):
        return [self.kernel, 'run', script]

    def program(self, text, limit):
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / 'program.py'
            script.write_text(text, encoding='utf-8')
            return run(self.command(script), limit, folder, self.environment)

    def close(self):
        pass


class Reference:
    """PyTorch in the given Python. May be used by several threads, each has a server of its own."""
    name = 'PyTorch'

    def __init__(self, python):
        self.python, self.environment = python, {}
        self.local, self.servers, self.version = threading.local(), [], None

    def command(self, script):
        return [self.python, '-W', 'ignore', script]

    def server(self):
        if getattr(self.local, 'server', None) is None or self.local.server.poll() is not None:
            server = subprocess.Popen([self.python, '-c', SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                      text=True, start_new_session=True, env={**os.environ, 'PYTHONHASHSEED': '0', 'PYTHONDONTWRITEBYTECODE': '1'})
            self.local.server = server
            self.servers.append(server)
            ready = server.stdout.readline().split()
            if not ready:
                raise RuntimeError(f'{self.python} cannot import torch')
            self.version = ready[1]
        return self.local.server

    def program(self, text, limit):
        server = self.server()
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / 'program.py'
            script.write_text(text, encoding='utf-8')
            server.stdin.write(f'{script}\t{max(1, int(limit))}\n')
            server.stdin.flush()
            ended = server.stdout.readline().split()
            status = int(ended[1]) if ended else 1
            texts = [Path(f'{script}{end}') for end in ('.out', '.err')]
            out, err = (path.read_text(encoding='utf-8', errors='backslashreplace') if path.exists() else '' for path in texts)
            return Answer(None if status == -signal.SIGALRM else status, out, err)

    def close(self):
        for server in self.servers:
            server.stdin.close()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                stop(server)


class Asked:
    """A process of a side that answers lines with lines, as long as it lives."""

    def __init__(self, side, text, folder):
        script = Path(folder) / f'{side.name}.py'
        script.write_text(text, encoding='utf-8')
        self.log = open(Path(folder) / f'{side.name}.err', 'w+', encoding='utf-8')
        self.process = subprocess.Popen([str(part) for part in side.command(script)], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.log, text=True, start_new_session=True, env={**os.environ, **side.environment})

    def ask(self, line, limit):
        """The answer, or None when there is none within the limit: the process has ended then."""
        timer = threading.Timer(max(1, limit), stop, [self.process])
        timer.start()
        try:
            self.process.stdin.write(line + '\n')
            self.process.stdin.flush()
            return self.process.stdout.readline().rstrip('\n') or None
        except OSError:
            return None
        finally:
            timer.cancel()

    def alive(self):
        return self.process.poll() is None

    def reason(self):
        self.log.seek(0)
        return Answer(self.process.poll(), '', self.log.read()).last_error()

    def close(self):
        stop(self.process)
        self.process.stdin.close()
        self.process.stdout.close()
        self.log.close()
