"""The event loop but for the system: its turns, timers, tasks, executors, what it does with exceptions, and how connections,
servers, pipes and child processes are asked for. selector_events.py and unix_events.py have the rest."""
import concurrent.futures
import functools
import heapq
import os
import socket
import sys
import threading
import time
import warnings
import weakref
from _later import Later as _Later

import _asyncio
from . import constants, coroutines, events, exceptions, futures, staggered, tasks

__all__ = ('BaseEventLoop', 'Server')
_MIN_SCHEDULED_TIMER_HANDLES, _MIN_CANCELLED_TIMER_HANDLES_FRACTION = 100, 0.5
MAXIMUM_SELECT_TIMEOUT = 24 * 3600
_PIPE = constants._PIPES[0]
_UNSPECIFIED, _PASSIVE, _STREAM = 0, 1, 1  # AF_UNSPEC, AI_PASSIVE, SOCK_STREAM of socket, which is imported when there is one
subprocess = _Later('subprocess', globals())


def __getattr__(name):
    return _loaded_later(__name__, name)


def _loaded_later(module, name):
    """What the modules of loops know and what most programs never use."""
    if name == 'logger':
        from .log import logger
        return logger
    if name == 'ssl':
        try:
            import ssl
        except ImportError:
            ssl = None
        return ssl
    raise AttributeError(f'module {module!r} has no attribute {name!r}')


def _logger(module=__name__):
    """The logger, under the name by which a module knows it."""
    return sys.modules[module].logger


def _warn_too_late(transport, module, text):
    """Something is written to a connection that is lost: a warning when it happens again and again."""
    if transport._conn_lost >= constants.LOG_THRESHOLD_FOR_CONNLOST_WRITES:
        _logger(module).warning(text)
    transport._conn_lost += 1


def _run_until_complete_cb(future):
    """The callback of run_until_complete()."""
    if not future.cancelled() and isinstance(future.exception(), (SystemExit, KeyboardInterrupt)):
        return
    futures._get_loop(future).stop()


class _Entered:
    """`with`: a loop runs in this thread, and hears of its asynchronous generators."""

    def __init__(self, loop):
        self._loop = loop

    def __enter__(self):
        loop = self._loop
        self._hooks, loop._thread_id = sys.get_asyncgen_hooks(), threading.get_ident()
        sys.set_asyncgen_hooks(loop._asyncgen_firstiter_hook, loop._asyncgen_finalizer_hook)
        self._depth = sys.get_coroutine_origin_tracking_depth()
        if loop._debug:
            sys.set_coroutine_origin_tracking_depth(constants.DEBUG_STACK_DEPTH)
        events._set_running_loop(loop)

    def __exit__(self, *args):
        self._loop._stopping, self._loop._thread_id = False, None
        events._set_running_loop(None)
        sys.set_asyncgen_hooks(*self._hooks)
        sys.set_coroutine_origin_tracking_depth(self._depth)


class _UntilDone:
    """`with`: a loop is stopped by a future that is done."""

    def __init__(self, future, made_here):
        self._future, self._made_here = future, made_here

    def __enter__(self):
        self._future.add_done_callback(_run_until_complete_cb)

    def __exit__(self, kind, error, tb):
        future = self._future
        future.remove_done_callback(_run_until_complete_cb)
        if kind is not None:
            if self._made_here and future.done() and not future.cancelled():
                future.exception()  # what is on its way says enough
        elif not future.done():
            raise RuntimeError('Event loop stopped before Future completed.')


def _ipaddr_info(host, port, family, type, proto, flowinfo=0, scopeid=0):
    """What getaddrinfo() would give for an address that needs no resolving; None: it has to be asked."""
    expected = {socket.SOCK_STREAM: socket.IPPROTO_TCP, socket.SOCK_DGRAM: socket.IPPROTO_UDP}.get(type)
    if not hasattr(socket, 'inet_pton') or host is None or expected is None or proto not in (0, expected):
        return None
    try:
        port = int(port) if port not in (None, '', b'') else 0
    except ValueError:
        return None
    if isinstance(host, bytes):
        host = host.decode('ascii', 'replace')
    if '%' in host:
        return None
    for known in (socket.AF_INET, socket.AF_INET6) if family == socket.AF_UNSPEC else (family,):
        try:
            socket.inet_pton(known, host)
        except OSError:
            continue
        where = (host, port, flowinfo, scopeid) if known == socket.AF_INET6 else (host, port)
        return known, type, expected, '', where
    return None


def _interleave_addrinfos(rows, first_address_family_count=1):
    """Rows of getaddrinfo(), the families in turn; so many of the first one before."""
    families = {}
    for row in rows:
        families.setdefault(row[0], []).append(row)
    lists = list(families.values())
    ordered = []
    if lists and first_address_family_count > 1:
        ordered, lists[0] = lists[0][:first_address_family_count - 1], lists[0][first_address_family_count - 1:]
    for i in range(max(map(len, lists), default=0)):
        ordered += [each[i] for each in lists if i < len(each)]
    return ordered


def _set_reuseport(sock):
    option = getattr(socket, 'SO_REUSEPORT', None)
    if option is None:
        raise ValueError('reuse_port not supported by socket module')
    try:
        sock.setsockopt(socket.SOL_SOCKET, option, 1)
    except OSError:
        raise ValueError('reuse_port not supported by socket module, SO_REUSEPORT defined but not implemented.') from None


def _set_nodelay(sock):
    """What is written is sent at once."""
    if sock.family in (socket.AF_INET, socket.AF_INET6) and (sock.type, sock.proto) == (socket.SOCK_STREAM, socket.IPPROTO_TCP):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _check_ssl_socket(sock):
    secure = sys.modules.get('ssl')
    if secure is not None and isinstance(sock, secure.SSLSocket):
        raise TypeError('Socket cannot be of type SSLSocket')


