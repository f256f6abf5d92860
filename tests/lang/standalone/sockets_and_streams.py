# Sockets, selectors, streams on loopback, child processes, signals in an event loop.
import asyncio
import os
import select
import selectors
import signal
import socket
import tempfile


def show(call, *args):
    try:
        print(repr(call(*args)))
    except Exception as error:
        print(type(error).__name__, error)


# sockets
server = socket.create_server(('127.0.0.1', 0))
client = socket.create_connection(server.getsockname(), timeout=5)
other, address = server.accept()
print(address == client.getsockname(), client.gettimeout(), other.gettimeout(), client.family, client.type)
client.sendall(b'hello')
print(other.recv(3), other.recv(10), other.send(b'abc'), client.recv_into(buffer := bytearray(5)), buffer)
client.settimeout(0.01)
show(client.recv, 1)
client.setblocking(False)
show(client.recv, 1)
with client.makefile('rwb') as stream:
    stream.write(b'a line\nanother\n')
    stream.flush()
with other.makefile() as lines:
    print(lines.readline(), end='')
client.shutdown(socket.SHUT_WR)
print(other.getsockopt(socket.SOL_SOCKET, socket.SO_TYPE) == socket.SOCK_STREAM)
for each in (client, other, server):
    each.close()
print(client.fileno(), repr(client)[:16])
show(client.recv, 1)
show(socket.create_connection, ('127.0.0.1', 1))
for call in (lambda: socket.inet_aton('1.2.3'), lambda: socket.inet_aton('x'), lambda: socket.inet_ntop(socket.AF_INET, b'\1\2\3\4'),
             lambda: socket.inet_pton(socket.AF_INET6, '::1')[-1], lambda: socket.htons(1), lambda: socket.htons(-1),
             lambda: socket.htons(1 << 16), lambda: socket.getaddrinfo('127.0.0.1', 80, type=socket.SOCK_STREAM),
             lambda: socket.socket().connect(3), lambda: socket.socket().bind(('127.0.0.1', 70000)),
             lambda: socket.socket().settimeout(-1), lambda: socket.gaierror.__mro__[1], lambda: socket.AF_UNIX,
             lambda: socket.socket().recv(-1), lambda: socket.getdefaulttimeout()):
    show(call)
a, b = socket.socketpair()
print(select.select([a, b], [a], [], 0) == ([], [a], []))
b.send(b'x')
print(select.select([a, b], [], [], 1) == ([a], [], []))
poll = select.poll()
poll.register(a, select.POLLIN)
print(poll.poll(100) == [(a.fileno(), select.POLLIN)])
for call in (lambda: poll.unregister(b), lambda: poll.register(-1), lambda: select.select([], [], [], -1),
             lambda: select.select(3, [], []), lambda: select.select(['a'], [], []), lambda: poll.modify(b, 1)):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, '' if isinstance(error, KeyError) else error)
with select.epoll() as epoll:
    epoll.register(a, select.EPOLLIN)
    print(epoll.poll(1) == [(a.fileno(), select.EPOLLIN)], epoll.closed)
print(epoll.closed)
show(epoll.fileno)
for kind in (selectors.SelectSelector, selectors.PollSelector, selectors.EpollSelector):
    with kind() as selector:
        key = selector.register(a, selectors.EVENT_READ, 'data')
        print(selector.select(1) == [(key, selectors.EVENT_READ)], selector.get_key(a).data, len(selector.get_map()))
        selector.modify(a, selectors.EVENT_READ | selectors.EVENT_WRITE)
        print(selector.select(1)[0][1])
        for call in (lambda: selector.register(a, 1), lambda: selector.register(b, 0), lambda: selector.register('x', 1)):
            try:
                call()
            except (KeyError, ValueError) as error:
                print(type(error).__name__, str(error)[-30:] if isinstance(error, ValueError) else '')
        selector.unregister(a)
        print(selector.select(0))
a.close(), b.close()


