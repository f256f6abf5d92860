# Datasets, samplers, loaders and torch.nn.utils with wrong arguments: one at a time is replaced; what is expected is the
# exception and its text, or what was made.
import warnings

import torch
from torch import nn
from torch.utils.data import *
from torch.utils import data as D
import torch.nn.utils as U
from torch.nn.utils import rnn, prune, parametrize, parametrizations, fusion
BAD = ['x', None, -1, 0, 1.5, True, (1, 2), [0.1, 'a']]


def text(v):
    return f'{str(v.dtype)[6:]}{list(v.shape)}' if isinstance(v, torch.Tensor) else repr(v)


everywhere = {}
outcomes = {}  # of one class: what was asked for, by what came of it


def case(label, f):
    name, label = label.split(' ', 1) if ' ' in label else (label, '')
    torch.manual_seed(0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            r = f()
        shown = repr(r)[:90] if isinstance(r, (float, list, tuple, str, int)) else type(r).__name__
    except Exception as e:
        first, *others = f'{type(e).__name__}: {e}'.replace('\n', ' | ').split('0x')
        shown = '0x'.join([first, *[each.lstrip('0123456789abcdef') for each in others]])
    if len(shown) > 220:
        shown = shown[:120] + ' ... ' + shown[-80:]
    outcomes.setdefault(name, {}).setdefault(shown.replace(name, '@'), []).append(label)


class M(Dataset):
    def __len__(s): return 5
    def __getitem__(s, i): return torch.tensor([float(i)])
class I(IterableDataset):
    def __iter__(s): return iter(range(5))
def table(name, cls, params, good, use=lambda r: type(r).__name__):
    case(f'{name}()', lambda: use(cls())); case(f'{name} unexpected', lambda: use(cls(**good, wrong=1))); case(f'{name} many', lambda: use(cls(*[1] * 30)))
    for p in params.split():
        for b in BAD: case(f'{name} {p}={text(b)}', lambda: use(cls(**{**good, p: b})))
L = lambda r: [b.tolist() if isinstance(b, torch.Tensor) else b for b in r]
table('DataLoader', DataLoader, 'dataset batch_size shuffle sampler batch_sampler collate_fn pin_memory drop_last timeout worker_init_fn multiprocessing_context generator persistent_workers pin_memory_device in_order', dict(dataset=M()), L)
table('DataLoaderI', DataLoader, 'batch_size sampler batch_sampler drop_last', dict(dataset=I()), L)
for k in (dict(batch_size=2, batch_sampler=[[1]]), dict(shuffle=True, sampler=[1]), dict(batch_size=None, drop_last=True), dict(batch_sampler=[[1]], shuffle=True), dict(prefetch_factor=2), dict(persistent_workers=True), dict(timeout=-1), dict(num_workers=-1), dict(sampler=[9]), dict(batch_sampler=[[9]])):
    case(f'DataLoader {sorted(k)}', lambda: L(DataLoader(M(), **k)))
    case(f'DataLoaderI {sorted(k)}', lambda: L(DataLoader(I(), **k)))
d = DataLoader(M())
for a in ('batch_size', 'sampler', 'dataset', 'drop_last', 'batch_sampler', 'persistent_workers', 'num_workers', 'other'): case(f'DataLoader set {a}', lambda: setattr(d, a, 3))
case('len I', lambda: len(DataLoader(I()))); case('len', lambda: len(DataLoader(M(), 2))); case('index', lambda: d[0])
table('RandomSampler', RandomSampler, 'data_source replacement num_samples generator', dict(data_source=M()), list); table('SequentialSampler', SequentialSampler, 'data_source', dict(data_source=M()), list); table('SubsetRandomSampler', SubsetRandomSampler, 'indices generator', dict(indices=[1, 2]), list); table('WeightedRandomSampler', WeightedRandomSampler, 'weights num_samples replacement generator', dict(weights=[.5, .5], num_samples=2), list); table('BatchSampler', BatchSampler, 'sampler batch_size drop_last', dict(sampler=[1, 2, 3], batch_size=2, drop_last=False), list); table('DistributedSampler', D.distributed.DistributedSampler, 'dataset shuffle seed drop_last', dict(dataset=M(), num_replicas=2, rank=0), list)
table('TensorDataset', TensorDataset, '', {}, len); table('Subset', Subset, 'dataset indices', dict(dataset=M(), indices=[0]), lambda s: s[0].tolist()); table('ConcatDataset', ConcatDataset, 'datasets', dict(datasets=[M()]), lambda s: s[0].tolist()); table('ChainDataset', ChainDataset, 'datasets', dict(datasets=[I()]), list); table('StackDataset', StackDataset, '', {}, len); table('random_split', random_split, 'dataset lengths generator', dict(dataset=M(), lengths=[2, 3]), lambda s: [len(x) for x in s])
for l, f in (('td sizes', lambda: TensorDataset(torch.ones(2), torch.ones(3))), ('td str', lambda: TensorDataset('a')), ('concat empty', lambda: ConcatDataset([])), ('concat iter', lambda: ConcatDataset([I()])), ('concat idx', lambda: ConcatDataset([M()])[9]), ('concat idx-', lambda: ConcatDataset([M()])[-9]), ('chain map', lambda: list(ChainDataset([M()]))), ('stack sizes', lambda: StackDataset(M(), [1])), ('stack both', lambda: StackDataset(M(), a=M())), ('split sum', lambda: random_split(M(), [1, 1])), ('split frac', lambda: random_split(M(), [.5, .6])), ('split neg', lambda: random_split(M(), [-.5, 1.5])), ('ds add', lambda: M() + M()), ('ds add', lambda: M() + 3), ('ds get', lambda: Dataset()[0]), ('ds len', lambda: len(Dataset())), ('collate sizes', lambda: default_collate([torch.ones(1), torch.ones(2)])), ('collate types', lambda: default_collate([object(), object()])), ('collate lens', lambda: default_collate([[1], [1, 2]])), ('collate empty', lambda: default_collate([])), ('collate none', lambda: default_collate([None])), ('collate keys', lambda: default_collate([{'a': 1}, {'b': 2}])), ('collate mixed', lambda: default_collate([1, 'a'])), ('collate mixed', lambda: default_collate([torch.ones(1), 2])), ('convert', lambda: default_convert(3))): case('others ' + l, f)
lin = lambda: nn.Linear(3, 3)
def P(): p = nn.Parameter(torch.ones(3)); p.grad = torch.ones(3); return [p]
table('clip_grad_norm_', U.clip_grad_norm_, 'parameters max_norm norm_type error_if_nonfinite foreach', dict(parameters=P(), max_norm=1.), lambda r: float(r)); table('clip_grad_value_', U.clip_grad_value_, 'parameters clip_value foreach', dict(parameters=P(), clip_value=1.)); table('get_total_norm', U.get_total_norm, 'tensors norm_type error_if_nonfinite foreach', dict(tensors=[torch.ones(3)]), float); table('parameters_to_vector', U.parameters_to_vector, 'parameters', dict(parameters=P())); table('vector_to_parameters', U.vector_to_parameters, 'vec parameters', dict(vec=torch.ones(3), parameters=P()))
table('weight_norm', U.weight_norm, 'module name dim', dict(module=lin())); table('spectral_norm', U.spectral_norm, 'module name n_power_iterations eps dim', dict(module=lin())); table('pweight_norm', parametrizations.weight_norm, 'module name dim', dict(module=lin())); table('skip_init', U.skip_init, 'module_cls', dict(module_cls=nn.Linear, in_features=2, out_features=2))
for l, f in (('rm wn', lambda: U.remove_weight_norm(lin())), ('rm sn', lambda: U.remove_spectral_norm(lin())), ('wn twice', lambda: U.weight_norm(U.weight_norm(lin()))), ('sn twice', lambda: U.spectral_norm(U.spectral_norm(lin()))), ('reg none', lambda: parametrize.register_parametrization(lin(), 'weight', None)), ('reg name', lambda: parametrize.register_parametrization(lin(), 'nothing', nn.Identity())), ('reg shape', lambda: parametrize.register_parametrization(lin(), 'weight', nn.Flatten(0))), ('reg type', lambda: parametrize.register_parametrization(lin(), 'weight', type('A', (nn.Module,), dict(forward=lambda s, x: x.double()))())), ('reg nontensor', lambda: parametrize.register_parametrization(lin(), 'weight', type('A', (nn.Module,), dict(forward=lambda s, x: 3))())), ('rm', lambda: parametrize.remove_parametrizations(lin(), 'weight')), ('fuse', lambda: fusion.fuse_conv_bn_eval(nn.Conv2d(1, 1, 1), nn.BatchNorm2d(1))), ('fuse lin', lambda: fusion.fuse_linear_bn_eval(lin().eval(), nn.BatchNorm1d(2).eval()))): case('others ' + l, f)
S = [torch.ones(3), torch.ones(2)]
table('pad_sequence', rnn.pad_sequence, 'sequences batch_first padding_value padding_side', dict(sequences=S), lambda r: str(r.tolist())); table('pack_sequence', rnn.pack_sequence, 'sequences enforce_sorted', dict(sequences=S), lambda r: str(r.batch_sizes.tolist())); table('pack_padded', rnn.pack_padded_sequence, 'input lengths batch_first enforce_sorted', dict(input=torch.ones(3, 2), lengths=[3, 2]), lambda r: str(r.batch_sizes.tolist())); table('pad_packed', rnn.pad_packed_sequence, 'sequence batch_first padding_value total_length', dict(sequence=rnn.pack_sequence(S)), lambda r: str(r[0].tolist())); table('unpad', rnn.unpad_sequence, 'padded_sequences lengths batch_first', dict(padded_sequences=torch.ones(3, 2), lengths=torch.tensor([3, 2])), lambda r: str([x.tolist() for x in r])); table('unpack', rnn.unpack_sequence, 'packed_sequences', dict(packed_sequences=rnn.pack_sequence(S)), lambda r: str([x.tolist() for x in r])); table('PackedSequence', rnn.PackedSequence, 'data batch_sizes sorted_indices unsorted_indices', dict(data=torch.ones(3), batch_sizes=torch.tensor([2, 1])))
for k in ((torch.ones(3, 2), [2, 3]), (torch.ones(3, 2), [3]), (torch.ones(3, 2), [4, 2]), (torch.ones(3, 2), [3, 0]), (torch.ones(3, 2), torch.tensor([3., 2.])), (torch.ones(3, 2), torch.tensor([[3, 2]])), (torch.ones(3), [3])): case(f'pack {text(k[0])} {k[1]}', lambda: rnn.pack_padded_sequence(*k).batch_sizes.tolist())

for name, found in outcomes.items():
    for outcome, labels in found.items():
        everywhere.setdefault(('; '.join(labels), outcome), []).append(name)
for (labels, outcome), names in everywhere.items():
    print(', '.join(names), '|', labels, '->', outcome)
