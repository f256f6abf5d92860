"""Game of life, filters of images, low pass by Fourier, edges, rotations, masks, mosaics."""
import torch
import torch.nn.functional as F

board = torch.zeros(8, 8, dtype=torch.int64)
board[1, 2] = board[2, 3] = board[3, 1] = board[3, 2] = board[3, 3] = 1


def show(board):
    print('\n'.join(''.join('#' if cell else '.' for cell in row) for row in board.tolist()))


def step(board):
    around = sum(board.roll((i, j), dims=(0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0))
    return ((around == 3) | ((board == 1) & (around == 2))).to(board.dtype)


def by_convolution(board):
    kernel = torch.ones(1, 1, 3, 3)
    kernel[0, 0, 1, 1] = 0
    padded = F.pad(board[None, None].float(), (1, 1, 1, 1), mode='circular')
    around = F.conv2d(padded, kernel)[0, 0].long()
    return torch.where(board.bool(), (around == 2) | (around == 3), around == 3).long()


for generation in range(4):
    show(board)
    print(generation, board.sum().item(), board.nonzero().tolist())
    after = step(board)
    assert torch.equal(after, by_convolution(board))
    board = after
print(board)

# a picture made of waves
y, x = torch.meshgrid(torch.linspace(0, 1, 8), torch.linspace(0, 1, 8), indexing='ij')
picture = (x + 2 * y) / 3 + 0.2 * torch.sin(8 * torch.pi * x)
print(picture)
print(picture.min(), picture.max(), (picture * 255).clamp(0, 255).to(torch.uint8)[:3])
blur = torch.ones(3, 3) / 9
sharp = torch.tensor([[0., -1., 0.], [-1., 5., -1.], [0., -1., 0.]])
sobel = torch.tensor([[-1., 0., 1.], [-2., 0., 2.], [-1., 0., 1.]])
bank = torch.stack([blur, sharp, sobel, sobel.T])[:, None]
seen = F.conv2d(picture[None, None], bank, padding=1)[0]
print(seen.shape, seen[0, 2:5, 2:5], seen[1, 4], seen[2:, 3, 3])
edges = torch.hypot(seen[2], seen[3])[1:-1, 1:-1]
print(edges, edges.argmax(), divmod(edges.argmax().item(), 6), torch.atan2(seen[3], seen[2])[3])
line = torch.exp(-torch.arange(-2., 3) ** 2 / 2)
line /= line.sum()
two = F.conv2d(F.conv2d(picture[None, None], line.view(1, 1, 1, 5)), line.view(1, 1, 5, 1))
print(line, two, torch.allclose(two, F.conv2d(picture[None, None], torch.outer(line, line)[None, None]), atol=1e-6))
median = picture.unfold(0, 3, 1).unfold(1, 3, 1).reshape(6, 6, 9).median(-1).values
print(median[0], F.pad(picture[None], (1, 1, 0, 0), 'reflect')[0, 0], picture.quantile(0.5))

# frequencies
spectrum = torch.fft.fft2(picture)
print(spectrum.shape, spectrum.dtype, spectrum[0, 0].abs() - 32 < 1e-4, torch.fft.fftfreq(8), torch.fft.rfftfreq(8, 1 / 8))
fy, fx = torch.fft.fftfreq(8)[:, None], torch.fft.fftfreq(8)[None]
low = torch.fft.ifft2(spectrum * ((fx ** 2 + fy ** 2) < 0.05)).real
print(low[0], (low - picture).norm(), torch.fft.fftshift(torch.arange(6)), torch.fft.ifftshift(torch.fft.fftshift(torch.arange(5))))
print(torch.fft.ifft2(spectrum).real.sub(picture).abs().max() < 1e-6, spectrum.abs().pow(2).sum() / 64, picture.pow(2).sum())
t = torch.arange(16) / 16
wave = torch.sin(2 * torch.pi * 2 * t) + 0.5 * torch.sin(2 * torch.pi * 6 * t)
amplitude = torch.fft.rfft(wave).abs() / 8
print(amplitude.round(decimals=4), amplitude.topk(2).indices)
kept = torch.fft.rfft(wave)
kept[4:] = 0
print(torch.fft.irfft(kept, n=16)[1:4], torch.sin(2 * torch.pi * 2 * t)[:4])

# turning and cutting
tile = torch.arange(12).view(3, 4)
print(tile.flip(0), tile.flip(1), torch.rot90(tile), tile.T, tile.rot90(2), torch.fliplr(tile)[0], torch.flipud(tile)[:, 0])
print(tile.view(3, 2, 2).permute(1, 0, 2), torch.cat([tile, tile.flip(1)], 1), tile.repeat(2, 2)[:4], tile.repeat_interleave(2, 0).repeat_interleave(2, 1)[:2])
channels = torch.stack([tile, tile * 2, tile + 100])
print(channels.permute(1, 2, 0)[0], channels.permute(1, 2, 0).is_contiguous(), channels.float().mean((1, 2)), channels[[2, 1, 0], 0])
grey = torch.tensordot(torch.tensor([0.3, 0.6, 0.1]), channels.float(), dims=1)
print(grey, (grey > grey.mean()).int(), channels[:, ::2, 1:3], channels.sum(0).narrow(1, 1, 2))
theta = torch.tensor([[[0., 1., 0.], [1., 0., 0.]]])
print(F.grid_sample(torch.arange(9.).view(1, 1, 3, 3), F.affine_grid(theta, (1, 1, 3, 3), align_corners=True), align_corners=True))
mosaic = torch.arange(16.).view(4, 4)
patches = mosaic.unfold(0, 2, 2).unfold(1, 2, 2)
print(patches.reshape(-1, 2, 2), patches.mean((-1, -2)), patches.permute(0, 2, 1, 3).reshape(4, 4).equal(mosaic))
for wrong in (lambda: board.roll(1, dims=2), lambda: F.pad(board[None, None], (1, 1, 1, 1), mode='reflect'), lambda: F.conv2d(board[None, None], bank), lambda: picture.unfold(2, 3, 1), lambda: torch.rot90(tile, 1, (0, 2)), lambda: tile.flip(2), lambda: tile.flip(0, 0),
              lambda: torch.fft.fft(torch.tensor(1.)), lambda: torch.fft.fft2(wave), lambda: torch.fft.rfft(spectrum), lambda: torch.fft.fft(wave, 0), lambda: torch.fft.ifft(wave, norm='abc'),
              lambda: torch.tensordot(tile, tile, dims=1), lambda: tile.permute(0, 0), lambda: tile.permute(0), lambda: tile.view(5, -1), lambda: tile.T.view(-1), lambda: tile.reshape(5, 2), lambda: tile.narrow(1, 3, 2), lambda: tile.repeat(2), lambda: torch.stack([tile, tile.T]),
              lambda: F.grid_sample(picture, picture), lambda: F.affine_grid(theta, (1, 3, 3)), lambda: torch.cat([tile, tile.T]), lambda: torch.hypot(tile, tile), lambda: tile.quantile(0.5), lambda: edges.median(3)):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error))
