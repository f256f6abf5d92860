# needs: numpy pandas xarray pyarrow polars h5py plotly
"""Programs over xarray, pyarrow, polars, h5py and plotly."""
import json
import numpy as np
import pandas as pd
import torch
import xarray as xr
import pyarrow as pa
import pyarrow.parquet as pq
import pyarrow.compute as pc
import polars as pl
import h5py
import plotly.graph_objects as go
import plotly.express as px

# xarray
da = xr.DataArray(torch.arange(6.).reshape(2, 3).numpy(), dims=('t', 'x'), coords={'t': [10, 20], 'x': list('abc')}, name='v', attrs={'unit': 'K'})
print(da, da.sel(t=10).values, da.mean('x').values, da.isel(x=0).sum().item(), da.dims, da.sizes, (da + da.mean()).attrs, da.where(da > 2).values, da.to_pandas(), da.T.shape, da.loc[20, 'b':'c'].values, da.max().item(), float(da[0, 0]), da.attrs['unit'])
ds = xr.Dataset({'v': da, 'w': ('t', [1, 2])}, attrs={'title': 'd'})
print(ds, list(ds), ds['w'].values, ds.v.dims, ds.groupby('t').mean().w.values, ds.assign(z=lambda d: d.v * 2).z.values[0], ds.to_dataframe().shape, xr.concat([da, da], dim='k').shape, xr.apply_ufunc(lambda a, k: a * k, da, 3).values[0], ds.map(np.sqrt).w.values, da.rolling(x=2).mean().values[0], da.interp(t=15).values, torch.from_numpy(da.values).shape, ds.sel(t=20).w.item(), 'v' in ds, da.pipe(lambda a: a.sum()).item(), da.reduce(np.max, 'x').values, ds.isel(t=0).to_dict()['attrs'], xr.DataArray(torch.ones(2)).dtype, da.idxmax('x').values)
@xr.register_dataarray_accessor('geo')
class Geo:
    def __init__(self, array):
        self.array = array
    def double(self):
        return self.array * 2
print(da.geo.double().values[0], len(da._repr_html_()) > 100)
for bad in (lambda: da.sel(t=11), lambda: da.sel(q=1), lambda: ds['q'], lambda: da.nothing, lambda: xr.DataArray([1, 2], dims=('a', 'b')), lambda: da + xr.DataArray([1, 2], dims='x', coords={'x': ['p', 'q']})):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, str(error).split('\n')[0][:110])

# arrow
table = pa.table({'n': [1, 2, None], 's': ['a', 'b', 'c'], 't': torch.ones(3).numpy(), 'l': [[1], [2, 3], []]})
print(table, table.schema, table.num_rows, table['n'].to_pylist(), table.column('s')[1].as_py(), table.to_pydict()['l'], table.to_pandas().dtypes.to_dict(), pc.sum(table['n']).as_py(), table.filter(pc.equal(table['s'], 'b')).num_rows, pa.array([1.5, None]).null_count, pa.array(np.arange(3)).to_numpy(), table.sort_by([('n', 'descending')])['s'].to_pylist(), table.group_by('s').aggregate([('n', 'sum')]).num_rows, table.slice(1, 1).to_pylist(), pa.scalar(3).as_py(), pa.array([{'a': 1}]).type, table.append_column('u', pa.array([True, False, True])).column_names, pa.Table.from_pandas(pd.DataFrame({'q': [1]})).num_columns, pa.array(x for x in range(3)).sum().as_py(), pa.array(torch.arange(3).numpy()).type, repr(pa.int64()), pa.types.is_integer(pa.int8()), pa.list_(pa.string()))
pq.write_table(table, 't.parquet')
print(pq.read_table('t.parquet', columns=['n'])['n'].to_pylist(), pd.read_parquet('t.parquet').shape, pq.ParquetFile('t.parquet').metadata.num_rows)
for bad in (lambda: pa.array([1, 'a']), lambda: table['zz'], lambda: pa.table({'a': [1], 'b': [1, 2]}), lambda: pq.read_table('nothing.parquet'), lambda: pa.array([object()])):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, str(error).split('\n')[0][:80].split(' <')[0])

