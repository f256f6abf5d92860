#!/usr/bin/env python3
"""Write tests/torch/keywords/*.py and .out: every public function called with each of its parameters by keyword.

    python3 tests/oracle/keywords.py [--list]    with a Python that has torch 2.13

The calls begin with the examples of each function (the lines ">>> call" of tests/torch/examples/*.out and EXTRA here). What a function
takes is known from inspect, from torch.overrides and from kernel/bind/signatures.def, which tests/oracle/signatures.py has asked
PyTorch for. Of each example come: all arguments by keyword; all but the first; and each parameter that the example does not give,
with its default, with values of its kind, and for parameters that NumPy calls otherwise by NumPy's name. A call that PyTorch refuses
stays, too, when it says why in one line. --list prints the calls only.
"""
import ast
import inspect
import re
import sys
import warnings
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import autograd, fft, linalg, special

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / 'tests' / 'torch'
SPACES = {'torch': torch, 'F': F, 'linalg': linalg, 'special': special, 'fft': fft, 'autograd': autograd}
TOPICS = {'torch_a_to_f': lambda s, n: s == 'torch' and n < 'g', 'torch_g_to_z': lambda s, n: s == 'torch' and n >= 'g',
          'methods_a_to_f': lambda s, n: s == 'Tensor' and n < 'g', 'methods_g_to_z': lambda s, n: s == 'Tensor' and n >= 'g',
          'modules': lambda s, n: s not in ('torch', 'Tensor')}
