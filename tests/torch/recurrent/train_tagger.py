# A bidirectional LSTM tagger over packed sequences of several lengths, trained with mini-batches; a GRU with projections' counterpart beside it.
import torch
from torch import nn
from torch.nn.utils.rnn import PackedSequence, pack_sequence, pad_packed_sequence

torch.manual_seed(2)
sentences = [torch.randint(0, 30, (torch.randint(1, 9, (1,)).item(),)) for _ in range(32)]
tags = [((words + torch.cat([words[1:], words[:1]])) % 4) for words in sentences]


class Tagger(nn.Module):
    def __init__(self, kind, **options):
        super().__init__()
        self.embed = nn.Embedding(30, 8)
        self.rnn = getattr(nn, kind)(8, 12, num_layers=2, bidirectional=True, dropout=0.1, **options)
        self.head = nn.Linear(2 * (self.rnn.proj_size or 12), 4)

    def forward(self, words):
        packed = pack_sequence(words, enforce_sorted=False)
        out, _ = self.rnn(packed._replace(data=self.embed(packed.data)))
        return PackedSequence(self.head(out.data), *out[1:])


for kind, options in (('LSTM', {}), ('GRU', {}), ('LSTM', {'proj_size': 5})):
    torch.manual_seed(3)
    net = Tagger(kind, **options)
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.02)
    for epoch in range(8):
        total = 0.0
        for start in range(0, 32, 8):
            truth = pack_sequence(tags[start:start + 8], enforce_sorted=False)
            out = net(sentences[start:start + 8])
            loss = nn.functional.cross_entropy(out.data, truth.data)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            total += loss.item() / 4
        print(kind, epoch, '%.4f' % total)
    net.eval()
    padded, lengths = pad_packed_sequence(net(sentences[:3]), batch_first=True, padding_value=-9)
    print(padded.argmax(-1), lengths)
