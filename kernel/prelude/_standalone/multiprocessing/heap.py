"""Memory that child processes have as well, in blocks: arenas are files without a name, mapped by each process."""
import mmap
import os
import threading
from bisect import insort

from . import reduction, util

__all__ = ['BufferWrapper']


def _checked(size):
    for bad, error, text in ((size < 0, ValueError, f'Size {size:n} out of range'),
                             (size >= 2 ** 63 - 1, OverflowError, f'Size {size:n} too large')):
        if bad:
            raise error(text)
    return size


class Arena:
    """A mapped file. Of what lies in it the free spans are listed, in order, and the used ones."""

    def __init__(self, size, fd=-1):
        self.size, self.fd = size, fd
        if fd == -1:
            self.fd = os.memfd_create('pym-heap', os.MFD_CLOEXEC)
            util.Finalize(self, os.close, (self.fd,))
            os.ftruncate(self.fd, size)
        self.buffer = mmap.mmap(self.fd, size)
        self.free, self.used = [(0, size)], set()

    def take(self, size):
        """The first free span of that size, or None."""
        for at, (start, stop) in enumerate(self.free):
            if stop - start >= size:
                self.free[at:at + 1] = [(start + size, stop)] if stop - start > size else []
                self.used.add((start, start + size))
                return start, start + size
        return None

    def give_back(self, span):
        """A used span is free, and one with its free neighbours."""
        self.used.remove(span)
        insort(self.free, span)
        at = self.free.index(span)
        for i in (at, at - 1):
            if 0 <= i < len(self.free) - 1 and self.free[i][1] == self.free[i + 1][0]:
                self.free[i:i + 2] = [(self.free[i][0], self.free[i + 1][1])]


def _rebuild_arena(size, held):
    return Arena(size, held.detach())


reduction.register(Arena, lambda arena: (_rebuild_arena, (arena.size, reduction.DupFd(arena.fd))))


class Heap:
    """Blocks in arenas. What the collector frees while the heap is at work is freed by the next who asks."""
    _alignment, _DOUBLE_ARENA_SIZE_UNTIL, _DISCARD_FREE_SPACE_LARGER_THAN = 8, 4 << 20, 4 << 20

    def __init__(self, size=mmap.PAGESIZE):
        self._lastpid, self._lock, self._size = os.getpid(), threading.Lock(), size
        self._reset()

    def _reset(self):
        self._lastpid, self._arenas, self._pending_free_blocks = os.getpid(), [], []
        self._n_mallocs = self._n_frees = 0

    @property
    def _allocated_blocks(self):
        """arena: its used spans."""
        return {arena: arena.used for arena in self._arenas if arena.used}

    @property
    def _len_to_seq(self):
        """length: the free blocks of that length."""
        found = {}
        for arena in self._arenas:
            for start, stop in arena.free:
                found.setdefault(stop - start, []).append((arena, start, stop))
        return found

    def malloc(self, size):
        """A block: (arena, start, stop)."""
        _checked(size)
        if os.getpid() != self._lastpid:  # a child makes its own arenas
            self._lock._at_fork_reinit()
            self._reset()
        size = -(-max(size, 1) // self._alignment) * self._alignment
        with self._lock:
            self._n_mallocs += 1
            self._free_pending()
            for arena in self._arenas:
                if (span := arena.take(size)) is not None:
                    return arena, *span
            pages = -(-max(self._size, size) // mmap.PAGESIZE) * mmap.PAGESIZE
            if self._size < self._DOUBLE_ARENA_SIZE_UNTIL:
                self._size *= 2
            util.debug('allocating a new mmap of length %d', pages)
            arena = Arena(pages)
            self._arenas.append(arena)
            return arena, *arena.take(size)

    def _free_pending(self):
        while self._pending_free_blocks:
            arena, *span = self._pending_free_blocks.pop()
            self._n_frees += 1
            arena.give_back(tuple(span))
            if not arena.used and arena.size >= self._DISCARD_FREE_SPACE_LARGER_THAN:
                self._arenas.remove(arena)

    def free(self, block):
        """A block is not used any more."""
        if os.getpid() != self._lastpid:
            raise ValueError(f'My pid ({os.getpid():n}) is not last pid {self._lastpid:n}')
        self._pending_free_blocks.append(block)
        if self._lock.acquire(False):
            try:
                self._free_pending()
            finally:
                self._lock.release()


class BufferWrapper:
    """A block of shared memory, which goes with the object."""
    _heap = Heap()

    def __init__(self, size):
        heap = self._heap
        block = heap.malloc(_checked(size))
        self._state = block, size
        util.Finalize(self, heap.free, args=(block,))

    def create_memoryview(self):
        """The bytes."""
        (arena, begin, _), length = self._state
        whole = memoryview(arena.buffer)
        return whole[begin:][:length]