SETUP = """x = torch.tensor([[0.5, -1.5, 2.0], [3.0, 0.25, -0.75]])
y = torch.tensor([[1.0, 2.0, -4.0], [-0.5, 0.5, 8.0]])
p = torch.tensor([[0.1, 0.5, 0.9], [0.3, 0.7, 0.2]])
v = torch.tensor([1.0, -2.0, 0.5])
m = torch.tensor([[2.0, -1.0, 0.5], [1.0, 3.0, -0.5], [0.0, 1.5, 4.0]])
s = torch.tensor([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]])
k = torch.tensor([[3, 0, 2], [1, 2, 0]])
n = torch.tensor([6, 4, 9])
i = torch.tensor([[0, 1, 1], [1, 0, 0]])
j = torch.tensor([1, 0])
b = torch.tensor([[True, False, True], [False, True, True]])
z = torch.tensor([[1 + 2j, -0.5j], [3 - 1j, 2 + 0j]])
t3 = torch.arange(12.).reshape(2, 2, 3) / 4
u3 = torch.arange(12.).reshape(2, 3, 2) / 3 - 1
img = torch.arange(32.).reshape(1, 2, 4, 4) / 8 - 1
vol = torch.arange(64.).reshape(1, 1, 4, 4, 4) / 16
seq = torch.arange(12.).reshape(1, 2, 6) / 4 - 1
w = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
"""
HEAD = """# {title}: every parameter by keyword. Written by tests/oracle/keywords.py.
import warnings

import torch
import torch.nn.functional as F
from torch import autograd, fft, linalg, special

warnings.simplefilter('ignore')
SETUP = \"\"\"
{setup}\"\"\"
CALLS = r\"\"\"
{calls}
\"\"\"


{shown}

class Printed:
    \"\"\"Lines of calls with the same result stand together.\"\"\"
    lines, said = [], None


for line in CALLS.strip().split('\\n') + ['None']:
    scope = {{**globals()}}
    exec(SETUP, scope)
    torch.manual_seed(0)
    torch.set_default_dtype(torch.float32)
    try:
        said = shown(eval(line, scope))
    except Exception as error:
        said = f'{{type(error).__name__}}: {{error}}'
    if said != Printed.said and Printed.lines:
        print(*Printed.lines, sep='\\n')
        print('   ', Printed.said)
        Printed.lines = []
    Printed.lines.append(line)
    Printed.said = said
"""
SHOWN = '''def shown(value):
    """Type, shape, steps and some numbers."""
    if isinstance(value, (tuple, list)) and not isinstance(value, torch.Size):
        return type(value).__name__ + '(' + ', '.join([shown(part) for part in value]) + ')'
    if not isinstance(value, torch.Tensor):
        return f'{value:.4g}' if isinstance(value, float) else str(value)
    text = f'{str(value.dtype)[6:]} {tuple(value.shape)} {value.stride()}' + (' requires_grad' if value.requires_grad else '')
    numbers = value.detach().flatten()[:7]
    if numbers.is_complex():
        numbers = torch.view_as_real(numbers.resolve_conj()).flatten()
    return text + ' [' + ' '.join([f'{number + 0.0:.3f}' if isinstance(number, float) else str(number) for number in numbers.tolist()]) + ']'
'''
EXTRA = """
fft.fft(x)
fft.ifft(x)
fft.rfft(x)
fft.irfft(z)
fft.hfft(z)
fft.ihfft(x)
fft.fft2(x)
fft.ifft2(x)
fft.rfft2(x)
fft.irfft2(z)
fft.hfft2(z)
fft.ihfft2(x)
fft.fftn(x)
fft.ifftn(x)
fft.rfftn(x)
fft.irfftn(z)
fft.hfftn(z)
fft.ihfftn(x)
fft.fftshift(x)
fft.ifftshift(x)
fft.fftfreq(5)
fft.rfftfreq(5)
F.cross_entropy(x, j)
F.nll_loss(x, j)
F.ctc_loss(torch.randn(5, 2, 4).log_softmax(2), torch.tensor([[1, 2], [2, 3]]), torch.tensor([5, 5]), torch.tensor([2, 2]))
F.pad(img, (1, 1))
F.interpolate(img, scale_factor=2.0)
F.interpolate(img, size=(3, 5), mode='bilinear')
F.grid_sample(img, torch.zeros(1, 2, 2, 2))
F.max_pool1d(seq, 2)
F.max_pool2d(img, 2)
F.max_pool3d(vol, 2)
F.avg_pool2d(img, 2)
F.unfold(img, 2)
F.conv_transpose1d(seq, torch.ones(2, 1, 2))
F.conv_transpose3d(vol, torch.ones(1, 1, 2, 2, 2))
F.smooth_l1_loss(x, y)
F.huber_loss(x, y)
F.scaled_dot_product_attention(t3, t3, t3)
torch.sum(x, 1)
torch.prod(x, 1)
torch.mean(x, 1)
torch.std(x, 1)
torch.var(x, 1)
torch.max(x, 1)
torch.min(x, 1)
torch.norm(x)
torch.where(b, x, y)
torch.normal(0.0, 1.0, (2, 2))
torch.tensor([1, 2])
torch.as_tensor([1, 2])
torch.zeros(2, 3)
torch.ones(2, 3)
torch.eye(3)
torch.linspace(0, 1, 3)
torch.logspace(0, 1, 3)
torch.randperm(4)
torch.randint(3, (2,))
torch.meshgrid(v, n)
torch.einsum('ij,kj->ik', x, y)
torch.tensordot(x, m, 1)
torch.unique(k)
torch.unique_consecutive(n)
torch.cdist(x, y)
torch.stft(v, 2)
x.sum(1)
x.prod(1)
x.mean(1)
x.std(1)
x.var(1)
x.max(1)
x.min(1)
x.norm()
x.to(torch.float64)
x.to('cpu')
x.type(torch.float64)
x.view(3, 2)
x.view((3, 2))
x.reshape(3, 2)
x.expand(2, 2, 3)
x.permute(1, 0)
x.repeat(2, 1)
x.new_zeros((2, 3))
x.new_ones((2, 3))
x.new_full((2, 3), 1.5)
x.new_tensor([1, 2])
x.requires_grad_()
x.masked_fill(b, 0.5)
x.unique()
x.split(1)
x.where(b, y)
x.clone().copy_(y)
x.squeeze(0)
x.flip(0)
x.tile(2)
autograd.grad((w * w).sum(), w)
autograd.backward((w * 2).sum())
""".strip().split('\n')
SKIPPED = re.compile(r'^(torch|autograd|x|v|w)\.(compile|save|load|seed|initial_seed|set_\w+|vmap|manual_seed|from_numpy|numpy|data_ptr|empty\w*|use_\w+|fork_rng|get_\w+'
                     r'|default_generator|thread\w*|resize_\w*|set_|new_empty\w*|storage|untyped_storage|is_storage|typename|__\w+|is_tensor|share_memory_|pin_memory|is_pinned|register\w*'
                     r'|cuda|apply_|map_|new|typed_storage|profiler|__\w+)\(')
