"""A process that forks others on demand: it has begun anew, imports what is to be there, and never has threads."""
import os
import selectors
import signal
import socket
import struct
import sys
import threading

from . import connection, process, reduction, spawn, util

__all__ = ['ensure_running', 'get_inherited_fds', 'connect_to_new_process', 'set_forkserver_preload']
MAXFDS_TO_SEND = 256
SIGNED_STRUCT = struct.Struct('q')


def read_signed(fd):
    """A number that write_signed() has written."""
    data = b''
    while len(data) < SIGNED_STRUCT.size:
        more = os.read(fd, SIGNED_STRUCT.size - len(data))
        if not more:
            raise EOFError('unexpected EOF')
        data += more
    return SIGNED_STRUCT.unpack(data)[0]


def write_signed(fd, n):
    """Writes a number."""
    os.write(fd, SIGNED_STRUCT.pack(n))


class ForkServer:
    """This process's side of the server."""

    def __init__(self):
        self._lock, self._preload_modules, self._inherited_fds = threading.RLock(), ['__main__'], None
        self._forget()

    def _forget(self):
        self._forkserver_address = self._forkserver_alive_fd = self._forkserver_pid = None

    def _stop(self):
        """Ends the server, and waits for it."""
        with self._lock:
            if self._forkserver_pid is None:
                return
            os.close(self._forkserver_alive_fd)
            try:
                os.waitpid(self._forkserver_pid, 0)
            except ChildProcessError:  # somebody else has waited for it
                pass
            if not util.is_abstract_socket_namespace(self._forkserver_address):
                os.unlink(self._forkserver_address)
            self._forget()

    def set_forkserver_preload(self, modules_names):
        """Modules that a new server imports."""
        if not all(type(name) is str for name in self._preload_modules):
            raise TypeError('module_names must be a list of strings')
        self._preload_modules = modules_names

    def get_inherited_fds(self):
        """In a child: the descriptors that it was given."""
        return self._inherited_fds

    def connect_to_new_process(self, fds):
        """Lets the server fork: (descriptor that tells the number and the status, descriptor for what the child reads)."""
        from . import resource_tracker
        self.ensure_running()
        if len(fds) + 4 >= MAXFDS_TO_SEND:
            raise ValueError('too many fds')
        told, tells = os.pipe()
        reads, writes = os.pipe()
        try:
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(self._forkserver_address)
                reduction.sendfds(client, [reads, tells, self._forkserver_alive_fd, resource_tracker.getfd(), *fds])
        except BaseException:
            util.close_fds(told, writes)
            raise
        finally:
            util.close_fds(reads, tells)
        return told, writes

    def ensure_running(self):
        """Starts the server, if it does not run."""
        from . import resource_tracker
        with self._lock:
            resource_tracker.ensure_running()
            if self._forkserver_pid is not None:
                if self._runs():
                    return
                os.close(self._forkserver_alive_fd)
                self._forget()
            self._launch()

    def _runs(self):
        try:
            return os.waitpid(self._forkserver_pid, os.WNOHANG)[0] == 0
        except ChildProcessError:
            return False

    def _launch(self):
        wanted = {}
        if self._preload_modules:
            known = spawn.get_preparation_data('ignore')
            wanted = {name: known[name] for name in ('sys_path', 'init_main_from_path') if name in known}
        address = connection.arbitrary_address('AF_UNIX')
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(address)
            os.chmod(address, 0o600)
            listener.listen()
            alive, ours = os.pipe()
            program, at = spawn.get_executable(), listener.fileno()
            command = f'from multiprocessing.forkserver import main; main({at}, {alive}, {self._preload_modules!r}, **{wanted!r})'
            try:
                pid = util.spawnv_passfds(program, [program, *util._args_from_interpreter_flags(), '-c', command], [at, alive])
            except BaseException:
                os.close(ours)
                raise
            finally:
                os.close(alive)
        self._forkserver_address, self._forkserver_alive_fd, self._forkserver_pid = address, ours, pid


def _preload(names, init_main_from_path=None, sys_path=None):
    """Imports what is to be there; what cannot be imported is not."""
    if sys_path is not None:
        sys.path[:] = sys_path
    for name in names:
        try:
            if name != '__main__':
                __import__(name)
            elif init_main_from_path is not None:
                process.current_process()._inheriting = True
                try:
                    spawn.import_main_path(init_main_from_path)
                finally:
                    del process.current_process()._inheriting
        except ImportError:
            pass


def main(listener_fd, alive_r, preload, main_path=None, sys_path=None, *, init_main_from_path=None):
    """What the server does: forks for who connects, tells how the children end, and ends with the last who holds `alive`."""
    _preload(preload, init_main_from_path or main_path, sys_path)
    util._close_stdin()
    told, tells = os.pipe()
    for end in (told, tells):
        os.set_blocking(end, False)
    before = {number: signal.signal(number, action) for number, action in ((signal.SIGCHLD, lambda *about: None),
                                                                          (signal.SIGINT, signal.SIG_IGN))}
    signal.set_wakeup_fd(tells)
    children = {}
    with socket.socket(socket.AF_UNIX, fileno=listener_fd) as listener, selectors.DefaultSelector() as selector:
        for source in (listener, alive_r, told):
            selector.register(source, selectors.EVENT_READ)
        while True:
            ready = [key.fileobj for key, _ in selector.select()]
            if alive_r in ready:
                raise SystemExit
            if told in ready:
                os.read(told, 65536)
                _reap(children)
            if listener in ready:
                _fork_for(listener, children, before, (alive_r, told, tells, selector))


def _reap(children):
    """Tells of the children that are over."""
    while children:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            return
        told = children.pop(pid, None)
        if told is not None:
            try:
                write_signed(told, os.waitstatus_to_exitcode(status))
            except BrokenPipeError:  # who wanted to know is gone
                pass
            os.close(told)


def _fork_for(listener, children, before, unused):
    with listener.accept()[0] as asked:
        try:
            fds = reduction.recvfds(asked, MAXFDS_TO_SEND + 1)
        except EOFError:
            return
        reads, tells, *given = fds
        pid = os.fork()
        if not pid:
            _be_child(listener, asked, children, before, unused, reads, given)
        try:
            write_signed(tells, pid)
        except BrokenPipeError:
            pass
        children[pid] = tells
        util.close_fds(reads, *given)


def _be_child(listener, asked, children, before, unused, reads, given):
    """The child: what is the server's is closed."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        for number, action in before.items():
            signal.signal(number, action)
        *fds, selector = unused
        selector.close()
        listener.close()
        asked.close()
        util.close_fds(*fds, *children.values())
        from . import resource_tracker
        server = _forkserver
        server._forkserver_alive_fd, resource_tracker._resource_tracker._fd, *server._inherited_fds = given
        code = spawn._main(reads, os.dup(reads))
    except Exception:
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
    finally:
        os._exit(code)


_forkserver = ForkServer()
ensure_running, get_inherited_fds, connect_to_new_process, set_forkserver_preload = (getattr(_forkserver, _name) for _name in (
    'ensure_running', 'get_inherited_fds', 'connect_to_new_process', 'set_forkserver_preload'))
