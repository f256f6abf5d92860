"""Names that packages import: modules of single distributions, of backends, of processes that are not there."""
import torch
import torch.backends.cudnn as cudnn
from torch.distributions.categorical import Categorical
from torch.distributions.normal import Normal
from torch.distributions.utils import broadcast_all, logits_to_probs, probs_to_logits, tril_matrix_to_vec, vec_to_tril_matrix
from torch.distributions import constraints
from torch.futures import Future
from torch.jit.annotations import Dict, List, Optional, Tuple
from torch.nn.parallel import DistributedDataParallel
from torch.distributed.optim import ZeroRedundancyOptimizer
from torch.utils import _pytree

print(Categorical is torch.distributions.Categorical, torch.distributions.normal.Normal is Normal, torch.distributions.distribution.Distribution)
print(cudnn is torch.backends.cudnn, cudnn.enabled, isinstance(torch.backends.cuda, type(torch)))
with cudnn.flags(enabled=True, benchmark=True):
    print(cudnn.benchmark)
print(cudnn.benchmark, torch.jit.Future is Future, Future[int], List[int], torch.Future.__name__)
print(torch.FloatTensor | None, torch.FloatTensor | torch.LongTensor | int, isinstance(torch.ones(1), torch.FloatTensor | None), isinstance(1., torch.LongTensor | None))
print(broadcast_all(1, torch.ones(2)), logits_to_probs(torch.tensor([1., 2.])), probs_to_logits(torch.tensor(.2), True))
print(tril_matrix_to_vec(torch.arange(9).reshape(3, 3)), tril_matrix_to_vec(torch.arange(9).reshape(3, 3), -1), vec_to_tril_matrix(torch.arange(1., 7)),
      vec_to_tril_matrix(torch.arange(1., 4), -1), vec_to_tril_matrix(torch.arange(1., 9), 1).shape, vec_to_tril_matrix(torch.arange(6.), -9).shape)
for bad in (lambda: vec_to_tril_matrix(torch.arange(5.)), lambda: tril_matrix_to_vec(torch.ones(3, 3), 4), lambda: tril_matrix_to_vec(torch.ones(3, 3), -5),
            lambda: broadcast_all('a'), lambda: DistributedDataParallel(torch.nn.Linear(1, 1)),
            lambda: ZeroRedundancyOptimizer(torch.nn.Linear(1, 1).parameters(), torch.optim.SGD, lr=.1), lambda: torch.distributed.get_rank(),
            lambda: torch.distributed.get_world_size(), lambda: torch.distributed.barrier()):
    try:
        print(bad())
    except ValueError as error:
        print(error)


class Mine:
    @constraints.dependent_property
    def open(self):
        return constraints.real

    @constraints.dependent_property(is_discrete=True, event_dim=1)
    def known(self):
        return constraints.positive


print(Mine.open, Mine().open, Mine().known, Mine.known.event_dim, Mine.known.is_discrete, constraints.is_dependent(Mine.open), isinstance(Mine.open, property))
for ask in (lambda: Mine.open.event_dim, lambda: Mine.open.check(1), lambda: constraints.dependent.is_discrete, lambda: constraints.dependent(event_dim=2).event_dim):
    try:
        print(ask())
    except (NotImplementedError, ValueError) as error:
        print(type(error).__name__, error)
print(_pytree._dict_flatten_with_keys({'a': 1}), _pytree._dict_unflatten([1, 2], ['a', 'b']), _pytree._list_flatten([1]), _pytree._get_node_type({}))
print('Adam' in vars(torch.optim), 'Linear' in vars(torch.nn), torch.ops.aten._pin_memory, torch.ops.aten._pin_memory.default._schema)
from torch._C import _functorch
print(_functorch.is_batchedtensor(torch.ones(1)), _functorch.maybe_get_bdim(torch.ones(1)), _functorch.maybe_current_level())
print(torch.__config__.show().splitlines()[0], torch.__config__.parallel_info().count('get_num_threads'))
from torch._subclasses.fake_tensor import FakeTensor, is_fake
print(isinstance(torch.ones(1), FakeTensor), is_fake(torch.ones(1)), torch.hub.READ_DATA_CHUNK)
