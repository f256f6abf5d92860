# A character RNN and LSTM, one text, one sequence at a time with the state carried on: printed losses are PyTorch's.
import torch
from torch import nn

text = 'the quick brown fox jumps over the lazy dog and the dog sleeps under the old oak tree while the fox runs away ' * 2
letters = sorted(set(text))
codes = torch.tensor([letters.index(letter) for letter in text])


class CharRNN(nn.Module):
    def __init__(self, kind, hidden, **options):
        super().__init__()
        self.embed = nn.Embedding(len(letters), 12)
        self.rnn = getattr(nn, kind)(12, hidden, batch_first=True, **options)
        self.head = nn.Linear(hidden, len(letters))

    def forward(self, x, state=None):
        out, state = self.rnn(self.embed(x), state)
        return self.head(out), state


def detach(state):
    return tuple(part.detach() for part in state) if isinstance(state, tuple) else state.detach()


for kind, options in (('RNN', {}), ('RNN', {'nonlinearity': 'relu', 'num_layers': 2}), ('LSTM', {'num_layers': 2, 'dropout': 0.2})):
    torch.manual_seed(0)
    net = CharRNN(kind, 24, **options)
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    print(net)
    for epoch in range(6):
        state, sum_, count = None, 0.0, 0
        for start in range(0, len(codes) - 25, 24):
            x, y = codes[start:start + 24].unsqueeze(0), codes[start + 1:start + 25]
            logits, state = net(x, state)
            loss = nn.functional.cross_entropy(logits.squeeze(0), y)
            optimizer.zero_grad()
            loss.backward()
            norm = nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimizer.step()
            state, sum_, count = detach(state), sum_ + loss.item(), count + 1
        print('epoch', epoch, 'loss %.4f' % (sum_ / count), 'norm %.3f' % norm)
    net.eval()
    with torch.no_grad():
        x, state, made = codes[:1].unsqueeze(0), None, []
        for _ in range(30):
            logits, state = net(x, state)
            x = logits[:, -1:].argmax(-1)
            made.append(letters[x.item()])
    print(''.join(made))
