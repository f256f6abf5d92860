# needs: numpy pandas matplotlib
"""Programs over matplotlib: figures of tensors, arrays and frames, counted and measured, not looked at."""
import io
import os
import numpy as np
import pandas as pd
import torch
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
from matplotlib import cm, colors, gridspec, patches, ticker, animation
from matplotlib.figure import Figure

# lines
x = torch.linspace(0, 2 * np.pi, 50)
fig, ax = plt.subplots(figsize=(4, 3))
line, = ax.plot(x, torch.sin(x), 'r--', lw=2, label='sin')
ax.plot(x.numpy(), np.cos(x), color='tab:blue', marker='o', markevery=10, label='cos')
ax.set(xlabel='x', ylabel='y', title='waves', xlim=(0, 7))
ax.legend(loc='upper right')
ax.grid(True, alpha=.3)
print(fig.get_size_inches(), len(ax.lines), line.get_color(), line.get_linestyle(), ax.get_xlim(), ax.get_title(), [t.get_text() for t in ax.get_legend().get_texts()], line.get_xdata().shape, type(line).__name__, ax, fig)
buffer = io.BytesIO()
fig.savefig(buffer, format='png', dpi=50)
buffer.seek(0)
image = plt.imread(buffer)
print(buffer.getvalue()[:8], image.shape, image.dtype)
fig.savefig('f.pdf')
fig.savefig('f.svg', bbox_inches='tight')
print(os.path.exists('f.pdf'), open('f.svg').read().count('<svg'), plt.get_fignums(), plt.gcf() is fig, plt.gca() is ax)
plt.close('all')
print(plt.get_fignums())

# state
plt.figure(figsize=(6, 2), dpi=50)
losses = [torch.tensor(1 / (i + 1)) for i in range(5)]
plt.plot(losses)
plt.plot([l.item() for l in losses], [1, 2, 3, 4, 5])
plt.scatter(torch.rand(5), torch.rand(5), c=torch.arange(5), s=[10] * 5, cmap='viridis')
plt.title(f'loss {losses[-1]:.2f}')
plt.xlabel('epoch'); plt.ylabel('loss'); plt.xticks(range(0, 5, 2)); plt.ylim(0, 6)
plt.legend(['a', 'b'])
plt.axhline(1, color='k'); plt.axvline(x=2); plt.text(1, 1, 'here'); plt.annotate('peak', xy=(0, 1), xytext=(1, 2), arrowprops=dict(arrowstyle='->'))
ax = plt.gca()
print(len(ax.lines), len(ax.collections), len(ax.texts), [t.get_text() for t in ax.get_xticklabels()], ax.get_ylim(), plt.gcf().dpi, ax.get_legend_handles_labels()[1])
plt.tight_layout()
plt.show()
plt.clf()
plt.close()

# grids
fig, axes = plt.subplots(2, 3, figsize=(6, 4), sharex=True, layout='constrained')
for i, ax in enumerate(axes.flat):
    ax.imshow(torch.rand(8, 8), cmap='gray')
    ax.set_title(f'#{i}')
    ax.axis('off')
print(axes.shape, axes[0, 0].images[0].get_array().shape, [a.get_title() for a in axes.ravel()], len(fig.axes), type(axes))
(a, b), c = plt.subplots(1, 2)[1], plt.subplot(111)
fig = plt.figure()
gs = gridspec.GridSpec(2, 2, width_ratios=[2, 1])
top = fig.add_subplot(gs[0, :])
mosaic = plt.figure().subplot_mosaic('AB;AC')
print(sorted(mosaic), mosaic['A'].get_subplotspec().get_geometry(), top.get_position().bounds[0] > 0, plt.GridSpec(1, 2)[0].num1)
for axes in (fig.axes, [top]):
    for ax in axes:
        ax.spines['top'].set_visible(False)
        ax.tick_params(labelsize=6)
print(top.spines['top'].get_visible(), len(plt.get_fignums()))
plt.close('all')

