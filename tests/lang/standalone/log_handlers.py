# logging.handlers and logging.config: rotating files, memory, queues, dictionaries, files of sections, errors.
import io
import logging
import logging.config
import logging.handlers
import os
import queue
import socket
import tempfile


def record(text, level=logging.INFO):
    return logging.LogRecord('name', level, 'path', 1, text, (), None)


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'log')
    handler = logging.handlers.RotatingFileHandler(path, maxBytes=20, backupCount=2)
    for i in range(8):
        handler.handle(record(f'line {i} ...'))
    handler.close()
    for name in sorted(os.listdir(folder)):
        print(name, open(os.path.join(folder, name)).read().split('\n'))
    for when in ('X', 'W', 'W7'):
        try:
            logging.handlers.TimedRotatingFileHandler(path, when)
        except ValueError as error:
            print(error)
    timed = logging.handlers.TimedRotatingFileHandler(path, 'MIDNIGHT', utc=True)
    print(timed.computeRollover(1000), timed.suffix, timed.interval)
    timed.close()
    watched = logging.handlers.WatchedFileHandler(os.path.join(folder, 'watched'))
    watched.handle(record('first'))
    os.rename(watched.baseFilename, watched.baseFilename + '.old')
    watched.handle(record('second'))
    watched.close()
    print(open(watched.baseFilename).read(), open(watched.baseFilename + '.old').read())

out = io.StringIO()
memory = logging.handlers.MemoryHandler(3, target=logging.StreamHandler(out))
memory.handle(record('kept'))
print(repr(out.getvalue()), len(memory.buffer))
memory.handle(record('error', logging.ERROR))
print(repr(out.getvalue()), len(memory.buffer))
memory.close()

waiting = queue.Queue()
listener = logging.handlers.QueueListener(waiting, logging.StreamHandler(out), respect_handler_level=True)
listener.start()
logging.handlers.QueueHandler(waiting).handle(logging.LogRecord('n', 20, 'p', 1, 'number %d', (3,), None))
listener.stop()
print(repr(out.getvalue()))

here, there = socket.socketpair()
sender = logging.handlers.SocketHandler('localhost', 9)
sender.sock = here
sender.handle(record('sent'))
data = there.recv(2000)
print(int.from_bytes(data[:4], 'big') == len(data) - 4)
sender.close()
there.close()
system = logging.handlers.SysLogHandler
print(system.encodePriority(system, 'local0', 'warning'), system.LOG_LOCAL7, system.mapPriority(system, 'INFO'))

logging.config.dictConfig({
    'version': 1, 'formatters': {'plain': {'format': '{levelname}:{message}', 'style': '{'}},
    'filters': {'only': {'name': 'a.b'}}, 'text': 'ext://__main__.out',
    'handlers': {'memory': {'class': 'logging.handlers.MemoryHandler', 'capacity': 1, 'target': 'stream'},
                 'stream': {'class': 'logging.StreamHandler', 'stream': 'cfg://text', 'formatter': 'plain', 'filters': ['only']}},
    'loggers': {'a.b': {'level': 'DEBUG', 'handlers': ['memory'], 'propagate': False}}, 'root': {'level': 'ERROR'}})
out.truncate(0)
out.seek(0)
logging.getLogger('a.b').info('told')
logging.getLogger('a.b.c').debug('of a child')
print(out.getvalue(), logging.root.level)
for wrong in ({}, {'version': 2}, {'version': 1, 'handlers': {'h': {'class': 'logging.None'}}},
              {'version': 1, 'loggers': {'l': {'handlers': ['none']}}}, {'version': 1, 'root': {'level': 'LOUD'}},
              {'version': 1, 'formatters': {'f': {'format': '%(x'}}}, {'version': 1, 'incremental': True, 'handlers': {'q': {}}}):
    try:
        logging.config.dictConfig(wrong)
    except ValueError as error:
        print(error, '|', repr(error.__cause__)[:90])
sections = '''[loggers]
keys=root,p
[handlers]
keys=h
[formatters]
keys=f
[logger_root]
level=WARNING
handlers=h
[logger_p]
level=DEBUG
handlers=h
propagate=0
qualname=p.q
[handler_h]
class=StreamHandler
level=NOTSET
formatter=f
args=(sys.stdout,)
[formatter_f]
format=%(levelname)s++%(message)s
'''
logging.config.fileConfig(io.StringIO(sections))
logging.getLogger('p.q').debug('from sections')
logging.getLogger('a.b').error('disabled')
print(logging.getLogger('a.b').disabled)