def _only_with_ssl(ssl, **options):
    """Options that make no sense for a plain connection."""
    for name, value in options.items():
        if value is not None and not ssl:
            raise ValueError(f'{name} is only meaningful with ssl')


def _tls_options(server_hostname, server_side, ssl_handshake_timeout, ssl_shutdown_timeout):
    """What a connection over TLS is made with."""
    return {'server_side': server_side, 'server_hostname': server_hostname, 'ssl_handshake_timeout': ssl_handshake_timeout,
            'ssl_shutdown_timeout': ssl_shutdown_timeout}


def _check_stream(sock):
    if sock.type != socket.SOCK_STREAM:
        raise ValueError(f'A Stream Socket was expected, got {sock!r}')


def _pipe_name(pipe):
    """A pipe of a child process in a text of debug mode."""
    names = {subprocess.PIPE: '<pipe>', subprocess.STDOUT: '<stdout>', subprocess.DEVNULL: '<devnull>', None: None}
    return names[pipe] if pipe in names else repr(pipe)


def _remove_stale_socket(path):
    """What an earlier process has left behind at the address of a socket."""
    import stat
    try:
        if stat.S_ISSOCK(os.stat(path).st_mode):
            os.remove(path)
    except FileNotFoundError:
        pass
    except OSError as error:
        _logger().error('Unable to check or remove stale UNIX socket %r: %r', path, error)


class _PacedWriter:
    """Writes to a transport in the place of its protocol, and waits whenever its buffer is full."""

    def __init__(self, transport):
        self._transport, self._protocol = transport, transport.get_protocol()
        self._reads, self._was_paused = transport.is_reading(), transport._protocol_paused
        self._room = transport._loop.create_future() if self._was_paused else None
        transport.pause_reading()
        transport.set_protocol(self)

    async def write(self, data):
        if self._transport.is_closing():
            raise ConnectionError('Connection closed by peer')
        if self._room is not None:
            await self._room
        self._transport.write(bytes(data))

    async def restore(self):
        transport = self._transport
        transport.set_protocol(self._protocol)
        if self._reads:
            transport.resume_reading()
        if self._room is not None:
            self._room.cancel()
        if self._was_paused:
            self._protocol.resume_writing()

    # what the transport tells

    def connection_made(self, transport):
        raise RuntimeError('Invalid state: connection should have been established already.')

    def data_received(self, data):
        raise RuntimeError('Invalid state: reading should be paused')

    eof_received = data_received

    def pause_writing(self):
        if self._room is None:
            self._room = self._transport._loop.create_future()

    def resume_writing(self):
        if self._room is not None:
            self._room.set_result(False)
            self._room = None

    def connection_lost(self, exc):
        if self._room is not None:
            self._room.set_exception(exc or ConnectionError('Connection is closed by peer'))
        self._protocol.connection_lost(exc)


def _made_by_caller(made):
    """A handle or task whose stack, kept in debug mode, ends at who asked the loop for it."""
    if made._source_traceback:
        made._source_traceback.pop()
    return made


