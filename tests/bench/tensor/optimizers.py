"""One step of an optimizer: a parameter of a million elements, and 40 small ones. One thread, processor time."""
import torch
from torch import optim

ELAPSED = ()
GOALS = {}
ROWS = {}


def made(kind, shapes, options):
    """What makes parameters with gradients and returns their step."""
    def make():
        torch.set_num_threads(1)
        torch.manual_seed(0)
        params = [torch.nn.Parameter(torch.randn(shape)) for shape in shapes]
        for param in params:
            param.grad = torch.randn_like(param) * 0.01
        optimizer, first = kind(params, **options), []

        def step():
            optimizer.step()
            if not first:
                first.append(params[0].detach().clone())
            return first[0]
        return step
    return make


KINDS = {
    'sgd': (optim.SGD, {'lr': 1e-4}), 'sgd_momentum': (optim.SGD, {'lr': 1e-4, 'momentum': 0.9}), 'adam': (optim.Adam, {}), 'adamw': (optim.AdamW, {}),
    'adam_amsgrad': (optim.Adam, {'amsgrad': True}), 'adagrad': (optim.Adagrad, {}), 'adadelta': (optim.Adadelta, {}), 'rmsprop': (optim.RMSprop, {}),
    'rmsprop_momentum': (optim.RMSprop, {'momentum': 0.9, 'centered': True}), 'adamax': (optim.Adamax, {}), 'nadam': (optim.NAdam, {}),
    'radam': (optim.RAdam, {}), 'rprop': (optim.Rprop, {}), 'asgd': (optim.ASGD, {}), 'adafactor': (optim.Adafactor, {}),
}
for name, (kind, options) in KINDS.items():
    ROWS[name + '_million'] = made(kind, [(1000, 1000)], options)
    ROWS[name + '_small'] = made(kind, [(16, 16), (16,)] * 20, options)
    GOALS[name + '_million'], GOALS[name + '_small'] = 1.2, 8.0
ROWS['muon_matrix'] = made(optim.Muon, [(256, 256)], {})
ROWS['muon_small'] = made(optim.Muon, [(16, 16)] * 40, {})
GOALS['muon_matrix'], GOALS['muon_small'] = 1.2, 8.0