# kinds
fig, ax = plt.subplots()
counts, bins, bars = ax.hist(torch.tensor([1., 2, 2, 3, 3, 3]), bins=3)
print(counts, bins, len(bars), ax.bar(['a', 'b'], torch.tensor([3, 4])).patches[1].get_height(), ax.bar_label(bars)[0].get_text())
parts = ax.pie([1, 2], labels=['x', 'y'], autopct=lambda p: f'{p:.0f}%')
texts, autos = parts[1], parts[2]
print([t.get_text() for t in texts], [t.get_text() for t in autos], len(ax.boxplot([np.arange(5), np.arange(3)])['boxes']), len(ax.violinplot(np.arange(9))['bodies']), ax.fill_between([0, 1], [0, 0], [1, 2]).get_paths()[0].vertices.shape, ax.errorbar([1, 2], [1, 2], yerr=.1).has_yerr, ax.stem([1, 2]).stemlines.get_segments()[0].shape, ax.barh([0, 1], [2, 3])[0].get_width(), ax.step([1, 2], [1, 2])[0].get_drawstyle(), len(ax.hlines([1, 2], 0, 1).get_segments()))
fig, ax = plt.subplots()
X, Y = np.meshgrid(np.linspace(-1, 1, 5), np.linspace(-1, 1, 5))
cs = ax.contourf(X, Y, X ** 2 + Y ** 2, levels=[0, 1, 2])
bar = fig.colorbar(cs, ax=ax)
print(cs.levels, bar.ax.get_label(), ax.quiver(X, Y, X, Y).N, ax.pcolormesh(X).get_array().shape, ax.matshow(torch.eye(3)).get_clim(), len(fig.axes))
mesh = plt.figure().add_subplot(projection='3d')
surface = mesh.plot_surface(X, Y, torch.tensor(X).pow(2).numpy(), cmap=cm.viridis)
print(type(surface).__name__, mesh.name, type(mesh.scatter(1, 2, 3)).__name__, plt.figure().add_subplot(projection='polar').name)
plt.close('all')

# colours and formats
print(colors.to_rgba('red', .5), colors.to_hex((0, .5, 1)), plt.cm.viridis(0.5), matplotlib.colormaps['plasma'](np.array([0, 255])).shape, colors.Normalize(0, 10)(5), colors.ListedColormap(['r', 'g']).N, plt.rcParams['lines.linewidth'], len(plt.rcParams['axes.prop_cycle']), colors.LinearSegmentedColormap.from_list('m', ['w', 'k'])(0.0))
fig, ax = plt.subplots()
ax.plot([1000, 2000], [0.1, 0.2])
ax.xaxis.set_major_formatter(ticker.FuncFormatter(lambda v, pos: f'{v / 1000:g}k'))
ax.yaxis.set_major_locator(ticker.MultipleLocator(.05))
ax.yaxis.set_major_formatter('{x:.2f}!')
fig.canvas.draw()
print([t.get_text() for t in ax.get_xticklabels()][:3], [t.get_text() for t in ax.get_yticklabels()][:2], fig.canvas.get_width_height(), np.asarray(fig.canvas.buffer_rgba()).shape)
ax.add_patch(patches.Rectangle((0, 0), 1, 1, fill=False))
ax.add_artist(plt.Circle((0, 0), 1))
print(len(ax.patches), ax.transData.transform((0, 0)).shape, ax.get_children()[0].__class__.__name__, ax.set_xscale('log'), ax.get_xscale())
with plt.rc_context({'font.size': 20}):
    print(plt.rcParams['font.size'])
plt.rcParams.update({'font.size': 8})
with plt.style.context('ggplot'):
    print(plt.rcParams['axes.facecolor'])
plt.rc('lines', linewidth=3)
print(plt.rcParams['lines.linewidth'], 'seaborn-v0_8' in plt.style.available)
plt.rcdefaults()
for bad in (lambda: ax.plot([1, 2], [1, 2, 3]), lambda: ax.nothing, lambda: plt.plot([1], [1], colour='r'), lambda: plt.subplots(0), lambda: ax.set(nope=1), lambda: plt.get_cmap('zz'), lambda: plt.style.use('zz'), lambda: ax.plot([1, 2], 'notafmt'), lambda: ax.imshow(torch.rand(2, 2, 7)), lambda: ax.plot(torch.ones(2, requires_grad=True)), lambda: fig.savefig('a.zzz'), lambda: ax.legend(loc='zz'), lambda: plt.scatter([1, 2], [1]), lambda: plt.rcParams.__setitem__('a.b', 1), lambda: ax.hist([[1, 2], 'a'])):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, str(error).split('\n')[0][:160])
plt.close('all')

