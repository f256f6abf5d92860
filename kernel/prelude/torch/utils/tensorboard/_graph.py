"""The graph of a network for TensorBoard: one run of the network, whose autograd graph is taken with the modules in which its nodes were made.
Must not know files."""

import torch
from torch.utils.tensorboard._protobuf import block, integer

_PRODUCER = 22


# ---- TensorBoard's messages


def _shapes(shape):
    """The attribute that says the shape of what a node gives."""
    sizes = b''.join([block(2, integer(1, size), True) for size in shape])
    return block(5, block(1, '_output_shapes') + block(2, block(1, block(7, sizes, True), True), True))


def _node(name, op, inputs=(), shape=None, text=''):
    """A NodeDef with its name, operation, the names of its inputs, and the shape and the text that are shown of it."""
    out = block(1, name) + block(2, op) + b''.join([block(3, each) for each in inputs])
    if shape is not None:
        out += _shapes(shape)
    return block(1, out + block(5, block(1, 'attr') + block(2, block(2, text, True), True)))


def message(nodes):
    """A GraphDef of nodes."""
    return b''.join([_node(*row) for row in nodes]) + block(4, integer(1, _PRODUCER))


# ---- one run


def _tensors(value):
    """The tensors in arguments or results, however they are packed."""
    if isinstance(value, torch.Tensor):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [tensor for part in parts for tensor in _tensors(part)]


def _scopes(model):
    """The name of each module as TensorBoard nests them: Net/Sequential[body]/Linear[0]."""
    names = {}

    def name(module, scope):
        if module not in names:
            names[module] = scope
            for key, child in module.named_children():
                name(child, '%s/%s[%s]' % (scope, type(child).__name__, key))
    name(model, type(model).__name__)
    return names


class _Recorder:
    """Where the nodes of the autograd graph were made: while a module ran, or around it."""

    def __init__(self, model):
        self.names, self.root = _scopes(model), type(model).__name__
        self.open, self.scope_of, self.shape_of = [], {}, {}

    def mark(self, value, scope):
        """All nodes of the graph behind the value that are not known yet were made in this scope."""
        for tensor in _tensors(value):
            if tensor.grad_fn is not None:
                self.shape_of[tensor.grad_fn] = tensor.shape
        waiting = [tensor.grad_fn for tensor in _tensors(value)]
        while waiting:
            node = waiting.pop()
            if node is not None and node not in self.scope_of and not hasattr(node, 'variable'):
                self.scope_of[node] = scope
                waiting += [each for each, _ in node.next_functions]

    def before(self, module, args):
        self.mark(args, self.open[-1] if self.open else self.root)
        self.open.append(self.names[module])

    def after(self, module, args, result):
        self.mark(result, self.open.pop())


def _followed(value):
    """The arguments of a run, floating tensors as results of a node that is known as theirs."""
    sources = []

    def change(value):
        if isinstance(value, torch.Tensor):
            if not (value.is_floating_point() or value.is_complex()):
                sources.append((value, None))
                return value
            source = value.detach().clone().requires_grad_()
            followed = source.view_as(source)
            sources.append((source, followed.grad_fn))
            return followed
        if isinstance(value, dict):
            return {key: change(each) for key, each in value.items()}
        return type(value)([change(each) for each in value]) if isinstance(value, (list, tuple)) else value
    return change(value), sources


def _run(model, inputs):
    """(the recorder of a run in evaluation mode, the input tensors with their nodes, the results). The modules' modes and the parameters'
    requires_grad are as before afterwards."""
    recorder, hooks = _Recorder(model), []
    modes = {module: module.training for module in model.modules()}
    frozen = [each for each in model.parameters() if not each.requires_grad and each.is_floating_point()]
    inputs, sources = _followed(inputs)
    try:
        model.eval()
        for each in frozen:
            each.requires_grad_(True)
        for module in recorder.names:
            hooks += [module.register_forward_pre_hook(recorder.before), module.register_forward_hook(recorder.after)]
        with torch.enable_grad():
            result = model(*inputs) if isinstance(inputs, (list, tuple)) else model(inputs)
    finally:
        for hook in hooks:
            hook.remove()
        for module, mode in modes.items():
            module.training = mode
        for each in frozen:
            each.requires_grad_(False)
    return recorder, sources, _tensors(result)


def nodes_of(model, inputs):
    """The rows of nodes of one run: inputs, results, parameters, and the nodes of the autograd graph under the names of their modules."""
    recorder, sources, results = _run(model, inputs)
    recorder.mark(results, recorder.root)
    parameters = {}
    for module, scope in recorder.names.items():
        for key, each in module.named_parameters(recurse=False):
            parameters.setdefault(each, '%s/%s' % (scope, key))
    rows, names = [], {}
    code = getattr(type(model).forward, '__code__', None)
    known = code.co_varnames[1:code.co_argcount] if code is not None else ()
    for number, (tensor, node) in enumerate(sources):
        name = 'input/%s' % (known[number] if number < len(known) else 'input.%d' % (number + 1))
        names[node] = name
        rows.append((name, 'IO Node', (), tensor.shape))
    made = [node for node in recorder.scope_of if node not in names]
    counts = {}
    for node in made:
        name = '%s/%s' % (recorder.scope_of[node], node.name())
        counts[name] = counts.get(name, 0) + 1
        names[node] = name if counts[name] == 1 else '%s_%d' % (name, counts[name] - 1)
    used = {}

    def source(node):
        """The name of what a node takes."""
        variable = getattr(node, 'variable', None)
        if variable is None:
            return names[node]
        return used.setdefault(variable, parameters.get(variable, '%s/tensor_%d' % (recorder.root, len(used))))
    for number, each in enumerate(results):
        rows.append(('output/output.%d' % (number + 1), 'IO Node', () if each.grad_fn is None else (names[each.grad_fn],), each.shape))
    body = [(names[node], node.name(), [source(each) for each, _ in node.next_functions if each is not None], recorder.shape_of.get(node))
            for node in made]
    rows += [(name, 'Parameter', (), variable.shape) for variable, name in used.items()]
    return rows + body
