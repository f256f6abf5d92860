# needs: torchinfo torchsummary torchviz graphviz
"""Tables of the layers of networks and graphs of their gradients: torchsummary, torchinfo with its options, torchviz."""
import re
import torch
from torch import nn
import torchinfo
from torchinfo import ColumnSettings, ModelStatistics, RowSettings, Verbosity, summary
from torchsummary import summary as keras_summary
from torchviz import make_dot, make_dot_from_trace
torch.manual_seed(0)
class LeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2))
        self.drop = nn.Dropout(.2)
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(400, 84), nn.BatchNorm1d(84), nn.Linear(84, 10))
    def forward(self, x): return self.head(self.drop(self.features(x)))
net = LeNet()
keras_summary(net, (1, 28, 28)); keras_summary(net, (1, 28, 28), batch_size=16, device='cpu')
class Two(nn.Module):
    def __init__(self): super().__init__(); self.a, self.b = nn.Linear(4, 2), nn.Linear(3, 2)
    def forward(self, x, y): return self.a(x) + self.b(y)
keras_summary(Two(), [(4,), (3,)], device='cpu')
try: keras_summary(net, (3, 28, 28), device='cpu')
except RuntimeError as e: print(e)
try: keras_summary(net, (1, 28, 28), device='tpu')
except AssertionError as e: print(e)

stats = summary(net, input_size=(2, 1, 28, 28), verbose=0)
print(stats); print(type(stats).__name__, stats.total_params, stats.trainable_params, stats.total_mult_adds, stats.total_input, stats.total_output_bytes, stats.total_param_bytes)
print(ModelStatistics.to_megabytes(1e6), len(stats.summary_list), [info.var_name for info in stats.summary_list][:4], stats.summary_list[2])
summary(net, (4, 1, 28, 28), col_names=('input_size', 'output_size', 'num_params', 'params_percent', 'kernel_size', 'mult_adds', 'trainable'), col_width=18, row_settings=('var_names', 'depth', 'ascii_only'), depth=2)
summary(net, (4, 1, 28, 28), col_names=[ColumnSettings.OUTPUT_SIZE, ColumnSettings.NUM_PARAMS], row_settings=[RowSettings.VAR_NAMES], verbose=Verbosity.VERBOSE)
summary(net, (4, 1, 28, 28), row_settings=['hide_recursive_layers', 'depth']); summary(net, depth=1)
summary(net, input_data=torch.rand(2, 1, 28, 28), device='cpu', mode='train', dtypes=[torch.float32], cache_forward_pass=True)
summary(net, (1, 28, 28), batch_dim=0, cache_forward_pass=True); torchinfo.torchinfo.clear_cached_forward_pass()
for p in net.features.parameters(): p.requires_grad = False
summary(net, (1, 1, 28, 28), col_names=('num_params', 'trainable')); print(net.training)
summary(Two(), [(1, 4), (1, 3)]); summary(Two(), input_data=[torch.ones(1, 4), torch.ones(1, 3)]); summary(Two(), input_data={'x': torch.ones(1, 4), 'y': torch.ones(1, 3)})
class Optional(nn.Module):
    def __init__(self): super().__init__(); self.l = nn.Linear(4, 2); self.w = nn.Parameter(torch.ones(3, 3)); self.shared = nn.ModuleList([self.l, nn.ModuleDict({'k': nn.Linear(4, 4, bias=False)})])
    def forward(self, x, scale=None): return self.l(self.shared[1]['k'](x)) * (scale or 1) * self.w.sum()
summary(Optional(), (2, 4), scale=2, depth=5, row_settings=['var_names'])
class Recurrent(nn.Module):
    def __init__(self): super().__init__(); self.e = nn.Embedding(30, 8); self.r = nn.LSTM(8, 16, 2, bidirectional=True, batch_first=True); self.o = nn.Linear(32, 30)
    def forward(self, x): return self.o(self.r(self.e(x))[0])
summary(Recurrent(), (2, 7), dtypes=[torch.long], col_names=('input_size', 'output_size', 'num_params', 'mult_adds'))
summary(nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, batch_first=True), 2), (1, 5, 8), depth=4)
class Again(nn.Module):
    def __init__(self): super().__init__(); self.l = nn.Linear(4, 4)
    def forward(self, x):
        for _ in range(3): x = self.l(x)
        return x
summary(Again(), (1, 4)); summary(Again(), (1, 4), row_settings=('hide_recursive_layers',))
summary(nn.Identity(), (1, 2)); summary(nn.LazyLinear(3), (2, 5))
for call in (lambda: summary(net, (1, 1, 28, 28), input_data=torch.ones(1)), lambda: summary(net, (2, 3, 28, 28)), lambda: summary(net, (1, 1, 28, 28), verbose=5), lambda: summary(net, (1, 1, 28, 28), col_names=('nope',)),
             lambda: summary(net, (1, 1, 28, 28), row_settings=('nope',)), lambda: summary(net, 'text'), lambda: summary(net, (1, 1, 28, 28), mode='nope'), lambda: summary(net, (0, 1)), lambda: summary(net, input_data=3.5)):
    try: call()
    except Exception as e: print(type(e).__name__, str(e)[:160].replace('\n', ' '))

def shown(dot):
    text, names = re.sub(r'\\t.*', '', dot.source), {}
    print(re.sub(r'\b\d{8,}\b', lambda m: names.setdefault(m.group(), 'n%d' % len(names)), text))
x = torch.ones(2, 3); lin = nn.Linear(3, 1); y = torch.tanh(lin(x)).mean()
shown(make_dot(y, params=dict(lin.named_parameters()))); shown(make_dot(y))
w = torch.ones(2, requires_grad=True); z = (w ** 2 * w.exp()).sum(); shown(make_dot(z, params={'w': w, 'z': z}))
shown(make_dot((w.sum(), w.prod()), params={'w': w}))
v = w.view(2, 1); shown(make_dot(v.T)); print(make_dot(z).format, make_dot(z).graph_attr, type(make_dot(z)).__name__)
