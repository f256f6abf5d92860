"""The calls of tests/fuzz/hostile, as text: call number i of a seed is a row with one or two of its parts put in place of others.

A row is a plausible line of Python: from hostile_rows.txt, from the examples of tests/torch, from kernel/bind/signatures.def, or for
whatever dir() shows besides, a call with arguments that its parameters' names suggest. Its parts (receiver, arguments, items,
operands, bounds) have kinds, by the form they are written in. A part becomes a value at the edge of its kind (EDGES), or a hostile
object whose special methods fit the kind (HOSTILE) and do something to what the call is made with (EFFECTS); for that, lists, tensors and
other things that change are put into variables first.
"""
import ast
import random
import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent

EDGES = {
    'int': '0 | 1 | -1 | 2 | 3 | -2 | 7 | 100 | 2**31 - 1 | 2**31 | -2**31 | 2**32 | 2**62 | -2**62 | 2**63 - 1 | -2**63 | 2**63 | 2**64 | -2**64 | 10**30 | True | None | 1.5',
    'float': '0.0 | -0.0 | 1.0 | -1.5 | math.inf | -math.inf | math.nan | 1e308 | 5e-324 | 1e-30 | 2.0**63 | -2.0**63 | 3 | 10**400 | None | True',
    'bool': 'True | False | None | 0 | 2 | "" | [] | math.nan | torch.tensor([1, 0]) | torch.tensor(True)',
    'str': '"" | "a" | "ab" | "\\0" | "\\ud800" | "\\U0001f600" | "aé" * 50 | "%s%d" | "{}{0[1]}" | "none" | "mean" | "sum" | "x" * 70000 | "{:999999999}" | "%*d" | b"a" | None',
    'bytes': 'b"" | b"a" | b"\\0\\xff" | b"ab" * 100 | bytearray(b"abc") | memoryview(b"abcdef") | memoryview(bytearray(8))[::-2] | memoryview(bytearray(12)).cast("I") | "a" | None',
    'list': '[] | [None] | [1] * 1000 | [[]] | [math.nan] | [2**63] | ["a", 1] | [[1], [2, 3]] | (1, 2) | range(3) | range(2**62) | iter([1, 2]) | {1: 2} | "ab" | None',
    'tuple': '() | (1,) | (2, 3) | (2**62, 2) | (2**32, 2**32) | (-1, 2) | (-2**63, -1) | (0, 2**62) | (1, 1, 1, 1, 1, 1, 1) | (0,) | (0, 0) | (2**63,) | (1.5,) | (None, None) | (2, 3) * 40 | [3, -1]',
    'dict': '{} | {None: 1} | {1: {}} | {"a": 1, "b": [2]} | {math.nan: 1} | dict.fromkeys(range(99)) | [(1, 2)] | [(1,)] | collections.Counter("aab") | types.MappingProxyType({1: 2}) | None',
    'set': 'set() | {1} | frozenset([1, 2]) | set(range(99)) | {math.nan} | [1, [2]] | {}.keys() | None',
    'slice': 'slice(None) | slice(2**63, -2**63, -1) | slice(None, None, -2**63) | slice(0, 2**62, 2**62) | slice(None, None, 0) | slice(-1, None, -1) | slice("a") | ...',
    'function': 'None | lambda *a: a | lambda *a: 1 / 0 | fail | len | int | type | print | functools.partial(fail) | (lambda *a: NotImplemented) | str.join | torch.add',
    'tensor': '''torch.ones(2, 3) | torch.zeros(0) | torch.empty(3, 0) | torch.empty(0, 3) | torch.tensor(2.5) | torch.tensor(True) | torch.arange(6.).reshape(2, 3) | torch.arange(6) | torch.ones(3)
        torch.tensor([math.nan, math.inf, -math.inf]) | torch.tensor([[2.0, 1.0], [1.0, 3.0]]) | torch.arange(24.).reshape(2, 3, 4) | torch.arange(32.).reshape(1, 2, 4, 4) | torch.zeros(1, 1, 1, 1, 1)
        torch.tensor([-2**63, 2**63 - 1]) | torch.tensor([0, 1, 1]) | torch.tensor([5, -7, 2]) | torch.tensor([-2**31, 2**31 - 1], dtype=torch.int32) | torch.tensor([-128, 127], dtype=torch.int8)
        torch.ones(2, 3, dtype=torch.float64) | torch.ones(2, 3, dtype=torch.float16) | torch.ones(3, dtype=torch.bfloat16) | torch.tensor([1 + 2j, math.nan]) | torch.ones(2, 2, dtype=torch.complex128).mH
        torch.ones(2, 3, requires_grad=True) | torch.ones(3, requires_grad=True) * 2 | torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True) | torch.tensor([True, False, True]) | torch.ones(2, 3).bool()
        torch.tensor([0, 2, 255], dtype=torch.uint8).view(torch.bool) | torch.tensor([0, 2, 255, 1, 7, 9], dtype=torch.uint8).view(torch.bool).reshape(2, 3) | torch.ones(3, 2).t() | torch.ones(6)[::2]
        torch.ones(1).expand(2**40) | torch.ones(1).expand(3, 4) | torch.zeros(1).expand(2**31, 2**31) | torch.arange(4.).as_strided((3, 2), (1, 1)) | torch.ones(4).as_strided((2,), (0,))
        torch.empty(0).as_strided((0,), (2**62,)) | torch.ones(1).as_strided((1, 1), (2**62, 2**62)) | torch.empty(0).expand(2**62, 0) | torch.empty(2, 0, 3).transpose(0, 2) | torch.ones(9)[8:]
        nn.Parameter(torch.ones(2, 3)) | torch.ones(2, 3).to_sparse() | torch.full((3, 3), 1e308, dtype=torch.float64) | torch.zeros(3, 3) | torch.empty(2, 3, device="meta") | 2.5 | 3 | None''',
    'index': 'torch.tensor([0, 1]) | torch.tensor([[0, 1, 1], [1, 0, 0]]) | torch.tensor([], dtype=torch.long) | torch.tensor([2**62, -2**62]) | torch.tensor([-1]) | torch.tensor([5, -7, 2]) | torch.tensor(0) | torch.tensor([-2**63]) | torch.tensor([0, 1], dtype=torch.int32) | torch.tensor([True, False]) | torch.tensor([0, 1]).expand(3, 2)',
    'dtype': 'torch.float32 | torch.float64 | torch.float16 | torch.bfloat16 | torch.int64 | torch.int32 | torch.uint8 | torch.int8 | torch.bool | torch.complex64 | float | int | None | "float32"',
    'device': '"cpu" | torch.device("cpu") | "meta" | "cuda:0" | 0 | "cpu:1" | None',
    'stream': 'io.BytesIO(b"abc") | io.StringIO("a\\nb") | io.BytesIO()',
    'module': 'nn.Linear(3, 2) | nn.ReLU() | nn.Sequential(nn.Linear(3, 3), nn.ReLU()) | nn.BatchNorm1d(3) | nn.ModuleList([nn.Linear(3, 2)]) | nn.Module()',
    'type': 'int | str | list | dict | object | type | tuple | Exception | torch.Tensor | BaseException | bool | type(None) | collections.OrderedDict',
    'other': '''object() | (i for i in range(3)) | iter([1, 2]) | 1j | complex(math.nan, math.inf) | range(0, 10, 3) | range(-2**63, 2**63) | collections.deque([1, 2], 3) | collections.defaultdict(list) | collections.OrderedDict(a=1)
        memoryview(bytearray(9)) | io.BytesIO(b"abc") | random.Random(1) | weakref.ref(nn.ReLU()) | itertools.count() | itertools.cycle([1]) | itertools.repeat(None) | zip() | map(fail, [1]) | types.SimpleNamespace(a=1)
        (lambda: 1).__code__ | (lambda: [i for i in ()]) | sys.float_info | NotImplemented | ValueError("a", 1) | ExceptionGroup("a", [ValueError()]) | property(fail) | staticmethod(fail) | super(int, True)
        torch.Size([2, 3]) | torch.Generator() | torch.float32 | torch.device("cpu") | list[int] | int | str | type("T", (), {}) | types.MappingProxyType({}) | enum.Enum("E", "a b").a | slice(1, 2)''',
}
EDGES = {kind: [one.strip() for line in text.split('\n') for one in line.split(' | ') if one.strip()] for kind, text in EDGES.items()}