# polars
df = pl.DataFrame({'a': [1, 2, 3], 'b': ['x', 'y', 'x'], 'c': torch.tensor([1., 2., 3.]).numpy()})
print(df, df.shape, df.columns, df['a'].sum(), df.filter(pl.col('a') > 1).rows(), df.select(pl.col('c').mean().alias('m')).item(), df.group_by('b', maintain_order=True).agg(pl.col('a').sum()).to_dicts(), df.with_columns((pl.col('a') * 2).alias('d'), k=pl.lit(1)).columns, df.sort('a', descending=True)['a'].to_list(), df.to_pandas().shape, df.to_numpy().shape, torch.from_numpy(df['c'].to_numpy().copy()), df.schema, df.row(0), df.row(0, named=True), [r['b'] for r in df.iter_rows(named=True)], df.lazy().filter(pl.col('b') == 'x').collect().height, df.join(df, on='a').width, df.pivot('b', index='a', values='c').shape, df['b'].str.to_uppercase().to_list(), df.describe().height, df.null_count().row(0), df.write_csv()[:8], pl.Series('s', [1, None]).is_null().to_list(), df.select(pl.when(pl.col('a') > 2).then(pl.lit('big')).otherwise(pl.lit('small')).alias('z'))['z'].to_list())
print(df['a'].map_elements(lambda v: v * 10, return_dtype=pl.Int64).to_list(), df.select(pl.struct('a', 'c').map_elements(lambda s: s['a'] + s['c'], return_dtype=pl.Float64))['a'].to_list(), df.map_rows(lambda r: (r[0], r[1] * 2)).rows()[0], df.group_by('b', maintain_order=True).map_groups(lambda g: g.head(1)).height, df.pipe(lambda d, n: d.head(n), 1).height, len(df._repr_html_()) > 50, df.select(pl.col('a').map_batches(lambda s: s + 1))['a'].to_list(), pl.from_pandas(pd.DataFrame({'q': [1]})).columns, pl.DataFrame([{'a': 1}, {'a': 2}]).height, pl.DataFrame(torch.ones(2, 2).numpy(), schema=['p', 'q']).sum().row(0), pl.read_csv(b'a,b\n1,2').row(0))
for bad in (lambda: df['zz'], lambda: df.select('zz'), lambda: pl.DataFrame({'a': [1], 'b': [1, 2]}), lambda: df.filter(pl.col('a') + 'x'), lambda: df.nothing, lambda: bool(pl.col('a') > 1), lambda: df['a'].map_elements(lambda v: 1 / 0, return_dtype=pl.Int64)):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, str(error).split('\n')[0][:90])

# h5py
with h5py.File('f.h5', 'w') as f:
    f['x'] = torch.arange(4.).numpy()
    d = f.create_dataset('g/m', data=np.eye(3), compression='gzip', chunks=(1, 3))
    d.attrs['unit'] = 'm'
    f.attrs['n'] = 3
    d[0, 1] = 5
    s = f.create_dataset('s', data=['a', 'b'], dtype=h5py.string_dtype())
    r = f.create_dataset('r', (0, 2), maxshape=(None, 2), dtype='i4')
    r.resize(2, axis=0)
    r[1] = [7, 8]
with h5py.File('f.h5') as f:
    print(sorted(f), f['x'][:], f['g/m'][0], f['g']['m'].shape, f['g/m'].attrs['unit'], f.attrs['n'], f['s'].asstr()[0], f['s'][1], f['r'][()], 'g' in f, f['x'].dtype, f['g'].name, torch.from_numpy(f['x'][1:3]), f['x'][[0, 2]], len(f['x']), [n for n in f['g']], list(f['g'].keys()), f['g/m'].chunks, isinstance(f['x'], h5py.Dataset), f['x'][f['x'][:] > 1], f['s'].len())
    names = []
    f.visit(names.append)
    f.visititems(lambda n, o: names.append((n, type(o).__name__)))
    print(names)
    for bad in (lambda: f['zz'], lambda: f['x'][9], lambda: f['x'].__setitem__(0, 1), lambda: f.create_dataset('q', data=[1])):
        try:
            print(bad())
        except Exception as error:
            print(type(error).__name__, str(error)[:60])
print(f, bool(f))
try:
    h5py.File('nothing.h5')
except OSError as error:
    print(type(error).__name__, error.errno)

# plotly
fig = go.Figure(data=go.Scatter(x=torch.arange(3), y=torch.tensor([1., 4., 9.]).numpy(), mode='lines', name='s'), layout={'title': {'text': 'T'}})
fig.add_trace(go.Bar(x=['a', 'b'], y=[1, 2]))
fig.update_layout(xaxis_title='t', width=300, template='plotly_white').update_traces(marker_color='red', selector=dict(type='bar'))
d = json.loads(fig.to_json())
print(len(fig.data), fig.layout.title.text, d['layout']['xaxis']['title']['text'], d['data'][1]['marker'], sorted(d), d['data'][0]['mode'], type(fig.data[0]).__name__, fig.data[0].y, fig['layout']['width'], fig.to_dict()['data'][1]['y'], len(fig.to_html()) > 1000, fig.data[1].x, list(fig.data[0].x))
e = px.line(pd.DataFrame({'x': [1, 2, 3, 4], 'y': [2, 1, 3, 4], 'k': list('aabb')}), x='x', y='y', color='k', title='lines')
e.for_each_trace(lambda trace: trace.update(name=trace.name.upper()))
print([t.name for t in e.data], e.layout.title.text, px.scatter(x=[1, 2], y=[3, 4]).data[0].type, px.imshow(torch.eye(2).numpy()).data[0].z.tolist(), px.histogram(x=torch.tensor([1, 1, 2]).numpy()).data[0].x, px.bar(x=list('ab'), y=[1, 2]).layout.barmode, go.Figure(go.Heatmap(z=[[1, 2]])).data[0].z, e.select_traces(lambda t: t.name == 'A').__next__().name, go.Scatter(x=[1]))
from plotly.subplots import make_subplots
m = make_subplots(rows=1, cols=2, subplot_titles=('p', 'q'))
m.add_trace(go.Scatter(y=[1]), row=1, col=2)
print([a.text for a in m.layout.annotations], m.data[0].xaxis, m)
for bad in (lambda: go.Scatter(nope=1), lambda: go.Scatter(mode='zz'), lambda: px.line(pd.DataFrame({'a': [1]}), x='q'), lambda: fig.update_layout(zzz=1), lambda: go.Figure(data=3)):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, str(error).strip().split('\n')[0][:80])
