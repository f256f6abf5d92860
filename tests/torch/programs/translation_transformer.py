"""Training: nn.Transformer reverses sequences; teacher forcing, causal and padding masks, greedy decoding."""
import torch
from torch import nn

torch.manual_seed(2)
PAD, BEGIN, END, WORDS = 0, 1, 2, 12


def batch(size):
    lengths = torch.randint(3, 6, (size,))
    src = torch.full((size, 5), PAD)
    tgt = torch.full((size, 7), PAD)
    for i, n in enumerate(lengths.tolist()):
        words = torch.randint(3, WORDS, (n,))
        src[i, :n] = words
        tgt[i, :n + 2] = torch.cat([torch.tensor([BEGIN]), words.flip(0), torch.tensor([END])])
    return src, tgt


class Translator(nn.Module):
    def __init__(self, width=16):
        super().__init__()
        self.src, self.tgt = nn.Embedding(WORDS, width), nn.Embedding(WORDS, width)
        self.positions = nn.Embedding(8, width)
        self.transformer = nn.Transformer(width, 2, 1, 1, 32, dropout=0.0, batch_first=True, norm_first=True)
        self.out = nn.Linear(width, WORDS, bias=False)
        self.out.weight = self.tgt.weight

    def forward(self, src, tgt):
        padding = src == PAD
        mask = nn.Transformer.generate_square_subsequent_mask(tgt.size(1))
        s = self.src(src) + self.positions(torch.arange(src.size(1)))
        t = self.tgt(tgt) + self.positions(torch.arange(tgt.size(1)))
        return self.out(self.transformer(s, t, tgt_mask=mask, src_key_padding_mask=padding, memory_key_padding_mask=padding, tgt_is_causal=True))


net = Translator()
print(len(list(net.parameters())), len(net.state_dict()), net.out.weight is net.tgt.weight)
loss_fn = nn.CrossEntropyLoss(ignore_index=PAD)
optimizer = torch.optim.Adam(net.parameters(), lr=5e-3, betas=(0.9, 0.98), eps=1e-9)
for step in range(60):
    src, tgt = batch(16)
    logits = net(src, tgt[:, :-1])
    loss = loss_fn(logits.reshape(-1, WORDS), tgt[:, 1:].reshape(-1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 6 == 5:
        print(f'{step + 1:3d} {loss.item():.3f}')
net.eval()
src, tgt = batch(3)
out = torch.full((3, 1), BEGIN)
with torch.no_grad():
    for _ in range(6):
        out = torch.cat([out, net(src, out)[:, -1].argmax(-1, keepdim=True)], dim=1)
print(out.shape, out[:, 0].tolist())
