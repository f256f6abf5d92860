# Lists of sizes, numbers and tensors that change while one of their items, or another argument, becomes a number: what
# was given when the call began is what counts, or an error is raised.
import torch
import torch.nn.functional as F


class E:
    def __init__(self, action, value=0):
        self.action, self.value = action, value

    def __index__(self):
        self.action()
        return self.value

    def __float__(self):
        self.action()
        return float(self.value)


def tensors_of(function, n=20):
    items = [torch.ones(100) for _ in range(n)]
    return function(items, E(items.clear)).shape


def sizes_of(function):
    sizes = []
    sizes += [E(sizes.clear, 2), 3, 4]
    return function(sizes)


def grown(function):
    sizes = []
    sizes += [E(lambda: sizes.extend([1] * 1000), 2), E(lambda: sizes.insert(0, sizes), 3)]
    return function(sizes)


def replaced(tensor, data, value, use):
    return use(tensor, E(lambda: setattr(tensor, 'data', data), value))


def out_of_max():
    out = [torch.empty(3), torch.empty(3, dtype=torch.long)]
    torch.max(torch.ones(3, 3), E(out.clear), out=tuple(out))
    return len(out)


def elements(depth):
    items = [[1.0] * 10 for _ in range(10)]
    items[3][3] = E(items.clear if depth else items[3].clear, 5)
    try:
        return torch.tensor(items, dtype=torch.int64).shape
    except (TypeError, ValueError, RuntimeError) as error:
        return isinstance(error, Exception)


def position(tensor):
    items = [1, 2, 3]
    items[1] = E(items.clear, 2)
    try:
        tensor[items]
    except Exception:
        pass
    return len(items) <= 3


def packed(function):
    items = [torch.ones(100, requires_grad=True) for _ in range(5)]

    def pack(tensor):
        items.clear()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        return function(items).shape


def applied():
    x = torch.ones(1000)

    def swap(value):
        x.data = torch.zeros(2)
        return 2.0

    try:
        x.apply_(swap)
    except RuntimeError:
        pass
    return x.shape


def deep():
    class Memo(dict):
        def __setitem__(self, key, value):
            x.grad = None
            dict.__setitem__(self, key, value)

    x = torch.ones(1000, requires_grad=True)
    x.grad = torch.ones(1000)
    return x.__deepcopy__(Memo()).shape


cases = {
    'stack': lambda: tensors_of(lambda items, e: torch.stack(items, dim=e)),
    'cat': lambda: tensors_of(torch.cat), 'hundred': lambda: tensors_of(torch.stack, 100),
    'zeros': lambda: sizes_of(torch.zeros).shape, 'ones': lambda: sizes_of(torch.ones).shape,
    'view': lambda: sizes_of(torch.ones(24).view).shape, 'expand': lambda: sizes_of(torch.ones(1).expand).shape,
    'randint': lambda: sizes_of(lambda sizes: torch.randint(2, 5, sizes)).shape,
    'new_zeros': lambda: sizes_of(torch.ones(2).new_zeros).shape,
    'grown': lambda: grown(torch.zeros).shape, 'grown view': lambda: grown(torch.ones(6).reshape).shape,
    'size': lambda: replaced(torch.ones(2, 3, 4), torch.ones(5, 6, 7), 1, lambda x, e: x.size(e)),
    'stride': lambda: replaced(torch.ones(2, 3, 4), torch.ones(5, 6, 7), 1, lambda x, e: x.stride(e)),
    'item': lambda: replaced(torch.ones(5, 5), torch.ones(6, 2), 5, lambda x, e: x[e]),
    'slice': lambda: replaced(torch.ones(50), torch.ones(2), 40, lambda x, e: x[:e]),
    'out': out_of_max, 'rows': lambda: elements(True), 'row': lambda: elements(False),
    'position': lambda: position(torch.ones(5, 5)), 'packed': lambda: packed(torch.stack),
    'applied': applied, 'deep': deep,
}
expected = {
    'stack': '[20, 100]', 'cat': '[2000]', 'hundred': '[100, 100]', 'zeros': '[2, 3, 4]', 'ones': '[2, 3, 4]',
    'view': '[2, 3, 4]', 'expand': '[2, 3, 4]', 'randint': '[2, 3, 4]', 'new_zeros': '[2, 3, 4]', 'grown': '[2, 3]',
    'grown view': '[2, 3]', 'size': '6', 'stride': '7', 'item': 'tensor([1., 1.])', 'slice': 'tensor([1., 1.])',
    'out': '0', 'rows': 'True', 'row': 'True', 'position': 'True', 'packed': '[5, 100]', 'applied': '[2]',
    'deep': '[1000]',
}
# some of these end PyTorch by a signal: there none is run
for name, case in cases.items() if torch.__version__.endswith('tensor') else ():
    try:
        shown = str(case()).replace('torch.Size(', '').removesuffix(')' if name not in ('item', 'slice') else '~')
    except Exception as error:
        shown = repr(error)
    if shown != expected[name]:
        print(name, shown)
for wrong in (5, 'torch.NoTensor', len):
    try:
        torch.ones(2).type(wrong)
    except (TypeError, ValueError) as error:
        print(error)
