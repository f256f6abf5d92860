"""This module provides an interface to the Posix calls for tty I/O control."""

import _system
from fcntl import _descriptor

# of Linux, for every processor that the kernel runs on
_CONSTANTS = (
    'B0=0 B1000000=0x1008 B110=3 B115200=0x1002 B1152000=0x1009 B1200=9 B134=4 B150=5 B1500000=0x100a B1800=10 B19200=14 '
    'B200=6 B2000000=0x100b B230400=0x1003 B2400=11 B2500000=0x100c B300=7 B3000000=0x100d B3500000=0x100e B38400=15 '
    'B4000000=0x100f B460800=0x1004 B4800=12 B50=1 B500000=0x1005 B57600=0x1001 B576000=0x1006 B600=8 B75=2 B921600=0x1007 '
    'B9600=13 BRKINT=2 BS0=0 BS1=0x2000 BSDLY=0x2000 CBAUD=0x100f CBAUDEX=0x1000 CDSUSP=25 CEOF=4 CEOL=0 CEOT=4 CERASE=127 '
    'CFLUSH=15 CIBAUD=0x100f0000 CINTR=3 CKILL=21 CLNEXT=22 CLOCAL=2048 CQUIT=28 CR0=0 CR1=512 CR2=1024 CR3=1536 CRDLY=1536 '
    'CREAD=128 CRPRNT=18 CRTSCTS=0x80000000 CS5=0 CS6=16 CS7=32 CS8=48 CSIZE=48 CSTART=17 CSTOP=19 CSTOPB=64 CSUSP=26 '
    'CWERASE=23 ECHO=8 ECHOCTL=512 ECHOE=16 ECHOK=32 ECHOKE=2048 ECHONL=64 ECHOPRT=1024 EXTA=14 EXTB=15 FF0=0 FF1=0x8000 '
    'FFDLY=0x8000 FIOASYNC=0x5452 FIOCLEX=0x5451 FIONBIO=0x5421 FIONCLEX=0x5450 FIONREAD=0x541b FLUSHO=0x1000 HUPCL=1024 '
    'ICANON=2 ICRNL=256 IEXTEN=0x8000 IGNBRK=1 IGNCR=128 IGNPAR=4 IMAXBEL=0x2000 INLCR=64 INPCK=16 IOCSIZE_MASK=0x3fff0000 '
    'IOCSIZE_SHIFT=16 ISIG=1 ISTRIP=32 IUCLC=512 IXANY=2048 IXOFF=0x1000 IXON=1024 NCC=8 NCCS=32 NL0=0 NL1=256 NLDLY=256 '
    'NOFLSH=128 N_MOUSE=2 N_PPP=3 N_SLIP=1 N_STRIP=4 N_TTY=0 OCRNL=8 OFDEL=128 OFILL=64 OLCUC=2 ONLCR=4 ONLRET=32 ONOCR=16 '
    'OPOST=1 PARENB=256 PARMRK=8 PARODD=512 PENDIN=0x4000 TAB0=0 TAB1=2048 TAB2=0x1000 TAB3=0x1800 TABDLY=0x1800 '
    'TCFLSH=0x540b TCGETA=0x5405 TCGETS=0x5401 TCIFLUSH=0 TCIOFF=2 TCIOFLUSH=2 TCION=3 TCOFLUSH=1 TCOOFF=0 TCOON=1 '
    'TCSADRAIN=1 TCSAFLUSH=2 TCSANOW=0 TCSBRK=0x5409 TCSBRKP=0x5425 TCSETA=0x5406 TCSETAF=0x5408 TCSETAW=0x5407 TCSETS=0x5402 '
    'TCSETSF=0x5404 TCSETSW=0x5403 TCXONC=0x540a TIOCCONS=0x541d TIOCEXCL=0x540c TIOCGETD=0x5424 TIOCGICOUNT=0x545d '
    'TIOCGLCKTRMIOS=0x5456 TIOCGPGRP=0x540f TIOCGSERIAL=0x541e TIOCGSOFTCAR=0x5419 TIOCGWINSZ=0x5413 TIOCINQ=0x541b '
    'TIOCLINUX=0x541c TIOCMBIC=0x5417 TIOCMBIS=0x5416 TIOCMGET=0x5415 TIOCMIWAIT=0x545c TIOCMSET=0x5418 TIOCM_CAR=64 '
    'TIOCM_CD=64 TIOCM_CTS=32 TIOCM_DSR=256 TIOCM_DTR=2 TIOCM_LE=1 TIOCM_RI=128 TIOCM_RNG=128 TIOCM_RTS=4 TIOCM_SR=16 '
    'TIOCM_ST=8 TIOCNOTTY=0x5422 TIOCNXCL=0x540d TIOCOUTQ=0x5411 TIOCPKT=0x5420 TIOCPKT_DATA=0 TIOCPKT_DOSTOP=32 '
    'TIOCPKT_FLUSHREAD=1 TIOCPKT_FLUSHWRITE=2 TIOCPKT_NOSTOP=16 TIOCPKT_START=8 TIOCPKT_STOP=4 TIOCSCTTY=0x540e '
    'TIOCSERCONFIG=0x5453 TIOCSERGETLSR=0x5459 TIOCSERGETMULTI=0x545a TIOCSERGSTRUCT=0x5458 TIOCSERGWILD=0x5454 '
    'TIOCSERSETMULTI=0x545b TIOCSERSWILD=0x5455 TIOCSER_TEMT=1 TIOCSETD=0x5423 TIOCSLCKTRMIOS=0x5457 TIOCSPGRP=0x5410 '
    'TIOCSSERIAL=0x541f TIOCSSOFTCAR=0x541a TIOCSTI=0x5412 TIOCSWINSZ=0x5414 TOSTOP=256 VDISCARD=13 VEOF=4 VEOL=11 VEOL2=16 '
    'VERASE=2 VINTR=0 VKILL=3 VLNEXT=15 VMIN=6 VQUIT=1 VREPRINT=12 VSTART=8 VSTOP=9 VSUSP=10 VSWTC=7 VSWTCH=7 VT0=0 '
    'VT1=0x4000 VTDLY=0x4000 VTIME=5 VWERASE=14 XCASE=4 XTABS=0x1800 ')