# parameters that ask for another device, memory or computer
NOT_ASKED = {'pin_memory', 'layout', 'non_blocking', 'fweights_', 'stacklevel', '_stacklevel', 'names', 'check_errors_', 'out_dtype', 'other_', 'check_pinning', 'async', 'blank'}
# what is known to be otherwise here: lists of tensors to write into, a test of the language's own names
OTHERWISE = {('embedding_bag', 'max_norm'), ('embedding_bag', 'scale_grad_by_freq'), ('embedding_bag', 'sparse'),
             ('split_with_sizes_copy', 'out'), ('unbind_copy', 'out'), ('split_copy', 'out'), ('lu', 'get_infos'), ('new', 'size'), ('new', 'data'), ('backward', 'create_graph'), ('asarray', 'copy'), ('asarray', 'requires_grad'), ('convolution', 'out'), ('native_dropout', 'out'),
             ('native_layer_norm', 'out'), ('native_group_norm', 'out')}  # the last one makes a cycle, as PyTorch says
ALIASES = {'dim': 'axis', 'keepdim': 'keepdims', 'input': 'x', 'other': 'x2'}
BY_NAME = {
    'dtype': ['torch.float64'], 'device': ["'cpu'", "torch.device('cpu')"], 'generator': ['torch.Generator().manual_seed(3)', 'None'],
    'requires_grad': ['True'], 'memory_format': ['torch.contiguous_format', 'torch.preserve_format'],
    'reduction': ["'none'", "'mean'", "'sum'"], 'rounding_mode': ["'floor'", "'trunc'", 'None'], 'indexing': ["'ij'", "'xy'"],
    'mode': ["'nearest'", "'sum'", "'bilinear'", "'constant'", "'replicate'", "'reduced'", "'sum'"], 'padding_mode': ["'zeros'", "'border'"],
    'approximate': ["'tanh'", "'none'"], 'driver': ["'gelsd'", "'gels'"], 'UPLO': ["'U'", "'L'"], 'norm': ["'ortho'", "'forward'", "'backward'", 'None'],
    'side': ["'right'", "'left'"], 'reduce': ["'sum'", "'prod'", "'amax'"], 'interpolation': ["'lower'", "'linear'"],
    'ord': ['2', 'None', "'fro'", "float('inf')"], 'p': ['1', '2.0', "'fro'", '0.5'], 'equation': ["'ij->ji'"],
    'weight': ['None', 'v', 'x', 'torch.ones(2, 2, 2)'], 'bias': ['None', 'v', 'torch.ones(2)', 'torch.ones(1)'], 'pos_weight': ['None', 'v'],
    'running_mean': ['None', 'torch.zeros(2)'], 'running_var': ['None', 'torch.ones(2)'], 'sorter': ['None', 'k.argsort()', 'n.argsort()'],
    'attn_mask': ['None'], 'per_sample_weights': ['None'], 'weights': ['None', 'v'], 'fweights': ['None', 'n'], 'aweights': ['None', 'v.abs()', 'n'],
    'prepend': ['None', 'x', 'v'], 'append': ['None', 'x', 'v'], 'stable': ['True', 'False'], 'min': ['0', '-0.5', 'x', 'None'],
    'max': ['1', '0.5', 'x', 'None'], 'dims': ['0', '(0, 1)', '1', '(-2, -1)', 'None'], 'dim': ['0', '-1', '1', '(0, 1)', '(-2, -1)', 'None'], 's': ['(2, 3)', 'None'],
    'n': ['2', '4', 'None'], 'size': ['(2, 3)', '3', '[2]'], 'padding': ['0', '1', "'valid'", "'same'", '(1,)'], 'stride': ['1', '2', 'None'],
    'dilation': ['1', '2'], 'groups': ['1'], 'output_size': ['None', '(3, 3)', '2'], 'kernel_size': ['2'], 'lambd': ['0.3'],
    'grad_outputs': ['None', 'torch.tensor(2.0)'], 'grad_tensors': ['None', 'torch.tensor(2.0)'], 'gradient': ['None', 'torch.tensor(2.0)', 'torch.ones(3)'],
    'spacing': ['2.0', '(1.0, 2.0)'], 'atol': ['0.1', 'None'], 'rtol': ['0.1', 'None'], 'eps': ['0.01'], 'correction': ['0', '1', '2'],
    'unbiased': ['True', 'False'], 'range': ['(-2.0, 2.0)', 'None'], 'split_size': ['1'], 'scale_factor': ['2', '2.0', 'None'], 'is_causal': ['True', 'False'],
    'allow_unused': ['True', 'None'], 'inputs': ['None', 'w', '(w,)'], 'scale': ['None', '0.5'], 'antialias': ['True', 'False'],
}
BY_WORD = {
    'Tensor': ['x', 'y', 'v', 'n', 'j', 'b', 'k', 'None'], 'tuple of Tensors': ['(x, y)', '[x]', '(v, n)', 'None'], 'int': ['1', '0', '2', '-1', 'None'],
    'float': ['0.5', '2', 'None'], 'Number': ['2', '0.5', 'None'], 'bool': ['True', 'False'], 'str': ["'mean'", 'None'],
    'tuple of ints': ['1', '(0, 1)', '[2]', '()', 'None'], 'tuple of floats': ['(0.5, 1.5)', 'None'],
}
ANY = ['True', 'False', '1', '0.5', 'None', 'v', 'x', "'mean'"]


