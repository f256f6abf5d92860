# needs: numpy PIL
"""Programs over Pillow: images of tensors and arrays, filters, drawing, files."""
import io
import numpy as np
import torch
from PIL import Image, ImageDraw, ImageFilter, ImageOps, ImageEnhance, ImageChops, ImageFont, ImageSequence, UnidentifiedImageError

# making
im = Image.new('RGB', (4, 3), color=(255, 0, 10))
print(im, im.size, im.mode, im.getpixel((0, 0)), np.asarray(im).shape, np.array(im)[0, 0], torch.from_numpy(np.array(im)).permute(2, 0, 1).shape, im.format, im.width) if False else print(im.size, im.mode, im.getpixel((0, 0)), np.asarray(im).shape, np.array(im)[0, 0], torch.from_numpy(np.array(im)).permute(2, 0, 1).shape, im.format, im.width)
t = (torch.arange(12.).reshape(3, 4) * 20).byte()
g = Image.fromarray(t.numpy())
print(g.mode, g.size, list(g.tobytes())[:5], g.resize((2, 2), Image.NEAREST).size, g.rotate(90, expand=True).size, g.transpose(Image.Transpose.FLIP_LEFT_RIGHT).getpixel((0, 0)), g.crop((1, 1, 3, 3)).size, g.convert('RGB').getbands(), g.point(lambda p: p // 2).getpixel((3, 2)), g.histogram()[0], g.getextrema(), g.thumbnail((2, 2)), g.size, np.asarray(Image.fromarray(np.ones((2, 2), dtype=np.uint8) * 7)).sum(), Image.fromarray(torch.rand(2, 2).mul(0).numpy()).mode)
px = im.load()
px[1, 1] = (1, 2, 3)
im.putpixel((2, 2), (9, 9, 9))
print(im.getpixel((1, 1)), np.array(im).sum(), [c.getpixel((1, 1)) for c in im.split()], Image.merge('RGB', im.split()[::-1]).getpixel((1, 1)), im == im.copy(), im.getbbox(), im.info, Image.blend(im, im, .5).size, Image.composite(im, im, Image.new('L', im.size, 1)).size, im.quantize(2).mode, ImageChops.difference(im, im).getbbox(), im.convert('L').getdata().__class__.__name__ if False else '', sorted(im.getcolors())[0][0])

# files
buffer = io.BytesIO()
im.save(buffer, format='PNG')
back = Image.open(io.BytesIO(buffer.getvalue()))
print(buffer.getvalue()[:4], back.format, back.size, back.mode, np.array_equal(np.array(back), np.array(im)))
im.save('a.jpg', quality=90)
im.save('b.gif', save_all=True, append_images=[im.rotate(180)], duration=10)
with Image.open('a.jpg') as j, Image.open('b.gif') as anim:
    print(j.format, j.size, anim.n_frames, anim.is_animated, len([f.copy() for f in ImageSequence.Iterator(anim)]), anim.seek(1), anim.tell())
with open('a.jpg', 'rb') as f:
    print(Image.open(f).convert('L').size)
for bad in (lambda: Image.open('nothing.png'), lambda: Image.open(io.BytesIO(b'text')), lambda: Image.fromarray(np.ones((2, 2, 7))), lambda: im.getpixel((99, 0)), lambda: im.save('x.zzz'), lambda: im.convert('QQ'), lambda: Image.new('RGB', (-1, 2)), lambda: im.nothing, lambda: im.resize('a'), lambda: im.paste('nocolor', (0, 0)), lambda: Image.fromarray([1])):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, isinstance(error, OSError), str(error)[:70].split(' <')[0].split(' object at')[0])

# drawing
canvas = Image.new('L', (20, 10))
d = ImageDraw.Draw(canvas)
d.rectangle([2, 2, 6, 6], fill=255)
d.ellipse((8, 2, 14, 8), outline=128)
d.line([(0, 9), (19, 9)], fill=50, width=1)
d.polygon([(15, 1), (19, 1), (17, 5)], fill=77)
d.point([(0, 0)], fill=1)
d.text((1, 1), 'a', fill=9)
print(np.asarray(canvas).astype(int).sum() > 0, canvas.getpixel((3, 4)), canvas.getpixel((5, 9)), d.textbbox((0, 0), 'hello')[2] > 10, canvas.filter(ImageFilter.GaussianBlur(1)).size, canvas.filter(ImageFilter.Kernel((3, 3), [0, 0, 0, 0, 1, 0, 0, 0, 0])).getpixel((3, 4)), ImageOps.invert(canvas).getpixel((19, 0)), ImageOps.grayscale(im).mode, ImageEnhance.Brightness(canvas).enhance(.5).getpixel((3, 4)), ImageOps.pad(canvas, (5, 5)).size, ImageOps.fit(im, (2, 2)).size, canvas.reduce(2).size, ImageOps.autocontrast(canvas).getextrema(), type(ImageFont.load_default()).__name__)
print(canvas._repr_png_()[:4], type(canvas).__name__, isinstance(back, Image.Image), back.__class__.__mro__[1].__name__)
class Darker(ImageFilter.Filter):
    name = 'Darker'
    def filter(self, image):
        return image.point(lambda p: max(p - 10, 0)) if hasattr(image, 'point') and False else image
print(canvas.filter(Darker()).size, torch.stack([torch.from_numpy(np.array(i, dtype=np.float32)) for i in (canvas, canvas)]).shape)
class Images(torch.utils.data.Dataset):
    def __init__(self, n, transform=None):
        self.items = [Image.new('RGB', (2, 2), (i, i, i)) for i in range(n)]
        self.transform = transform
    def __len__(self):
        return len(self.items)
    def __getitem__(self, i):
        return self.transform(self.items[i]) if self.transform else self.items[i]
to_tensor = lambda i: torch.from_numpy(np.array(i)).permute(2, 0, 1).float() / 255
for batch in torch.utils.data.DataLoader(Images(3, to_tensor), batch_size=2):
    print(batch.shape, batch.max())