# streams
async def streams():
    async def serve(reader, writer):
        async for line in reader:
            writer.write(line.upper())
            await writer.drain()
        writer.close()
    server = await asyncio.start_server(serve, '127.0.0.1', 0, limit=1 << 20)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    for line in (b'one\n', b'two\n'):
        writer.write(line)
        print(await reader.readline())
    writer.write(b'x' * 200000 + b'\nrest')
    try:
        await reader.readuntil()
    except asyncio.LimitOverrunError as error:
        print(error)
    writer.write_eof()
    print(len(await reader.readexactly(200001)))
    try:
        await reader.readexactly(9)
    except asyncio.IncompleteReadError as error:
        print(error, error.partial, reader.at_eof())
    writer.close()
    await writer.wait_closed()
    server.close()
    await server.wait_closed()
    print(server.is_serving())
    path = os.path.join(tempfile.mkdtemp(), 'socket')
    async with await asyncio.start_unix_server(serve, path):
        reader, writer = await asyncio.open_unix_connection(path)
        writer.write(b'unix\n')
        print(await reader.readline())
        writer.close()
        await writer.wait_closed()
    try:
        await asyncio.open_connection('127.0.0.1', 1)
    except OSError as error:
        print(type(error).__name__)


asyncio.run(streams())


# protocols
class Echo(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.transport.write(data[::-1])


class Asks(asyncio.Protocol):
    def __init__(self, done):
        self.done = done

    def connection_made(self, transport):
        transport.write(b'abc')
        self.transport = transport

    def data_received(self, data):
        print('received', data)
        self.transport.close()

    def connection_lost(self, error):
        print('lost', error)
        self.done.set_result(None)


class Datagrams(asyncio.DatagramProtocol):
    def __init__(self, got):
        self.got = got

    def datagram_received(self, data, address):
        self.got.set_result(data)


async def protocols():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Echo, '127.0.0.1', 0)
    done = loop.create_future()
    await loop.create_connection(lambda: Asks(done), *server.sockets[0].getsockname())
    await done
    server.close()
    got = loop.create_future()
    receiver, _ = await loop.create_datagram_endpoint(lambda: Datagrams(got), local_addr=('127.0.0.1', 0))
    sender, _ = await loop.create_datagram_endpoint(asyncio.DatagramProtocol, remote_addr=receiver.get_extra_info('sockname'))
    sender.sendto(b'datagram')
    print(await got)
    sender.close()
    receiver.close()
    a, b = socket.socketpair()
    for each in (a, b):
        each.setblocking(False)
    reading = asyncio.create_task(loop.sock_recv(a, 9))
    await asyncio.sleep(0)
    await loop.sock_sendall(b, b'raw')
    print(await reading)
    ready = loop.create_future()
    loop.add_reader(a, lambda: ready.done() or ready.set_result('readable'))
    b.send(b'x')
    print(await ready, loop.remove_reader(a), loop.remove_reader(a))
    a.close(), b.close()


asyncio.run(protocols())


# child processes and signals
async def programs():
    process = await asyncio.create_subprocess_exec('cat', stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
    print(await process.communicate(b'abc'), process.returncode)
    process = await asyncio.create_subprocess_shell('echo out; echo err >&2; exit 3', stdout=asyncio.subprocess.PIPE,
                                                    stderr=asyncio.subprocess.PIPE)
    print(await process.stdout.readline(), await process.communicate(), process.returncode)
    process = await asyncio.create_subprocess_exec('sleep', '60')
    process.terminate()
    print(await process.wait())
    try:
        await asyncio.create_subprocess_exec('/no/such/program')
    except FileNotFoundError as error:
        print(error)
    loop, came = asyncio.get_running_loop(), asyncio.Event()
    loop.add_signal_handler(signal.SIGUSR1, came.set)
    os.kill(os.getpid(), signal.SIGUSR1)
    await came.wait()
    print(loop.remove_signal_handler(signal.SIGUSR1), loop.remove_signal_handler(signal.SIGUSR1))
    try:
        loop.add_signal_handler(signal.SIGKILL, print)
    except RuntimeError as error:
        print(error)


asyncio.run(programs())
