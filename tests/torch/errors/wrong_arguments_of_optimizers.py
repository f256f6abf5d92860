# Optimizers, schedulers and averages with wrong parameters, options and states: one argument at a time is replaced, what is
# expected is the exception and its text, or what two steps make of ones.
import warnings

import torch
from torch import nn, optim
from torch.optim import lr_scheduler as S, swa_utils
torch.manual_seed(0)
BAD = ['x', None, -1, 0, 1.5, True, (0.9,), (0.5, 0.9), [0.1, 'a'], float('nan'), {'a': 1}]


def text(v):
    return f'{str(v.dtype)[6:]}{list(v.shape)}' if isinstance(v, torch.Tensor) else repr(v)


everywhere = {}
outcomes = {}  # of one class: what was asked for, by what came of it


def case(label, f):
    name, label = label.split(' ', 1) if ' ' in label else (label, '')
    try:
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            r = f()
        shown = repr(r)[:90] if isinstance(r, (float, list, tuple, str)) else type(r).__name__
    except Exception as e:
        shown = f'{type(e).__name__}: {e}'.replace('\n', ' | ')
    if len(shown) > 220:
        shown = shown[:120] + ' ... ' + shown[-80:]
    outcomes.setdefault(name, {}).setdefault(shown.replace(name, '@'), []).append(label)


OPT = {'SGD': 'lr momentum dampening weight_decay nesterov maximize foreach differentiable fused', 'Adam': 'lr betas eps weight_decay amsgrad foreach maximize capturable differentiable fused decoupled_weight_decay', 'AdamW': 'lr betas eps weight_decay amsgrad maximize foreach capturable differentiable fused',
 'Adagrad': 'lr lr_decay weight_decay initial_accumulator_value eps foreach maximize differentiable fused', 'Adadelta': 'lr rho eps weight_decay foreach capturable maximize differentiable', 'Adamax': 'lr betas eps weight_decay foreach maximize differentiable capturable', 'NAdam': 'lr betas eps weight_decay momentum_decay decoupled_weight_decay foreach maximize capturable differentiable', 'RAdam': 'lr betas eps weight_decay decoupled_weight_decay foreach maximize capturable differentiable',
 'RMSprop': 'lr alpha eps weight_decay momentum centered capturable foreach maximize differentiable', 'Rprop': 'lr etas step_sizes capturable foreach maximize differentiable', 'ASGD': 'lr lambd alpha t0 weight_decay foreach maximize differentiable capturable', 'LBFGS': 'lr max_iter max_eval tolerance_grad tolerance_change history_size line_search_fn', 'SparseAdam': 'lr betas eps maximize', 'Adafactor': 'lr beta2_decay eps d weight_decay foreach maximize', 'Muon': 'lr weight_decay momentum nesterov ns_coefficients eps ns_steps adjust_lr_fn'}
def step(o, p):
    p.grad = torch.ones_like(p)
    def closure(): return (p ** 2).sum()
    if isinstance(o, optim.LBFGS):
        def closure():
            o.zero_grad(); l = (p ** 2).sum(); l.backward(); return l
        o.step(closure)
    else:
        if isinstance(o, optim.SparseAdam): p.grad = p.grad.to_sparse()
        o.step(); p.grad = torch.ones_like(p) if not isinstance(o, optim.SparseAdam) else p.grad; o.step()
    return [round(float(x), 4) if x == x else 'nan' for x in p.detach().flatten()[:2]]