# special methods that a value of the kind is asked for; a class behind the colon is the base, with what one is made of
NUMBERS = '__index__ __int__ __float__ __complex__ __bool__ __round__ __trunc__'
COMPARED = '__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__'
OPERATORS = '__add__ __radd__ __iadd__ __mul__ __rmul__ __sub__ __rsub__ __truediv__ __rtruediv__ __mod__ __rmod__ __pow__ __rpow__ __and__ __or__ __ror__ __xor__ __matmul__ __rmatmul__ __neg__ __invert__ __abs__ __contains__'
ITERATED = '__iter__ __next__ __len__ __getitem__ __contains__ __length_hint__ __reversed__'
TEXTS = '__repr__ __str__ __format__ __bytes__ __fspath__'
CHANGED = '__setitem__ __delitem__ __setattr__ __delattr__'
ALL = f'{NUMBERS} {COMPARED} {OPERATORS} {ITERATED} {TEXTS} {CHANGED} __call__ __getattr__ __enter__ __exit__ __reduce_ex__ __copy__ __deepcopy__ __dir__ __sizeof__ __missing__ __instancecheck__ __get__ __set__ __del__'
HOSTILE = {
    'int': ['__index__'] * 5 + ['__int__', '__float__', '__index__ __int__ __float__', f'{NUMBERS} {COMPARED}', '__bool__', f'__index__ {COMPARED} {OPERATORS} __int__ __repr__ : int, (2,)', '__index__ __torch_function__', '__torch_function__'],
    'float': ['__float__'] * 4 + ['__index__', '__float__ __index__ __int__', f'{NUMBERS} {COMPARED}', f'__float__ __index__ {OPERATORS} {COMPARED} __repr__ : float, (1.5,)'],
    'bool': ['__bool__', '__bool__', '__len__', '__index__', '__eq__ __hash__ __bool__'],
    'str': [f'{TEXTS}', f'{COMPARED} : str, ("a",)', f'{TEXTS} {ITERATED} {COMPARED} {OPERATORS} : str, ("ab",)', '__format__', '__fspath__', '__str__', f'{COMPARED} {TEXTS}'],
    'bytes': ['__bytes__', '__iter__ __next__', '__len__ __getitem__', '__index__', f'{TEXTS} {ITERATED} {COMPARED} : bytes, (b"ab",)', f'{ITERATED} {COMPARED} __index__ : bytearray, (b"ab",)', '__iter__ __length_hint__ __next__'],
    'list': ['__iter__ __next__', '__len__ __getitem__', '__iter__ __next__ __length_hint__', '__iter__', '__len__', f'{ITERATED}', f'{ITERATED} {COMPARED} : list, ([1, 2],)', f'{OPERATORS} {COMPARED} {CHANGED} : list, ([1, 2],)', '__getitem__', f'__index__ {ITERATED}'],
    'tuple': ['__iter__ __next__', '__len__ __getitem__', f'{ITERATED} {COMPARED} : tuple, ((1, 2),)', f'{ITERATED} : torch.Size, ((1, 2),)', '__index__', f'{ITERATED} : list, ([1, 2],)'],
    'dict': [f'{ITERATED} keys', f'{ITERATED} {COMPARED} __missing__ keys items get : dict, ({{1: 2}},)', '__getitem__ keys __iter__ __next__', '__iter__ __next__', '__missing__ : dict, ()', f'{ITERATED} {CHANGED} __missing__ : collections.OrderedDict, ([(1, 2)],)'],
    'set': [f'{ITERATED} {COMPARED} : set, ([1, 2],)', '__iter__ __next__', f'{COMPARED}', '__hash__', '__eq__ __hash__', f'{ITERATED} {COMPARED} : frozenset, ([1, 2],)'],
    'slice': ['__index__', '__iter__ __len__ __getitem__', '__eq__ __hash__'],
    'function': ['__call__', '__get__ __call__', '__call__ __getattr__', '__eq__ __hash__ __call__'],
    'tensor': ['__torch_function__'] * 2 + ['__torch_function__ __index__ __float__ __len__ __getitem__', '__float__', '__index__ __float__ __bool__', '__torch_function__ : torch.Tensor, ([1.0, 2.0],)', '__len__ __getitem__',
               f'{OPERATORS} {COMPARED}', f'__torch_function__ {OPERATORS} __len__ __getitem__ __bool__ __index__ __float__ __repr__ : torch.Tensor, ([1.0, 2.0],)', '__getattr__', '__iter__ __next__ __len__ __getitem__ : torch.Tensor, ([1, 2],)'],
    'key': ['__eq__ __hash__'] * 3 + [COMPARED, '__hash__', f'{COMPARED} __index__', f'{COMPARED} : str, ("a",)', f'{COMPARED} : int, (1,)', f'{COMPARED} : tuple, ((1, 2),)', '__eq__ __hash__ __repr__'],
    'stream': ['write read readline seek tell flush close __getattr__', 'read readline', 'write', 'write : io.BytesIO, ()', 'read readinto seek tell readline : io.BytesIO, (b"abc",)'],
    'module': ['__call__ __getattr__', '__getattr__ : nn.Module, ()', 'forward __getattr__ : nn.Linear, (3, 2)'],
    'type': ['__instancecheck__ __subclasscheck__ __mro_entries__ __getattr__', '__getattr__ __call__', '__instancecheck__ __subclasscheck__ __call__ __getattribute__ : type, ("T", (), {})', '__class_getitem__ __call__'],
    'other': [ALL, '__getattr__', '__getattribute__', '__repr__', '__del__', '__call__', '__getattribute__ __eq__ __hash__', '__enter__ __exit__', '__reduce_ex__', '__deepcopy__ __copy__', '__dir__', '__get__ __set__ __delete__', '__iter__ __next__ send throw close', OPERATORS, COMPARED, '__setattr__ __delattr__', '__contains__', '__reversed__'],
}
for plain in ('dtype', 'device', 'index'):
    HOSTILE[plain] = HOSTILE['other'] if plain != 'index' else HOSTILE['tensor']
