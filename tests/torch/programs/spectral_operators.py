"""Learning in the frequency domain: a Fourier neural operator with complex weights, long convolutions by FFT as state space models, a learned filter bank."""
import torch
from torch import nn
import torch.fft


class SpectralConv1d(nn.Module):
    def __init__(self, channels, modes):
        super().__init__()
        self.modes = modes
        self.weights = nn.Parameter((1 / channels ** 2) * torch.rand(channels, channels, modes, dtype=torch.cfloat))

    def forward(self, x):
        x_ft = torch.fft.rfft(x)
        out_ft = torch.zeros(*x.shape[:2], x.size(-1) // 2 + 1, dtype=torch.cfloat, device=x.device)
        out_ft[:, :, :self.modes] = torch.einsum('bix,iox->box', x_ft[:, :, :self.modes], self.weights)
        return torch.fft.irfft(out_ft, n=x.size(-1))


class FNO(nn.Module):
    def __init__(self, width=8, modes=6):
        super().__init__()
        self.lift = nn.Conv1d(2, width, 1)
        self.spectral = nn.ModuleList([SpectralConv1d(width, modes) for _ in range(2)])
        self.local = nn.ModuleList([nn.Conv1d(width, width, 1) for _ in range(2)])
        self.project = nn.Conv1d(width, 1, 1)

    def forward(self, u):
        grid = torch.linspace(0, 1, u.shape[-1]).expand(u.shape[0], 1, -1)
        h = self.lift(torch.cat([u, grid], 1))
        for s, l in zip(self.spectral, self.local):
            h = torch.nn.functional.gelu(s(h) + l(h))
        return self.project(h)


torch.manual_seed(40)
t = torch.arange(32) / 32
a, k, p = torch.rand(16, 1), torch.randint(1, 4, (16, 1)), torch.rand(16, 1)
u = (a + 0.5) * torch.sin(2 * torch.pi * (k * t + p))
# the heat equation, solved exactly mode by mode
decay = torch.exp(-0.02 * (2 * torch.pi * torch.fft.fftfreq(32, 1 / 32)) ** 2)
v = torch.fft.ifft(torch.fft.fft(u) * decay).real
net = FNO()
print(net.spectral[0].weights.dtype, sum(p.numel() for p in net.parameters()), [n for n, q in net.named_parameters() if q.is_complex()])
opt = torch.optim.Adam(net.parameters(), lr=1e-2, weight_decay=1e-4)
for step in range(25):
    y = net(u[:, None]).squeeze(1)
    loss = ((y - v).norm(dim=1) / v.norm(dim=1)).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 6 == 0:
        print('operator', step, f'{loss.item():.3f}', net.spectral[0].weights.grad.dtype)
with torch.no_grad():     # the same network on a finer grid
    fine = torch.arange(64) / 64
    uf = (a + 0.5) * torch.sin(2 * torch.pi * (k * fine + p))
    print(net(uf[:, None]).shape, (net(uf[:, None])[:, 0, ::2] - net(u[:, None])[:, 0]).abs().mean().item() < 0.5)


class S4D(nn.Module):
    """A diagonal state space model: its kernel is a sum of decaying exponentials, applied by FFT or step by step."""

    def __init__(self, d, n=4):
        super().__init__()
        self.log_dt = nn.Parameter(torch.rand(d) * 1.5 - 3)
        self.C = nn.Parameter(torch.view_as_real(torch.randn(d, n, dtype=torch.cfloat)))
        self.log_A_real = nn.Parameter(torch.log(0.5 * torch.ones(d, n)))
        self.A_imag = nn.Parameter(torch.pi * torch.arange(n).repeat(d, 1))
        self.D = nn.Parameter(torch.ones(d))

    def parts(self):
        dt, A = self.log_dt.exp(), -torch.exp(self.log_A_real) + 1j * self.A_imag
        dtA = A * dt.unsqueeze(-1)
        return dtA, torch.view_as_complex(self.C) * (torch.exp(dtA) - 1) / A

    def forward(self, x):
        L = x.shape[-1]
        dtA, C = self.parts()
        K = 2 * torch.einsum('hn,hnl->hl', C, torch.exp(dtA.unsqueeze(-1) * torch.arange(L))).real
        y = torch.fft.irfft(torch.fft.rfft(x, n=2 * L) * torch.fft.rfft(K, n=2 * L), n=2 * L)[..., :L]
        return y + x * self.D.unsqueeze(-1)

    def scan(self, x):
        dtA, C = self.parts()
        state, out = torch.zeros(x.shape[0], *dtA.shape, dtype=torch.cfloat), []
        for u in x.unbind(-1):
            state = state * dtA.exp() + u.unsqueeze(-1)
            out.append(2 * (state * C).sum(-1).real + u * self.D)
        return torch.stack(out, -1)


torch.manual_seed(41)
ssm = S4D(3)
x = torch.randn(2, 3, 20)
print('convolution and recurrence agree', torch.allclose(ssm(x), ssm.scan(x), atol=1e-4))
head = nn.Linear(3, 1)
inp, lag = torch.randn(8, 1, 24), 5
goal = torch.roll(inp, lag, -1)[..., lag:]
mix = nn.Linear(1, 3)
opt = torch.optim.AdamW([*ssm.parameters(), *head.parameters(), *mix.parameters()], lr=0.02)
for step in range(25):
    h = ssm(mix(inp.mT).mT)
    loss = (head(torch.nn.functional.silu(h).mT).mT[..., lag:] - goal).square().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 8 == 0:
        print('state space', step, f'{loss.item():.3f}')

# a filter bank: windowed sines whose centres are learned from labels of two tones
torch.manual_seed(42)
tone = torch.arange(20) % 2
time = torch.arange(128.) / 64
wave = torch.sin(2 * torch.pi * (5. + 6 * tone)[:, None] * time) + 0.3 * torch.randn(20, 128)
centre, width = nn.Parameter(torch.tensor([3., 8., 14.])), nn.Parameter(torch.tensor([1., 1., 1.]))
lin = nn.Linear(3, 2)
opt = torch.optim.Rprop([centre, width, *lin.parameters()], lr=0.01, step_sizes=(1e-6, 0.5))
n = torch.arange(-20., 21) / 64
for step in range(12):
    taps = torch.exp(-0.5 * (n * width.unsqueeze(1) * 4) ** 2) * torch.cos(2 * torch.pi * centre.unsqueeze(1) * n)
    energy = torch.log1p(torch.nn.functional.conv1d(wave[:, None], taps[:, None], padding=20).square().mean(-1))
    loss = torch.nn.functional.cross_entropy(lin(energy), tone)
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 4 == 0:
        print('filters', step, f'{loss.item():.3f}')
spec = torch.stft(wave[:2], 32, hop_length=8, window=torch.hann_window(32), return_complex=True)
back = torch.istft(spec, 32, hop_length=8, window=torch.hann_window(32), length=128)
print(spec.shape, spec.dtype, (back - wave[:2]).abs().max() < 1e-4, spec.abs().mean(-1).argmax(1))
