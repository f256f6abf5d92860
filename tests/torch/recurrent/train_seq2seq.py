# A sequence-to-sequence network with GRUs that learns to reverse digits: encoder over packed sequences, decoder with a cell and teacher forcing.
import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence, pack_padded_sequence

torch.manual_seed(5)
STOP, START = 10, 11
lengths = torch.randint(2, 7, (24,)).tolist()
words = [torch.randint(0, 10, (n,)) for n in lengths]
source = pad_sequence(words, padding_value=STOP)
target = pad_sequence([torch.cat([word.flip(0), torch.tensor([STOP])]) for word in words], padding_value=-100)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(12, 10)
        self.rnn = nn.GRU(10, 16, bidirectional=True)
        self.join = nn.Linear(32, 24)

    def forward(self, x, lengths):
        packed = pack_padded_sequence(self.embed(x), lengths, enforce_sorted=False)
        _, state = self.rnn(packed)
        return torch.tanh(self.join(torch.cat([state[0], state[1]], 1)))


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(12, 10)
        self.cell = nn.GRUCell(10, 24)
        self.head = nn.Linear(24, 12)

    def forward(self, state, target):
        x, outs = torch.full((state.size(0),), START), []
        for step in range(target.size(0)):
            state = self.cell(self.embed(x), state)
            outs.append(self.head(state))
            x = target[step].clamp_min(0)
        return torch.stack(outs)


encoder, decoder = Encoder(), Decoder()
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=0.01)
print(encoder, decoder)
for step in range(60):
    logits = decoder(encoder(source, lengths), target)
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), target.flatten())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 5 == 0:
        right = (logits.argmax(-1) == target).sum().item() / (target >= 0).sum().item()
        print('%2d %.4f %.3f' % (step, loss.item(), right))
