# Twenty steps of every optimizer whose step is made element by element: each bit of parameters and states, but for those
# with square roots, whose last bit PyTorch rounds as the processor likes.
import torch
from torch import optim


def checksum(tensor):
    """A number that another bit anywhere would change."""
    tensor = torch.view_as_real(tensor) if tensor.is_complex() else tensor
    return sum((i + 1) * value for i, value in enumerate(tensor.detach().double().flatten().tolist()))


def trained(kind, dtype=torch.float32, shapes=((7,), (3, 5), (), (40,)), steps=20, **options):
    torch.manual_seed(0)
    params = [torch.nn.Parameter(torch.randn(shape, dtype=dtype)) for shape in shapes]
    optimizer = kind(params, **options)
    for i in range(steps):
        for k, param in enumerate(params):
            grad = torch.randn(param.shape, dtype=dtype)
            param.grad = None if k == 2 and i < 3 else grad * 0.5 + param.detach()
        optimizer.step()
    return params, optimizer


EXACT = (optim.SGD, optim.Adamax, optim.Rprop, optim.ASGD)


def show(kind, **options):
    text = repr if kind in EXACT else '{:.5g}'.format
    params, optimizer = trained(kind, **options)
    print(kind.__name__, options)
    print('   ', [text(checksum(param)) for param in params])
    for name in optimizer.state[params[0]]:
        print('   ', name, text(sum(checksum(optimizer.state[param][name]) for param in params)))


ROWS = {
    optim.SGD: [{}, {'lr': 0.1, 'momentum': 0.9}, {'lr': 0.1, 'momentum': 0.9, 'nesterov': True}, {'momentum': 0.5, 'dampening': 0.3},
                {'weight_decay': 0.1, 'maximize': True}, {'momentum': 0.9, 'weight_decay': 0.1, 'maximize': True}],
    optim.Adam: [{}, {'amsgrad': True}, {'lr': 0.1, 'weight_decay': 0.1}, {'betas': (0.4, 0.5), 'eps': 1e-3}, {'maximize': True},
                 {'weight_decay': 0.1, 'decoupled_weight_decay': True}, {'amsgrad': True, 'maximize': True, 'weight_decay': 0.01}],
    optim.AdamW: [{}, {'amsgrad': True, 'lr': 0.1}, {'weight_decay': 0}, {'maximize': True}],
    optim.Adagrad: [{}, {'lr': 0.1, 'lr_decay': 0.05}, {'initial_accumulator_value': 0.5, 'weight_decay': 0.1}, {'maximize': True, 'eps': 1e-2}],
    optim.Adadelta: [{}, {'lr': 0.1, 'rho': 0.5}, {'weight_decay': 0.1, 'maximize': True}, {'eps': 1e-2}],
    optim.RMSprop: [{}, {'momentum': 0.9}, {'centered': True}, {'centered': True, 'momentum': 0.5, 'weight_decay': 0.1},
                    {'alpha': 0.3, 'centered': True, 'maximize': True}],
    optim.Adamax: [{}, {'lr': 0.1, 'weight_decay': 0.1}, {'betas': (0.3, 0.5)}, {'maximize': True, 'eps': 1e-2}],
    optim.NAdam: [{}, {'lr': 0.1, 'weight_decay': 0.1}, {'weight_decay': 0.1, 'decoupled_weight_decay': True}, {'momentum_decay': 0.1},
                  {'maximize': True, 'betas': (0.5, 0.9)}],
    optim.RAdam: [{}, {'lr': 0.1, 'weight_decay': 0.1}, {'weight_decay': 0.1, 'decoupled_weight_decay': True}, {'betas': (0.5, 0.9)},
                  {'maximize': True, 'eps': 1e-2}],
    optim.Rprop: [{}, {'lr': 0.1, 'etas': (0.3, 1.5)}, {'step_sizes': (1e-3, 0.02)}, {'maximize': True}],
    optim.ASGD: [{}, {'lr': 0.1, 'lambd': 0.1}, {'t0': 5, 'alpha': 0.5}, {'weight_decay': 0.1, 'maximize': True}],
}
for kind, rows in ROWS.items():
    for options in rows:
        show(kind, **options)
    show(kind, dtype=torch.float64, **rows[-1])
    show(kind, lr=torch.tensor(0.05))