VALUES = {name: 'int' for name in '__index__ __int__ __len__ __hash__ __length_hint__ __next__ __getitem__ __sizeof__'.split()}

# what is done to a variable of the kind
EFFECTS = {
    'list': '{x}.clear() | {x}.clear() | {x}.extend([None] * 99) | {x}.pop() | {x}.insert(0, {x}) | {x}.__setitem__(slice(None), [3]) | {x}.__delitem__(slice(1, None)) | {x}.sort() | {x}.reverse() | {x}.__imul__(0)',
    'dict': '{x}.clear() | {x}.clear() | {x}.update(dict.fromkeys(range(99))) | {x}.popitem() | {x}.setdefault("z", {x}) | {x}.pop(next(iter({x}))) | {x}.__init__(z=1)',
    'set': '{x}.clear() | {x}.clear() | {x}.update(range(99)) | {x}.pop() | {x}.__init__([9]) | {x}.symmetric_difference_update([1, 7])',
    'bytes': '{x}.clear() | {x}.clear() | {x}.extend(b"x" * 999) | {x}.pop() | {x}.__delitem__(slice(1, None)) | {x}.__init__(3) | {x}.__imul__(0)',
    'deque': '{x}.clear() | {x}.clear() | {x}.extend(range(99)) | {x}.popleft() | {x}.rotate(1) | {x}.appendleft({x})',
    'tensor': '''{x}.resize_(0) | {x}.resize_(0) | {x}.resize_(999) | {x}.set_() | {x}.set_(torch.zeros(1)) | setattr({x}, "data", torch.zeros(0)) | setattr({x}, "data", torch.zeros(7, dtype=torch.float64)) | {x}.requires_grad_() | {x}.detach_()
        {x}.zero_() | {x}.t_() | {x}.unsqueeze_(0) | {x}.squeeze_() | {x}.sum().backward() | setattr({x}, "grad", None) | {x}.untyped_storage().resize_(99) | {x}.as_strided_((1,), (1,)) | {x}.random_() | {x}.retain_grad()''',
    'memoryview': '{x}.release()',
    'stream': '{x}.close() | {x}.truncate(0) | {x}.seek(0) | {x}.write(b"abc" * 99) | {x}.write("abc" * 99) | {x}.seek(2**40) | {x}.getbuffer() | {x}.detach() | {x}.__init__()',
    'iterator': 'next({x}, None) | next({x}, None) | list({x}) | {x}.close() | {x}.send(None) | {x}.throw(ValueError) | {x}.__setstate__(0) | copy.copy({x}) | {x}.__reduce__() | {x}.__init__([1])',
    'module': '{x}._parameters.clear() | {x}._modules.clear() | {x}._buffers.clear() | {x}._forward_hooks.clear() | {x}.__dict__.clear() | {x}.double() | setattr({x}, "weight", None) | {x}.register_parameter("weight", nn.Parameter(torch.zeros(0))) | {x}.requires_grad_(False) | {x}.apply(fail)',
    'optimizer': '{x}.param_groups.clear() | {x}.state.clear() | {x}.param_groups[0].clear() | {x}.param_groups[0]["params"].clear() | {x}.zero_grad() | {x}.step()',
    'handle': '{x}.remove()',
    'object': '{x}.__dict__.clear() | setattr({x}, "a", 2) | setattr({x}, "__class__", type("C", (), {{}})) | {x}.__dict__.update(b=1) | delattr({x}, "a")',
    'type': 'setattr({x}, "a", 2) | setattr({x}, "__bases__", (type("C", (), {{}}),)) | delattr({x}, "a") | setattr({x}, "__eq__", fail) | setattr({x}, "__getattr__", fail)',
    'function': 'setattr({x}, "__code__", fail.__code__) | setattr({x}, "__defaults__", None) | setattr({x}, "__kwdefaults__", {{}}) | {x}.__dict__.clear()',
    'any': 'gc.collect() | gc.collect() | globals().pop("{x}", None) | globals().pop("{x}", None) | call() | call() | fail() | None | globals().clear()',
}
EFFECTS = {kind: [one.strip() for line in text.split('\n') for one in line.split(' | ') if one.strip()] for kind, text in EFFECTS.items()}

# the kind of what a call makes, by the name of what is called
MADE = {name: kind for kind, names in {
    'list': 'list sorted', 'dict': 'dict OrderedDict defaultdict Counter ChainMap', 'set': 'set', 'bytes': 'bytearray', 'deque': 'deque', 'memoryview': 'memoryview', 'stream': 'BytesIO StringIO TextIOWrapper BufferedReader',
    'iterator': 'iter map filter zip enumerate reversed chain cycle count repeat islice groupby tee accumulate product combinations permutations starmap takewhile dropwhile compress zip_longest pairwise generator',
    'tensor': 'tensor ones zeros arange full empty eye rand randn reshape clone Parameter as_strided expand requires_grad_ transpose t view to long float double bool abs',
    'module': ' '.join('Linear ReLU Sequential BatchNorm1d BatchNorm2d Conv1d Conv2d ModuleList ModuleDict Module LSTM GRU RNN Embedding Dropout LayerNorm Transformer MultiheadAttention EmbeddingBag'.split()),
    'optimizer': 'SGD Adam AdamW RMSprop Adagrad Adadelta Adamax NAdam RAdam ASGD Rprop LBFGS', 'handle': 'register_hook register_forward_hook register_full_backward_hook register_post_accumulate_grad_hook',
    'object': 'SimpleNamespace Thing', 'type': 'type', 'index': 'nonzero argsort'}.items() for name in names.split()}

