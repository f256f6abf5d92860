# A word language model with a two-layer LSTM, truncated backpropagation in batches, clipping and SGD, as in the classic example.
import math

import torch
from torch import nn

torch.manual_seed(1111)
WORDS, STEPS, BATCH = 40, 12, 5
transitions = torch.softmax(torch.randn(WORDS, WORDS) * 2, 1)
words = [0]
for _ in range(STEPS * BATCH * 4):
    words.append(torch.multinomial(transitions[words[-1]], 1).item())
data = torch.tensor(words[:STEPS * BATCH * 4]).view(BATCH, -1).t().contiguous()


class Model(nn.Module):
    def __init__(self, tied):
        super().__init__()
        self.drop = nn.Dropout(0.2)
        self.encoder = nn.Embedding(WORDS, 16)
        self.rnn = nn.LSTM(16, 16, 2, dropout=0.2)
        self.decoder = nn.Linear(16, WORDS)
        if tied:
            self.decoder.weight = self.encoder.weight
        nn.init.uniform_(self.encoder.weight, -0.1, 0.1)
        nn.init.zeros_(self.decoder.bias)

    def forward(self, x, state):
        out, state = self.rnn(self.drop(self.encoder(x)), state)
        return torch.log_softmax(self.decoder(self.drop(out)), 2), state

    def start(self, batch):
        weight = next(self.parameters())
        return weight.new_zeros(2, batch, 16), weight.new_zeros(2, batch, 16)


for tied in (False, True):
    model = Model(tied)
    criterion = nn.NLLLoss()
    rate = 5.0
    print(model)
    for epoch in range(3):
        model.train()
        state, total = model.start(BATCH), 0.0
        for i in range(0, len(data) - 1, STEPS):
            count = min(STEPS, len(data) - 1 - i)
            x, y = data[i:i + count], data[i + 1:i + 1 + count].reshape(-1)
            model.zero_grad()
            state = tuple(part.detach() for part in state)
            out, state = model(x, state)
            loss = criterion(out.view(-1, WORDS), y)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 0.25)
            with torch.no_grad():
                for parameter in model.parameters():
                    parameter.add_(parameter.grad, alpha=-rate)
            total += loss.item() * count
        model.eval()
        with torch.no_grad():
            out, _ = model(data[:-1], model.start(BATCH))
            held = criterion(out.view(-1, WORDS), data[1:].reshape(-1)).item()
        print('epoch %d train %.4f eval %.4f perplexity %.2f' % (epoch, total / (len(data) - 1), held, math.exp(held)))