class BaseEventLoop(events.AbstractEventLoop):
    """Turns of an event loop: what is ready runs, then timers and descriptors are waited for."""

    def __init__(self):
        self._ready, self._scheduled, self._timer_cancelled_count = _asyncio.ReadyQueue(), [], 0
        self._closed = self._stopping = False
        self._default_executor = self._exception_handler = self._task_factory = self._thread_id = self._current_handle = None
        self._clock_resolution = time.get_clock_info('monotonic').resolution
        self.slow_callback_duration = 0.1
        self._asyncgens, self._asyncgens_shutdown_called = weakref.WeakSet(), False
        self._executor_shutdown_called = False
        self._internal_fds = 0
        self.set_debug(coroutines._is_debug_mode())

    def __repr__(self):
        return (f'<{type(self).__name__} running={self.is_running()} closed={self.is_closed()} debug={self.get_debug()}>')

    def __del__(self, _warn=warnings.warn):
        if not self.is_closed():
            _warn(f'unclosed event loop {self!r}', ResourceWarning, source=self)
            if not self.is_running():
                self.close()

    # ---- what a system's loop has

    def _add_callback(self, handle):
        if not handle._cancelled:
            self._ready.append(handle)

    # ---- turns

    def _check_closed(self):
        if self._closed:
            raise RuntimeError('Event loop is closed')

    def _check_running(self):
        if self.is_running():
            raise RuntimeError('This event loop is already running')
        if events._get_running_loop() is not None:
            raise RuntimeError('Cannot run the event loop while another loop is running')

    def run_forever(self):
        """Run until stop() is called."""
        self._check_closed()
        self._check_running()
        with _Entered(self):
            self._run_once()
            while not self._stopping:
                self._run_once()

    def run_until_complete(self, future):
        """Run until a future is done, or a coroutine as a task; its result."""
        self._check_closed()
        self._check_running()
        awaited = tasks.ensure_future(future, loop=self)
        made_here = awaited is not future
        if made_here:
            awaited._log_destroy_pending = False
        with _UntilDone(awaited, made_here):
            self.run_forever()
        return awaited.result()

    def stop(self):
        """Ends run_forever() after this turn."""
        self._stopping = True

    def _run_once(self):
        timers = self._scheduled
        if self._timer_cancelled_count > _MIN_SCHEDULED_TIMER_HANDLES * _MIN_CANCELLED_TIMER_HANDLES_FRACTION and \
                self._timer_cancelled_count > len(timers) * _MIN_CANCELLED_TIMER_HANDLES_FRACTION:
            for timer in timers:
                timer._scheduled = not timer._cancelled
            self._scheduled = timers = [timer for timer in timers if not timer._cancelled]
            heapq.heapify(timers)
            self._timer_cancelled_count = 0
        while timers and timers[0]._cancelled:
            self._timer_cancelled_count -= 1
            heapq.heappop(timers)._scheduled = False
        if self._ready or self._stopping:
            pause = 0
        else:
            pause = min(max(0, timers[0]._when - self.time()), MAXIMUM_SELECT_TIMEOUT) if timers else None
        found = self._select(pause)
        self._process_events(found)
        if timers:
            end = self.time() + self._clock_resolution
            while timers and timers[0]._when < end:
                timer = heapq.heappop(timers)
                timer._scheduled = False
                self._ready.append(timer)
        if self._debug:
            self._run_watched()
        else:
            _asyncio.run_ready(self._ready)

    def _select(self, pause):
        return self._selector.select(pause)

    def _run_watched(self):
        """In debug mode: tells of callbacks that take long."""
        for _ in range(len(self._ready)):
            entry = self._ready.popleft()
            if entry.cancelled() and isinstance(entry, events.Handle):
                continue
            alone = _asyncio.ReadyQueue()
            alone.append(entry)
            self._current_handle = entry
            begin = self.time()
            try:
                _asyncio.run_ready(alone)
            finally:
                self._current_handle = None
            took = self.time() - begin
            if took >= self.slow_callback_duration:
                _logger().warning('Executing %s took %.3f seconds', _described(entry), took)

    def close(self):
        """Closes the loop, which must not run: what is ready is dropped."""
        if self.is_running():
            raise RuntimeError('Cannot close a running event loop')
        if self._closed:
            return
        self._closed = self._ready.closed = True
        self._ready.clear()
        self._scheduled.clear()
        self._executor_shutdown_called = True
        executor, self._default_executor = self._default_executor, None
        if executor is not None:
            executor.shutdown(wait=False)

    def is_closed(self):
        """Whether close() was called."""
        return self._closed

    def is_running(self):
        """Whether the loop runs."""
        return self._thread_id is not None

    # ---- callbacks

    def time(self):
        """The loop's clock in seconds."""
        return time.monotonic()

    def _timer_handle_cancelled(self, handle):
        if handle._scheduled:
            self._timer_cancelled_count += 1

    def _check_callback(self, callback, method):
        if coroutines.iscoroutine(callback) or coroutines.iscoroutinefunction(callback):
            raise TypeError(f'coroutines cannot be used with {method}()')
        if not callable(callback):
            raise TypeError(f'a callable object was expected by {method}(), got {callback!r}')

    def _check_thread(self):
        if self._thread_id is not None and self._thread_id != threading.get_ident():
            raise RuntimeError('Non-thread-safe operation invoked on an event loop other than the current one')

    def _checked(self, callback, method, same_thread=True):
        self._check_closed()
        if self._debug:
            if same_thread:
                self._check_thread()
            self._check_callback(callback, method)

    def _handle(self, callback, args, context):
        handle = _made_by_caller(events.Handle(callback, args, self, context))
        self._ready.append(handle)
        return handle

    def call_soon(self, callback, *args, context=None):
        """Calls a function at the next turn."""
        if self._debug or self._closed:
            self._checked(callback, 'call_soon')
        handle = events.Handle(callback, args, self, context)
        self._ready.append(handle)
        if handle._source_traceback:
            del handle._source_traceback[-1]
        return handle

    def call_soon_threadsafe(self, callback, *args, context=None):
        """The same from another thread."""
        self._checked(callback, 'call_soon_threadsafe', False)
        handle = _made_by_caller(self._handle(callback, args, context))
        self._write_to_self()
        return handle

    def call_later(self, delay, callback, *args, context=None):
        """Calls a function after so many seconds."""
        if delay is None:
            raise TypeError('delay must not be None')
        return _made_by_caller(self.call_at(self.time() + delay, callback, *args, context=context))

    def call_at(self, when, callback, *args, context=None):
        """Calls a function at a time of the loop's clock."""
        if when is None:
            raise TypeError('when cannot be None')
        self._checked(callback, 'call_at')
        later = _made_by_caller(events.TimerHandle(when, callback, args, self, context))
        later._scheduled = True
        heapq.heappush(self._scheduled, later)
        return later

    # ---- futures and tasks

    def create_future(self):
        """A future of this loop."""
        return futures.Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        """Runs a coroutine in a task."""
        self._check_closed()
        make = self._task_factory
        if make is None:
            return _made_by_caller(tasks.Task(coro, loop=self, name=name, context=context))
        own = make(self, coro, **({} if context is None else {'context': context}))
        tasks._set_task_name(own, name)
        return own

    def set_task_factory(self, factory):
        """A function (loop, coroutine) that create_task() calls; None: the usual tasks."""
        if factory is not None and not callable(factory):
            raise TypeError('task factory must be a callable or None')
        self._task_factory = factory

    def get_task_factory(self):
        """The function that makes tasks, or None."""
        return self._task_factory

    # ---- asynchronous generators

    def _asyncgen_finalizer_hook(self, agen):
        self._asyncgens.discard(agen)
        if not self.is_closed():
            self.call_soon_threadsafe(self.create_task, agen.aclose())

    def _asyncgen_firstiter_hook(self, agen):
        if self._asyncgens_shutdown_called:
            warnings.warn(f'asynchronous generator {agen!r} was scheduled after loop.shutdown_asyncgens() call', ResourceWarning,
                          source=self)
        self._asyncgens.add(agen)

    async def shutdown_asyncgens(self):
        """Closes all asynchronous generators that have begun."""
        self._asyncgens_shutdown_called = True
        open_ones = list(self._asyncgens)
        if not open_ones:
            return
        self._asyncgens.clear()
        ends = await tasks.gather(*[agen.aclose() for agen in open_ones], return_exceptions=True)
        for end, agen in zip(ends, open_ones):
            if isinstance(end, Exception):
                self.call_exception_handler({'message': f'an error occurred during closing of asynchronous generator {agen!r}',
                                             'exception': end, 'asyncgen': agen})

    # ---- executors

    def _check_default_executor(self):
        if self._executor_shutdown_called:
            raise RuntimeError('Executor shutdown has been called')

    def run_in_executor(self, executor, func, *args):
        """Calls a function in an executor (None: a pool of threads); a future."""
        self._check_closed()
        if self._debug:
            self._check_callback(func, 'run_in_executor')
        work = (self._pool() if executor is None else executor).submit(func, *args)
        return futures.wrap_future(work, loop=self)

    def _pool(self):
        """The threads that None stands for, made when they are first wanted."""
        self._check_default_executor()
        if self._default_executor is None:
            self._default_executor = concurrent.futures.ThreadPoolExecutor(thread_name_prefix='asyncio')
        return self._default_executor

    def set_default_executor(self, executor):
        """The executor that None stands for."""
        if not isinstance(executor, concurrent.futures.ThreadPoolExecutor):
            raise TypeError('executor must be ThreadPoolExecutor instance')
        self._default_executor = executor

    async def shutdown_default_executor(self):
        """Waits for the functions in the pool of threads."""
        self._executor_shutdown_called = True
        executor = self._default_executor
        if executor is None:
            return
        ended = self.create_future()

        def wait():
            try:
                executor.shutdown(wait=True)
                if not self.is_closed():
                    self.call_soon_threadsafe(ended.set_result, None)
            except Exception as error:
                if not self.is_closed():
                    self.call_soon_threadsafe(ended.set_exception, error)

        thread = threading.Thread(target=wait)
        thread.start()
        try:
            await ended
        finally:
            thread.join()

    # ---- exceptions

    def get_exception_handler(self):
        """The function that set_exception_handler() was given, or None."""
        return self._exception_handler

    def set_exception_handler(self, handler):
        """A function (loop, context) that is told of what nobody can catch; None: it is logged."""
        if handler is not None and not callable(handler):
            raise TypeError(f'A callable object or None is expected, got {handler!r}')
        self._exception_handler = handler

    def default_exception_handler(self, context):
        """Logs the context: its message, its exception, and the rest as lines."""
        error = context.get('exception')
        lines = [context.get('message') or 'Unhandled exception in event loop']
        current = self._current_handle
        if 'source_traceback' not in context and current is not None and current._source_traceback:
            context['handle_traceback'] = current._source_traceback
        titles = {'source_traceback': 'Object created at', 'handle_traceback': 'Handle created at'}
        for key in sorted(context.keys() - {'message', 'exception'}):
            value = repr(context[key])
            if key in titles:
                import traceback
                value = f'{titles[key]} (most recent call last):\n' + ''.join(traceback.format_list(context[key])).rstrip()
            lines.append(f'{key}: {value}')
        _logger().error('\n'.join(lines), exc_info=(type(error), error, error.__traceback__) if error is not None else False)

    def call_exception_handler(self, context):
        """Tells the exception handler; context is a dict with message and what is known beside."""
        handler = self._exception_handler
        try:
            if handler is None:
                self.default_exception_handler(context)
            else:
                handler(self, context)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            if handler is None:
                _logger().error('Exception in default exception handler', exc_info=True)
                return
            try:
                self.default_exception_handler({'message': 'Unhandled error in exception handler', 'exception': error,
                                                'context': context})
            except (SystemExit, KeyboardInterrupt):
                raise
            except BaseException:
                _logger().error('Exception in default exception handler while handling an unexpected error in custom exception '
                                'handler', exc_info=True)

    # ---- names

    async def getaddrinfo(self, host, port, *, family=0, type=0, proto=0, flags=0):
        """As socket.getaddrinfo(), in a thread."""
        ask = self._getaddrinfo_debug if self._debug else socket.getaddrinfo
        return await self.run_in_executor(None, ask, host, port, family, type, proto, flags)

    def _getaddrinfo_debug(self, host, port, family, type, proto, flags):
        """In debug mode: tells how long a name takes."""
        words = [f'{host}:{port!r}'] + [f'{name}={value!r}' for name, value in (
            ('family', family), ('type', type), ('proto', proto), ('flags', flags)) if value]
        asked = ', '.join(words)
        _logger().debug('Get address info %s', asked)
        begin = self.time()
        rows = socket.getaddrinfo(host, port, family, type, proto, flags)
        took = self.time() - begin
        tell = _logger().info if took >= self.slow_callback_duration else _logger().debug
        tell(f'Getting address info {asked} took {took * 1e3:.3f}ms: {rows!r}')
        return rows

    async def getnameinfo(self, sockaddr, flags=0):
        """As socket.getnameinfo(), in a thread."""
        return await self.run_in_executor(None, socket.getnameinfo, sockaddr, flags)

    async def _ensure_resolved(self, address, *, family=0, type=_STREAM, proto=0, flags=0, loop):
        """Addresses; those that are numbers are not asked for."""
        host, port, *rest = address
        known = _ipaddr_info(host, port, family, type, proto, *rest)
        if known is not None:
            return [known]
        return await loop.getaddrinfo(host, port, family=family, type=type, proto=proto, flags=flags)

    async def _found(self, address, **options):
        rows = await self._ensure_resolved(address, loop=self, **options)
        if not rows:
            raise OSError('getaddrinfo() returned empty list')
        return rows

    # ---- files over sockets

    async def sock_sendfile(self, sock, file, offset=0, count=None, *, fallback=True):
        """Sends a file; how many bytes. The system does it where it can; else, unless fallback is false, blocks are read."""
        _check_ssl_socket(sock)
        if self._debug and sock.gettimeout() != 0:
            raise ValueError('the socket must be non-blocking')
        self._check_sendfile_params(sock, file, offset, count)
        native = self._sock_sendfile_native(sock, file, offset, count)
        return await self._native_or(native, fallback, lambda: self._by_blocks(
            file, offset, count, functools.partial(self.sock_sendall, sock)))

    @staticmethod
    async def _native_or(native, fallback, otherwise):
        """What the system does, or, if it cannot and that is allowed, something else."""
        try:
            return await native
        except exceptions.SendfileNotAvailableError:
            if not fallback:
                raise
        return await otherwise()

    async def _sock_sendfile_native(self, sock, file, offset, count):
        raise exceptions.SendfileNotAvailableError(
            f'syscall sendfile is not available for socket {sock!r} and file {file!r} combination')

    async def _by_blocks(self, file, offset, count, send):
        """Reads a file and sends its blocks; how many bytes. The file stands behind what was sent."""
        if offset or hasattr(file, 'seek'):
            file.seek(offset)
        size = constants.SENDFILE_FALLBACK_READBUFFER_SIZE
        buffer, sent = bytearray(size if count is None else min(count, size)), 0
        try:
            while count is None or sent < count:
                view = memoryview(buffer)[:len(buffer) if count is None else min(len(buffer), count - sent)]
                n = await self.run_in_executor(None, file.readinto, view)
                if not n:
                    break
                await send(view[:n])
                sent += n
            return sent
        finally:
            if sent and hasattr(file, 'seek'):
                file.seek(offset + sent)

    def _check_sendfile_params(self, sock, file, offset, count):
        if 'b' not in getattr(file, 'mode', 'b'):
            raise ValueError('file should be opened in binary mode')
        if not sock.type == socket.SOCK_STREAM:
            raise ValueError('only SOCK_STREAM type sockets are supported')
        for name, value, least, what in (('count', count, 1, 'positive'), ('offset', offset, 0, 'non-negative')):
            if value is None and name == 'count':
                continue
            problem = TypeError if not isinstance(value, int) else ValueError if value < least else None
            if problem:
                raise problem(f'{name} must be a {what} integer (got {value!r})')

    async def sendfile(self, transport, file, offset=0, count=None, *, fallback=True):
        """Sends a file over a transport; how many bytes."""
        modes = constants._SendfileMode
        mode = getattr(transport, '_sendfile_compatible', modes.UNSUPPORTED)
        problem = 'Transport is closing' if transport.is_closing() else \
            f'sendfile is not supported for transport {transport!r}' if mode is modes.UNSUPPORTED else \
            f'fallback is disabled and native sendfile is not supported for transport {transport!r}' \
            if mode is modes.FALLBACK and not fallback else None
        if problem:
            raise RuntimeError(problem)
        blocks = functools.partial(self._sendfile_by_blocks, transport, file, offset, count)
        if mode is modes.FALLBACK:
            return await blocks()
        return await self._native_or(self._sendfile_native(transport, file, offset, count), fallback, blocks)

    async def _sendfile_by_blocks(self, transport, file, offset, count):
        paced = _PacedWriter(transport)
        try:
            return await self._by_blocks(file, offset, count, paced.write)
        finally:
            await paced.restore()

    async def _sendfile_native(self, transp, file, offset, count):
        raise exceptions.SendfileNotAvailableError('sendfile syscall is not supported')

    # ---- connections

    async def _settled(self, transport, waiter):
        """Waits until a transport has begun; it is closed if it does not come to that."""
        try:
            await waiter
        except BaseException:
            transport.close()
            raise
        return transport

    async def _connected(self, sock, protocol_factory, ssl, options, seen=None, **known):
        """A transport over a connected socket, and its protocol: with TLS where `ssl` says so, by its options. `seen` gets both
        as soon as they are there."""
        sock.setblocking(False)
        seen = {} if seen is None else seen
        seen['protocol'] = protocol = protocol_factory()
        waiter = self.create_future()
        if ssl:
            transport = self._make_ssl_transport(sock, protocol, None if isinstance(ssl, bool) else ssl, waiter, **options, **known)
        else:
            transport = self._make_socket_transport(sock, protocol, waiter, **known)
        seen['transport'] = transport
        return await self._settled(transport, waiter), protocol

    async def create_connection(self, protocol_factory, host=None, port=None, *, ssl=None, family=0, proto=0, flags=0, sock=None,
                                local_addr=None, server_hostname=None, ssl_handshake_timeout=None, ssl_shutdown_timeout=None,
                                happy_eyeballs_delay=None, interleave=None):
        """Connects to a host or takes a connected socket: a transport and the protocol that the factory makes."""
        _only_with_ssl(ssl, server_hostname=server_hostname)
        if ssl and server_hostname is None:
            if not host:
                raise ValueError('You must set server_hostname when using ssl without a host')
            server_hostname = host
        _only_with_ssl(ssl, ssl_handshake_timeout=ssl_handshake_timeout, ssl_shutdown_timeout=ssl_shutdown_timeout)
        if sock is not None:
            _check_ssl_socket(sock)
        if host is not None or port is not None:
            if sock is not None:
                raise ValueError('host/port and sock can not be specified at the same time')
            options = {'family': family, 'type': socket.SOCK_STREAM, 'proto': proto, 'flags': flags}
            rows = await self._found((host, port), **options)
            local = await self._found(local_addr, **options) if local_addr is not None else None
            if happy_eyeballs_delay is not None and interleave is None:
                interleave = 1
            if interleave:
                rows = _interleave_addrinfos(rows, interleave)
            sock = await self._connect_first(rows, local, happy_eyeballs_delay)
        elif sock is None:
            raise ValueError('host and port was not specified and no sock specified')
        else:
            _check_stream(sock)
        transport, protocol = await self._connected(sock, protocol_factory, ssl, _tls_options(
            server_hostname, False, ssl_handshake_timeout, ssl_shutdown_timeout))
        if self._debug:
            _logger().debug('%r connected to %s:%r: (%r, %r)', transport.get_extra_info('socket'), host, port, transport, protocol)
        return transport, protocol

    async def _connect_first(self, rows, local, delay):
        """A socket that is connected to one of several addresses; with a delay the next one is tried while others still are."""
        failed = []
        if delay is None:
            for row in rows:
                try:
                    return await self._connect_sock(failed, row, local)
                except OSError:
                    continue
        else:
            ways = [functools.partial(self._connect_sock, failed, row, local) for row in rows]
            sock, _, _ = await staggered.staggered_race(ways, delay, loop=self)
            if sock is not None:
                return sock
        problems = [problem for each in failed for problem in each]
        try:
            if len({str(problem) for problem in problems}) == 1:
                raise problems[0]
            raise OSError(f"Multiple exceptions: {', '.join(map(str, problems))}")
        finally:
            problems = failed = None

    async def _connect_sock(self, failed, row, local=None):
        """A socket that is connected to an address; what goes wrong is noted."""
        mine, sock = [], None
        failed.append(mine)
        family, kind, proto, _, address = row
        try:
            sock = socket.socket(family=family, type=kind, proto=proto)
            sock.setblocking(False)
            if local is not None:
                self._bind_one(sock, family, local, mine)
            await self.sock_connect(sock, address)
            return sock
        except OSError as error:
            mine.append(error)
            if sock is not None:
                sock.close()
            raise
        except BaseException:
            if sock is not None:
                sock.close()
            raise
        finally:
            mine = failed = None

    @staticmethod
    def _bind_one(sock, family, local, problems):
        """Binds a socket to the first address of its family that can be had."""
        for row in local:
            if row[0] != family:
                continue
            try:
                sock.bind(row[4])
                return
            except OSError as error:
                problems.append(OSError(error.errno, f'error while attempting to bind on address {row[4]!r}: '
                                        f'{str(error.strerror).lower()}'))
        raise problems.pop() if problems else OSError(f'no matching local address with {family=} found')

    async def connect_accepted_socket(self, protocol_factory, sock, *, ssl=None, ssl_handshake_timeout=None,
                                      ssl_shutdown_timeout=None):
        """A transport and a protocol for a connection that was accepted elsewhere."""
        _check_stream(sock)
        _only_with_ssl(ssl, ssl_handshake_timeout=ssl_handshake_timeout, ssl_shutdown_timeout=ssl_shutdown_timeout)
        _check_ssl_socket(sock)
        return await self._connected(sock, protocol_factory, ssl, _tls_options('', True, ssl_handshake_timeout,
                                                                               ssl_shutdown_timeout))

    async def start_tls(self, transport, protocol, sslcontext, *, server_side=False, server_hostname=None,
                        ssl_handshake_timeout=None, ssl_shutdown_timeout=None):
        """Goes on over TLS with a connection; the new transport."""
        from . import sslproto
        return await sslproto.upgrade(self, transport, protocol, sslcontext, _tls_options(
            server_hostname, server_side, ssl_handshake_timeout, ssl_shutdown_timeout))

    # ---- servers

    async def create_server(self, protocol_factory, host=None, port=None, *, family=_UNSPECIFIED, flags=_PASSIVE,
                            sock=None, backlog=100, ssl=None, reuse_address=None, reuse_port=None, ssl_handshake_timeout=None,
                            ssl_shutdown_timeout=None, start_serving=True):
        """Listens at hosts (None: everywhere) or a socket; a Server."""
        self._check_server_ssl(ssl, ssl_handshake_timeout, ssl_shutdown_timeout)
        by_name, given = (host, port) != (None, None), sock is not None
        if given:
            _check_ssl_socket(sock)
        if by_name == given:
            raise ValueError('host/port and sock can not be specified at the same time' if given else
                             'Neither host/port nor sock were specified')
        if given:
            _check_stream(sock)
        listening = [sock] if given else await self._listening(host, port, family, flags, reuse_address is None or reuse_address, reuse_port)
        return await self._serve(listening, protocol_factory, ssl, backlog, ssl_handshake_timeout, ssl_shutdown_timeout,
                                 start_serving)

    @staticmethod
    def _check_server_ssl(ssl, ssl_handshake_timeout, ssl_shutdown_timeout):
        if isinstance(ssl, bool):
            raise TypeError('ssl argument must be an SSLContext or None')
        _only_with_ssl(ssl, ssl_handshake_timeout=ssl_handshake_timeout, ssl_shutdown_timeout=ssl_shutdown_timeout)

    async def _listening(self, host, port, family, flags, reuse_address, reuse_port):
        hosts = [None] if host in ('', None) else [host] if isinstance(host, str) else host
        asked = [self._found((each, port), family=family, type=socket.SOCK_STREAM, flags=flags) for each in hosts]
        rows = dict.fromkeys(row for found in await tasks.gather(*asked) for row in found)
        listening, done = [], False
        try:
            for kind, type_, proto, _, address in rows:
                try:
                    sock = socket.socket(kind, type_, proto)
                except socket.error:
                    if self._debug:
                        _logger().warning('create_server() failed to create socket.socket(%r, %r, %r)', kind, type_, proto,
                                          exc_info=True)
                    continue
                listening.append(sock)
                if reuse_address:
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, True)
                if reuse_port:
                    _set_reuseport(sock)
                if kind == getattr(socket, 'AF_INET6', None) and hasattr(socket, 'IPPROTO_IPV6'):
                    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, True)
                try:
                    sock.bind(address)
                except OSError as error:
                    raise OSError(error.errno, 'error while attempting to bind on address %r: %s'
                                  % (address, error.strerror.lower())) from None
            done = True
        finally:
            if not done:
                for sock in listening:
                    sock.close()
        return listening

    async def _serve(self, listening, protocol_factory, ssl, backlog, ssl_handshake_timeout, ssl_shutdown_timeout, start):
        for sock in listening:
            sock.setblocking(False)
        server = Server(self, listening, protocol_factory, ssl, backlog, ssl_handshake_timeout, ssl_shutdown_timeout)
        if start:
            await server.start_serving()
        if self._debug:
            _logger().info('%r is serving', server)
        return server

    # ---- datagrams

    async def create_datagram_endpoint(self, protocol_factory, local_addr=None, remote_addr=None, *, family=0, proto=0, flags=0,
                                       reuse_port=None, allow_broadcast=None, sock=None):
        """Sends and receives datagrams."""
        remote = None
        if sock is not None:
            if sock.type == socket.SOCK_STREAM:
                raise ValueError(f'A UDP Socket was expected, got {sock!r}')
            given = {'local_addr': local_addr, 'remote_addr': remote_addr, 'family': family, 'proto': proto, 'flags': flags,
                     'reuse_port': reuse_port, 'allow_broadcast': allow_broadcast}
            shown = ', '.join(f'{name}={value}' for name, value in given.items() if value)
            if shown:
                raise ValueError(f'socket modifier keyword arguments can not be used when sock is specified. ({shown})')
            sock.setblocking(False)
        else:
            failed = []
            for (kind, number), (local, remote) in await self._datagram_pairs(local_addr, remote_addr, family, proto, flags):
                try:
                    sock = await self._datagram_socket(kind, number, local, remote, reuse_port, allow_broadcast)
                    break
                except OSError as error:
                    failed.append(error)
            else:
                raise failed[0]
        protocol, waiter = protocol_factory(), self.create_future()
        transport = self._make_datagram_transport(sock, protocol, remote, waiter)
        if self._debug:
            _logger().info('Datagram endpoint local_addr=%r remote_addr=%r created: (%r, %r)', local_addr, remote_addr, transport,
                           protocol)
        return await self._settled(transport, waiter), protocol

    async def _datagram_pairs(self, local_addr, remote_addr, family, proto, flags):
        """What can be tried: (family, protocol) with (local address, remote address)."""
        given = local_addr, remote_addr
        if not (local_addr or remote_addr):
            if family == 0:
                raise ValueError('unexpected address family')
            return [((family, proto), (None, None))]
        if family == getattr(socket, 'AF_UNIX', None):
            if any(each is not None and not isinstance(each, str) for each in given):
                raise TypeError('string is expected')
            if local_addr and local_addr[0] not in (0, '\x00'):
                _remove_stale_socket(local_addr)
            return [((family, proto), given)]
        found = {}
        for i, address in enumerate(given):
            if address is None:
                continue
            if not (isinstance(address, tuple) and len(address) == 2):
                raise TypeError('2-tuple is expected')
            for kind, _, number, _, where in await self._found(address, family=family, type=socket.SOCK_DGRAM, proto=proto,
                                                               flags=flags):
                found.setdefault((kind, number), [None, None])[i] = where
        pairs = [(key, tuple(pair)) for key, pair in found.items()
                 if all(given[i] is None or pair[i] is not None for i in (0, 1))]
        if not pairs:
            raise ValueError('can not get address information')
        return pairs

    async def _datagram_socket(self, family, proto, local, remote, reuse_port, allow_broadcast):
        sock = None
        try:
            sock = socket.socket(family=family, type=socket.SOCK_DGRAM, proto=proto)
            if reuse_port:
                _set_reuseport(sock)
            if allow_broadcast:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
            sock.setblocking(False)
            if local:
                sock.bind(local)
            if remote and not allow_broadcast:
                await self.sock_connect(sock, remote)
            return sock
        except BaseException:
            if sock is not None:
                sock.close()
            raise

    # ---- pipes and child processes

    async def _pipe(self, make, protocol_factory, pipe, text):
        protocol, waiter = protocol_factory(), self.create_future()
        transport = await self._settled(make(pipe, protocol, waiter), waiter)
        if self._debug:
            _logger().debug(text, pipe.fileno(), transport, protocol)
        return transport, protocol

    async def connect_read_pipe(self, protocol_factory, pipe):
        """A transport for what comes out of a pipe."""
        return await self._pipe(self._make_read_pipe_transport, protocol_factory, pipe, 'Read pipe %r connected: (%r, %r)')

    async def connect_write_pipe(self, protocol_factory, pipe):
        """A transport for what goes into a pipe."""
        return await self._pipe(self._make_write_pipe_transport, protocol_factory, pipe, 'Write pipe %r connected: (%r, %r)')

    @staticmethod
    def _plain(universal_newlines, shell, expected, bufsize, text, encoding, errors):
        problems = ((universal_newlines, 'universal_newlines must be False'),
                    (shell is not expected, f'shell must be {expected}'), (bufsize != 0, 'bufsize must be 0'),
                    (text, 'text must be False'), (encoding is not None, 'encoding must be None'),
                    (errors is not None, 'errors must be None'))
        for wrong, what in problems:
            if wrong:
                raise ValueError(what)

    async def _subprocess(self, title, protocol_factory, args, shell, pipes, bufsize, options):
        protocol = protocol_factory()
        if self._debug:
            names = zip(('stdin', 'stdout', 'stderr'), map(_pipe_name, pipes))
            title = ' '.join([title] + [f'{name}={shown}' for name, shown in names if shown])
            _logger().debug(title)
        transport = await self._make_subprocess_transport(protocol, args, shell, *pipes, bufsize, **options)
        if self._debug:
            _logger().info('%s: %r', title, transport)
        return transport, protocol

    async def subprocess_shell(self, protocol_factory, cmd, *, stdin=_PIPE, stdout=_PIPE,
                               stderr=_PIPE, universal_newlines=False, shell=True, bufsize=0, encoding=None,
                               errors=None, text=None, **kwargs):
        """Starts a command of the shell."""
        if not isinstance(cmd, (bytes, str)):
            raise ValueError('cmd must be a string')
        self._plain(universal_newlines, shell, True, bufsize, text, encoding, errors)
        return await self._subprocess(f'run shell command {cmd!r}', protocol_factory, cmd, True, (stdin, stdout, stderr), bufsize,
                                      kwargs)

    async def subprocess_exec(self, protocol_factory, program, *args, stdin=_PIPE, stdout=_PIPE,
                              stderr=_PIPE, universal_newlines=False, shell=False, bufsize=0, encoding=None,
                              errors=None, text=None, **kwargs):
        """Starts a program."""
        self._plain(universal_newlines, shell, False, bufsize, text, encoding, errors)
        return await self._subprocess(f'execute program {program!r}', protocol_factory, (program, *args), False,
                                      (stdin, stdout, stderr), bufsize, kwargs)

    # ---- debug mode

    def get_debug(self):
        """Whether the loop is in debug mode."""
        return self._debug

    def set_debug(self, enabled):
        """Debug mode: where things were made is noted, slow callbacks and calls from other threads are told of."""
        self._debug = self._ready.slow = enabled
        if self.is_running():
            depth = constants.DEBUG_STACK_DEPTH if enabled else 0
            self.call_soon_threadsafe(sys.set_coroutine_origin_tracking_depth, depth)


