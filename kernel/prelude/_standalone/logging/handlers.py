"""More handlers: files that are changed by size or time, memory, queues, sockets, the system's log, mail and HTTP."""
import logging
import os
import time
from _later import Later as _Later

re, socket = _Later('re', globals()), _Later('socket', globals())
DEFAULT_TCP_LOGGING_PORT, DEFAULT_UDP_LOGGING_PORT, DEFAULT_HTTP_LOGGING_PORT, DEFAULT_SOAP_LOGGING_PORT = range(9020, 9024)
SYSLOG_UDP_PORT = SYSLOG_TCP_PORT = 514
_MIDNIGHT = 24 * 60 * 60


def _guarded(method):
    """emit() of a handler: what it raises goes to handleError()."""
    def emit(self, record):
        try:
            method(self, record)
        except Exception:
            self.handleError(record)
    emit.__doc__ = method.__doc__
    return emit


# ---- files

class BaseRotatingHandler(logging.FileHandler):
    """A file that makes place for a new one when shouldRollover() says so. namer: a function that changes the name of an old
    file; rotator: one that does something else than renaming it."""
    namer = rotator = None

    def __init__(self, filename, mode, encoding=None, delay=False, errors=None):
        logging.FileHandler.__init__(self, filename, mode=mode, encoding=encoding, delay=delay, errors=errors)

    @_guarded
    def emit(self, record):
        """Writes a record, to a new file if it is time for one."""
        if self.shouldRollover(record):
            self.doRollover()
        logging.FileHandler.emit(self, record)

    def rotation_filename(self, default_name):
        """The name of an old file."""
        return self.namer(default_name) if callable(self.namer) else default_name

    def rotate(self, source, dest):
        """A file becomes an old one."""
        if callable(self.rotator):
            self.rotator(source, dest)
        elif os.path.exists(source):
            os.rename(source, dest)

    def _close_stream(self):
        stream, self.stream = self.stream, None
        if stream:
            stream.close()

    def _replace(self, source, dest):
        if os.path.exists(dest):
            os.remove(dest)
        self.rotate(source, dest)


class RotatingFileHandler(BaseRotatingHandler):
    """A new file at maxBytes (0: never); backupCount old ones are kept as NAME.1, NAME.2 ..."""

    def __init__(self, filename, mode='a', maxBytes=0, backupCount=0, encoding=None, delay=False, errors=None):
        mode = 'a' if maxBytes > 0 else mode
        super().__init__(filename, mode, encoding, delay, errors)
        self.maxBytes, self.backupCount = maxBytes, backupCount

    def doRollover(self):
        """Begins a new file."""
        self._close_stream()
        names = [self.rotation_filename(f'{self.baseFilename}.{i}') for i in range(1, self.backupCount + 1)]
        for newer, older in reversed(list(zip(names, names[1:]))):
            if os.path.exists(newer):
                if os.path.exists(older):
                    os.remove(older)
                os.rename(newer, older)
        if names:
            self._replace(self.baseFilename, names[0])
        if not self.delay:
            self.stream = self._open()

    def shouldRollover(self, record):
        """Whether the file would become too large."""
        if os.path.exists(self.baseFilename) and not os.path.isfile(self.baseFilename):
            return False
        if self.stream is None:
            self.stream = self._open()
        if self.maxBytes <= 0:
            return False
        text = f'{self.format(record)}\n'
        self.stream.seek(0, 2)
        return self.stream.tell() + len(text) >= self.maxBytes


