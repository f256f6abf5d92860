# needs: torchvision PIL
"""Pictures in files and in memory: PNG, JPEG, GIF, modes, what is refused."""
import os
import torch
import torchvision
from torchvision import io as tvio
from torchvision.io import ImageReadMode, decode_image, decode_jpeg, decode_png, encode_jpeg, encode_png, read_file, read_image, write_file, write_jpeg, write_png
from PIL import Image
x = (torch.arange(3*8*10) % 251).to(torch.uint8).reshape(3, 8, 10)
p = encode_png(x); print(p.dtype, p.dim(), torch.equal(decode_png(p), x), torch.equal(decode_image(p), x))
write_png(x, 'a.png'); print(torch.equal(read_image('a.png'), x), read_image('a.png', ImageReadMode.GRAY).shape, read_image('a.png', mode='RGB_ALPHA').shape)
print(read_image('a.png', ImageReadMode.GRAY).float().mean().round())
y = torch.full((3, 16, 16), 90, dtype=torch.uint8)
j = encode_jpeg(y, quality=95); d = decode_jpeg(j); print(d.shape, d.dtype, (d.int() - 90).abs().max() <= 2)
write_jpeg(y, 'b.jpg'); print(read_image('b.jpg').shape, decode_image(read_file('b.jpg'), mode='GRAY').shape)
g = torch.randint(0, 255, (1, 5, 6), dtype=torch.uint8); print(torch.equal(decode_png(encode_png(g)), g))
write_file('c.bin', torch.tensor([1, 2, 3], dtype=torch.uint8)); print(read_file('c.bin'), os.path.getsize('c.bin'))
Image.fromarray(x[0].numpy()).save('grey.png'); print(read_image('grey.png').shape, read_image('grey.png', mode=ImageReadMode.RGB).shape)
Image.new('P', (4, 4), 3).save('p.gif'); print(read_image('p.gif').shape[-2:])
for f in (lambda: read_image('none.png'), lambda: encode_png(x.float()), lambda: encode_png(x[None]), lambda: encode_jpeg(x, quality=0), lambda: encode_png(x, compression_level=12),
          lambda: encode_png(torch.zeros(2, 4, 4, dtype=torch.uint8)), lambda: write_file('q', torch.ones(2)), lambda: decode_png(x)):
    try:
        f()
    except Exception as e:
        print(type(e).__name__)