for name, params in OPT.items():
    cls = getattr(optim, name)
    def P(): return nn.Parameter(torch.ones(2, 2))
    for l, a in (('empty', []), ('none', None), ('tensor', torch.ones(2)), ('str', 'ab'), ('int', 3), ('strs', ['a']), ('nonleaf', [torch.ones(2, requires_grad=True) * 2]), ('plain', [torch.ones(2, 2)]), ('dicts', [{'params': []}]), ('nokey', [{'lr': 1}]), ('twice', None), ('gen', (x for x in ())), ('dict', {'a': 1}), ('set', {1}), ('named', [('a', torch.ones(2, 2, requires_grad=True))]), ('mixed', [('a', torch.ones(2, 2, requires_grad=True)), torch.ones(2, 2, requires_grad=True)]), ('intp', [torch.ones(2, 2).long()]), ('complex', [nn.Parameter(torch.ones(2, 2) + 0j)]), ('params set', [{'params': {torch.ones(1)}}]), ('groups mixed', [{'params': [torch.ones(2, 2, requires_grad=True)]}, torch.ones(2)])):
        case(f'{name} params {l}', lambda: cls(a))
    case(f'{name}()', lambda: cls()); case(f'{name} unexpected', lambda: cls([P()], wrong=1)); case(f'{name} many', lambda: cls([P()], *[1] * 20))
    for p in params.split():
        for b in BAD:
            def f():
                q = P(); return step(cls([q], **{p: b}), q)
            case(f'{name} {p}={text(b)}', f)
            case(f'{name} group {p}={text(b)}', lambda: cls([{'params': [P()], p: b}]))
    for a, b in ((('foreach', True), ('fused', True)), (('differentiable', True), ('fused', True)), (('foreach', True), ('differentiable', True)), (('capturable', True), ('foreach', False)), (('maximize', True), ('fused', True)), (('lr', torch.tensor(0.1)), ('foreach', True)), (('lr', torch.tensor(0.1)), ('foreach', True)), (('nesterov', True), ('momentum', 0)), (('nesterov', True), ('dampening', 1)), (('lr', torch.tensor([0.1])), ('capturable', True)), (('lr', torch.tensor([0.1, 2])), ('capturable', True))):
        def f():
            q = P(); return step(cls([q], **dict([a, b])), q)
        case(f'{name} {a[0]}={text(a[1])} {b[0]}={text(b[1])}', f)
    q = P(); o = cls([q])
    try: step(o, q)
    except Exception as e: print(name, 'STEP', e)
    for l, f in (('add none', lambda: o.add_param_group(None)), ('add list', lambda: o.add_param_group([q])), ('add same', lambda: o.add_param_group({'params': q})), ('add set', lambda: o.add_param_group({'params': {q}})), ('add str', lambda: o.add_param_group({'params': ['a']})), ('add none param', lambda: o.add_param_group({})), ('add nonleaf', lambda: o.add_param_group({'params': [torch.ones(1, requires_grad=True) * 1]})), ('add dup', lambda: o.add_param_group({'params': [r := P(), r]})), ('add named', lambda: o.add_param_group({'params': [('a', P())]})),
                 ('load none', lambda: o.load_state_dict(None)), ('load empty', lambda: o.load_state_dict({})), ('load nogroups', lambda: o.load_state_dict({'state': {}, 'param_groups': []})), ('load other', lambda: o.load_state_dict(cls([P(), P()]).state_dict())), ('load groups', lambda: o.load_state_dict(cls([{'params': [P()]}, {'params': [P()]}]).state_dict())),
                 ('step arg', lambda: o.step(3)), ('step args', lambda: o.step(1, 2)), ('zero kw', lambda: o.zero_grad(wrong=1)), ('zero', lambda: o.zero_grad(3)), ('hook', lambda: o.register_step_pre_hook(3)), ('attr', lambda: o.nothing), ('defaults', lambda: str(o.defaults)), ('repr', lambda: repr(o))):
        case(f'{name} {l}', f)
    def sparse():
        q = P(); o = cls([q]); q.grad = torch.ones(2, 2).to_sparse(); o.step(); return 'stepped'
    case(f'{name} sparse', sparse)
    def cplx():
        q = nn.Parameter(torch.ones(2, 2) + 1j); o = cls([q]); q.grad = torch.ones_like(q); o.step(); return 'stepped'
    case(f'{name} complex', cplx)
for b in BAD:
    case(f'Optimizer {text(b)}', lambda: optim.Optimizer(b, {})); case(f'Optimizer defaults {text(b)}', lambda: optim.Optimizer([torch.ones(1)], b))
