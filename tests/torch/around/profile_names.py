"""The names of operations in a profile of a network, of its loss and of its backward pass."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.profiler import ProfilerActivity, profile

torch.manual_seed(0)
x = torch.randn(4, 3, 8, 8, requires_grad=True)
net = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(36, 5), nn.GELU(), nn.Dropout(0.1), nn.LayerNorm(5), nn.Softmax(-1))
with profile(activities=[ProfilerActivity.CPU]) as p:
    F.cross_entropy(net(x), torch.zeros(4, dtype=torch.long)).backward()
    F.scaled_dot_product_attention(x, x, x)
    x + 1, 2 * x, x / 2, F.relu(x), F.silu(x), F.pad(x, (1, 1)), x.detach().add_(1)
rows = {row.key: row.count for row in p.key_averages()}
for name in '''conv2d batch_norm relu max_pool2d_with_indices flatten linear gelu dropout layer_norm softmax cross_entropy_loss scaled_dot_product_attention
        add mul div silu pad add_'''.split():
    print(name, 'aten::' + name in rows)
print(rows['aten::relu'], rows['aten::silu'], rows['aten::linear'], [name for name in rows if 'nn_' in name and 'mkldnn' not in name])