# what parameters are, by their names; the rest is anything
NAMED = {name: kind for kind, names in {
    'tensor': '''input other self target weight bias mean var std running_mean running_var tensor out grad grad_output gradient x y A B L U mat vec mat1 mat2 batch1 batch2 tensor1 tensor2 source src value key query anchor positive negative
        log_probs logits probs loc scale rate concentration min max boundaries values pivots LU LU_data LU_pivots tau hx cx param params data mask attn_mask indices_or_sections sections v z''',
    'index': 'index indices idx offsets targets input_lengths target_lengths lengths batch_sizes',
    'int': '''dim dim0 dim1 axis n k size_average num groups kernel_size stride padding dilation in_channels out_channels num_features in_features out_features num_embeddings embedding_dim embed_dim num_heads hidden_size
        input_size num_layers output_size start end step steps count times dims diagonal offset upscale_factor num_classes d_model nhead batch_size depth maxsize decimals rtol start_dim end_dim level split_size chunks repeats ndim seed T_max''',
    'float': 'p eps momentum alpha beta lr weight_decay lambd threshold negative_slope margin delta tau gamma rho q rcond tol atol fill_value lower upper dropout gain sigma a b nan posinf neginf max_norm norm_type scale_factor temperature',
    'bool': 'keepdim inplace training affine track_running_stats bias_k ceil_mode largest sorted descending stable requires_grad full_matrices left hermitian unitriangular return_indices return_inverse return_counts log_target '
            'create_graph retain_graph allow_unused batch_first bidirectional add_bias_kv strict recurse keep_vars reverse repr init frozen order',
    'tuple': 'size sizes shape normalized_shape output_padding padding_mode_size new_shape repeats_size dims_tuple unflattened_size stride_tuple', 'list': 'tensors inputs outputs grad_tensors parameters iterable it seq sequence args modules values_list grad_outputs items',
    'str': 'reduction mode name s fmt text sep end encoding errors padding_mode equation norm indexing rounding_mode nonlinearity ord UPLO attr string pattern key_name prefix', 'dtype': 'dtype', 'device': 'device',
    'function': 'f fn func function hook closure key_function callback default_factory predicate pack_hook unpack_hook forward', 'dict': 'state_dict kwargs mapping state d memo', 'module': 'module model layer', 'stream': 'file fp stream', 'type': 'cls type typ klass base'}.items() for name in names.split()}

# kinds of signatures.def
SIGNATURE = {'Tensor': 'tensor', 'int': 'int', 'bool': 'bool', 'float': 'float', 'Number': 'float', 'tuple of ints': 'tuple', 'tuple of Tensors': 'tensors', 'torch.dtype': 'dtype', 'torch.device': 'device', 'str': 'str',
             'tuple of floats': 'floats', 'tuple of Scalars': 'floats', 'object': 'list'}
PLAUSIBLE = {'int': ['0', '1', '1', '2', '3', '-1'], 'float': ['0.5', '1.0', '2.0', '0.1', '3'], 'bool': ['True', 'False'], 'str': ['"a"', '"ab c"', '"mean"', '"sum"', '"none"'], 'bytes': ['b"ab c"', 'bytearray(b"abc")'],
             'list': ['[1, 2, 3]', '[3, 1, 2]', '[[1.0, 2.0], [3.0, 4.0]]', '[torch.ones(2), torch.ones(2)]'], 'tuple': ['(2, 3)', '[2, 3]', '2', '(1,)', '(0, 1)', '[1, 1]', '(3, 2)'], 'dict': ['{1: 2, "a": [3]}'], 'set': ['{1, 2, 3}'],
             'slice': ['slice(1, None)'], 'function': ['lambda *a: a[0]', 'len', 'str'], 'tensors': ['[torch.ones(2, 3), torch.zeros(2, 3)]', '(torch.ones(2), torch.ones(2))', '[torch.ones(2, 2)] * 3'],
             'floats': ['[0.5, 1.0]', '(1.0, 2.0)'], 'type': ['int', 'list', 'object']}
TENSORS = ['torch.ones(2, 3)', 'torch.arange(6.).reshape(2, 3)', 'torch.ones(3, 3)', 'torch.tensor([[2.0, 1.0], [1.0, 3.0]])', 'torch.ones(3)', 'torch.ones(2, 3, requires_grad=True)', 'torch.arange(24.).reshape(2, 3, 4)',
           'torch.arange(32.).reshape(1, 2, 4, 4)', 'torch.tensor([0, 1, 1])', 'torch.ones(2, 3).bool()', 'torch.tensor([[0, 1, 1], [1, 0, 0]])', 'torch.tensor(1.5)', 'torch.arange(3.)[:, None].expand(3, 3)']

# What is never called, and why: it ends or stops the process by its purpose, waits, reaches outside of it, or takes what is running
LEFT_OUT = {
    'ends the process': '_exit exit quit kill abort exit_interpreter',
    'waits or reads': 'input breakpoint sleep getpass raw_input help pause',
    'reaches outside': 'system chdir chmod link symlink remove removedirs rename renames replace_file rmdir unlink makedirs mkdir truncate_file open umask putenv unsetenv popen fork execv walk scandir listdir readlink '
                       'load_library download_url_to_file hub manual_open FileIO save_file DataLoader open_code _display display get_terminal_size',
    'counts the threads of the test': 'set_num_threads set_num_interop_threads',
    'changes every later call': 'gc_freeze freeze unfreeze set_default_device set_default_tensor_type set_printoptions_all settrace setprofile set_int_max_str_digits set_asyncgen_hooks setrecursionlimit displayhook excepthook unraisablehook set_warn_always set_threshold',
}
LEFT_OUT = {name for names in LEFT_OUT.values() for name in names.split()}

MODULES = '''builtins collections contextlib copy copyreg dataclasses enum functools heapq bisect io itertools keyword math operator random sys time types typing unicodedata warnings weakref gc torch torch.Tensor F linalg fft special nn
    optim autograd nn.init nn.utils torch.autograd.graph torch.autograd.function torch.autograd.functional torch.func torch.distributions torch.utils.data torch.utils.checkpoint torch.testing torch.random torch.storage torch.signal.windows
    torch.amp optim.lr_scheduler torch.return_types os.path torch.nn.attention torch.nn.utils.rnn torch.nn.utils.parametrizations torch.nn.utils.parametrize torch._C torch.backends torch.jit collections.abc nn.parallel
    zlib pickle nn.parallel.comm torch.serialization torch.hub torch.profiler torch.compiler torch.utils.benchmark torch.utils.tensorboard optim.swa_utils nn.utils.prune nn.utils.fusion nn.utils.stateless
    torch._foreach torch.utils._pytree'''.split()
