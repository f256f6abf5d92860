"""LeNet as in the book, with sigmoids and average pooling, on strokes drawn into 28x28 images; then with ReLU."""
import torch
from torch import nn


def draw(kind, shift):
    img = torch.zeros(28, 28)
    if kind == 0:
        img[6:22, 10 + shift] = 1
    elif kind == 1:
        img[14 + shift, 6:22] = 1
    elif kind == 2:
        i = torch.arange(6, 22)
        img[i, i + shift] = 1
    else:
        img[8:20, 8 + shift] = img[8:20, 18 + shift] = 1
        img[8, 8 + shift:19 + shift] = img[19, 8 + shift:19 + shift] = 1
    return img


torch.manual_seed(0)
net = nn.Sequential(
    nn.Conv2d(1, 6, kernel_size=5, padding=2), nn.Sigmoid(),
    nn.AvgPool2d(kernel_size=2, stride=2),
    nn.Conv2d(6, 16, kernel_size=5), nn.Sigmoid(),
    nn.AvgPool2d(kernel_size=2, stride=2), nn.Flatten(),
    nn.Linear(16 * 5 * 5, 120), nn.Sigmoid(),
    nn.Linear(120, 84), nn.Sigmoid(), nn.Linear(84, 10))
X = torch.rand(size=(1, 1, 28, 28), dtype=torch.float32)
for layer in net:
    X = layer(X)
    print(layer.__class__.__name__, 'output shape: \t', X.shape)

images = torch.stack([draw(k % 4, k % 5 - 2) for k in range(40)]).unsqueeze(1) + 0.05 * torch.randn(40, 1, 28, 28)
labels = torch.arange(40) % 4


@torch.no_grad()
def init_weights(m):
    if type(m) in (nn.Linear, nn.Conv2d):
        nn.init.xavier_uniform_(m.weight)


net.apply(init_weights)
optimizer = torch.optim.SGD(net.parameters(), lr=0.5)
for step in range(12):
    optimizer.zero_grad()
    l = nn.functional.cross_entropy(net(images), labels)
    l.backward()
    optimizer.step()
    if step % 4 == 3:
        print(f'sigmoid {step + 1}: {l.item():.4f}')
print('the gradient fades:', net[0].weight.grad.norm() < net[-1].weight.grad.norm())


class LeNet5(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.features = nn.Sequential(nn.LazyConv2d(6, 5, padding='same'), nn.ReLU(), nn.MaxPool2d(2),
                                      nn.LazyConv2d(16, 5), nn.ReLU(), nn.MaxPool2d(2))
        self.classifier = nn.Sequential(nn.Flatten(), nn.LazyLinear(120), nn.ReLU(), nn.LazyLinear(84), nn.ReLU(), nn.LazyLinear(classes))

    def forward(self, x):
        return self.classifier(self.features(x))


torch.manual_seed(5)
modern = LeNet5(4)
print(modern.features[0])
modern(images[:1])
print(modern, sum(p.numel() for p in modern.parameters()))
opt = torch.optim.Adam(modern.parameters(), lr=2e-3)
for step in range(10):
    batch = slice(step % 2 * 20, step % 2 * 20 + 20)
    loss = nn.functional.cross_entropy(modern(images[batch]), labels[batch])
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(f'{loss.item():.3f}', end=' ')
print()
pred = modern.eval()(images).argmax(1)
print((pred == labels).float().mean(), torch.bincount(labels * 4 + pred, minlength=16).reshape(4, 4))
