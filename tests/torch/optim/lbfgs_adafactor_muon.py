# LBFGS, Adafactor and Muon: values, states, options and errors.
import torch
from torch import optim


def rounded(values):
    if isinstance(values, torch.Tensor):
        values = values.tolist()
    return [rounded(value) for value in values] if isinstance(values, list) else float('%.4g' % values)


for search in (None, 'strong_wolfe'):
    for options in ({}, {'lr': 0.1}, {'max_iter': 6, 'history_size': 2}, {'max_eval': 3}, {'max_eval': 7, 'max_iter': 5}, {'lr': 0.01, 'max_eval': 40, 'max_iter': 20}, {'lr': torch.tensor(1.0)}):
        point = torch.nn.Parameter(torch.tensor([-1.2, 1.0]))
        optimizer = optim.LBFGS([point], line_search_fn=search, **{'max_iter': 4, 'history_size': 3, **options})

        def closure():
            optimizer.zero_grad()
            loss = (1 - point[0]) ** 2 + 100 * (point[1] - point[0] ** 2) ** 2
            loss.backward()
            return loss
        print(search, options, [optimizer.step(closure).item() for _ in range(4)], point.tolist())
        state = optimizer.state[point]
        print('   ', list(state), state['func_evals'], state['n_iter'], type(state['t']).__name__, len(state['al']), len(state['old_dirs']),
              [rounded(state[name]) for name in ('d', 'H_diag', 'prev_flat_grad', 'prev_loss')])

# rows fitted to a line in double, to the end
torch.manual_seed(0)
model = torch.nn.Linear(3, 1).double()
x = torch.randn(20, 3, dtype=torch.float64)
y = x @ torch.tensor([[1.0], [-2.0], [0.5]], dtype=torch.float64) + 0.25
optimizer = optim.LBFGS(model.parameters(), max_iter=50, line_search_fn='strong_wolfe')


def fit():
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(model(x), y)
    loss.backward()
    return loss


print(rounded(optimizer.step(fit)), rounded(fit()) < 1e-10, [rounded(p) for p in model.parameters()])
print(optimizer.state_dict()['param_groups'], optimizer.state_dict()['state'].keys())
flat = torch.nn.Parameter(torch.zeros(2, dtype=torch.complex64))
optimizer = optim.LBFGS([flat, torch.nn.Parameter(torch.zeros(3))])


def distance():
    optimizer.zero_grad()
    loss = (flat - torch.tensor([1 + 2j, -1j])).abs().square().sum()
    loss.backward()
    return loss


print(optimizer.step(distance), rounded(torch.view_as_real(flat.detach())))


def attempt(name, function):
    try:
        text = repr(function())
    except Exception as error:
        text = '%s: %s' % (type(error).__name__, error)
    print(name, '->', text)


def other_search():
    point = torch.nn.Parameter(torch.ones(2))
    optimizer = optim.LBFGS([point], line_search_fn='y')

    def closure():
        loss = point.square().sum()
        loss.backward()
        return loss
    return optimizer.step(closure)


attempt('other search', other_search)
attempt('no gradient', lambda: optim.LBFGS([torch.nn.Parameter(torch.ones(2))]).step(lambda: torch.tensor(1.0)))


def muon(shape=(2, 3), **options):
    torch.manual_seed(1)
    weight = torch.nn.Parameter(torch.randn(shape))
    optimizer = optim.Muon([weight], **options)
    for _ in range(3):
        weight.grad = torch.randn(shape)
        optimizer.step()
    return rounded(weight), {name: rounded(value) for name, value in optimizer.state[weight].items()}


for options in ({}, {'ns_steps': 100}, {'ns_coefficients': (1, 2)}, {'eps': -1}, {'nesterov': False}, {'adjust_lr_fn': 'original'},
                {'adjust_lr_fn': 'match_rms_adamw'}, {'lr': 0.1}, {'weight_decay': 0}, {'ns_steps': 0}, {'shape': (5, 2)},
                {'shape': (4, 4), 'lr': torch.tensor(0.05)}):
    attempt('Muon %s' % options, lambda: muon(**options))


def adafactor(shape, **options):
    torch.manual_seed(0)
    weight = torch.nn.Parameter(torch.randn(shape))
    optimizer = optim.Adafactor([weight], **options)
    for _ in range(5):
        weight.grad = torch.randn(shape)
        optimizer.step()
    return rounded(weight), {name: rounded(value) for name, value in optimizer.state[weight].items()}


for shape in ((3,), (2, 3), (2, 2, 3), ()):
    for options in ({}, {'weight_decay': 0.1}, {'maximize': True}, {'foreach': True}, {'eps': (1e-3, 1e-2)}, {'d': 2.0}, {'beta2_decay': -0.5},
                    {'lr': torch.tensor(0.1)}):
        attempt('Adafactor %s %s' % (shape, options), lambda: adafactor(shape, **options))


def complex_step(kind):
    weight = torch.nn.Parameter(torch.ones(2, 2, dtype=torch.complex64))
    weight.grad = weight.detach().clone()
    return kind([weight]).step()


for kind in (optim.Muon, optim.Adafactor):
    attempt(kind.__name__, lambda: complex_step(kind))
    attempt(kind.__name__, lambda: kind([torch.nn.Parameter(torch.ones(2, 2))]).step(lambda: 4))