# one of each type that has methods of its own
RECEIVERS = '''True | 7 | 2.5 | 2j | "ab c" | b"ab c" | bytearray(b"ab c") | [3, 1, 2] | (3, 1, 2) | {"a": 1, 2: 3} | {3, 1, 2} | frozenset([1, 2]) | range(0, 9, 2) | slice(1, 2, 3) | memoryview(bytearray(8)) | None | ... | NotImplemented | object()
    iter([1, 2, 3]) | iter((1, 2)) | iter("abc") | iter({1: 2}) | iter({1, 2}) | iter(range(3)) | iter(bytearray(b"ab")) | iter(lambda: 1, 2) | reversed([1, 2]) | {1: 2}.keys() | {1: 2}.values() | {1: 2}.items() | iter({1: 2}.items()) | (i for i in [1, 2, 3])
    enumerate([1, 2]) | zip([1], [2]) | map(str, [1, 2]) | filter(None, [0, 1]) | type | type("T", (), {"a": 1}) | property(len) | staticmethod(len) | classmethod(len) | super(bool, True) | (lambda a, b=1, *c, d=2: a) | (lambda: 1).__code__ | [].append | str.upper
    ValueError("a", 1) | OSError(2, "b", "c") | KeyError("a") | ExceptionGroup("a", [ValueError(1), TypeError(2)]) | UnicodeDecodeError("a", b"b", 0, 1, "c") | SyntaxError("a", ("b", 1, 2, "c")) | StopIteration(3) | ImportError("a", name="b") | SystemExit(1)
    collections.deque([1, 2, 3], 5) | collections.OrderedDict(a=1, b=2) | collections.defaultdict(list, a=[1]) | collections.Counter("aab") | collections.ChainMap({1: 2}, {3: 4}) | collections.namedtuple("N", "a b")(1, 2) | collections.UserList([1]) | collections.UserDict(a=1)
    itertools.chain([1], [2]) | itertools.count(1, 2) | itertools.cycle([1, 2]) | itertools.islice([1, 2, 3], 2) | itertools.groupby("aab") | itertools.tee([1, 2])[0] | itertools.accumulate([1, 2]) | itertools.product([1, 2], [3]) | itertools.permutations([1, 2, 3])
    itertools.combinations([1, 2, 3], 2) | itertools.repeat(1, 3) | itertools.starmap(pow, [(1, 2)]) | itertools.zip_longest([1], [2, 3]) | itertools.compress([1, 2], [0, 1]) | itertools.takewhile(bool, [1, 0]) | itertools.pairwise([1, 2, 3]) | itertools.combinations_with_replacement([1, 2], 2)
    functools.partial(max, 1) | functools.lru_cache(len) | functools.cmp_to_key(len)(1) | functools.cached_property(len) | functools.singledispatch(len) | io.BytesIO(b"ab\\nc") | io.StringIO("ab\\nc") | io.TextIOWrapper(io.BytesIO(b"ab\\nc")) | io.BufferedReader(io.BytesIO(b"abc"))
    random.Random(1) | weakref.ref(nn.ReLU()) | weakref.WeakValueDictionary() | weakref.WeakKeyDictionary() | weakref.WeakSet() | weakref.proxy(fail) | weakref.finalize(fail, fail) | types.SimpleNamespace(a=1) | types.MappingProxyType({1: 2}) | types.ModuleType("m") | types.CellType(1)
    list[int] | int | None | int | str | enum.Enum("E", "a b") | enum.Enum("E", "a b").a | enum.IntFlag("E", "a b").a | typing.Optional[int] | contextlib.ExitStack() | dataclasses.field() | sys.float_info | sys.flags | sys.version_info | time.gmtime(0) | operator.itemgetter(1, 2) | operator.attrgetter("a.b") | operator.methodcaller("a", 1)
    (lambda: (yield))() | ({}).get | int.__add__ | (1).__add__ | type.__dict__["__mro__"] | type(fail).__code__ | int.from_bytes | sys.stdout | (lambda: 1 / 0) | math | os.stat(".")
    torch.arange(6.).reshape(2, 3) | torch.tensor([3, 1, 2]) | torch.ones(2, 3, requires_grad=True) | (torch.ones(2, requires_grad=True) * 2).grad_fn | torch.Size([2, 3]) | torch.Generator() | torch.float32 | torch.device("cpu") | torch.ones(3).untyped_storage() | torch.ones(3).storage()
    nn.Parameter(torch.ones(2, 3)) | torch.max(torch.ones(2, 3), 0) | torch.finfo(torch.float32) | torch.iinfo(torch.int8) | nn.Linear(3, 2) | nn.Sequential(nn.Linear(3, 2), nn.ReLU()) | nn.ModuleList([nn.ReLU()]) | nn.ModuleDict({"a": nn.ReLU()}) | nn.ParameterList([torch.ones(2)]) | nn.ParameterDict({"a": torch.ones(2)})
    nn.LSTM(3, 2) | nn.GRUCell(3, 2) | nn.MultiheadAttention(4, 2) | nn.TransformerEncoderLayer(4, 2, 8) | nn.Embedding(5, 3) | nn.BatchNorm2d(2) | nn.Conv2d(2, 3, 2) | nn.CrossEntropyLoss() | optim.SGD([torch.ones(2, requires_grad=True)], 0.1, momentum=0.9) | optim.Adam([torch.ones(2, requires_grad=True)])
    optim.LBFGS([torch.ones(2, requires_grad=True)]) | optim.lr_scheduler.StepLR(optim.SGD([torch.ones(2, requires_grad=True)], 0.1), 2) | torch.distributions.Normal(0.0, 1.0) | torch.distributions.Categorical(torch.ones(3)) | torch.utils.data.TensorDataset(torch.ones(3)) | torch.no_grad() | torch.autograd.graph.save_on_cpu()
    torch.autograd.graph.saved_tensors_hooks(fail, fail) | torch.ones(2, requires_grad=True).register_hook(fail) | autograd.Function | torch.amp.GradScaler("cpu") | torch.ones(2, 3).to_sparse() | torch.nn.utils.rnn.pack_sequence([torch.ones(2)])'''
RECEIVERS = [one.strip() for line in RECEIVERS.split('\n') for one in line.split(' | ') if one.strip()]
SPECIAL_TOO = re.compile(r'__(?!class__|doc__|dict__|module__|init_subclass__|subclasshook__|weakref__|del__)\w+__$')