class TimedRotatingFileHandler(BaseRotatingHandler):
    """A new file every `interval` seconds (when='S'), minutes (M), hours (H), days (D, MIDNIGHT) or at a day of the week (W0 is
    Monday); backupCount old ones are kept (0: all)."""
    _UNITS = {'S': (1, '%Y-%m-%d_%H-%M-%S', r'\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}'),
              'M': (60, '%Y-%m-%d_%H-%M', r'\d{4}-\d{2}-\d{2}_\d{2}-\d{2}'),
              'H': (3600, '%Y-%m-%d_%H', r'\d{4}-\d{2}-\d{2}_\d{2}'),
              'D': (_MIDNIGHT, '%Y-%m-%d', r'\d{4}-\d{2}-\d{2}')}

    def __init__(self, filename, when='h', interval=1, backupCount=0, encoding=None, delay=False, utc=False, atTime=None,
                 errors=None):
        super().__init__(filename, 'a', encoding, delay, errors)
        self.when, self.backupCount, self.utc, self.atTime = when.upper(), backupCount, utc, atTime
        seconds, self.suffix, pattern = self._unit()
        self.extMatch = re.compile(rf'(?<!\d){pattern}(?!\d)', re.ASCII)
        self.interval = seconds * interval
        begin = os.stat(self.baseFilename).st_mtime if os.path.exists(self.baseFilename) else time.time()
        self.rolloverAt = self.computeRollover(int(begin))

    def _unit(self):
        when = self.when
        if when.startswith('W'):
            if len(when) != 2:
                raise ValueError(f'You must specify a day for weekly rollover from 0 to 6 (0 is Monday): {when}')
            if not '0' <= when[1] <= '6':
                raise ValueError(f'Invalid day specified for weekly rollover: {when}')
            self.dayOfWeek = int(when[1])
            return 7 * _MIDNIGHT, *self._UNITS['D'][1:]
        key = 'D' if when == 'MIDNIGHT' else when
        if key not in self._UNITS:
            raise ValueError(f'Invalid rollover interval specified: {when}')
        return self._UNITS[key]

    def _fields(self, seconds):
        return (time.gmtime if self.utc else time.localtime)(seconds)

    def computeRollover(self, currentTime):
        """The time of the next new file."""
        if self.when != 'MIDNIGHT' and not self.when.startswith('W'):
            return currentTime + self.interval
        now, at = self._fields(currentTime), self.atTime
        goal = _MIDNIGHT if at is None else (at.hour * 60 + at.minute) * 60 + at.second
        left = goal - ((now.tm_hour * 60 + now.tm_min) * 60 + now.tm_sec)
        day = now.tm_wday
        if left <= 0:  # that time of today is over
            left += _MIDNIGHT
            day = (day + 1) % 7
        if self.when.startswith('W'):
            left += (self.dayOfWeek - day) % 7 * _MIDNIGHT
        return self._same_clock(currentTime, currentTime + left)

    def _same_clock(self, before, after):
        """Where summer time begins or ends in between, the clock is to show the same."""
        if not self.utc:
            summer = [self._fields(each).tm_isdst for each in (before, after)]
            if summer[0] != summer[1]:
                after += -3600 if summer[1] else 3600
        return after

    def shouldRollover(self, record):
        """Whether it is time."""
        now = int(time.time())
        if now < self.rolloverAt:
            return False
        if os.path.exists(self.baseFilename) and not os.path.isfile(self.baseFilename):
            self.rolloverAt = self.computeRollover(now)
            return False
        return True

    def getFilesToDelete(self):
        """Old files beyond backupCount."""
        folder, base = os.path.split(self.baseFilename)
        found = []
        for name in os.listdir(folder):
            stamp = self._stamp_of(name, base)
            if stamp is not None:
                found.append((stamp, os.path.join(folder, name)))
        found.sort()
        return [path for _, path in found[:max(0, len(found) - self.backupCount)]]

    def _stamp_of(self, name, base):
        """The part of an old file's name that says its time; None: it is none of them."""
        if self.namer is None:
            end = name.removeprefix(base + '.')
            return end if end != name and self.extMatch.fullmatch(end) else None
        for found in self.extMatch.finditer(name):
            if os.path.basename(self.namer(f'{self.baseFilename}.{found[0]}')) == name:
                return found[0]
        return None

    def doRollover(self):
        """Begins a new file; the old one has the time when it was begun in its name."""
        self._close_stream()
        now, begun = int(time.time()), self.rolloverAt - self.interval
        stamp = self._fields(self._same_clock(now, begun) if not self.utc else begun)
        self._replace(self.baseFilename, self.rotation_filename(f'{self.baseFilename}.{time.strftime(self.suffix, stamp)}'))
        if self.backupCount > 0:
            for path in self.getFilesToDelete():
                os.remove(path)
        if not self.delay:
            self.stream = self._open()
        upcoming = self.computeRollover(now)
        while upcoming <= now:
            upcoming += self.interval
        self.rolloverAt = upcoming


def _identity(where):
    """The device and the number of a file; None: there is none."""
    try:
        found = os.stat(where)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


class WatchedFileHandler(logging.FileHandler):
    """A file that another program may move away: then a new one is opened."""
    dev = ino = -1

    def __init__(self, filename, mode='a', encoding=None, delay=False, errors=None):
        super().__init__(filename, mode, encoding, delay, errors)
        self._statstream()

    def _statstream(self):
        if self.stream:
            self.dev, self.ino = _identity(self.stream.fileno())

    def reopenIfNeeded(self):
        """Opens the file anew if its name does not lead to it any more."""
        former = self.stream
        if former is not None and _identity(self.baseFilename) != (self.dev, self.ino):
            former.close()
            self.stream = self._open()
            self._statstream()

    def emit(self, record):
        """Writes a record."""
        self.reopenIfNeeded()
        super().emit(record)


