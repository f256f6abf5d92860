"""Encoders leave out padding at the end of sequences: those positions are zeros."""
import warnings

import torch
from torch import nn

warnings.simplefilter('ignore')
torch.set_printoptions(precision=3, sci_mode=False)
torch.manual_seed(0)
x = torch.randn(3, 5, 4)


def encoder(norm=None, **options):
    torch.manual_seed(1)
    return nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, batch_first=True, **options), 2, norm).eval()


def padding_after(*lengths):
    return torch.arange(5) >= torch.tensor(lengths)[:, None]


with torch.no_grad():
    print(encoder()(x, src_key_padding_mask=padding_after(5, 2, 0)))
    print(encoder(activation='gelu')(x, src_key_padding_mask=padding_after(1, 2, 3))[:, 0])
    print(encoder(nn.LayerNorm(4))(x, src_key_padding_mask=padding_after(4, 2, 1))[:, :2])
    print(encoder()(x, src_key_padding_mask=padding_after(5, 5, 5))[:, 4])
    print(encoder()(x, src_key_padding_mask=padding_after(3, 2, 3).float())[0])
    print(encoder()(x, src_key_padding_mask=~padding_after(3, 2, 4))[0], 'padding before')
    print(encoder(norm_first=True)(x, src_key_padding_mask=padding_after(3, 2, 4))[0], 'norm first')
    unchecked = encoder()
    unchecked.mask_check = False
    print(unchecked(x, src_key_padding_mask=~padding_after(3, 2, 4))[0])
    print(encoder()(x, mask=torch.ones(5, 5, dtype=torch.bool).triu(1), src_key_padding_mask=padding_after(3, 2, 4))[0])
    torch.backends.mha.set_fastpath_enabled(False)
    print(encoder()(x, src_key_padding_mask=padding_after(3, 2, 4))[0])
    torch.backends.mha.set_fastpath_enabled(True)
    print(encoder().double()(x.double(), src_key_padding_mask=padding_after(3, 2, 4))[0])
    print(encoder().train()(x, src_key_padding_mask=padding_after(5, 3, 3)).shape)
print(encoder()(x, src_key_padding_mask=padding_after(5, 3, 3)).requires_grad)
with torch.no_grad():
    for source, padding in ((x, padding_after(0, 0, 0)), (x, torch.zeros(3, 4)), (x, torch.zeros(2, 5)), (x, torch.zeros(5)),
                            (torch.randn(3, 5, 6), padding_after(5, 3, 3)), (torch.randn(0, 5, 4), torch.zeros(0, 5))):
        try:
            encoder()(source, src_key_padding_mask=padding)
        except RuntimeError as error:
            print(str(error).split('\n')[0])
torch.manual_seed(3)
large = nn.TransformerEncoder(nn.TransformerEncoderLayer(64, 4, 128, batch_first=True), 2).eval()
sequences, padding = torch.randn(6, 70, 64), torch.arange(70) >= torch.tensor([70, 1, 33, 0, 64, 65])[:, None]
with torch.no_grad():
    out = large(sequences, src_key_padding_mask=padding)
    for row, length in enumerate([70, 1, 33, 0, 64, 65]):
        alone = large(sequences[row:row + 1, :length])[0] if length else out[row, :0]
        print(torch.allclose(out[row, :length], alone, atol=1e-5), out[row, length:].abs().sum().item())
