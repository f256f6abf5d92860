"""Training steps: forward, loss, gradients and the optimiser's step of whole networks, with one thread and with two (the last part of a
row's name)."""
import torch
from torch import nn
from torch.nn import functional

# What a row must reach: times PyTorch's steps a second.
GOALS = {
    'linear': 20, 'softmax_784': 3, 'mlp_64': 6, 'mlp_784': 1.3, 'mlp_adam': 1.5, 'lenet': 1.8, 'vgg_block': 1.4, 'resnet_block': 1.15,
    'attention_block': 1.3, 'lstm': 1.5, 'gru': 1.5, 'transformer_layer': 1.3, 'nanogpt': 1.2,
}
GOALS = {f'{name}_{threads}': goal for name, goal in GOALS.items() for threads in (1, 2)}


def step(network, make_optimizer, inputs, target, loss_of=functional.cross_entropy):
    """A function that trains `network` by one step on the same batch and gives the loss of the first one."""
    optimizer, first = make_optimizer(network.parameters()), []

    def work():
        optimizer.zero_grad()
        loss = loss_of(network(*inputs), target)
        loss.backward()
        optimizer.step()
        if not first:
            first.append(loss.detach())
        return first[0]
    return work


def sgd(parameters):
    return torch.optim.SGD(parameters, lr=0.01)


def adam(parameters):
    return torch.optim.Adam(parameters, lr=1e-3)


def classes(n, count):
    return torch.randint(0, count, (n,))


def mlp(*widths):
    layers = []
    for inputs, outputs in zip(widths, widths[1:]):
        layers += [nn.Linear(inputs, outputs), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def linear():
    return step(nn.Linear(2, 1), sgd, (torch.randn(10, 2),), torch.randn(10, 1), functional.mse_loss)


def softmax_784():
    return step(nn.Sequential(nn.Flatten(), nn.Linear(784, 10)), sgd, (torch.randn(256, 1, 28, 28),), classes(256, 10))


def mlp_64():
    return step(mlp(64, 64, 10), sgd, (torch.randn(64, 64),), classes(64, 10))


def mlp_784():
    return step(mlp(784, 256, 10), sgd, (torch.randn(64, 784),), classes(64, 10))


def mlp_adam():
    return step(mlp(784, 256, 256, 10), adam, (torch.randn(256, 784),), classes(256, 10))


def lenet():
    network = nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2), nn.Sigmoid(), nn.AvgPool2d(2, 2), nn.Conv2d(6, 16, 5), nn.Sigmoid(), nn.AvgPool2d(2, 2),
        nn.Flatten(), nn.Linear(400, 120), nn.Sigmoid(), nn.Linear(120, 84), nn.Sigmoid(), nn.Linear(84, 10))
    return step(network, sgd, (torch.randn(256, 1, 28, 28),), classes(256, 10))


def vgg_block():
    network = nn.Sequential(
        nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.Conv2d(32, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2, 2), nn.Flatten(),
        nn.Linear(32 * 16 * 16, 10))
    return step(network, sgd, (torch.randn(32, 16, 32, 32),), classes(32, 10))


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv1, self.conv2 = (nn.Conv2d(channels, channels, 3, padding=1, bias=False) for _ in range(2))
        self.bn1, self.bn2 = nn.BatchNorm2d(channels), nn.BatchNorm2d(channels)

    def forward(self, x):
        y = functional.relu(self.bn1(self.conv1(x)))
        return functional.relu(self.bn2(self.conv2(y)) + x)


def resnet_block():
    network = nn.Sequential(Residual(64), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, 10))
    return step(network, sgd, (torch.randn(32, 64, 16, 16),), classes(32, 10))


class CausalAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.qkv, self.out = heads, nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = (y.view(b, t, self.heads, c // self.heads).transpose(1, 2) for y in self.qkv(x).split(c, dim=2))
        y = functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.out(y.transpose(1, 2).contiguous().view(b, t, c))


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.ln1, self.attention, self.ln2 = nn.LayerNorm(width), CausalAttention(width, heads), nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        x = x + self.attention(self.ln1(x))
        return x + self.mlp(self.ln2(x))


def attention_block():
    return step(Block(128, 4), sgd, (torch.randn(16, 64, 128),), torch.randn(16, 64, 128), functional.mse_loss)


class LastState(nn.Module):
    """A recurrent layer, and classes of what it says at the last step."""

    def __init__(self, layer):
        super().__init__()
        self.layer, self.head = layer, nn.Linear(layer.hidden_size, 28)

    def forward(self, x):
        return self.head(self.layer(x)[0][-1])


def recurrent(layer):
    def row():
        return step(LastState(getattr(nn, layer)(28, 256)), sgd, (torch.randn(35, 32, 28),), classes(32, 28))
    return row


def transformer_layer():
    network = nn.TransformerEncoderLayer(128, 4, dim_feedforward=512, dropout=0.0, batch_first=True)
    return step(network, sgd, (torch.randn(16, 64, 128),), torch.randn(16, 64, 128), functional.mse_loss)


class NanoGPT(nn.Module):
    """10.6 million parameters: six layers of 384, an alphabet of 65."""

    def __init__(self, vocabulary=65, length=128, width=384, heads=6, layers=6):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
        self.blocks = nn.Sequential(*(Block(width, heads) for _ in range(layers)))
        self.ln, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary, bias=False)

    def forward(self, x):
        h = self.tokens(x) + self.positions(torch.arange(x.shape[1]))
        return self.head(self.ln(self.blocks(h))).flatten(0, 1)


def nanogpt():
    tokens = torch.randint(0, 65, (4, 129))
    return step(NanoGPT(), lambda p: torch.optim.AdamW(p, lr=3e-4), (tokens[:, :-1],), tokens[:, 1:].flatten())


NETWORKS = {
    'linear': linear, 'softmax_784': softmax_784, 'mlp_64': mlp_64, 'mlp_784': mlp_784, 'mlp_adam': mlp_adam, 'lenet': lenet,
    'vgg_block': vgg_block, 'resnet_block': resnet_block, 'attention_block': attention_block, 'lstm': recurrent('LSTM'), 'gru': recurrent('GRU'),
    'transformer_layer': transformer_layer, 'nanogpt': nanogpt,
}


def with_threads(network, threads):
    def row():
        torch.set_num_threads(threads)
        torch.manual_seed(0)
        return network()
    return row


ROWS = {f'{name}_{threads}': with_threads(network, threads) for name, network in NETWORKS.items() for threads in (1, 2)}