# ---- memory and queues

class _Collecting(logging.Handler):
    """Keeps records until shouldFlush() says so; `_dispose` says what is done with them then, false: they stay."""
    flushOnClose = True

    def __init__(self, capacity):
        logging.Handler.__init__(self)
        self.capacity = capacity
        self.buffer = []

    def emit(self, record):
        """Keeps a record."""
        self.buffer.append(record)
        if self.shouldFlush(record):
            self.flush()

    def flush(self):
        """Gives away what was kept."""
        with self.lock:
            if self._dispose(self.buffer):
                self.buffer.clear()

    def close(self):
        """Gives away what was kept, where flushOnClose says so."""
        try:
            self.flushOnClose and self.flush()
        finally:
            super().close()


class BufferingHandler(_Collecting):
    """Keeps records until there are `capacity` of them, and drops them."""

    def shouldFlush(self, record):
        """Whether there are so many."""
        return self.capacity <= len(self.buffer)

    def _dispose(self, records):
        return True


class MemoryHandler(BufferingHandler):
    """Keeps records and gives them to a target handler all together: when there are so many, or at one of flushLevel or more."""

    def __init__(self, capacity, flushLevel=logging.ERROR, target=None, flushOnClose=True):
        super().__init__(capacity)
        self.flushLevel, self.target, self.flushOnClose = flushLevel, target, flushOnClose

    def shouldFlush(self, record):
        return record.levelno >= self.flushLevel or super().shouldFlush(record)

    def setTarget(self, target):
        """The handler that gets the records."""
        with self.lock:
            self.target = target

    def _dispose(self, records):
        target = self.target
        for each in records if target else ():
            target.handle(each)
        return bool(target)

    def close(self):
        try:
            super().close()
        finally:
            self.setTarget(None)


class QueueHandler(logging.Handler):
    """Puts records into a queue, for a QueueListener."""

    def __init__(self, queue):
        super().__init__()
        self.queue = queue

    def enqueue(self, record):
        """Puts it there."""
        self.queue.put_nowait(record)

    def prepare(self, record):
        """A copy that another process can read: its text is made, and nothing else is in it."""
        import copy
        text, sent = self.format(record), copy.copy(record)
        sent.message = sent.msg = text
        sent.args = sent.exc_info = sent.exc_text = sent.stack_info = None
        return sent

    @_guarded
    def emit(self, record):
        """Puts a record into the queue."""
        self.enqueue(self.prepare(record))


class QueueListener:
    """A thread that takes records out of a queue and gives them to handlers."""
    _sentinel = None

    def __init__(self, queue, *handlers, respect_handler_level=False):
        self.queue, self.handlers, self.respect_handler_level, self._thread = queue, handlers, respect_handler_level, None

    def dequeue(self, block):
        """The next record."""
        return self.queue.get(block)

    def prepare(self, record):
        """What the handlers get."""
        return record

    def handle(self, record):
        """Gives a record to the handlers."""
        ready = self.prepare(record)
        for each in self.handlers:
            if not self.respect_handler_level or ready.levelno >= each.level:
                each.handle(ready)

    def start(self):
        """Begins the thread."""
        import threading
        self._thread = threading.Thread(target=self._monitor, daemon=True)
        self._thread.start()

    def _monitor(self):
        import queue
        done = getattr(self.queue, 'task_done', lambda: None)
        try:
            while (record := self.dequeue(True)) is not self._sentinel:
                self.handle(record)
                done()
            done()
        except queue.Empty:
            pass

    def enqueue_sentinel(self):
        """Tells the thread to end."""
        self.queue.put_nowait(self._sentinel)

    def stop(self):
        """Ends the thread when what is in the queue is done."""
        if self._thread:
            self.enqueue_sentinel()
            self._thread.join()
            self._thread = None


# ---- over the network

def _to_path(path, kind, timeout=None):
    """A socket that is connected to one of the file system."""
    made = socket.socket(socket.AF_UNIX, kind)
    try:
        made.settimeout(timeout)
        made.connect(path)
    except OSError:
        made.close()
        raise
    return made