# animation and events
fig, ax = plt.subplots(figsize=(2, 2))
line, = ax.plot([], [])
drawn = []
def update(i, step=1):
    drawn.append(i)
    line.set_data(torch.arange(i), torch.arange(i) * step)
    return line,
movie = animation.FuncAnimation(fig, update, frames=3, init_func=lambda: (line,), blit=True, interval=20, fargs=(2,))
html = movie.to_jshtml()
print(html.count('<img'), len(html) > 1000, drawn[-3:], type(movie).__name__)
seen = []
number = fig.canvas.mpl_connect('draw_event', lambda event: seen.append(event.name))
fig.canvas.draw()
fig.canvas.mpl_disconnect(number)
fig.canvas.draw()
print(seen)
movie.save('m.gif', writer='pillow')
print(os.path.getsize('m.gif') > 100)
plt.close('all')

# classes of the notebook
class Board:
    def __init__(self, rows=1):
        self.fig, axes = plt.subplots(rows, 1, squeeze=False)
        self.axes = list(axes[:, 0])
        self.history = {}
    def add(self, **values):
        for name, value in values.items():
            self.history.setdefault(name, []).append(float(value))
    def draw(self):
        for ax, (name, values) in zip(self.axes, self.history.items()):
            ax.cla()
            ax.plot(range(len(values)), values, label=name)
            ax.legend()
        return [len(ax.lines) for ax in self.axes]
board = Board(2)
for i in range(3):
    board.add(loss=torch.tensor(1.) / (i + 1), acc=np.float32(i))
print(board.draw(), board.history['acc'], [l.get_label() for ax in board.axes for l in ax.lines])
class Doubled(matplotlib.axes.Axes):
    name = 'doubled'
    def plot(self, *args, **kwargs):
        return super().plot(*[2 * np.asarray(a) if not isinstance(a, str) else a for a in args], **kwargs)
matplotlib.projections.register_projection(Doubled)
ax = plt.figure().add_subplot(projection='doubled')
print(ax.plot([1, 2])[0].get_ydata(), type(ax).__name__, isinstance(ax, plt.Axes))
class Half(ticker.Locator):
    def __call__(self):
        return self.tick_values(*self.axis.get_view_interval())
    def tick_values(self, a, b):
        return np.arange(np.floor(a), b, .5)
ax.xaxis.set_major_locator(Half())
ax.set_xlim(0, 2)
print(ax.get_xticks())
class Square(colors.Normalize):
    def __call__(self, value, clip=None):
        return np.ma.masked_array(np.square(value))
print(plt.imshow(torch.rand(3, 3), norm=Square(0, 1)).get_clim(), Figure((1, 1)).get_size_inches(), plt.figure(FigureClass=type('F', (Figure,), {'tag': 'mine'})).tag)
plt.close('all')

# of frames
df = pd.DataFrame({'day': pd.date_range('2024-01-01', periods=4), 'v': [1, 3, 2, 4], 'k': list('abab')})
ax = df.plot(x='day', y='v', title='v', figsize=(3, 2), legend=False)
print(len(ax.lines), ax.get_title(), ax.get_xlabel(), ax.figure.get_size_inches())
axes = df[['v']].assign(w=df.v * 2).plot.bar(subplots=True)
print(len(axes), df.v.plot.hist(bins=2).get_ylabel(), len(df.groupby('k').v.plot()), df.v.plot(kind='box').name, df.boxplot('v', by='k').get_title(), df.plot.scatter('v', 'v', c='v', colormap='viridis').get_xlabel(), len(df.hist('v')), df.v.value_counts().plot.pie(autopct='%.1f').get_ylabel(), pd.plotting.scatter_matrix(df[['v']]).shape)
plt.close('all')
print(plt.get_fignums())
