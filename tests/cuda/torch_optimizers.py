"""Steps of optimizers on a device against the CPU's: every row, states on the device, counts of steps there too (capturable).
check-emulated runs it; the last line is "N passed, M failed"."""
import torch
from torch import optim

counts = [0, 0]
KINDS = {
    optim.SGD: [{}, {'momentum': 0.9}, {'momentum': 0.9, 'nesterov': True, 'weight_decay': 0.1}],
    optim.Adam: [{}, {'amsgrad': True}, {'weight_decay': 0.1, 'decoupled_weight_decay': True}, {'betas': (0.4, 0.9), 'maximize': True}],
    optim.AdamW: [{}], optim.Adagrad: [{}, {'lr_decay': 0.1}], optim.Adadelta: [{}], optim.Adamax: [{}], optim.RAdam: [{}, {'weight_decay': 0.1}],
    optim.RMSprop: [{}, {'momentum': 0.5}, {'centered': True}, {'centered': True, 'momentum': 0.5, 'maximize': True}],
    optim.NAdam: [{}, {'weight_decay': 0.1, 'decoupled_weight_decay': True}], optim.Rprop: [{}], optim.ASGD: [{}, {'t0': 3}],
    optim.Adafactor: [{}], optim.Muon: [{}],
}


def check(what, good):
    counts[not good] += 1
    if not good:
        print(what)


def trained(kind, device, dtype, **options):
    torch.manual_seed(0)
    shapes = ((3, 5), (40, 30)) if kind in (optim.Muon, optim.Adafactor) else ((3, 5), (), (70000,), (0, 2))
    params = [torch.nn.Parameter(torch.randn(shape, dtype=dtype).to(device)) for shape in shapes]
    optimizer = kind(params, **options)
    for i in range(8):
        for k, param in enumerate(params):
            grad = torch.randn(param.shape, dtype=dtype)
            param.grad = None if k == 1 and i == 0 else grad.to(device)
        optimizer.step()
    return params, optimizer


for kind, rows in KINDS.items():
    names = kind.__init__.__code__.co_varnames
    for options in rows:
        for dtype in (torch.float32, torch.float64):
            expected, _ = trained(kind, 'cpu', dtype, **options)
            for more in ({}, {'capturable': True}, {'fused': True}, {'foreach': True, 'capturable': True}):
                if any(name not in names for name in more):
                    continue
                what = '%s %s %s' % (kind.__name__, {**options, **more}, dtype)
                # counts on the device are float32, and the powers of betas with them
                loose = 2e-3 if more and kind is not optim.SGD else 1e-4 if kind is not optim.Muon else 2e-2
                params, optimizer = trained(kind, 'cuda', dtype, **options, **more)
                for got, want in zip(params, expected):
                    check(what, got.is_cuda and torch.allclose(got.cpu(), want, loose, loose))
                for name, value in optimizer.state[params[0]].items():
                    check('%s %s is on %s' % (what, name, value.device), value.is_cuda == (value.ndim > 0 or bool(more)))
                again = kind(params, **options, **more)
                again.load_state_dict(optimizer.state_dict())
                check(what + ' loaded', all(torch.equal(value.cpu().double(), again.state[params[0]][name].cpu().double()) for name, value in optimizer.state[params[0]].items()))

print('%d passed, %d failed' % tuple(counts))