class SocketHandler(logging.Handler):
    """Sends pickled records over a connection, which is opened at the first one and again after an error, later and later."""
    closeOnError = False
    retryStart, retryMax, retryFactor = 1.0, 30.0, 2.0

    def __init__(self, host, port):
        super().__init__()
        self.host, self.port, self.address = host, port, host if port is None else (host, port)
        self.sock = self.retryTime = None

    def makeSocket(self, timeout=1):
        """A connected socket."""
        if self.port is None:
            return _to_path(self.address, socket.SOCK_STREAM, timeout)
        return socket.create_connection(self.address, timeout=timeout)

    def createSocket(self):
        """Connects, unless it has failed a short time ago."""
        now = time.time()
        if self.retryTime is not None and now < self.retryTime:
            return
        try:
            self.sock, self.retryTime = self.makeSocket(), None
        except OSError:
            first = self.retryTime is None
            self.retryPeriod = self.retryStart if first else min(self.retryPeriod * self.retryFactor, self.retryMax)
            self.retryTime = now + self.retryPeriod

    def send(self, s):
        """Sends bytes; what cannot be sent is lost."""
        if self.sock is None:
            self.createSocket()
        if self.sock:
            try:
                self.sock.sendall(s)
            except OSError:
                self._drop()

    def _drop(self):
        lost, self.sock = self.sock, None
        if lost:
            lost.close()

    def makePickle(self, record):
        """The bytes of a record: the length of the pickle in four bytes, and the pickle of a dict."""
        import pickle
        import struct
        if record.exc_info:
            self.format(record)  # makes the text of the traceback
        sent = dict(record.__dict__, msg=record.getMessage(), args=None, exc_info=None)
        sent.pop('message', None)
        data = pickle.dumps(sent, 1)
        return struct.pack('>L', len(data)) + data

    def handleError(self, record):
        """Closes the connection, where closeOnError says so."""
        if self.closeOnError and self.sock:
            self._drop()
        else:
            super().handleError(record)

    @_guarded
    def emit(self, record):
        """Sends a record."""
        self.send(self.makePickle(record))

    def close(self):
        """Closes the connection."""
        with self.lock:
            self._drop()
            super().close()


class DatagramHandler(SocketHandler):
    """Sends pickled records as datagrams."""

    def makeSocket(self):
        """A socket of the family that the address has."""
        return socket.socket(socket.AF_UNIX if self.port is None else socket.AF_INET, socket.SOCK_DGRAM)

    def send(self, s):
        """Sends bytes."""
        if self.sock is None:
            self.createSocket()
        self.sock.sendto(s, self.address)


_PRIORITIES = 'emerg alert crit err warning notice info debug'.split()
_FACILITIES = ('kern user mail daemon auth syslog lpr news uucp cron authpriv ftp ntp security console solcron local0 local1 local2 '
               'local3 local4 local5 local6 local7').split()


class SysLogHandler(logging.Handler):
    """Sends records to the system's log: over UDP, over TCP, or to the file of a socket."""
    priority_names = {name: i for i, name in enumerate(_PRIORITIES)} | {'critical': 2, 'error': 3, 'panic': 0, 'warn': 4}
    facility_names = {name: i for i, name in enumerate(_FACILITIES)}
    priority_map = {'DEBUG': 'debug', 'INFO': 'info', 'WARNING': 'warning', 'ERROR': 'error', 'CRITICAL': 'critical'}
    ident, append_nul = '', True

    def __init__(self, address=('localhost', SYSLOG_UDP_PORT), facility=1, socktype=None):
        super().__init__()
        self.address, self.facility, self.socktype, self.socket = address, facility, socktype, None
        self.createSocket()

    def _connect_unixsocket(self, address):
        last = None
        for kind in (self.socktype,) if self.socktype is not None else (socket.SOCK_DGRAM, socket.SOCK_STREAM):
            try:
                self.socket, self.socktype = _to_path(address, kind), kind
                return
            except OSError as error:
                last = error
        raise last

    def createSocket(self):
        """Connects."""
        self.unixsocket = isinstance(self.address, str)
        if self.unixsocket:
            try:
                self._connect_unixsocket(self.address)
            except OSError:
                pass  # the log may begin later
            return
        self.socktype = socket.SOCK_DGRAM if self.socktype is None else self.socktype
        rows = socket.getaddrinfo(*self.address, 0, self.socktype)
        if not rows:
            raise OSError('getaddrinfo returns an empty list')
        self._connect_row(rows)

    def _connect_row(self, rows):
        for i, (family, kind, proto, _, address) in enumerate(rows):
            made = None
            try:
                made = socket.socket(family, kind, proto)
                if kind == socket.SOCK_STREAM:
                    made.connect(address)
                self.socket = made
                return
            except OSError:
                if made is not None:
                    made.close()
                if i + 1 == len(rows):
                    raise

    def encodePriority(self, facility, priority):
        """The number of a facility and a priority."""
        facility, priority = self.facility_names.get(facility, facility), self.priority_names.get(priority, priority)
        return facility << 3 | priority

    def mapPriority(self, levelName):
        """The priority of a level."""
        return self.priority_map.get(levelName, 'warning')

    @_guarded
    def emit(self, record):
        """Sends a record."""
        text = self.ident + self.format(record) + '\000' * bool(self.append_nul)
        number = self.encodePriority(self.facility, self.mapPriority(record.levelname))
        data = f'<{number}>'.encode() + text.encode()
        if not self.socket:
            self.createSocket()
        if not self.unixsocket:
            if self.socktype == socket.SOCK_DGRAM:
                self.socket.sendto(data, self.address)
            else:
                self.socket.sendall(data)
            return
        try:
            self.socket.send(data)
        except OSError:
            self.socket.close()
            self._connect_unixsocket(self.address)
            self.socket.send(data)

    def close(self):
        """Closes the connection."""
        with self.lock:
            open_, self.socket = self.socket, None
            if open_:
                open_.close()
            super().close()


