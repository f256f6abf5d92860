# The calls of tests/torch/examples once more, on the CPU and on the device meta: types, sizes and strides of results and gradients have to
# agree. Printed is where they do not, and how many do.
import os
import warnings
import torch

warnings.simplefilter('ignore')
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'examples')
# what changes the state of the process, or is refused on meta by PyTorch only because of how it looks at the layout (torch.equal)
LEFT_OUT = ('set_default', 'sinh_', 'cosh_', 'tanh_', 'native_group_norm', 'dropout_(', 'renorm_', 'as_strided_(', 'linalg.eig(', 'cov(', 'corrcoef(', 'istft', 'Variable', 'to_file', 'from_file', 'nonzero_static', 'embedding_bag', 'as_subclass',
            'native_dropout', 'fractional_max_pool3d', 'margin_loss', 'tensorinv', 'lobpcg', 'set_printoptions', 'save', 'dlpack', '.name', 'empty', 'grouped_mm', 'scaled_mm')


def described(value):
    if isinstance(value, torch.Tensor):
        return '%s%s%s' % (str(value.dtype)[6:], list(value.shape), value.stride())
    if isinstance(value, (tuple, list)):
        return '(%s)' % ', '.join(map(described, value))
    return type(value).__name__ if not isinstance(value, (int, bool, str, type(None))) else repr(value)


def result(line, names, recorded):
    names = dict(names)
    if recorded:
        for name, value in list(names.items()):
            if isinstance(value, torch.Tensor) and (value.is_floating_point() or value.is_complex()):
                names[name] = value.clone().requires_grad_()
    leaves = [value for value in names.values() if isinstance(value, torch.Tensor) and value.requires_grad]
    try:
        made = eval(line, names)
        if not recorded:
            return described(made)
        outs = [out for out in (made if isinstance(made, (tuple, list)) else [made]) if isinstance(out, torch.Tensor) and out.requires_grad]
        if not outs or any(out is leaf for out in outs for leaf in leaves):
            return ''
        (sum([(out.abs() if out.is_complex() else out).double().sum() for out in outs])).backward()
        return ' '.join([type(out.grad_fn).__name__ for out in outs] + [described(leaf.grad) for leaf in leaves if leaf.grad is not None])
    except (RuntimeError, NotImplementedError, TypeError, ValueError, AssertionError) as error:
        return '%s: %s' % (type(error).__name__, str(error).split(': attempted')[0][:90])


for file in sorted(os.listdir(FOLDER)):
    if not file.endswith('.py') or file in ('autocast.py', 'sparse.py', 'state_and_random.py'):
        continue
    with open(os.path.join(FOLDER, file)) as source:
        head, body = source.read().split('EXAMPLES = r"""', 1)
    here = {}
    exec(head, here)
    there = {name: value.to('meta') if isinstance(value, torch.Tensor) else value for name, value in here.items()}
    agree = 0
    for line in body.split('"""', 1)[0].strip().split('\n'):
        if any(part in line for part in LEFT_OUT):
            continue
        for recorded in (False, True):
            torch.manual_seed(0)
            expected = result(line, here, recorded)
            if 'Error' in expected and recorded:
                continue
            with torch.device('meta'):
                found = result(line, there, recorded)
            if found == expected:
                agree += 1
            elif not recorded:
                print(line, '|', expected, '|', found)
            elif 'Error' not in result(line, there, False):
                print(line, '| gradient |', found)
    print(file, agree)
