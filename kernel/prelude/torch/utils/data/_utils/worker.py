"""The life of a worker: tasks come over its channel, batches go back. Runs in a forked process; must not know the loader's side
(dataloader.py)."""

import random
import sys

import torch
from torch._utils import ExceptionWrapper


class WorkerInfo:
    """The result of get_worker_info() in a worker."""

    rng, worker_method = None, 'multiprocessing'

    def __init__(self, id, num_workers, seed, dataset):
        self.__dict__.update(id=id, num_workers=num_workers, seed=seed, dataset=dataset)

    def __setattr__(self, name, value):
        from dataclasses import FrozenInstanceError
        raise FrozenInstanceError('cannot assign to field %r' % name)

    def __repr__(self):
        return 'WorkerInfo(id=%r, num_workers=%r, seed=%r, dataset=%r, rng=None, worker_method=%r)' % (
            self.id, self.num_workers, self.seed, self.dataset, self.worker_method)


_worker_info = None
_BEGIN = -1  # the number of the task with which a pass over the dataset begins


class _End:
    """The answer of a worker whose iterable dataset has no more items."""


def get_worker_info():
    """In a worker of a DataLoader: which one it is; elsewhere None."""
    return _worker_info


def _hashed(words, constant, multiplier):
    """Words of 32 bits, each mixed with a constant that the next one multiplies."""
    for word in words:
        word ^= constant
        constant = constant * multiplier & 0xffffffff
        word = word * constant & 0xffffffff
        yield word ^ word >> 16


def _generate_state(base_seed, worker_id):
    """Four words of 32 bits for numpy's generator in a worker: those of numpy.random.SeedSequence([worker_id, base_seed])."""
    constant, multiplier = 0x43b0d7e5, 0x931e8875
    entropy = [worker_id, base_seed & 0xffffffff, base_seed >> 32, 0]

    def hashed(word):
        nonlocal constant
        result = next(_hashed([word], constant, multiplier))
        constant = constant * multiplier & 0xffffffff
        return result
    pool = [hashed(word) for word in entropy]
    for source in range(4):
        for target in range(4):
            if source != target:
                mixed = (0xca01f9dd * pool[target] - 0x4973f715 * hashed(pool[source])) & 0xffffffff
                pool[target] = mixed ^ mixed >> 16
    return list(_hashed(pool, 0x8b51f9dd, 0x58f38ded))


class _Worker:
    """What a worker does with its tasks, pairs of a number and of indices."""

    def __init__(self, info, create_fetcher, init_fn):
        self.info, self.create_fetcher, self.init_fn = info, create_fetcher, init_fn
        self.fetcher = self.fault = None
        self.ended = False

    def prepare(self):
        global _worker_info
        torch.set_num_threads(1)
        random.seed(self.info.seed)
        torch.manual_seed(self.info.seed)
        if 'numpy' in sys.modules:
            sys.modules['numpy'].random.seed(_generate_state(self.info.seed - self.info.id, self.info.id))
        _worker_info = self.info
        self.attempt(self._begin_first)

    def _begin_first(self):
        if self.init_fn is not None:
            self.init_fn(self.info.id)
        self.fetcher = self.create_fetcher()

    def attempt(self, function, *args):
        """What the function gives; _End at the end of an iterable dataset; None where there is a fault to tell."""
        try:
            return function(*args)
        except Exception as error:
            if isinstance(error, StopIteration) and hasattr(self.fetcher, 'dataset_iter'):
                self.ended = True
                return _End
            self.fault = ExceptionWrapper(where='in DataLoader worker process %d' % self.info.id)
            return None

    def fetch(self, indices):
        """A batch, the exception that has prevented it, or _End."""
        if self.fetcher is None:  # it could not be made
            return self.fault
        batch = self.attempt(self.fetcher.fetch, indices)
        fault, self.fault = self.fault, None
        return batch if fault is None else fault

    def answer(self, channel, number, batch):
        """Sends a batch; what cannot be sent becomes an exception, and one of a class that cannot be sent a RuntimeError."""
        try:
            channel.send((number, batch))
        except EOFError:
            raise
        except Exception:  # PyTorch's workers tell that on stderr, and the loop waits for ever
            if isinstance(batch, ExceptionWrapper):
                batch.exc_type = RuntimeError
                channel.send((number, batch))
            else:
                self.answer(channel, number, ExceptionWrapper(where='in DataLoader worker process %d' % self.info.id))

    def serve(self, channel):
        while True:
            number, indices = channel.receive()
            if number == _BEGIN:
                self.ended = False
                self.fetcher = None
                self.fetcher = self.attempt(self.create_fetcher)
            elif not self.ended:  # tasks sent before the end was known are nobody's
                self.answer(channel, number, self.fetch(indices))


def _worker_main(channel, worker):
    """Until the channel is closed, or an interrupt, which the parent has, too."""
    try:
        worker.prepare()
        worker.serve(channel)
    except (EOFError, KeyboardInterrupt):
        pass
