"""Loaders: batches of a dataset, in the order of a sampler, made in this process or by workers. Knows datasets and samplers;
how items become batches is in _utils."""

import math
import os
import time
import warnings
from typing import Generic, TypeVar

import torch
from torch._C import _profile_enabled, _profile_enter, _profile_leave
from torch._utils import ExceptionWrapper
from torch.utils.data import _utils
from torch.utils.data._utils._contexts import BaseContext, contexts, get_context
from torch.utils.data._utils.collate import default_collate, default_convert
from torch.utils.data._utils.worker import get_worker_info
from torch.utils.data.dataset import IterableDataset
from torch.utils.data.sampler import BatchSampler, RandomSampler, Sampler, SequentialSampler

_T_co = TypeVar('_T_co', covariant=True)
_FIXED = ('batch_size', 'batch_sampler', 'sampler', 'drop_last', 'dataset', 'persistent_workers')


class _DatasetKind:
    Map, Iterable = 0, 1

    @staticmethod
    def create_fetcher(kind, dataset, auto_collation, collate_fn, drop_last):
        """What gives batches of a dataset of this kind."""
        made = _utils.fetch._MapDatasetFetcher if kind == _DatasetKind.Map else _utils.fetch._IterableDatasetFetcher
        return made(dataset, auto_collation, collate_fn, drop_last)


class _InfiniteConstantSampler(Sampler):
    """None without end: the index of a dataset that has an order of its own."""

    def __iter__(self):
        while True:
            yield None


def _refuse(*rules):
    """Raises a ValueError for the first rule, (does it hold?, the complaint), that holds."""
    for holds, complaint in rules:
        if holds:
            raise ValueError(complaint)


