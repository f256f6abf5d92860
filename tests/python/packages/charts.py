# needs: numpy pandas matplotlib seaborn plotly bokeh altair PIL
"""Figures as text: what matplotlib, seaborn, plotly, bokeh and altair hold and write."""
import io
import json

import altair as alt
import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import plotly.express as px
import plotly.graph_objects as go
import seaborn as sns
import torch
from bokeh.embed import json_item
from bokeh.models import ColumnDataSource, CustomJS, HoverTool, Slider
from bokeh.plotting import figure as bokeh_figure
from matplotlib import animation, colors, gridspec, patches, ticker
from PIL import Image


def attempt(*calls):
    for call in calls:
        try:
            print(call())
        except Exception as error:
            print(type(error).__name__, str(error).strip().split('\n')[0][:110])


# Subplots, labels, limits, ticks
fig, axes = plt.subplots(2, 3, figsize=(6, 4), sharex='col', squeeze=False, gridspec_kw={'width_ratios': [2, 1, 1]})
t = torch.linspace(0, 1, 5)
line, = axes[0, 0].plot(t, t ** 2, 'r--', label='square', marker='o')
axes[0, 0].set(title='T', xlabel='x', ylabel='y', xlim=(0, 2), ylim=(-1, 1))
axes[0, 0].legend(loc='upper left')
bars = axes[0, 1].bar(['a', 'b'], torch.tensor([1., 3.]), yerr=[0.1, 0.2])
axes[0, 1].bar_label(bars.patches and bars, fmt=lambda v: f'<{v:.0f}>')
axes[0, 2].imshow(torch.eye(3), cmap='gray', vmin=0, vmax=2)
counts, edges, _ = axes[1, 0].hist(torch.tensor([1., 2, 2, 3]).numpy(), bins=3)
axes[1, 1].scatter([1, 2], [3, 4], c=[0, 1], s=[10, 20])
axes[1, 2].axis('off')
axes[1, 0].xaxis.set_major_formatter(ticker.FuncFormatter(lambda v, pos: f'{v:.1f}s'))
axes[1, 1].yaxis.set_major_locator(ticker.MultipleLocator(0.5))
print([str(s.get_text()) for s in axes[0, 0].get_legend().get_texts()], axes[0, 0].get_title(), axes[0, 0].get_xlim(), axes.shape, type(axes[0, 0]).__name__, line.get_ydata(), line.get_color(), line.get_linestyle(), line.get_marker(), counts, edges, [p.get_height() for p in bars], len(fig.axes), [s.get_text() for s in axes[0, 1].texts], axes[0, 2].images[0].get_array().shape, axes[1, 0].get_shared_x_axes().joined(axes[1, 0], axes[0, 0]))
fig.canvas.draw()
print([tick.get_text() for tick in axes[1, 0].get_xticklabels()][:2], axes[1, 1].get_yticks()[:2], fig.get_size_inches(), fig.dpi, fig.canvas.get_width_height(), fig)
sizes = []
for form in ('png', 'svg', 'pdf'):
    buffer = io.BytesIO()
    fig.savefig(buffer, format=form, dpi=50)
    sizes.append(buffer.getvalue()[:4])
buffer = io.BytesIO()
fig.savefig(buffer, dpi=50)
buffer.seek(0)
print(sizes, Image.open(buffer).size, np.asarray(fig.canvas.buffer_rgba()).shape, torch.from_numpy(np.asarray(fig.canvas.buffer_rgba()).copy()).dtype)
fig.savefig('figure.png', dpi=20, bbox_inches=None, facecolor='w')
print(Image.open('figure.png').size, plt.get_fignums(), plt.gcf() is fig, plt.gca() is axes[1, 2])
plt.close('all')
print(plt.get_fignums())
attempt(lambda: plt.plot([1, 2], [1]), lambda: plt.plot([1], 'zz'), lambda: plt.figure(figsize=(0, -1)), lambda: plt.imshow([1, 2]), lambda: plt.savefig('nothing/x.png'), lambda: plt.savefig('x.zz'), lambda: plt.subplot(2, 2, 9), lambda: plt.scatter([1], [2, 3]), lambda: line.set_nothing(1), lambda: axes[0, 0].set(zz=1), lambda: plt.plot(torch.ones(2, requires_grad=True)), lambda: plt.colormaps['zz'], lambda: plt.bar([1], [1, 2]), lambda: plt.hist(['a'], bins='zz'))
plt.close('all')