STATEMENTS = '''{a} + {b} | {a} - {b} | {a} * {i} | {a} / {b} | {a} // {b} | {a} % {b} | {a} ** {i} | {a} @ {b} | {a} & {b} | {a} | {b} | {a} << {i} | {a} >> {i} | divmod({a}, {b}) | -{a} | ~{a} | +{a} | abs({a}) | {a} == {b} | {a} < {b} | {a} != {b} | {a} >= {b}
    {b} in {a} | {a}[{i}] | {a}[{i}:{i}] | {a}[{i}:{i}:{i}] | {a}[{b}] | {a}[{i}, {i}] | {a}[...] | hash({a}) | repr({a}) | str({a}) | len({a}) | bool({a}) | list({a}) | tuple({a}) | dict({a}) | set({a}) | iter({a}) | next({a}) | sorted({a}) | max({a}) | min({a}, key={f})
    sorted({a}, key={f}) | sorted({a}, key={f}, reverse={t}) | format({a}, {s}) | "{{:{{}}}}".format({a}, {s}) | "%s %r" % ({a}, {b}) | "%*.*f" % ({i}, {i}, {a}) | "%d" % {a} | f"{{{a}!r:>{{{i}}}}}" | int({a}) | float({a}) | complex({a}, {b}) | bytes({a}) | bytearray({a}) | memoryview({a})
    isinstance({a}, {b}) | issubclass({a}, {b}) | getattr({a}, {s}) | setattr({a}, {s}, {b}) | delattr({a}, {s}) | hasattr({a}, {s}) | dir({a}) | vars({a}) | type({a})({b}) | {a}() | {a}({b}) | {a}({b}, {b}) | {a}(*{b}) | {a}(**{b}) | sum({a}, {b}) | any({a}) | all({a}) | reversed({a}) | enumerate({a}, {i})
    list(zip({a}, {b})) | list(map({f}, {a})) | list(filter({f}, {a})) | pow({a}, {i}, {i}) | round({a}, {i}) | copy.copy({a}) | copy.deepcopy({a}) | weakref.ref({a}, {f}) | functools.reduce({f}, {a}) | functools.partial({a}, {b}) | operator.index({a}) | operator.length_hint({a}) | print({a}, {b}, sep={s}, file={o})
    torch.tensor({a}) | torch.as_tensor({a}) | torch.tensor([{a}, {b}]) | torch.save({a}, io.BytesIO()) | torch.zeros({a}) | torch.ones(2, 3)[{a}] | torch.ones(2, 3)[{a}, {b}] | torch.stack({a}) | torch.ones(2, 3) + {a} | {a} * torch.ones(2, 3) | torch.ones({i}, {i}) | torch.where({a}, {b}, {b})
    [*{a}] | {{*{a}}} | {{**{a}}} | [v for v in {a}] | {{v: v for v in {a}}} | x, *y = {a} | x, y = {a} | x, (y, z), *w = {a} | {a}.x | {a}.x = {b} | del {a}.x | gc.get_referents({a}) | gc.get_referrers({a}) | type("T", ({a},), {b}) | sys.getsizeof({a}) | itertools.chain({a}, {b}) | math.prod({a})'''
STATEMENTS = [one.strip() for line in STATEMENTS.split('\n') for one in line.split(' | ') if one.strip()] + ['{a} | {b}']
PLACES = {'i': 'int', 'f': 'function', 's': 'str', 't': 'bool', 'o': 'stream'}
KINDS = [kind for kind in EDGES if kind != 'other']


def lines_of(pattern, name):
    for path in sorted((TOP / 'tests/torch').glob(pattern)):
        found = re.search(rf'^{name} = r"""\n(.*?)^"""', path.read_text(encoding='utf-8'), re.S | re.M)
        yield from found[1].splitlines() if found else ()


def parses(text):
    try:
        ast.parse(text)
        return True
    except (SyntaxError, ValueError):
        return False


def examples():
    """Calls of everything public in torch, which other tests make, too; several lines that build on another are no examples."""
    found = [*lines_of('keywords/*.py', 'CALLS'), *lines_of('examples/*.py', 'EXAMPLES')]
    return [line for line in dict.fromkeys(found) if len(line) < 300 and parses(line) and not left_out(line)]


def left_out(text):
    return not LEFT_OUT.isdisjoint(re.findall(r'\w+', text))


def setup():
    """The variables of those examples: name, expression."""
    text = (TOP / 'tests/torch/keywords/modules.py').read_text(encoding='utf-8')
    return dict(line.split(' = ', 1) for line in re.search(r'SETUP = """\n(.*?)"""', text, re.S)[1].splitlines())


def signatures():
    """(name, is it a method, [(kind, name, is it only a keyword)]) of each form."""
    text = (TOP / 'kernel/bind/signatures.def').read_text(encoding='utf-8')
    for what, names, forms in re.findall(r'(FUNCTIONS|METHODS)\("(.*?)",\s*"(.*?)"\)', text):
        for form in forms.split('|'):
            inside = form.strip('~')[1:-1]
            taken, keyword = [], False
            for part in re.split(r', (?![^\[]*\])', inside) if inside else ():
                if part == '*':
                    keyword = True
                    continue
                found = re.match(r'(.+?)(\[\d\])?\??(?: (\w+))(?: = .*)?$', part)
                if found:
                    taken.append((SIGNATURE.get(found[1], 'other'), found[3], keyword))
            for name in names.split():
                if name not in LEFT_OUT:
                    yield name, what == 'METHODS', taken


def hand_written():
    text = (Path(__file__).resolve().parent / 'hostile_rows.txt').read_text(encoding='utf-8')
    return [row.replace('\\t', '    ') for row in text.split('\n') if row and not row.startswith('#')]


class Source:
    """The rows, from the tables and from what the kernel says it has."""
    def __init__(self, inventory, only=None):
        self.setup = setup()
        self.keywords = examples()
        self.rows = hand_written()
        self.signatures = [(where, method, taken) for name, method, taken in signatures() for where in [name if method else self.reached(inventory, name)] if where]
        self.members, self.functions = [], []
        self.constructors = []
        for expression, names in inventory.items():
            if isinstance(names, str):
                continue
            for name, (kind, parameters) in names.items():
                if name in LEFT_OUT or kind in ('module', 'value') and expression in MODULES:
                    continue
                if expression in MODULES:
                    if name[:2] != '__':
                        self.functions.append((name if expression == 'builtins' else f'{expression}.{name}', kind, parameters))
                elif name[:2] != '__' or SPECIAL_TOO.match(name):
                    self.members.append((expression, name, kind, parameters))
        self.only = re.compile(only) if only else None

    @staticmethod
    def reached(inventory, name):
        """How a function of signatures.def is called, or None."""
        for where, short in (('torch', name), ('F', name), *((prefix, name[len(prefix) + 1:]) for prefix in ('linalg', 'fft', 'special') if name.startswith(prefix + '_'))):
            if short in inventory[where]:
                return f'{where}.{short}'
        return None

    @staticmethod
    def expressions():
        return MODULES + RECEIVERS


