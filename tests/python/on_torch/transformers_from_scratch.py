# needs: vit_pytorch x_transformers
"""vit-pytorch and x-transformers: small models, their reprs, losses that fall, generation."""
import torch
from torch import nn
from vit_pytorch import ViT, SimpleViT
from vit_pytorch.cct import CCT
torch.manual_seed(0)
v = ViT(image_size=32, patch_size=8, num_classes=4, dim=16, depth=2, heads=2, mlp_dim=32, dropout=.1, emb_dropout=.1)
x = torch.randn(2, 3, 32, 32)
print(v(x).shape, sum(p.numel() for p in v.parameters()))
print(v)
s = SimpleViT(image_size=32, patch_size=8, num_classes=4, dim=16, depth=1, heads=2, mlp_dim=32)
opt = torch.optim.SGD(s.parameters(), lr=.1)
y = torch.tensor([0, 3])
first = None
for _ in range(5):
    loss = nn.functional.cross_entropy(s(x), y); opt.zero_grad(); loss.backward(); opt.step(); first = first or loss.item()
print(loss.item() < first)
from x_transformers import TransformerWrapper, Decoder, Encoder, AutoregressiveWrapper
model = TransformerWrapper(num_tokens=20, max_seq_len=16, attn_layers=Decoder(dim=16, depth=1, heads=2, rotary_pos_emb=True))
t = torch.randint(0, 20, (2, 8))
print(model(t).shape, sum(p.numel() for p in model.parameters()))
ar = AutoregressiveWrapper(model)
loss = ar(t); loss.backward()
print(loss.dim(), ar.generate(t[:, :2], 4).shape)
enc = Encoder(dim=16, depth=1, heads=2)
print(enc(torch.randn(1, 4, 16)).shape)