# Own colours, patches, events, scales, styles, a class of a notebook
class Plotter:
    """Draws lines as they come."""

    def __init__(self, title, style='-'):
        self.fig, self.ax = plt.subplots()
        self.ax.set_title(title)
        self.xs, self.lines = [], {}
        self.style = style

    def add(self, x, **ys):
        self.xs.append(x)
        for name, y in ys.items():
            line = self.lines.setdefault(name, self.ax.plot([], [], self.style, label=name)[0])
            line.set_data([*line.get_xdata(), x], [*line.get_ydata(), float(y)])
        self.ax.relim()
        self.ax.autoscale_view()
        return self


plotter = Plotter('losses')
for step in range(3):
    plotter.add(step, train=torch.tensor(1 / (step + 1)), valid=2.0)
print({k: np.round(l.get_ydata(), 2).tolist() for k, l in plotter.lines.items()}, [round(float(v), 2) for v in plotter.ax.get_xlim()], len(plotter.ax.lines))


class Shifted(colors.Normalize):
    def __call__(self, value, clip=None):
        return np.ma.masked_array(np.asarray(value) * 0 + 0.5)


seen = []
cid = plotter.fig.canvas.mpl_connect('draw_event', lambda event: seen.append(event.name))
plotter.ax.add_patch(patches.Rectangle((0, 0), 1, 1, alpha=0.5))
plotter.ax.annotate('here', xy=(1, 1), arrowprops={'arrowstyle': '->'})
mesh = plotter.ax.pcolormesh(np.arange(4).reshape(2, 2), norm=Shifted(0, 3))
plotter.ax.set_xscale('symlog')
plotter.ax.secondary_yaxis('right', functions=(lambda v: v * 2, lambda v: v / 2))
plotter.fig.colorbar(mesh)
plotter.fig.canvas.draw()
plotter.fig.canvas.mpl_disconnect(cid)
print(seen, mesh.norm(2), colors.to_hex('tab:blue'), colors.LinearSegmentedColormap.from_list('n', ['k', 'w'])(0.5), plotter.ax.get_xscale(), [type(c).__name__ for c in plotter.ax.get_children()][:3])
with plt.style.context('ggplot'), plt.rc_context({'lines.linewidth': 7}):
    print(plt.plot([1, 2])[0].get_linewidth(), matplotlib.rcParams['axes.facecolor'])
with plt.ioff():
    grid = gridspec.GridSpec(2, 2, figure=plt.figure())
    print(plt.subplot(grid[0, :]).get_position().width > 0.7, plt.isinteractive())
plt.close('all')

# An animation as HTML
fig, ax = plt.subplots(figsize=(2, 1), dpi=40)
moving, = ax.plot([], [])


def update(frame, scale):
    moving.set_data([0, frame], [0, frame * scale])
    return moving,


film = animation.FuncAnimation(fig, update, frames=3, fargs=(2,), init_func=lambda: (moving,), blit=True)
html = film.to_jshtml(fps=5)
print(html.count('data:image/png;base64'), '<script' in html, list(moving.get_ydata()), len(animation.ArtistAnimation(fig, [[moving]]).to_jshtml()) > 500)
attempt(lambda: animation.FuncAnimation(fig, lambda frame: 1 / 0, frames=2).to_jshtml())
plt.close('all')

# seaborn and pandas
tips = pd.DataFrame({'bill': [10., 20, 30, 15], 'tip': [1., 3, 4, 2], 'day': list('MTMT'), 'sex': list('fmmf')})
ax = sns.barplot(tips, x='day', y='tip', hue='sex', errorbar=None, estimator=lambda v: np.max(v))
print(ax.get_ylabel(), [round(float(p.get_height()), 1) for p in ax.patches][:4], [s.get_text() for s in ax.get_legend().get_texts()])
plt.close('all')
grid = sns.FacetGrid(tips, col='sex', height=2)
calls = []


def panel(x, y, **kwargs):
    calls.append((len(x), sorted(kwargs)))
    plt.plot(x, y)