class Writer:
    """Writes one call."""
    def __init__(self, source, seed):
        self.source, self.r = source, random.Random(seed)
        self.lines, self.targets, self.names = [], [], 0
        self.calls = False

    # ---- rows ----

    def plausible(self, kind):
        r = self.r
        if kind == 'tensor':
            return r.choice(TENSORS)
        if kind == 'any':
            return r.choice(EDGES[r.choice(KINDS)] if r.random() < 0.7 else EDGES['other'])
        return r.choice(PLAUSIBLE.get(kind) or EDGES.get(kind) or EDGES['other'])

    def arguments(self, parameters, skip=0):
        """Text of arguments: what the names suggest, or of any kind where nothing is known."""
        r = self.r
        if parameters is None:
            kinds = [r.choice(KINDS + ['other']) for _ in range(r.choice((0, 1, 1, 1, 2, 2, 3, 4)))]
            return [self.plausible(kind) for kind in kinds]
        given, keywords = parameters
        given = [name for name in given if name != 'self']
        count = min(len(given), r.choice((1, 2, 3, 3, 4, 5, len(given))))
        out = [self.plausible(NAMED.get(name, 'any')) for name in given[:count]]
        rest = [*given[count:], *keywords]
        return out + [f'{name}={self.plausible(NAMED.get(name, "any"))}' for name in r.sample(rest, min(len(rest), r.choice((0, 0, 0, 1, 2))))]

    def row(self):
        for _ in range(100000):
            text = self.any_row()
            if self.source.only is None or self.source.only.search(text):
                return text
        sys.exit(f'hostile: no row matches --only {self.source.only.pattern}')

    def any_row(self):
        r, source = self.r, self.source
        way = r.randrange(100)
        if way < 35:
            return r.choice(source.rows)
        if way < 55:
            return r.choice(source.keywords)
        if way < 67:
            return self.from_signature(*r.choice(source.signatures))
        if way < 79:
            expression, name, kind, parameters = r.choice(source.members)
            if kind == 'value':
                return r.choice(['({}).{}', 'setattr({}, "{}", [1, 2])', 'delattr({}, "{}")', 'setattr({}, "{}", None)']).format(expression, name)
            arguments = self.arguments(parameters)
            if r.random() < 0.25:  # of the type, with another receiver
                return f'type({expression}).{name}({", ".join([self.plausible(r.choice([*KINDS, "other"])), *arguments])})'
            return f'({expression}).{name}({", ".join(arguments)})'
        if way < 89:
            name, kind, parameters = r.choice(source.functions)
            row = f'{name}({", ".join(self.arguments(parameters))})'
            if kind == 'type' and r.random() < 0.4:  # what is made is called, iterated, or shown
                row = r.choice(['{}({})', 'list({})', 'repr({})', 'copy.deepcopy({})', 'next({})', 'torch.save({}, io.BytesIO())', '{}.__init__({})', '{}({})']).format(row, self.plausible(r.choice(['tensor', 'any'])))
            return row
        return re.sub(r'\{(\w)\}', lambda place: self.place(place[1]), r.choice(STATEMENTS)).replace('{{', '{').replace('}}', '}')

    def place(self, place):
        if place in PLACES:
            return self.plausible(PLACES[place])
        text = self.r.choice(RECEIVERS) if self.r.random() < 0.6 else self.plausible('any')
        return text if re.fullmatch(r'[\w.]+|[^ ]*\)', text) and not text[0].isdigit() else f'({text})'

    def from_signature(self, name, method, taken):
        r = self.r
        parts = [self.plausible(kind) for kind, _, keyword in taken if not keyword]
        if r.random() < 0.5:
            parts = parts[:r.randrange(len(parts) + 1)]
        rest = [(kind, word) for kind, word, _ in taken[len(parts):]]
        parts += [f'{word}={self.plausible(kind)}' for kind, word in rest if r.random() < 0.25 and word not in ('from',)]
        if method:
            return f'{self.plausible("tensor")}.{name}({", ".join(parts)})'
        return f'{name}({", ".join(parts)})'

    # ---- parts ----

    def edge(self, kind):
        return self.r.choice(EDGES.get(kind) or EDGES['other'])

    def effect(self, dying):
        """The text of a lambda, to be filled when all variables are known."""
        return '\x01d' if dying else '\x01e'

    def hostile(self, kind, receiver=False):
        r = self.r
        specials = r.choice(HOSTILE.get(kind) or HOSTILE['other'])
        if receiver:  # one that has the method
            specials = r.choice([one for one in HOSTILE.get(kind, ()) if ' : ' in one] or [specials])
        if r.random() < 0.1:
            specials += ' __del__'
        specials, _, base = specials.partition(' : ')
        if '__del__' in base:
            base, specials = base.replace(' __del__', ''), specials + ' __del__'
        words = specials.split()
        if len(words) > 12 and r.random() < 0.5:
            specials = ' '.join(r.sample(words, r.randrange(1, 6)))
        value = r.choice(['0', '1', '1', '1', '2', '3', '-1', self.edge('int'), self.edge(kind), r.choice(['ValueError', 'KeyboardInterrupt', 'StopIteration', 'AttributeError', 'IndexError', 'NotImplemented', '"text"', '[]', 'True'])])
        if '__torch_function__' in specials and r.random() < 0.6:
            value = r.choice(['NotImplemented', 'torch.ones(2)', 'None', '[torch.ones(2)]'])
        base = f', {base}' if base else ''
        dying = '__del__' in specials
        return f'hostile("{specials}", {value}, {self.effect(dying)}{base})'

    def instead(self, kind, receiver):
        r = self.r
        if kind == 'any':
            kind = r.choice([*KINDS, 'other'])
        chance = r.random()
        if chance < 0.1:
            kind = r.choice([*KINDS, 'other', 'key'])
        return self.hostile(kind, receiver) if r.random() < 0.6 else self.edge(kind)

    def variable(self, text, kind):
        self.names += 1
        name = 'abcdefgh'[self.names - 1] if self.names < 9 else f'a{self.names}'
        name = name + '_'
        self.lines.append(f'{name} = {text}')
        self.targets.append((name, kind))
        return name

    # ---- the row with its parts replaced ----

    def call(self):
        r = self.r
        row = self.row().replace('\\n\\', '\n')
        text = row.replace(';; ', '\n').replace(';;', '\n')
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            return text
        render = Rendered(self, text, tree)
        count = r.choice((0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3))
        parts = render.inner if render.inner and r.random() < 0.15 else render.parts
        render.chosen = set(map(id, r.sample(parts, min(count, len(parts)))))
        body = render.whole()
        for name in dict.fromkeys(node.id for node in ast.walk(tree) if isinstance(node, ast.Name)):
            if name in self.source.setup and name not in render.stored | render.local:
                self.lines.insert(0, f'{name} = {self.source.setup[name]}')
                self.targets.append((name, 'tensor'))
        if isinstance(tree.body[-1], ast.Expr) and len(tree.body) == 1:
            body = f'call = lambda: {body}\ncall()'
            self.calls = True
        out = '\n'.join([*self.lines, body])
        return re.sub('\x01[de]', lambda found: self.harm(found[0][1] == 'd'), out)

    def harm(self, dying):
        r = self.r
        if r.random() < 0.03:
            return 'None'
        targets = self.targets
        if not targets or r.random() < 0.15:
            text = r.choice(EFFECTS['any'])
            if 'call()' in text and (dying or not self.calls):  # the end of each object of a recursion would begin another
                text = 'gc.collect()'
            name = r.choice(targets)[0] if targets else 'z_'
        else:
            name, kind = r.choice(targets)
            text = r.choice(EFFECTS.get(kind) or EFFECTS['any'])
        text = text.format(x=name)
        if r.random() < 0.15 and targets:
            other, kind = r.choice(targets)
            text = f'({text}, {r.choice(EFFECTS.get(kind) or EFFECTS["any"]).format(x=other)})'
        return f'lambda: {text}'


