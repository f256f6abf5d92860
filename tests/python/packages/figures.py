# needs: matplotlib numpy tensorboard
"""Figures outside of notebooks: files in memory, in the logs of TensorBoard, animations as HTML."""
import io
import tempfile

import matplotlib
matplotlib.use('agg')
import matplotlib.pyplot as plt
import torch
from matplotlib.animation import FuncAnimation
from torch.utils.tensorboard import SummaryWriter

folder = tempfile.mkdtemp()
writer = SummaryWriter(folder)
figure = plt.figure(figsize=(2, 1))
plt.plot(torch.arange(3))
writer.add_figure('one', figure, 3)
print(plt.get_fignums())
pair = [plt.figure(figsize=(2, 1)), plt.figure(figsize=(2, 1))]
writer.add_figure('two', pair, global_step=1, close=False)
print(plt.get_fignums())
writer.close()

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
events = EventAccumulator(folder, size_guidance={'images': 0})
events.Reload()
for tag in sorted(events.Tags()['images']):
    for event in events.Images(tag):
        print(tag, event.step, event.width, event.height, event.encoded_image_string[:4])
plt.close('all')

for kind in ('png', 'svg', 'pdf'):
    out = io.BytesIO()
    fig, ax = plt.subplots(figsize=(1, 1))
    ax.plot(torch.ones(2))
    fig.savefig(out, format=kind)
    print(kind, out.getvalue()[:4])
    plt.close(fig)

fig, ax = plt.subplots(figsize=(1, 1))
line, = ax.plot([], [])
steps = []


def step(i):
    steps.append(i)
    line.set_data(torch.arange(i + 1), torch.arange(i + 1))
    return line,


movie = FuncAnimation(fig, step, frames=3)
html = movie.to_jshtml()
print(sorted(set(steps)), html.count('data:image/png;base64'), '<script' in html)
plt.close(fig)
try:
    plt.figure(-1.5, figsize='wide')
except Exception as e:
    print(type(e).__name__)