grid.map(panel, 'bill', 'tip').set_axis_labels('B', 'T').set_titles('{col_name}')
print(calls, [a.get_title() for a in grid.axes.flat], grid.axes[0, 0].get_xlabel())
print(sns.heatmap(torch.eye(2).numpy(), annot=True, fmt='.1f').texts[0].get_text(), type(sns.pairplot(tips, height=1)).__name__, sns.color_palette('husl', 2).as_hex(), sns.lineplot(x=[1, 2], y=torch.tensor([1., 2.]).numpy()).lines[0].get_xydata().tolist(), type(sns.regplot(tips, x='bill', y='tip', ci=None)).__name__)
plt.close('all')
ax = tips.plot.scatter('bill', 'tip', title='tips')
print(ax.get_title(), ax.get_xlabel(), tips.groupby('day').tip.mean().plot(kind='bar').get_xticklabels()[0].get_text(), len(tips.hist(figsize=(2, 2)).ravel()), [l.get_label() for l in tips.plot(y=['bill', 'tip'], subplots=True)[0].lines])
plt.close('all')
attempt(lambda: sns.barplot(tips, x='zz', y='tip'), lambda: sns.color_palette('zz'), lambda: sns.FacetGrid(tips, col='zz'), lambda: tips.plot.scatter('bill'), lambda: tips.day.plot(), lambda: grid.map(lambda x, **k: 1 / 0, 'bill'), lambda: sns.histplot(tips, x='bill', stat='zz'))
plt.close('all')

# plotly
figure = px.scatter(tips, x='bill', y='tip', color='day', hover_data=['sex'], labels={'tip': 'Tip'})
figure.add_hline(y=2, line_dash='dot').update_layout(template='none', height=300, updatemenus=[{'buttons': [{'label': 'a', 'method': 'relayout', 'args': ['height', 1]}]}])
figure.for_each_xaxis(lambda axis: axis.update(showgrid=False))
data = json.loads(figure.to_json())
print(sorted(data), len(data['data']), data['layout']['height'], data['layout']['yaxis']['title']['text'], data['data'][0]['name'], figure.layout.shapes[0].line.dash, go.Figure(go.Surface(z=torch.eye(2).tolist())).data[0].z, go.Figure([go.Bar(y=[1], marker={'color': 'red'})]).data[0].marker.color, [f.name for f in go.Figure(frames=[go.Frame(name='f')]).frames])

# bokeh
plot = bokeh_figure(width=200, height=100, title='b', tools=[HoverTool(tooltips=[('x', '@x')])])
source = ColumnDataSource({'x': torch.arange(3).numpy(), 'y': [1, 4, 9]})
glyph = plot.line('x', 'y', source=source, legend_label='l', line_width=2)
plot.scatter(x=[1], y=[2], size=5)
changes = []
slider = Slider(start=0, end=5, value=1, step=1, title='s')
slider.on_change('value', lambda attr, old, new: changes.append((attr, old, new)))
slider.js_on_change('value', CustomJS(args={'s': source}, code='1'))
slider.value = 3
source.stream({'x': [3], 'y': [16]})
item = json_item(plot, 'place')
print(changes, len(source.data['x']), source.column_names, sorted(item), item['target_id'], plot.title.text, type(glyph).__name__, plot.legend.items[0].label['value'] if isinstance(plot.legend.items[0].label, dict) else plot.legend.items[0].label.value, len(plot.renderers), plot.select_one(HoverTool).tooltips)
attempt(lambda: bokeh_figure(width='a'), lambda: plot.line('x', 'zz', source=source), lambda: setattr(slider, 'value', 'a'), lambda: Slider(nothing=1), lambda: slider.on_change('value', lambda a: 1), lambda: source.stream({'x': [1]}))

# altair
chart = alt.Chart(tips).mark_point(color='red').encode(x='bill:Q', y=alt.Y('mean(tip):Q', title='T'), tooltip=['day']).properties(width=100, title='a')
spec = chart.to_dict()
layered = (chart + chart.mark_line()).resolve_scale(y='independent')
print(spec['mark'], spec['encoding'], spec['width'], sorted(spec), len(layered.to_dict()['layer']), json.loads((chart | chart).to_json())['hconcat'][0]['title'], chart.transform_filter(alt.datum.bill > 12).to_dict()['transform'], chart.transform_calculate(z='datum.tip * 2').to_dict()['transform'], alt.Chart('data.csv').mark_bar().encode(alt.X('a:N').bin(True)).to_dict()['data'], len(list(spec['datasets'].values())[0]), chart.interactive().to_dict()['params'][0]['bind'], len(chart._repr_mimebundle_()) >= 1)
attempt(lambda: alt.Chart(tips).mark_point(zz=1).to_dict(), lambda: alt.Chart(tips).mark_point().encode(x='zz').to_dict(), lambda: alt.Chart(tips).encode(q='bill'), lambda: chart.encode(x=3).to_dict(), lambda: alt.Chart(3).mark_bar().to_dict())