for _row in _CONSTANTS.split():
    _name, _, _value = _row.partition('=')
    globals()[_name] = int(_value, 0)
del _row, _name, _value


class error(Exception):
    """What the system complains of: number and text."""
    __module__ = 'termios'


def _asked(call, *args):
    try:
        return call(*args)
    except OSError as wrong:
        raise error(wrong.errno, wrong.strerror) from None


def tcgetattr(fd, /):
    """Get the tty attributes for file descriptor fd: [iflag, oflag, cflag, lflag, ispeed, ospeed, cc], the characters as a list of bytes,
    but for MIN and TIME where input is not by lines."""
    *mode, chars = _asked(_system.tcgetattr, _descriptor(fd))
    listed = [chars[i:i + 1] for i in range(len(chars))]
    if not mode[3] & ICANON:
        listed[VMIN], listed[VTIME] = chars[VMIN], chars[VTIME]
    return [*mode, listed]


def tcsetattr(fd, when, attributes, /):
    """Set the tty attributes for file descriptor fd: as tcgetattr() returns them; when: TCSANOW, TCSADRAIN or TCSAFLUSH."""
    fd = _descriptor(fd)
    if not isinstance(attributes, list) or len(attributes) != 7:
        raise TypeError('tcsetattr, arg 3: must be 7 element list')
    *mode, chars = attributes
    if not isinstance(chars, list) or len(chars) != NCCS:
        raise TypeError(f'tcsetattr: attributes[6] must be {NCCS} element list')
    data = bytearray()
    for char in chars:
        if isinstance(char, bytes) and len(char) == 1:
            data += char
        elif isinstance(char, int):
            data.append(char & 255)
        else:
            raise TypeError('tcsetattr: elements of attributes must be characters or integers')
    _asked(_system.tcsetattr, fd, when, *mode, bytes(data))


def tcsendbreak(fd, duration, /):
    """Send a break on file descriptor fd."""
    _asked(_system.tc, 0, _descriptor(fd), duration)


def tcdrain(fd, /):
    """Wait until all output written to file descriptor fd has been transmitted."""
    _asked(_system.tc, 1, _descriptor(fd), 0)


def tcflush(fd, queue, /):
    """Discard queued data on file descriptor fd: TCIFLUSH, TCOFLUSH or TCIOFLUSH."""
    _asked(_system.tc, 2, _descriptor(fd), queue)


def tcflow(fd, action, /):
    """Suspend or resume input or output on file descriptor fd: TCOOFF, TCOON, TCIOFF or TCION."""
    _asked(_system.tc, 3, _descriptor(fd), action)


def tcgetwinsize(fd, /):
    """Get the tty winsize for file descriptor fd: (rows, columns)."""
    data = _asked(_system.ioctl, _descriptor(fd), TIOCGWINSZ, bytes(8))
    return tuple(int.from_bytes(data[i:i + 2], 'little') for i in (0, 2))


def tcsetwinsize(fd, winsize, /):
    """Set the tty winsize for file descriptor fd: (rows, columns)."""
    if len(winsize) != 2:
        raise TypeError('tcsetwinsize, arg 2: must be a two-item sequence')
    fd = _descriptor(fd)
    data = _asked(_system.ioctl, fd, TIOCGWINSZ, bytes(8))
    _asked(_system.ioctl, fd, TIOCSWINSZ, b''.join(value.to_bytes(2, 'little') for value in winsize) + data[4:])