class Rendered:
    """A row as a tree, of which parts are replaced and others put into variables."""
    def __init__(self, writer, text, tree):
        self.writer, self.tree = writer, tree
        self.text = text.encode()
        self.starts = [0]
        for line in self.text.split(b'\n'):
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.parts, self.inner, self.chosen, self.receivers, self.stored, self.local = [], [], set(), set(), set(), set()
        self.find(tree, False)

    def place(self, node):
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def find(self, node, inner):
        """Notes which parts can be replaced, and which names are bound."""
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            self.stored.add(node.id)
        if isinstance(node, ast.arg):
            self.local.add(node.arg)
        parts = []
        if isinstance(node, ast.Call):
            parts = [*node.args, *[keyword.value for keyword in node.keywords]]
            if isinstance(node.func, ast.Attribute) and not isinstance(node.func.value, ast.Name):
                parts.append(node.func.value)
                self.receivers.add(id(node.func.value))
        elif isinstance(node, ast.BinOp):
            parts = [node.left, node.right]
        elif isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Subscript):
            parts = [node.value, node.slice]
        elif isinstance(node, ast.Slice):
            parts = [node.lower, node.upper, node.step]
        elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            parts = node.elts
        elif isinstance(node, ast.Dict):
            parts = [*node.keys, *node.values]
        elif isinstance(node, (ast.Assign, ast.AugAssign)):
            parts = [node.value]
        elif isinstance(node, ast.UnaryOp):
            parts = [node.operand]
        elif isinstance(node, (ast.For, ast.comprehension)):
            parts = [node.iter]
        elif isinstance(node, ast.Return):
            parts = [node.value]
        # what tensors and modules are made of is replaced less often than they themselves
        inner = inner or isinstance(node, ast.Call) and self.kind(node) in ('tensor', 'module') and node is not getattr(self.tree.body[0], 'value', None)
        (self.inner if inner else self.parts).extend(part for part in parts if part is not None and not isinstance(part, (ast.Starred, ast.Slice)) and not isinstance(getattr(part, 'ctx', None), (ast.Store, ast.Del))
                       and not isinstance(part, ast.JoinedStr))
        for child in ast.iter_child_nodes(node):
            if not isinstance(node, ast.JoinedStr):
                self.find(child, inner)

    def kind(self, node):
        if isinstance(node, ast.Constant):
            return {int: 'int', float: 'float', bool: 'bool', str: 'str', bytes: 'bytes', complex: 'float'}.get(type(node.value), 'any')
        if isinstance(node, ast.UnaryOp):
            return self.kind(node.operand)
        for form, kind in ((ast.List, 'list'), (ast.ListComp, 'list'), (ast.Tuple, 'tuple'), (ast.Dict, 'dict'), (ast.Set, 'set'), (ast.Lambda, 'function'), (ast.GeneratorExp, 'iterator'), (ast.Slice, 'slice')):
            if isinstance(node, form):
                return kind
        if isinstance(node, ast.Name) and node.id in self.writer.source.setup:
            return 'index' if node.id in 'kijn' else 'tensor'
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, 'id', '')
            return MADE.get(name, 'any')
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == 'torch':
            return 'dtype'
        return 'any'

    def whole(self):
        for node in self.tree.body:  # variables of the row itself may be changed, too
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                kind = self.kind(node.value)
                self.writer.targets.append((node.targets[0].id, kind))
        return self.children(self.tree, 0, len(self.text))

    def children(self, node, start, end):
        """The node's text with its children rendered."""
        out, at = [], start
        for first, last, child in sorted(((*self.place(child), child) for child in self.nearest(node)), key=lambda one: one[:2]):
            if first < at:
                continue
            out += [self.text[at:first].decode(), self.render(child, first, last)]
            at = last
        out.append(self.text[at:end].decode())
        return ''.join(out)

    def nearest(self, node):
        if isinstance(node, ast.JoinedStr):
            return
        for child in ast.iter_child_nodes(node):
            if hasattr(child, 'lineno'):
                yield child
            else:
                yield from self.nearest(child)

    def render(self, node, first, last):
        if id(node) in self.chosen:
            text = self.writer.instead(self.kind(node), id(node) in self.receivers)
            return text if re.fullmatch(r'[\w.]+|[\w.]+\([^()]*\)', text) else f'({text})'
        text = self.children(node, first, last)
        kind = self.kind(node)
        if kind in EFFECTS and isinstance(node, (ast.List, ast.ListComp, ast.Dict, ast.Set, ast.Call, ast.Lambda)) and kind != 'any' and self.free(node) and not isinstance(getattr(node, 'ctx', None), (ast.Store, ast.Del)) \
                and (kind != 'function' or self.writer.r.random() < 0.3):
            return self.writer.variable(text, kind)
        return text

    def free(self, node):
        """Does it stand for itself, with no name that the row binds?"""
        return not any(isinstance(one, ast.Name) and (one.id in self.local or one.id in self.stored) or isinstance(one, (ast.Starred, ast.Yield, ast.Await)) for one in ast.walk(node))