SCH = {'StepLR': ('step_size gamma last_epoch', dict(step_size=2)), 'MultiStepLR': ('milestones gamma last_epoch', dict(milestones=[1, 2])), 'ConstantLR': ('factor total_iters last_epoch', {}), 'LinearLR': ('start_factor end_factor total_iters last_epoch', {}), 'ExponentialLR': ('gamma last_epoch', dict(gamma=.9)), 'PolynomialLR': ('total_iters power last_epoch', {}), 'CosineAnnealingLR': ('T_max eta_min last_epoch', dict(T_max=3)), 'CosineAnnealingWarmRestarts': ('T_0 T_mult eta_min last_epoch', dict(T_0=2)), 'LambdaLR': ('lr_lambda last_epoch', dict(lr_lambda=lambda e: .5)), 'MultiplicativeLR': ('lr_lambda last_epoch', dict(lr_lambda=lambda e: .5)), 'CyclicLR': ('base_lr max_lr step_size_up step_size_down mode gamma scale_fn scale_mode cycle_momentum base_momentum max_momentum last_epoch', dict(base_lr=.1, max_lr=1.)), 'OneCycleLR': ('max_lr total_steps epochs steps_per_epoch pct_start anneal_strategy cycle_momentum base_momentum max_momentum div_factor final_div_factor three_phase last_epoch', dict(max_lr=1., total_steps=5)), 'ReduceLROnPlateau': ('mode factor patience threshold threshold_mode cooldown min_lr eps', {})}
for name, (params, good) in SCH.items():
    cls = getattr(S, name)
    def O(**k): return optim.SGD([torch.ones(1, requires_grad=True)], lr=.5, momentum=.9, **k)
    case(f'{name}()', lambda: cls()); case(f'{name} none', lambda: cls(None, **good)); case(f'{name} str', lambda: cls('a', **good)); case(f'{name} missing', lambda: cls(O())); case(f'{name} unexpected', lambda: cls(O(), **good, wrong=1)); case(f'{name} verbose', lambda: cls(O(), **good, verbose=True)); case(f'{name} many', lambda: cls(O(), *[1] * 20))
    for p in params.split():
        for b in BAD:
            def f():
                o = O(); s = cls(o, **{**good, p: b}); r = []
                for k in range(4): o.step(); s.step(*([1.] if name == 'ReduceLROnPlateau' else [])); r.append(round(float(o.param_groups[0]['lr']), 4))
                return r
            case(f'{name} {p}={text(b)}', f)
    o = O(); s = cls(o, **good)
    for l, f in (('step str', lambda: s.step('a')), ('step none', lambda: s.step(None)), ('step many', lambda: s.step(1, 2, 3)), ('load none', lambda: s.load_state_dict(None)), ('load empty', lambda: s.load_state_dict({})), ('last', lambda: s.get_last_lr()), ('state', lambda: str(sorted(s.state_dict()))), ('attr', lambda: s.nothing)):
        case(f'{name} {l}', f)
def O(): return optim.SGD([torch.ones(1, requires_grad=True)], lr=.5)
o = O(); o2 = O()
for l, f in (('seq none', lambda: S.SequentialLR(o, None, [1])), ('seq empty', lambda: S.SequentialLR(o, [], [])), ('seq miles', lambda: S.SequentialLR(o, [S.StepLR(o, 1), S.StepLR(o, 1)], [1, 2])), ('seq other', lambda: S.SequentialLR(o, [S.StepLR(o, 1), S.StepLR(o2, 1)], [1])), ('seq str', lambda: S.SequentialLR(o, ['a'], [])), ('chain none', lambda: S.ChainedScheduler(None)), ('chain empty', lambda: S.ChainedScheduler([])), ('chain other', lambda: S.ChainedScheduler([S.StepLR(o, 1), S.StepLR(o2, 1)])), ('chain str', lambda: S.ChainedScheduler(['a'])), ('chain opt', lambda: S.ChainedScheduler([S.StepLR(o, 1)], o2)), ('seq plateau', lambda: S.SequentialLR(o, [S.ReduceLROnPlateau(o), S.StepLR(o, 1)], [1])),
             ('swa opt', lambda: swa_utils.SWALR(None, .1)), ('swa lr', lambda: swa_utils.SWALR(o, 'a')), ('swa lrs', lambda: swa_utils.SWALR(o, [1, 2])), ('swa strategy', lambda: swa_utils.SWALR(o, .1, anneal_strategy='x')), ('swa epochs', lambda: swa_utils.SWALR(o, .1, anneal_epochs=-1)), ('swa epochs f', lambda: swa_utils.SWALR(o, .1, anneal_epochs=1.5)), ('avg none', lambda: swa_utils.AveragedModel(None)), ('avg both', lambda: swa_utils.AveragedModel(nn.Linear(1, 1), avg_fn=lambda a, b, c: a, multi_avg_fn=lambda a, b, c: a)), ('avg upd', lambda: swa_utils.AveragedModel(nn.Linear(1, 1)).update_parameters(None)), ('ema', lambda: swa_utils.get_ema_avg_fn(2)), ('ema', lambda: swa_utils.get_ema_multi_avg_fn(-1)), ('ema', lambda: swa_utils.get_ema_multi_avg_fn('a')), ('bn', lambda: swa_utils.update_bn(None, nn.BatchNorm1d(1))), ('bn', lambda: swa_utils.update_bn([torch.ones(2, 1)], nn.BatchNorm1d(1)))):
    case('averages_and_chains ' + l, f)

for name, found in outcomes.items():
    for outcome, labels in found.items():
        everywhere.setdefault(('; '.join(labels), outcome), []).append(name)
for (labels, outcome), names in everywhere.items():
    print(', '.join(names), '|', labels, '->', outcome)
