"""A spatial transformer, a capsule layer with routing by agreement, deformable sampling, recurrent glimpses with REINFORCE, CoordConv."""
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(30)
n = 24
cls = torch.arange(n) % 2
canvas = torch.zeros(n, 1, 14, 14)
for k in range(n):
    r, c = torch.randint(0, 9, (2,)).tolist()
    shape = torch.eye(5) if cls[k] else torch.tensor([[0., 0, 1, 0, 0]] * 2 + [[1.] * 5] + [[0., 0, 1, 0, 0]] * 2)
    canvas[k, 0, r:r + 5, c:c + 5] = shape


class STN(nn.Module):
    def __init__(self):
        super(STN, self).__init__()
        self.localization = nn.Sequential(nn.Conv2d(1, 4, kernel_size=5), nn.MaxPool2d(2, stride=2), nn.ReLU(True))
        self.fc_loc = nn.Sequential(nn.Linear(4 * 5 * 5, 12), nn.ReLU(True), nn.Linear(12, 3 * 2))
        self.fc_loc[2].weight.data.zero_()
        self.fc_loc[2].bias.data.copy_(torch.tensor([1, 0, 0, 0, 1, 0], dtype=torch.float))
        self.head = nn.Sequential(nn.Conv2d(1, 6, 3), nn.ReLU(), nn.AdaptiveMaxPool2d(2), nn.Flatten(), nn.Linear(24, 2))

    def stn(self, x):
        theta = self.fc_loc(self.localization(x).view(-1, 4 * 5 * 5)).view(-1, 2, 3)
        grid = F.affine_grid(theta, x.size(), align_corners=False)
        return F.grid_sample(x, grid, align_corners=False)

    def forward(self, x):
        return F.log_softmax(self.head(self.stn(x)), dim=1)


model = STN()
print('identity at first', torch.allclose(model.stn(canvas), canvas, atol=1e-5))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
for epoch in range(12):
    optimizer.zero_grad()
    loss = F.nll_loss(model(canvas), cls)
    loss.backward()
    optimizer.step()
    if epoch % 4 == 3:
        print('stn', epoch, f'{loss.item():.4f}', model.fc_loc[2].weight.grad.abs().sum() > 0)


def squash(s, dim=-1):
    n2 = s.pow(2).sum(dim, keepdim=True)
    return n2 / (1 + n2) * s / (n2.sqrt() + 1e-8)


class Capsules(nn.Module):
    def __init__(self, in_caps, in_dim, out_caps, out_dim, routings=3):
        super().__init__()
        self.W = nn.Parameter(0.1 * torch.randn(1, out_caps, in_caps, out_dim, in_dim))
        self.routings = routings

    def forward(self, u):
        u_hat = (self.W @ u[:, None, :, :, None]).squeeze(-1)
        b = u_hat.new_zeros(u_hat.shape[:3])
        for r in range(self.routings):
            c = b.softmax(dim=1)
            fixed = u_hat if r == self.routings - 1 else u_hat.detach()
            v = squash((c.unsqueeze(-1) * fixed).sum(dim=2))
            if r < self.routings - 1:
                b = b + torch.einsum('bjio,bjo->bji', fixed, v)
        return v


torch.manual_seed(31)
primary, digit = nn.Conv2d(1, 16, 5, stride=3), Capsules(4 * 16, 4, 2, 6)
decoder = nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Linear(32, 196), nn.Sigmoid())
opt = torch.optim.Adam([*primary.parameters(), *digit.parameters(), *decoder.parameters()], lr=5e-3)
T = F.one_hot(cls, 2).float()
for step in range(15):
    u = squash(primary(canvas).view(n, 4, 4, -1).permute(0, 1, 3, 2).reshape(n, -1, 4))
    v = digit(u)
    length = v.norm(dim=-1)
    margin = (T * F.relu(0.9 - length) ** 2 + 0.5 * (1 - T) * F.relu(length - 0.1) ** 2).sum(1).mean()
    recon = F.mse_loss(decoder((v * T[..., None]).flatten(1)), canvas.flatten(1), reduction='sum') / n
    loss = margin + 0.0005 * recon
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 5 == 0:
        print('capsules', step, f'{margin.item():.4f} {recon.item():.2f}')


class AddCoords(nn.Module):
    def forward(self, x):
        b, _, h, w = x.shape
        ys = torch.linspace(-1, 1, h, device=x.device).view(1, 1, h, 1).expand(b, 1, h, w)
        xs = torch.linspace(-1, 1, w, device=x.device).view(1, 1, 1, w).expand(b, 1, h, w)
        return torch.cat([x, ys, xs, (ys ** 2 + xs ** 2).sqrt()], 1)


torch.manual_seed(32)
where = torch.stack([canvas[:, 0].sum(1).argmax(1), canvas[:, 0].sum(2).argmax(1)], 1) / 7. - 1
offset = nn.Conv2d(1, 2, 3, padding=1)
nn.init.zeros_(offset.weight), nn.init.zeros_(offset.bias)
base = F.affine_grid(torch.eye(2, 3).expand(n, -1, -1), (n, 1, 14, 14), align_corners=True)
locate = nn.Sequential(AddCoords(), nn.Conv2d(4, 8, 1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 2))
opt = torch.optim.Adam([*offset.parameters(), *locate.parameters()], lr=0.01)
for step in range(15):
    warped = F.grid_sample(canvas, base + 0.1 * offset(canvas).permute(0, 2, 3, 1).tanh(), mode='bicubic', padding_mode='reflection', align_corners=True)
    loss = F.smooth_l1_loss(locate(warped), where)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 5 == 0:
        print('coords', step, f'{loss.item():.4f}')

# glimpses: where to look next is a sampled action, the classifier's success its reward
torch.manual_seed(33)
pad = F.pad(canvas, (3, 3, 3, 3))
see, core, act, base_line, out = nn.Linear(36 + 2, 16), nn.GRUCell(16, 16), nn.Linear(16, 2), nn.Linear(16, 1), nn.Linear(16, 2)
opt = torch.optim.Adam([p for m in (see, core, act, base_line, out) for p in m.parameters()], lr=5e-3)
for step in range(12):
    h, loc, logps, values = torch.zeros(n, 16), torch.zeros(n, 2), [], []
    for t in range(3):
        corner = ((loc + 1) / 2 * 14).long().clamp(0, 13)
        patch = torch.stack([img[0, r:r + 6, c:c + 6] for img, (r, c) in zip(pad, corner.tolist())])
        h = core(torch.relu(see(torch.cat([patch.flatten(1), loc], 1))), h)
        policy = torch.distributions.Normal(act(h.detach()).tanh(), 0.2)
        loc = policy.sample().clamp(-1, 1)
        logps.append(policy.log_prob(loc).sum(1))
        values.append(base_line(h.detach()).squeeze(1))
    logits = out(h)
    reward = (logits.argmax(1) == cls).float()
    v = torch.stack(values)
    loss = F.cross_entropy(logits, cls) + F.mse_loss(v, reward.expand_as(v)) - (torch.stack(logps) * (reward - v.detach())).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 4 == 0:
        print('glimpses', step, f'{loss.item():.2f}')