class DataLoader(Generic[_T_co]):
    """Batches of a dataset, in order or shuffled, made here or by num_workers processes.

    batch_size=None gives single items. sampler or batch_sampler: another order. collate_fn makes a batch of a list of items.
    Workers are forked when an iteration begins (persistent_workers: the first); each is prefetch_factor batches ahead, and
    timeout says for how many seconds one is waited for. in_order=False gives batches as they come."""

    dataset = batch_size = num_workers = sampler = timeout = prefetch_factor = None
    _iterator = None
    __initialized = False
    __multiprocessing_context = None

    def __init__(self, dataset, batch_size=1, shuffle=None, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None,
                 pin_memory=False, drop_last=False, timeout=0, worker_init_fn=None, multiprocessing_context=None,
                 generator=None, *, prefetch_factor=None, persistent_workers=False, pin_memory_device='', in_order=True):
        _refuse((num_workers < 0, 'num_workers option should be non-negative; use num_workers=0 to disable multiprocessing.'),
                (timeout < 0, 'timeout option should be non-negative'),
                (num_workers == 0 and prefetch_factor is not None, 'prefetch_factor option could only be specified in multiprocessing.let '
                 'num_workers > 0 to enable multiprocessing, otherwise set prefetch_factor to None.'),
                (prefetch_factor is not None and prefetch_factor < 0, 'prefetch_factor option should be non-negative'),
                (persistent_workers and num_workers == 0, 'persistent_workers option needs num_workers > 0'))
        vars(self).update(dataset=dataset, num_workers=num_workers, prefetch_factor=2 if num_workers and prefetch_factor is None else prefetch_factor,
                          pin_memory=pin_memory, pin_memory_device=pin_memory_device, timeout=timeout, worker_init_fn=worker_init_fn)
        self.multiprocessing_context = multiprocessing_context
        iterable = isinstance(dataset, IterableDataset)
        _refuse(*[(iterable and given, 'DataLoader with IterableDataset: expected unspecified %s option, but got %s=%s' % (name, name, value))
                  for name, value, given in (('shuffle', shuffle, shuffle not in (None, False)), ('sampler', sampler, sampler is not None),
                                             ('batch_sampler', batch_sampler, batch_sampler is not None))],
                (sampler is not None and shuffle, 'sampler option is mutually exclusive with shuffle'),
                (batch_sampler is not None and (batch_size != 1 or shuffle or sampler is not None or drop_last),
                 'batch_sampler option is mutually exclusive with batch_size, shuffle, sampler, and drop_last'),
                (batch_sampler is None and batch_size is None and drop_last,
                 'batch_size=None option disables auto-batching and is mutually exclusive with drop_last'))
        if batch_sampler is not None:
            batch_size, drop_last = None, False
        if sampler is None:
            sampler = (_InfiniteConstantSampler() if iterable else RandomSampler(dataset, generator=generator) if shuffle
                       else SequentialSampler(dataset))
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        if collate_fn is None:
            collate_fn = default_convert if batch_sampler is None else default_collate
        vars(self).update(in_order=in_order, batch_size=batch_size, drop_last=drop_last, sampler=sampler, batch_sampler=batch_sampler,
                          generator=generator, collate_fn=collate_fn, persistent_workers=persistent_workers,
                          _dataset_kind=_DatasetKind.Iterable if iterable else _DatasetKind.Map, _DataLoader__initialized=True,
                          _IterableDataset_len_called=None, _iterator=None)
        self.check_worker_number_rationality()

    def __setattr__(self, name, value):
        if self.__initialized and name in _FIXED:
            raise ValueError('%s attribute should not be set after %s is initialized' % (name, type(self).__name__))
        super().__setattr__(name, value)

    @property
    def multiprocessing_context(self):
        """How worker processes are started."""
        return self.__multiprocessing_context

    @multiprocessing_context.setter
    def multiprocessing_context(self, context):
        if context is not None:
            if self.num_workers <= 0:
                raise ValueError('multiprocessing_context can only be used with multi-process loading (num_workers > 0), but got '
                                 'num_workers=%s' % self.num_workers)
            if isinstance(context, str):
                if context not in contexts:
                    raise ValueError('multiprocessing_context option should specify a valid start method in %r, but got '
                                     'multiprocessing_context=%r' % (list(contexts), context))
                context = contexts[context]
            if not isinstance(context, BaseContext):
                raise TypeError('multiprocessing_context option should be a valid context object or a string specifying the start '
                                'method, but got multiprocessing_context=%s' % (context,))
        self.__multiprocessing_context = context

    def check_worker_number_rationality(self):
        """Warns where there are more workers than processors that this process may use."""
        allowed = len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') else os.cpu_count()
        if allowed is not None and self.num_workers > allowed:
            warnings.warn('This DataLoader will create %d worker processes in total. Our suggested max number of worker in current system is '
                          '%d, which is smaller than what this DataLoader is going to create. Please be aware that excessive worker creation '
                          'might get DataLoader running slow or even freeze, lower the worker number to avoid potential slowness/freeze if '
                          'necessary.' % (self.num_workers, allowed), stacklevel=3)

    @property
    def _auto_collation(self):
        return self.batch_sampler is not None

    @property
    def _index_sampler(self):
        return self.batch_sampler if self._auto_collation else self.sampler

    def _get_iterator(self):
        if self.num_workers == 0:
            return _SingleProcessDataLoaderIter(self)
        self.check_worker_number_rationality()
        return _MultiProcessingDataLoaderIter(self)

    def __iter__(self):
        if not self.persistent_workers or self.num_workers == 0:
            return self._get_iterator()
        if self._iterator is None:
            self._iterator = self._get_iterator()
        else:
            self._iterator._reset(self)
        return self._iterator

    def __len__(self):
        if self._dataset_kind == _DatasetKind.Map:
            return len(self._index_sampler)
        length = self._IterableDataset_len_called = len(self.dataset)
        if self.batch_size is not None:
            length = length // self.batch_size if self.drop_last else math.ceil(length / self.batch_size)
        return length


def _pins(loader):
    """Whether batches are put into page-locked memory; warns of a wish that cannot be fulfilled."""
    if not loader.pin_memory:
        return False
    if loader.pin_memory_device:
        warnings.warn('pin_memory_device is deprecated, the current accelerator will be used as the device,ignore '
                      'pin_memory_device=%r.' % loader.pin_memory_device, stacklevel=5)
    if torch.cuda.is_available():
        return True
    warnings.warn("'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used.", stacklevel=5)
    return False


_TAKEN_OVER = '''dataset _dataset_kind _auto_collation drop_last _index_sampler num_workers timeout collate_fn
persistent_workers'''.split()


