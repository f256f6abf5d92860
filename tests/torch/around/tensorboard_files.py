"""torch.utils.tensorboard: the records of event files to the byte, pictures to the pixel, errors."""
import os
import zlib

import torch
from torch.utils.tensorboard import SummaryWriter


def attempt(function, *args, **kwargs):
    try:
        print(repr(function(*args, **kwargs)))
    except Exception as error:
        print(type(error).__name__, error)


def records(path):
    data, at = open(path, 'rb').read(), 0
    while at < len(data):
        length = int.from_bytes(data[at:at + 8], 'little')
        yield data[at:at + 16 + length]
        at += 16 + length


def pixels(png):
    """The lines of a PNG file without filters."""
    width, height, kind = int.from_bytes(png[16:20], 'big'), int.from_bytes(png[20:24], 'big'), png[25]
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[kind]
    at, packed = 8, b''
    while at < len(png):
        length = int.from_bytes(png[at:at + 4], 'big')
        if png[at + 4:at + 8] == b'IDAT':
            packed += png[at + 8:at + 8 + length]
        assert zlib.crc32(png[at + 4:at + 8 + length]) == int.from_bytes(png[at + 8 + length:at + 12 + length], 'big')
        at += 12 + length
    data, lines, size = zlib.decompress(packed), [], width * channels
    above = [0] * size
    for y in range(height):
        kind, raw, line = data[y * (size + 1)], data[y * (size + 1) + 1:(y + 1) * (size + 1)], []
        for x, value in enumerate(raw):
            a, b, c = (line[x - channels] if x >= channels else 0), above[x], (above[x - channels] if x >= channels else 0)
            p = a + b - c
            near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            line.append((value + [0, a, b, (a + b) // 2, near][kind]) % 256)
        lines.append(line)
        above = line
    return width, height, channels, lines


def show(folder):
    """All files of a folder: records without their times, unless they were given."""
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isdir(path):
            print('folder', name)
            show(path)
        elif 'tfevents' in name:
            print('events', name.split('.')[:3], name.split('.')[-1])
            for each in records(path):
                given = each[13:21] == b'\x00\x00\x00\x00\x00\x00Y@'
                if b'\x89PNG' in each:
                    start = each.index(b'\x89PNG')
                    sizes = each[each.index(b'\x08', each.index(b'img')):][:6]
                    print(sizes, b'\x10\x01*' in each[20:26], pixels(each[start:-4]))
                else:
                    print(each if given else each[21:-4])
        elif name.endswith('.png'):
            print(name, pixels(open(path, 'rb').read())[:3])
        else:
            print(name, repr(open(path).read()))


writer = SummaryWriter('run', purge_step=5)
at = {'walltime': 100.}
writer.add_scalar('a', 1.5, 3, **at)
writer.add_scalar('a', 1.5, 3, new_style=True, **at)
writer.add_scalar('a', 1.5, 3, new_style=True, double_precision=True, **at)
writer.add_scalar('a', 1.5, double_precision=True, **at)
for value in (float('nan'), 1, True, torch.tensor(2), torch.tensor([3.]), '4.5', -0.0, 0, float('inf')):
    writer.add_scalar('/a b?', value, torch.tensor(5), **at)
writer.add_scalars('m/n', {'x': 1., 'y': torch.tensor(2)}, 7, 100.)
writer.add_text('t', 'hello é', 1, **at)
for value in (torch.tensor([[1., 2.]]), torch.tensor([1, -2]), torch.tensor(1, dtype=torch.uint8), torch.tensor([True, False]), torch.tensor([1.5], dtype=torch.float64)):
    writer.add_tensor('x', value, 1, **at)
writer.add_pr_curve('pr', torch.tensor([0, 1, 1, 0]), torch.tensor([.1, .8, .4, .6]), 1, num_thresholds=5, **at)
writer.add_pr_curve_raw('prr', [1, 2], [3, 4], [5, 6], [7, 8], [.5, .6], [.7, .8], 1, 2, **at)
writer.add_audio('au', torch.tensor([[0., .5, -.5, 1., -1., .1]]), 1, sample_rate=8000, **at)
writer.add_mesh('m', torch.tensor([[[0., 1., 2.]]]), colors=torch.tensor([[[1, 2, 3]]]), faces=torch.tensor([[[0, 0, 0]]]), config_dict={'a': 1}, **at)
writer.add_mesh('m', torch.tensor([[[0., 1., 2.]]]), **at)
for values, bins, most in [(torch.tensor([1., 2., 3.]), 3, None), (torch.tensor([2., 2.]), 2, None), (torch.tensor([1, 5, 5, 9]), 'auto', None), (torch.arange(10.), 'tensorflow', None),
                           (torch.tensor([0., -1e-3, 3.]), 'tensorflow', 4), (torch.tensor([0.5, 1., 2.5]), torch.tensor([0., 1., 2., 3.]), None),
                           (torch.tensor([-3., 1.25, 0., 7.5, 7.5]), 'auto', None), (torch.arange(12.).reshape(3, 4), 7, 3)]:
    writer.add_histogram('h', values, 1, bins, max_bins=most, **at)
writer.add_histogram_raw('hr', 0., 1., 3, 2., 2., [1., 2.], [1, 2], 1, **at)
picture = torch.arange(3 * 4 * 5).reshape(3, 4, 5) / 60
writer.add_image('img', picture, 1, **at)
writer.add_image('img', (picture * 300).to(torch.uint8), **at)
writer.add_image('img', picture[0] * 3 - 0.1, dataformats='HW', **at)
writer.add_image('img', picture[:1], **at)
writer.add_image('img', picture.permute(1, 2, 0)[..., :2], dataformats='HWC', **at)
writer.add_images('img', picture.expand(3, 3, 4, 5), **at)
writer.add_images('img', (torch.arange(40).reshape(10, 2, 2, 1) / 40), dataformats='NHWC', **at)
writer.add_custom_scalars({'A': {'b': ['Multiline', ['c', 'd']], 'e': ['Margin', ['f', 'g', 'h']]}})
writer.add_custom_scalars_multilinechart(['a', 'b'])
writer.add_custom_scalars_marginchart(['a', 'b', 'c'], category='C', title='TT')
writer.add_hparams({'lr': .1}, {'m': .5}, {'lr': [.1, .2]}, run_name='r', global_step=3)
writer.add_hparams({'s': 'x'}, {}, run_name='r2')
writer.add_hparams({'b': True}, {}, {'b': [True, False]}, run_name='r3')
writer.add_embedding(torch.tensor([[1., 2.], [3., .1]]), metadata=['a', 'b'], label_img=torch.ones(2, 3, 4, 4), global_step=1, tag='emb/q')
writer.add_embedding(torch.tensor([[1., 2.], [3., .1]]), metadata=[['a', 'c'], ['b', 'd']], metadata_header=['h1', 'h2'])

attempt(writer.add_histogram, 'h', torch.tensor([]))
attempt(writer.add_histogram, 'h', torch.tensor([1.]), bins='foo')
attempt(writer.add_histogram, 'h', [1, 2])
attempt(writer.add_scalar, 'a', torch.ones(2))
attempt(writer.add_scalar, 'a', 'x')
attempt(writer.add_scalar, 'a', None)
attempt(writer.add_scalar, 3, 1.)
attempt(writer.add_image, 'i', torch.ones(2, 2))
attempt(writer.add_image, 'i', torch.ones(3, 2, 2), dataformats='CCW')
attempt(writer.add_image, 'i', torch.ones(3, 2, 2), dataformats='CHWX')
attempt(writer.add_image, 'i', torch.ones(5, 2, 2))
attempt(writer.add_images, 'i', torch.ones(2, 2))
attempt(writer.add_hparams, 3, {})
attempt(writer.add_hparams, {'a': [1]}, {})
attempt(writer.add_audio, 't', torch.ones(3, 3, 3))
attempt(writer.add_embedding, torch.ones(2, 2), metadata=['a'], global_step=3)
attempt(writer.add_pr_curve, 'p', [0, 1], [.1])
attempt(writer.add_mesh, 'm', torch.ones(2, 3))
attempt(writer.add_scalars, 'm', 3)
attempt(writer.add_custom_scalars, {'a': {'b': ['Margin', ['c']]}})
attempt(writer.add_histogram_raw, 'h', 0., 1., 3, 2., 2., [1.], [1, 2])
print(writer.get_logdir(), writer.log_dir, type(writer))
writer.flush()
writer.close()
writer.close()
show('run')
with SummaryWriter(comment='_c', filename_suffix='.end') as second:
    print(second.log_dir[:5], second.log_dir[-2:])
    second.add_scalar('x', 1, **at)
for root, folders, names in os.walk(second.log_dir):
    print([name.split('.')[-1] for name in names])


def remove(folder):
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        remove(path) if os.path.isdir(path) else os.remove(path)
    os.rmdir(folder)


remove('run')
remove('runs')