def known_forms():
    """What C functions and methods take: (is it a method, name) -> lists of (word, name, default or None, keyword only)."""
    found = {}
    text = (ROOT / 'kernel' / 'bind' / 'signatures.def').read_text()
    for kind, names, forms in re.findall(r'^(FUNCTIONS|METHODS)\("([^"]*)",\s*"((?:[^"\\]|\\.)*)"\)', text, re.M):
        lists = []
        for form in forms.lstrip('~').split('|'):
            if form == '-':
                lists.append([])
                continue
            parameters, only = [], False
            for part in re.split(r', (?![^\[\{]*[\]\}])', form[1:-1].replace('\\"', '"')):
                if part == '*':
                    only = True
                elif part:
                    left, equals, default = part.partition(' = ')
                    word, _, name = left.rpartition(' ')
                    parameters.append((re.sub(r'[\[?].*', '', word), name, default if equals else None, only))
            lists.append(parameters)
        for name in names.split():
            found[kind == 'METHODS', name] = lists
    return found


KNOWN = known_forms()
OVERRIDES = torch.overrides.get_testing_overrides()


def from_signature(signature, method):
    parameters = []
    for p in list(signature.parameters.values())[method:]:
        if p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
            continue
        default = None if p.default is p.empty else repr(p.default)
        word = {'bool': 'bool', 'int': 'int', 'float': 'float'}.get(type(p.default).__name__, '')
        parameters.append((word, p.name, default, p.kind == p.KEYWORD_ONLY))
    return parameters


def forms_of(space, name):
    method = space == 'Tensor'
    function = getattr(torch.Tensor if method else SPACES[space], name)
    if inspect.isfunction(function):
        signature = inspect.signature(function)
        if not any(p.kind == p.VAR_POSITIONAL for p in signature.parameters.values()):
            return [from_signature(signature, method)]
    for known in ([name] if space in ('torch', 'Tensor', 'F') else [f'{space}_{name}', name]):
        if (method, known) in KNOWN:
            return KNOWN[method, known]
    lists = []
    if method and (False, name) in KNOWN:
        lists += [form[1:] for form in KNOWN[False, name]]
    if function in OVERRIDES:
        lists.append(from_signature(inspect.signature(OVERRIDES[function]), method))
    return lists


SHOW = {}
exec(SHOWN, {'torch': torch}, SHOW)


def evaluate(line):
    """The result as the topic will show it."""
    scope = {'torch': torch, 'F': F, 'fft': fft, 'linalg': linalg, 'special': special, 'autograd': autograd}
    exec(SETUP, scope)
    torch.manual_seed(0)
    torch.set_default_dtype(torch.float32)
    try:
        value = eval(line, scope)
        exec(SHOWN, scope)
        return value, scope['shown'](value)
    except Exception as error:
        return error, f'{type(error).__name__}: {error}'


def out_of(value):
    if isinstance(value, torch.Tensor):
        return f'torch.empty(0, dtype={value.dtype})'
    if isinstance(value, tuple):
        return '(' + ', '.join(map(out_of, value)) + ',)'
    return 'None'


def call_of(line):
    """(space, name, text before the parenthesis, positional texts, keyword texts) or None."""
    try:
        node = ast.parse(line, mode='eval').body
    except SyntaxError:
        return None
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or any(isinstance(a, ast.Starred) for a in node.args):
        return None
    owner = ast.unparse(node.func.value)
    space = {'torch.autograd': 'autograd'}.get(owner, owner)
    if space not in SPACES:
        space = 'Tensor'
    if node.func.attr[0] == '_' or not hasattr(torch.Tensor if space == 'Tensor' else SPACES[space], node.func.attr):
        return None
    return space, node.func.attr, ast.unparse(node.func), [ast.unparse(a) for a in node.args], {w.arg: ast.unparse(w.value) for w in node.keywords}