def _described(entry):
    """A handle, or the task that it is a step of."""
    task = getattr(getattr(entry, '_callback', None), '__self__', entry)
    return repr(task if isinstance(task, tasks.Task) else entry)


def _missing_here(name, asynchronous=False):
    """A step that only the loop of a system can do."""
    return events._missing(name, asynchronous)


for _name in ('_make_socket_transport', '_make_ssl_transport', '_make_datagram_transport', '_make_read_pipe_transport',
              '_make_write_pipe_transport', '_process_events', '_write_to_self'):
    setattr(BaseEventLoop, _name, _missing_here(_name))
BaseEventLoop._make_subprocess_transport = _missing_here('_make_subprocess_transport', True)


class Server(events.AbstractServer):
    """What create_server() gives: listening sockets."""

    def __init__(self, loop, sockets, protocol_factory, ssl_context, backlog, ssl_handshake_timeout,
                 ssl_shutdown_timeout=constants.SSL_SHUTDOWN_TIMEOUT):
        self._loop, self._sockets, self._protocol_factory = loop, list(sockets), protocol_factory
        self._serving_options = ssl_context, self, backlog, ssl_handshake_timeout, ssl_shutdown_timeout
        self._active_count, self._waiters, self._serving, self._forever = 0, [], False, None

    def __repr__(self):
        return f'<{type(self).__name__} sockets={self.sockets!r}>'

    # a transport begins and ends

    def _attach(self):
        assert self._sockets is not None
        self._active_count += 1

    def _detach(self):
        assert self._active_count > 0
        self._active_count -= 1
        self._end()

    def _end(self):
        if self._sockets is None and not self._active_count:
            waiters, self._waiters = self._waiters, None
            for waiter in waiters or ():
                futures._set_result_unless_cancelled(waiter, None)

    def _start_serving(self):
        if not self._serving:
            self._serving = True
            for each in self._sockets:
                each.listen(self._serving_options[2])
                self._loop._start_serving(self._protocol_factory, each, *self._serving_options)

    def is_serving(self):
        """Whether connections are accepted."""
        return self._serving

    def get_loop(self):
        """The event loop."""
        return self._loop

    @property
    def sockets(self):
        """The listening sockets."""
        from .trsock import TransportSocket
        return tuple(map(TransportSocket, self._sockets or ()))

    def close(self):
        """Stops to listen; connections stay."""
        listening, self._sockets = self._sockets, None
        if listening is None:
            return
        for each in listening:
            self._loop._stop_serving(each)
        self._serving = False
        if self._forever is not None and not self._forever.done():
            self._forever.cancel()
            self._forever = None
        self._end()

    async def start_serving(self):
        """Begins to accept connections."""
        self._start_serving()
        await tasks.sleep(0)

    async def serve_forever(self):
        """Accepts connections until it is cancelled; then the server is closed."""
        problem = 'is already being awaited on serve_forever()' if self._forever is not None else \
            'is closed' if self._sockets is None else None
        if problem:
            raise RuntimeError(f'server {self!r} {problem}')
        self._start_serving()
        self._forever = forever = self._loop.create_future()
        try:
            await forever
        except exceptions.CancelledError:
            self.close()
            await self.wait_closed()
            raise
        finally:
            self._forever = None

    async def wait_closed(self):
        """Waits until the server is closed and its connections are over; a closed one is not waited for."""
        if self._sockets is not None and self._waiters is not None:
            waiter = self._loop.create_future()
            self._waiters.append(waiter)
            await waiter


_asyncio._set_parts(call_soon=BaseEventLoop.call_soon)
