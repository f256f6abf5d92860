"""Terminal utilities."""

from termios import *

__all__ = ['setraw', 'setcbreak']

IFLAG, OFLAG, CFLAG, LFLAG, ISPEED, OSPEED, CC = range(7)


def _changed(fd, when, cleared, **set_bits):
    """Changes the mode of a terminal: input comes byte by byte."""
    mode = tcgetattr(fd)
    for part, bits in cleared.items():
        mode[part] &= ~bits
    for part, bits in set_bits.get('bits', {}).items():
        mode[part] |= bits
    mode[CC][VMIN], mode[CC][VTIME] = 1, 0
    tcsetattr(fd, when, mode)


def setraw(fd, when=TCSAFLUSH):
    """Put terminal into a raw mode."""
    _changed(fd, when, {IFLAG: BRKINT | ICRNL | INPCK | ISTRIP | IXON, OFLAG: OPOST, CFLAG: CSIZE | PARENB,
                        LFLAG: ECHO | ICANON | IEXTEN | ISIG}, bits={CFLAG: CS8})


def setcbreak(fd, when=TCSAFLUSH):
    """Put terminal into a cbreak mode."""
    _changed(fd, when, {LFLAG: ECHO | ICANON})