class SMTPHandler(logging.Handler):
    """Mails records. It needs smtplib of a Python on the machine."""
    _timeout = 5.0

    def __init__(self, mailhost, fromaddr, toaddrs, subject, credentials=None, secure=None, timeout=5.0):
        super().__init__()
        self.mailhost, self.mailport = mailhost if isinstance(mailhost, (list, tuple)) else (mailhost, None)
        self.username = None
        if isinstance(credentials, (list, tuple)):
            self.username, self.password = credentials
        self.fromaddr, self.toaddrs = fromaddr, [toaddrs] if isinstance(toaddrs, str) else toaddrs
        self.subject, self.secure, self.timeout = subject, secure, timeout

    def getSubject(self, record):
        """The subject of a record's mail."""
        return self.subject

    @_guarded
    def emit(self, record):
        """Mails a record."""
        import email.utils
        import smtplib
        from email.message import EmailMessage
        mail = EmailMessage()
        heads = {'From': self.fromaddr, 'To': ','.join(self.toaddrs), 'Subject': self.getSubject(record),
                 'Date': email.utils.localtime()}
        for key, value in heads.items():
            mail[key] = value
        mail.set_content(self.format(record))
        server = smtplib.SMTP(self.mailhost, self.mailport or smtplib.SMTP_PORT, timeout=self.timeout)
        if self.username:
            if self.secure is not None:
                server.ehlo()
                server.starttls(*self.secure)
                server.ehlo()
            server.login(self.username, self.password)
        server.send_message(mail)
        server.quit()


class HTTPHandler(logging.Handler):
    """Sends records to a web server as the fields of a form. It needs http.client of a Python on the machine."""

    def __init__(self, host, url, method='GET', secure=False, credentials=None, context=None):
        super().__init__()
        method = method.upper()
        if method not in ('GET', 'POST'):
            raise ValueError('method must be GET or POST')
        if context is not None and not secure:
            raise ValueError('context parameter only makes sense with secure=True')
        self.host, self.url, self.method, self.secure, self.credentials, self.context = host, url, method, secure, credentials, context

    def mapLogRecord(self, record):
        """The fields."""
        return record.__dict__

    def getConnection(self, host, secure):
        """A connection to the server."""
        import http.client
        return http.client.HTTPSConnection(host, context=self.context) if secure else http.client.HTTPConnection(host)

    @_guarded
    def emit(self, record):
        """Sends a record."""
        import base64
        import urllib.parse
        fields, url = urllib.parse.urlencode(self.mapLogRecord(record)), self.url
        link = self.getConnection(self.host, self.secure)
        posts = self.method == 'POST'
        if not posts:
            url += ('&' if '?' in url else '?') + fields
        link.putrequest(self.method, url)
        if posts:
            link.putheader('Content-type', 'application/x-www-form-urlencoded')
            link.putheader('Content-length', str(len(fields)))
        if self.credentials:
            link.putheader('Authorization', 'Basic ' + base64.b64encode('{}:{}'.format(*self.credentials).encode()).decode('ascii'))
        link.endheaders()
        if posts:
            link.send(fields.encode('utf-8'))
        link.getresponse()


for _i, _name in enumerate(_PRIORITIES):
    setattr(SysLogHandler, 'LOG_' + _name.upper(), _i)
SysLogHandler.facility_names['solaris-cron'] = SysLogHandler.facility_names.pop('solcron')
for _i, _name in enumerate(_FACILITIES):
    setattr(SysLogHandler, 'LOG_' + _name.upper(), _i)
del _i, _name
