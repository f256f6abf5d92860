"""Workers of a loader."""

import random

import torch


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


def get_worker_info():
    """In a worker of a DataLoader: which one it is; elsewhere None."""
    return _worker_info


class _Worker:
    """Workers run one after the other in this process; each has a random state of its own, as its process would."""

    def __init__(self, loader, number, base_seed):
        self.info = WorkerInfo(number, loader.num_workers, base_seed + number, loader.dataset)
        self.states = self.threads = None
        self.fetcher = None
        if loader.worker_init_fn is not None:
            self.run(loader.worker_init_fn, number)

    def run(self, function, *args):
        global _worker_info
        outside = torch.get_rng_state(), random.getstate(), torch.get_num_threads(), _worker_info
        if self.states is None:
            random.seed(self.info.seed)
            torch.default_generator.manual_seed(self.info.seed)
            torch.set_num_threads(1)
        else:
            torch.set_rng_state(self.states[0])
            random.setstate(self.states[1])
            torch.set_num_threads(self.states[2])
        _worker_info = self.info
        try:
            return function(*args)
        finally:
            self.states = torch.get_rng_state(), random.getstate(), torch.get_num_threads()
            torch.set_rng_state(outside[0])
            random.setstate(outside[1])
            torch.set_num_threads(outside[2])
            _worker_info = outside[3]