class _BaseDataLoaderIter:
    """One pass over a loader: batches in the order of its sampler."""

    def __init__(self, loader):
        for name in _TAKEN_OVER:
            setattr(self, '_' + name.lstrip('_'), getattr(loader, name))
        self._pin_memory = _pins(loader)
        self._begin(loader)
        self._base_seed = torch.empty((), dtype=torch.int64).random_(generator=loader.generator).item()

    def _begin(self, loader):
        self._IterableDataset_len_called = loader._IterableDataset_len_called
        self._sampler_iter = iter(self._index_sampler)
        self._num_yielded = 0

    def __iter__(self):
        return self

    def __len__(self):
        return len(self._index_sampler)

    def _next_index(self):
        return next(self._sampler_iter)

    def _next_data(self):
        raise NotImplementedError

    def _profiled_data(self):
        """The next data, in a range of the profile."""
        event = _profile_enter('enumerate(DataLoader)#%s.__next__' % type(self).__name__)
        try:
            return self._next_data()
        finally:
            _profile_leave(event)

    def __next__(self):
        data = self._profiled_data() if _profile_enabled() else self._next_data()
        self._num_yielded += 1
        length = self._IterableDataset_len_called
        if length is not None and self._num_yielded > length and self._dataset_kind == _DatasetKind.Iterable:
            text = ('Length of IterableDataset %s was reported to be %s(when accessing len(dataloader)), but %d samples have been fetched. '
                    % (self._dataset, length, self._num_yielded))
            if self._num_workers > 0:
                text += ('For multiprocessing data-loading, this could be caused by not properly configuring the IterableDataset replica '
                         'at each worker. Please see https://pytorch.org/docs/stable/data.html#torch.utils.data.IterableDataset for '
                         'examples.')
            warnings.warn(text, stacklevel=2)
        return data

    def __getstate__(self):
        raise NotImplementedError('{} cannot be pickled', type(self).__name__)


class _SingleProcessDataLoaderIter(_BaseDataLoaderIter):
    """Batches made in this process, each when it is asked for."""

    def __init__(self, loader):
        super().__init__(loader)
        assert self._timeout == 0, '_SingleProcessDataLoaderIter requires timeout == 0'
        self._dataset_fetcher = _DatasetKind.create_fetcher(self._dataset_kind, self._dataset, self._auto_collation, self._collate_fn,
                                                            self._drop_last)

    def _next_data(self):
        data = self._dataset_fetcher.fetch(next(self._sampler_iter))
        return _utils.pin_memory.pin_memory(data) if self._pin_memory else data


def _death(worker):
    """The RuntimeError that tells how a worker has died; None for one that has ended in peace."""
    worker.join(_utils.MP_STATUS_CHECK_INTERVAL)  # its channel closes a moment before its end
    status = worker.exitcode
    if not status:
        return None
    if status > 0:
        return RuntimeError('DataLoader worker (pid %d) exited unexpectedly with exit code %d. Details are lost due to multiprocessing. '
                            'Rerunning with num_workers=0 may give better error trace.' % (worker.pid, status))
    name = torch._C._signal_name(-status)
    more = ''
    if name == 'Bus error':
        more = ("It is possible that dataloader's workers are out of shared memory. Please try to raise your shared memory limit.")
    return RuntimeError('DataLoader worker (pid %d) is killed by signal: %s. %s' % (worker.pid, name, more))