def written(head, positional, keywords):
    return f"{head}({', '.join(positional + [f'{name}={value}' for name, value in keywords.items()])})"


def values_for(word, name, default, line):
    if name == 'out':
        value, _ = evaluate(line)
        return [out_of(value), 'None'] if not isinstance(value, Exception) else []
    candidates = BY_NAME.get(name, []) or BY_WORD.get(word, []) or ANY
    if default is not None and re.fullmatch(r"-?\d+(\.\d+)?(e-?\d+)?|True|False|None|'\w*'|\[\]|\(.*\)", default):
        candidates = [default, *[c for c in candidates if c != default]]
    return candidates


def asks_nothing(space, name, call):
    """NumPy's name for a parameter of a function in Python, which of course has none."""
    function = getattr(torch.Tensor if space == 'Tensor' else SPACES[space], name)
    said = evaluate(call)[1]
    return inspect.isfunction(function) and re.search("unexpected keyword argument '(x|x2|axis|keepdims)'", said) or 'missing' in said


def calls_from(line):
    """The calls that come from an example."""
    parts = call_of(line)
    if not parts or SKIPPED.match(line):
        return
    space, name, head, positional, keywords = parts
    if isinstance(evaluate(line)[0], Exception):
        return
    yield space, name, line
    for form in forms_of(space, name):
        places = [p for p in form if not p[3]]
        given = positional
        if len(given) > len(places) and len(places) == 1:  # x.view(3, 2)
            given = ['(' + ', '.join(given) + ',)']
        if len(given) > len(places):
            continue
        named = {p[1]: value for p, value in zip(places, given)}
        if set(named) & set(keywords) or set(keywords) - {p[1] for p in form}:
            continue
        named.update(keywords)
        full = written(head, [], named)
        yield space, name, full
        if isinstance(evaluate(full)[0], Exception) and space != 'Tensor' and any(p[2] is None and p[1] not in named for p in form):
            continue
        for start in range(1, len(given)):
            yield space, name, written(head, given[:start], {p[1]: value for p, value in list(zip(places, given))[start:]} | keywords)
        for p in list(named):
            if p in ALIASES and ALIASES[p] not in named:
                yield space, name, written(head, [], {ALIASES.get(q, q) if q == p else q: value for q, value in named.items()})
        for word, extra, default, _ in form:
            if extra in named or extra in NOT_ASKED or extra[0] == '_' or (name, extra) in OTHERWISE:
                continue
            taken, refused = 0, None
            for value in values_for(word, extra, default, line):
                call = written(head, positional, {**keywords, extra: value})
                result, text = evaluate(call)
                if not isinstance(result, Exception):
                    yield space, name, call
                    taken += 1
                    if taken == 1 and extra in ALIASES:
                        yield space, name, written(head, positional, {**keywords, ALIASES[extra]: value})
                elif '\n' not in text and refused is None:
                    refused = call
                if taken == 3:
                    break
            if not taken and refused:
                yield space, name, refused


def main():
    if not torch.__version__.startswith('2.13.'):
        sys.exit(f'keywords: the oracle is torch 2.13, this is {torch.__version__}')
    warnings.simplefilter('ignore')
    examples = [line for path in sorted(TESTS.glob('examples/*.out')) for line in re.findall(r'^>>> (.*)$', path.read_text(), re.M)] + EXTRA
    calls = {}
    for line in dict.fromkeys(examples):
        for space, name, call in calls_from(line):
            calls.setdefault((space, name), {})[call] = None
    for topic, chosen in TOPICS.items():
        lines = []
        for (space, name), texts in sorted(calls.items()):
            if chosen(space, name):
                for text in texts:
                    value, said = evaluate(text)
                    if asks_nothing(space, name, text):
                        continue
                    if '\n' not in said and '0x' not in said:
                        lines.append(text)
        if '--list' in sys.argv:
            print(*lines, sep='\n')
            continue
        text = HEAD.format(title=topic.replace('_', ' ').capitalize(), setup=SETUP, calls='\n'.join(lines), shown=SHOWN)
        (TESTS / 'keywords' / f'{topic}.py').write_text(text)


if __name__ == '__main__':
    main()
