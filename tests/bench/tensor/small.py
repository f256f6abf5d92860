"""What one operation costs beside its arithmetic: tensors of 2 x 3, a thousand operations in each measurement."""
import torch

SETUP = """
N = range(1000)
F = torch.nn.functional
a, b, t, w, c, y = torch.ones(2, 3), torch.ones(2, 3), torch.ones(3, 2), torch.ones(4, 3), torch.ones(4), torch.tensor([0, 2])
g = torch.ones(2, 3, requires_grad=True)
one, numbers = torch.tensor(1.0), [[1., 2., 3.], [4., 5., 6.]]
"""
# What is evaluated a thousand times
EXPRESSIONS = {
    'add': 'a + b', 'add_gradient': 'g + b', 'add_number': 'a + 1', 'multiply_number_gradient': '2 * g', 'compare': 'a > b', 'product': 'a @ t', 'product_gradient': 'g @ t',
    'exp': 'a.exp()', 'relu': 'a.relu()', 'relu_gradient': 'g.relu()', 'sum': 'a.sum()', 'sum_dim': 'a.sum(1)', 'sum_keyword': 'a.sum(dim=1, keepdim=True)',
    'sum_gradient': 'g.sum()', 'mean': 'a.mean()', 'max': 'a.max()', 'amax': 'a.amax(1)', 'argmax': 'a.argmax()', 'norm': 'a.norm()', 'softmax': 'a.softmax(-1)',
    'pow': 'a ** 2', 'clamp': 'a.clamp(0, 1)', 'reshape': 'a.reshape(3, 2)', 'view': 'a.view(-1)', 'transpose': 'a.t()', 'transpose_gradient': 'g.t()', 'mT': 'a.T',
    'unsqueeze': 'a.unsqueeze(0)', 'permute': 'a.permute(1, 0)', 'expand': 'a.expand(4, 2, 3)', 'clone': 'a.clone()', 'detach': 'g.detach()', 'double': 'a.double()',
    'to_same': 'a.to(torch.float32)', 'shape': 'a.shape[0]', 'size': 'a.size(0)', 'item': 'one.item()', 'tolist': 'a.tolist()', 'zero': 'a.zero_()', 'add_in_place': 'a.add_(0.0)',
    'zeros': 'torch.zeros(2, 3)', 'rand': 'torch.rand(2, 3)', 'randn': 'torch.randn(2, 3)', 'arange': 'torch.arange(6)', 'tensor': 'torch.tensor(numbers)',
    'zeros_like': 'torch.zeros_like(a)', 'cat': 'torch.cat((a, b))', 'stack': 'torch.stack((a, b))', 'where': 'torch.where(a > 0, a, b)', 'maximum': 'torch.maximum(a, b)',
    'addmm': 'torch.addmm(a[:, :2], a, t)', 'linear': 'F.linear(a, w, c)', 'functional_relu': 'F.relu(a)', 'mse_loss': 'F.mse_loss(a, b)', 'cross_entropy': 'F.cross_entropy(a, y)',
    'chain_item': '(a * b + a).sum().item()', 'chain_gradient': '((g * b + a) ** 2).mean()', 'autograd_grad': 'torch.autograd.grad((g * g).sum(), g)[0]',
}
# What is done a thousand times in a function that returns c
STATEMENTS = {
    'loop_item': ('c = one', 'c = c * 0.5 + 1\n        if c.item() > 3: break'),
    'forward_backward': ('g.grad = c = None', '(g * b).sum().backward()\n    c = g.grad'),
    'update': ('c = g', 'with torch.no_grad(): g.sub_(0.0 * b)'),
}


def row(before, body):
    def make():
        space = {'torch': torch}
        exec(f'{SETUP}\ndef work():\n    {before}\n    for _ in N:\n        {body}\n    return c\n', space)
        return space['work']
    return make


ROWS = {name: row('c = None', f'c = {expression}') for name, expression in EXPRESSIONS.items()} | {name: row(*parts) for name, parts in STATEMENTS.items()}