class _MultiProcessingDataLoaderIter(_BaseDataLoaderIter):
    """Batches made by forked processes, which are given tasks in turn, prefetch_factor each beyond the one that is asked for.

    A task has a number, from the first pass on; in order, the batch of the lowest number that has not been given is next. Tasks
    and batches of a worker go over one channel, in which nothing is lost: what it has sent before its death still comes."""

    _workers = ()

    def __init__(self, loader):
        super().__init__(loader)
        context = loader.multiprocessing_context or get_context()
        if context.get_start_method() != 'fork':
            raise NotImplementedError('workers of a DataLoader are forked here: the start method %r is not there'
                                      % context.get_start_method())
        assert loader.prefetch_factor > 0, 'prefetch_factor must be greater than 0 for MultiProcessingDataLoaderIter'
        self._prefetch_factor, self._in_order, self._worker_init_fn = loader.prefetch_factor, loader.in_order, loader.worker_init_fn
        self._send_idx = self._rcvd_idx = 0
        self._start()
        self._prime()

    # ---- processes

    def _start(self):
        self._workers = []
        for number in range(self._num_workers):
            info = _utils.worker.WorkerInfo(number, self._num_workers, self._base_seed + number, self._dataset)
            worker = _utils.worker._Worker(info, self._create_fetcher, self._worker_init_fn)
            self._workers.append(torch._C._worker_start(lambda channel, worker=worker: _utils.worker._worker_main(channel, worker)))

    def _create_fetcher(self):
        return _DatasetKind.create_fetcher(self._dataset_kind, self._dataset, self._auto_collation, self._collate_fn, self._drop_last)

    def _shutdown_workers(self, interrupt=False):
        """Waits until the workers have finished what they are at, a moment after an interrupt, and ends those that have not."""
        workers, self._workers = self._workers, ()
        for worker in workers:
            if interrupt:
                worker.interrupt()
            worker.close()
        end = time.monotonic() + (0.5 if interrupt else _utils.MP_STATUS_CHECK_INTERVAL)
        try:
            for worker in workers:
                worker.join(max(end - time.monotonic(), 0))
        finally:
            for worker in workers:
                worker.kill()

    def __del__(self):
        if self._workers:
            self._shutdown_workers()

    # ---- tasks

    def _prime(self):
        """The first tasks of a pass."""
        self._task_info = {}  # number of a task on its way: (worker,); of one that is done: (worker, batch)
        self._arrived = []  # the numbers of those that are done, where the order does not matter
        self._rcvd_idx = self._send_idx
        self._active = list(range(self._num_workers))
        self._turn = 0
        for _ in range(self._prefetch_factor * self._num_workers):
            self._try_put_index()

    def _reset(self, loader):
        """A new pass with the same workers, or with new ones where an interrupt or an error has ended them."""
        self._begin(loader)
        if self._workers and all([worker.exitcode is None for worker in self._workers]):
            for worker in self._workers:
                worker.send((_utils.worker._BEGIN, None))
        else:
            self._shutdown_workers()
            self._start()
        self._prime()

    def _choose_worker(self):
        """The next in turn; where the order does not matter, of those that have not their share of tasks. None: there is none."""
        for _ in range(self._num_workers):
            number = self._turn
            self._turn = (number + 1) % self._num_workers
            if number in self._active and (self._in_order or self._has_time(number)):
                return number
        return None

    def _has_time(self, number):
        load = sum([info == (number,) for info in self._task_info.values()])
        return load < self._prefetch_factor * self._num_workers // len(self._active)

    def _try_put_index(self):
        try:
            index = next(self._sampler_iter)
        except StopIteration:
            return
        number = self._choose_worker()
        if number is not None:
            self._workers[number].send((self._send_idx, index))
            self._task_info[self._send_idx] = (number,)
            self._send_idx += 1

    # ---- batches

    def _take(self, number):
        """Takes one message of a worker; False: it has died."""
        try:
            task, batch = self._workers[number].receive()
        except EOFError:
            return False
        if task not in self._task_info:  # of a pass that was left, or sent before the end of the dataset was known
            return True
        if batch is _utils.worker._End:
            self._active.remove(number)
            self._task_info = {task: info for task, info in self._task_info.items() if info != (number,)}
            self._try_put_index()
        else:
            self._task_info[task] = (number, batch)
            if not self._in_order:
                self._arrived.append(task)
        return True

    def _receive(self):
        """Waits for messages of workers and takes one of each that has sent some."""
        ready = torch._C._worker_wait(self._workers, self._timeout or None)
        if not ready:
            raise RuntimeError('DataLoader timed out after %s seconds' % self._timeout)
        for number in ready:
            if not self._take(number):
                worker = self._workers[number]
                death = _death(worker)
                if worker.exitcode in (0, -2):  # by an interrupt, which may reach the workers first: it comes here as well
                    time.sleep(0.5)
                raise RuntimeError('DataLoader worker (pid(s) %d) exited unexpectedly' % worker.pid) from death

    def _next_done(self):
        """The number of the task whose batch is next, None if it is not there yet; StopIteration after the last one."""
        if not self._task_info:
            if not self._persistent_workers:
                self._shutdown_workers()
            raise StopIteration
        if not self._in_order:
            return self._arrived.pop(0) if self._arrived else None
        while self._rcvd_idx not in self._task_info:  # of workers that have ended
            self._rcvd_idx += 1
        return self._rcvd_idx if len(self._task_info[self._rcvd_idx]) == 2 else None

    def _next_data(self):
        while (number := self._next_done()) is None:
            try:
                self._receive()
            except BaseException as error:
                self._task_info = {}
                self._shutdown_workers(interrupt=not isinstance(error, Exception))
                raise
        _, batch = self._task_info.pop(number)
        self._rcvd_idx += 1
        self._try_put_index()
        if isinstance(batch, ExceptionWrapper):
            batch.reraise()
        return _utils.pin_memory.pin_memory(batch) if self._pin_memory else batch


__all__ = ['DataLoader', 'get_worker_info', 'default_collate', 'default_convert']
