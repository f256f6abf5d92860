"""A language model with an LSTM or GRU: truncated gradients, tied weights, clipping, perplexity, and a learning rate that is annealed."""
import math
import torch
import torch.nn as nn


class Corpus:
    def __init__(self, sentences):
        self.idx2word, self.word2idx = [], {}
        ids = []
        for line in sentences:
            for word in line.split() + ['<eos>']:
                if word not in self.word2idx:
                    self.idx2word.append(word)
                    self.word2idx[word] = len(self.idx2word) - 1
                ids.append(self.word2idx[word])
        self.ids = torch.tensor(ids).type(torch.int64)


class RNNModel(nn.Module):
    """An encoder, a recurrent module, and a decoder."""

    def __init__(self, rnn_type, ntoken, ninp, nhid, nlayers, dropout=0.5, tie_weights=False):
        super().__init__()
        self.ntoken = ntoken
        self.drop = nn.Dropout(dropout)
        self.encoder = nn.Embedding(ntoken, ninp)
        if rnn_type in ['LSTM', 'GRU']:
            self.rnn = getattr(nn, rnn_type)(ninp, nhid, nlayers, dropout=dropout)
        else:
            nonlinearity = {'RNN_TANH': 'tanh', 'RNN_RELU': 'relu'}[rnn_type]
            self.rnn = nn.RNN(ninp, nhid, nlayers, nonlinearity=nonlinearity, dropout=dropout)
        self.decoder = nn.Linear(nhid, ntoken)
        if tie_weights:
            if nhid != ninp:
                raise ValueError('When using the tied flag, nhid must be equal to emsize')
            self.decoder.weight = self.encoder.weight
        nn.init.uniform_(self.encoder.weight, -0.1, 0.1)
        nn.init.zeros_(self.decoder.bias)
        self.rnn_type, self.nhid, self.nlayers = rnn_type, nhid, nlayers

    def forward(self, input, hidden):
        output, hidden = self.rnn(self.drop(self.encoder(input)), hidden)
        decoded = self.decoder(self.drop(output))
        return nn.functional.log_softmax(decoded.view(-1, self.ntoken), dim=1), hidden

    def init_hidden(self, bsz):
        weight = next(self.parameters())
        zeros = weight.new_zeros(self.nlayers, bsz, self.nhid)
        return (zeros, zeros.clone()) if self.rnn_type == 'LSTM' else zeros


def repackage_hidden(h):
    if isinstance(h, torch.Tensor):
        return h.detach()
    return tuple(repackage_hidden(v) for v in h)


def batchify(data, bsz):
    nbatch = data.size(0) // bsz
    return data.narrow(0, 0, nbatch * bsz).view(bsz, -1).t().contiguous()


corpus = Corpus(['a dog saw a cat', 'the cat saw the dog', 'a bird sang', 'the dog ran to the bird', 'the bird saw a cat run'] * 6)
data = batchify(corpus.ids, 4)
print(len(corpus.idx2word), data.shape, data[0])
for kind, tied in (('LSTM', True), ('GRU', False), ('RNN_RELU', True)):
    torch.manual_seed(1111)
    model = RNNModel(kind, len(corpus.idx2word), 12, 12, 2, dropout=0.2, tie_weights=tied)
    lr, best = 2.0, None
    print(model.rnn, sum(p.nelement() for p in model.parameters()), len(list(model.parameters())), len(model.state_dict()))
    for epoch in range(3):
        hidden, total = model.init_hidden(4), 0.
        model.train()
        for i in range(0, data.size(0) - 1, 7):
            seq_len = min(7, len(data) - 1 - i)
            model.zero_grad()
            hidden = repackage_hidden(hidden)
            output, hidden = model(data[i:i + seq_len], hidden)
            loss = nn.NLLLoss()(output, data[i + 1:i + 1 + seq_len].view(-1))
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 0.25)
            for p in model.parameters():
                p.data.add_(p.grad, alpha=-lr)
            total += len(data[i:i + seq_len]) * loss.item()
        total /= len(data) - 1
        print('| epoch {:3d} | lr {:02.2f} | loss {:5.3f} | ppl {:8.2f}'.format(epoch, lr, total, math.exp(total)))
        if best is None or total < best:
            best = total
        else:
            lr /= 4.0
model.eval()
hidden = model.init_hidden(1)
x = torch.tensor([[corpus.word2idx['the']]])
with torch.no_grad():
    words = []
    for _ in range(6):
        out, hidden = model(x, hidden)
        x.fill_(torch.multinomial(out.squeeze().div(0.8).exp(), 1)[0])
        words.append(corpus.idx2word[x])
print(len(words), hidden.shape)
try:
    RNNModel('LSTM', 5, 4, 6, 1, tie_weights=True)
except ValueError as e:
    print(e)
try:
    model(x, model.init_hidden(3))
except RuntimeError as e:
    print(e)
