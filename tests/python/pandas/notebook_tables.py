# needs: numpy pandas pyarrow
"""Programs of notebooks over pandas: reshaping, groups, times, texts, styles, errors."""
import io
import re

import numpy as np
import pandas as pd
import torch


def attempt(*calls):
    for call in calls:
        try:
            print(call())
        except Exception as error:
            print(type(error).__name__, str(error).strip().split('\n')[0][:120])


# Sales: groups with functions of the notebook
sales = pd.DataFrame({'shop': list('ABABC'), 'item': ['x', 'x', 'y', 'y', 'x'], 'units': [3, 1, 4, 1, 5], 'price': [1.5, 2.0, 0.5, 4.0, 1.0]})
sales['total'] = sales.apply(lambda row: row.units * row.price, axis=1)


def spread(values):
    """The width of a group."""
    return values.max() - values.min()


class Ranked:
    def __init__(self, n):
        self.n = n

    def __call__(self, group):
        return group.nlargest(self.n)


print(sales.groupby('shop')['units'].agg(['sum', spread]))
print(sales.groupby('shop').agg(most=('units', 'max'), width=('units', spread), names=('item', lambda s: '/'.join(s))))
print(sales.groupby('item')['total'].apply(Ranked(2)))
print(sales.groupby('shop').filter(lambda g: len(g) > 1).shape, sales.groupby('item').units.transform(lambda s: s - s.mean()).tolist())
print({name: group.total.sum() for name, group in sales.groupby('shop')}, sales.groupby(['shop', 'item']).ngroups, [n for n, _ in sales.groupby(['shop', 'item'])])
print(sales.groupby(lambda i: 'even' if i % 2 == 0 else 'odd').units.sum().to_dict(), sales.groupby(sales.item.map({'x': 'first', 'y': 'second'})).size().to_dict())
print(sales.pipe(lambda d, least: d[d.units >= least], least=3).query('price < 2 and shop != "C"').index.tolist(), sales.assign(tax=lambda d: d.total * 0.1, net=lambda d: d.total - d.tax).net.round(2).tolist())

# Reshaping
wide = sales.pivot_table(index='shop', columns='item', values='units', aggfunc='sum', fill_value=0, margins=True)
print(wide, wide.stack().to_dict(), wide.columns.name, sep='\n')
print(sales.melt(id_vars='shop', value_vars=['units', 'price']).groupby('variable').value.sum().to_dict(), pd.crosstab(sales.shop, sales.item).to_dict(), pd.get_dummies(sales.item, prefix='is', dtype=int).sum().to_dict())
left, right = pd.DataFrame({'k': [1, 2, 3], 'a': list('pqr')}), pd.DataFrame({'k': [2, 3, 4], 'b': [True, False, True]})
for how in ('inner', 'left', 'right', 'outer', 'cross'):
    joined = left.merge(right, how=how, **({} if how == 'cross' else {'on': 'k', 'indicator': True}))
    print(how, joined.shape, joined.iloc[0].tolist(), joined.columns.tolist())
print(pd.merge_asof(pd.DataFrame({'t': [1, 5, 10]}), pd.DataFrame({'t': [2, 6], 'v': [20, 60]}), on='t', direction='nearest').v.tolist(), left.set_index('k').join(right.set_index('k'), how='outer').isna().sum().tolist(), pd.concat([left, left], keys=['one', 'two']).loc[('two', 1)].to_dict(), left.combine_first(right).shape)

# Times
days = pd.date_range('2024-01-01', periods=8, freq='12h')
series = pd.Series(torch.arange(8.).numpy(), index=days, name='v')
print(series.resample('D').mean(), series.resample('2D').agg([np.min, lambda s: s.iloc[-1]]).values.tolist(), series['2024-01-02'].tolist(), series.rolling('1D').sum().tolist(), series.shift(1).isna().sum(), series.diff().dropna().unique())
print([d.strftime('%a %d') for d in days[:3]], days[0].day_name(), (days[1] - days[0]).total_seconds(), days[0] + pd.DateOffset(months=1), pd.Timestamp('2024-02-29') + pd.tseries.offsets.MonthEnd(1), days.tz_localize('UTC').tz_convert('Asia/Tokyo')[0], pd.to_datetime(['3/1/2024', 'nope'], errors='coerce', format='%d/%m/%Y').tolist(), pd.Timedelta('1 days 2 hours'), days.to_period('M').unique().tolist(), series.index.is_monotonic_increasing)
print(series.groupby(series.index.hour).sum().to_dict(), series.asfreq('D').tolist(), series.between_time('11:00', '13:00').tolist(), series.ewm(span=2).mean().round(3).tolist()[:3], series.expanding().apply(lambda w: w[-1] - w[0], raw=True).tolist()[-1], series.rolling(3, center=True).apply(lambda w: float(np.median(w))).tolist())
attempt(lambda: pd.Timestamp('not a day'), lambda: pd.date_range('2024', periods=3, freq='zz'), lambda: series['2030-01-01'], lambda: series.rolling('xx'), lambda: series.resample('D', on='q').mean(), lambda: pd.Timestamp('2024-01-01', tz='UTC') < pd.Timestamp('2024-01-01'), lambda: pd.Timedelta('soon'))

# Texts
names = pd.Series(['Ada Lovelace', 'alan turing', None, 'Grace  Hopper '])
print(names.str.strip().str.title().tolist(), names.str.extract(r'(?P<first>\w+)\s+(?P<last>\w+)').to_dict('list'), names.str.contains('a', case=False, na=False).tolist(), names.str.replace(r'(\w)\w*', lambda m: m.group(1).upper() + '.', regex=True).tolist(), names.str.len().tolist(), names.str.split().str[0].tolist(), names.str.cat(sep='|'), names.str.get_dummies(' ').shape, names.dropna().map(str.upper).tolist(), names.dropna().apply(lambda s: len(re.findall('[aeiou]', s))).tolist())
buffer = io.StringIO('id;name;score\n1;a;3,5\n2;b;\n# note\n3;"c;d";1,25\n')
read = pd.read_csv(buffer, sep=';', decimal=',', comment='#', index_col='id', converters={'name': lambda s: s.upper()}, dtype={'score': 'float32'})
print(read, read.dtypes.to_dict(), read.to_csv(sep='\t', float_format='%.1f', na_rep='-'), read.to_json(orient='records'), read.to_dict('index'), read.to_html(border=0, classes='t', formatters={'score': lambda v: f'<{v:.0f}>'}), sep='\n')
print([len(chunk) for chunk in pd.read_csv(io.StringIO('a\n' + '\n'.join(map(str, range(5)))), chunksize=2)], pd.read_json(io.StringIO('[{"a": 1, "b": {"c": 2}}]')).b[0], pd.json_normalize([{'a': {'b': {'c': 1}}, 'l': [1, 2]}]).to_dict('list'), pd.read_csv(io.StringIO('d,v\n2024-01-02,1'), parse_dates=['d']).d.dt.year.tolist(), pd.DataFrame({'a': ['1', 'x']}).a.pipe(pd.to_numeric, errors='coerce').tolist())
attempt(lambda: pd.read_csv(io.StringIO('')), lambda: pd.read_csv('nothing.csv'), lambda: pd.read_csv(io.StringIO('a,b\n1,2\n1,2,3')), lambda: pd.read_csv(io.StringIO('a\nx'), converters={'a': lambda s: 1 / 0}), lambda: pd.to_numeric(pd.Series(['x'])), lambda: pd.read_json(io.StringIO('{')))

# Styles and how frames are shown
styled = sales.style.format({'price': '{:.1f}', 'total': lambda v: f'{v:.0f} EUR'}).highlight_max(subset=['units'], color='red').map(lambda v: 'color: blue' if v == 'A' else '', subset=['shop']).set_caption('Sales').hide(axis='index')
html = styled.set_uuid('u').to_html()
print(len(html) > 500, html.count('<td'), 'EUR' in html, 'color: blue' in html, '<caption>Sales</caption>' in html)
with pd.option_context('display.max_rows', 4, 'display.precision', 1, 'display.max_columns', 3):
    print(pd.DataFrame(np.arange(40).reshape(10, 4) / 3, columns=list('abcd')))
print(sales.head(2).to_string(index=False, header=['S', 'I', 'U', 'P', 'T']), sales.describe().loc[['mean', 'max']].round(2), sales.head(1).to_markdown() if False else '', sales.dtypes, sep='\n')
memory = io.StringIO()
sales.info(buf=memory, memory_usage=False)
print(memory.getvalue())

# Extending pandas
@pd.api.extensions.register_dataframe_accessor('shopping')
class Shopping:
    def __init__(self, frame):
        if 'units' not in frame:
            raise AttributeError('no units here')
        self._frame = frame

    @property
    def busiest(self):
        return self._frame.loc[self._frame.units.idxmax(), 'shop']

    def scaled(self, factor=2, *, column='units'):
        return (self._frame[column] * factor).tolist()


class Log(pd.DataFrame):
    _metadata = ['unit']

    @property
    def _constructor(self):
        return Log

    def last_line(self):
        return self.iloc[-1].to_dict()


log = Log({'step': [1, 2, 3], 'loss': [0.9, 0.5, 0.4]})
log.unit = 'nats'
print(sales.shopping.busiest, sales.shopping.scaled(3), type(log[log.loss < 0.6]).__name__, log.head(2).last_line(), log.unit, isinstance(log, pd.DataFrame), type(log.loss).__name__, log.mean().to_dict())
attempt(lambda: left.shopping, lambda: log.nothing, lambda: log.loc[9], lambda: log['q'], lambda: log.merge(3), lambda: log.apply(lambda c: c.nothing), lambda: log.groupby('q'), lambda: log.astype({'loss': 'int32', 'zz': int}), lambda: log.pivot(index='a', columns='b'), lambda: pd.DataFrame({'a': [1], 'b': [1, 2]}), lambda: log.drop(columns='q'), lambda: log.iloc[10], lambda: bool(log), lambda: log.query('loss >'), lambda: log.set_index('zz'), lambda: log.sort_values('zz'), lambda: log.loss.map(lambda v: {}[v]), lambda: pd.concat([]), lambda: log.insert(0, 'step', 1), lambda: log.columns.__setitem__(0, 'x'), lambda: log.rename(columns=str.upper).columns.tolist())

# Categories, missing values, nullable types, bins
sizes = pd.Categorical(['s', 'l', 'm', 's', None], categories=['s', 'm', 'l'], ordered=True)
print(sizes.codes, sizes.min(), sizes.value_counts().to_dict(), pd.Series(sizes).sort_values().tolist(), pd.Series(sizes).cat.rename_categories(lambda c: c * 2).cat.categories.tolist(), (pd.Series(sizes) > 's').tolist(), pd.cut([1, 5, 9], bins=[0, 3, 6, 9], labels=['lo', 'mid', 'hi']).tolist(), pd.qcut(range(6), 3).categories[0], pd.interval_range(0, 3).tolist()[0], pd.factorize(np.array(['b', 'a', 'b'], dtype=object))[0])
gaps = pd.DataFrame({'a': [1, None, 3], 'b': pd.array([1, None, 3], dtype='Int64'), 'c': ['x', None, 'z'], 'd': pd.array([True, None, False], dtype='boolean')})
print(gaps, gaps.isna().sum().to_dict(), gaps.fillna({'a': 0, 'c': '-'}).iloc[1].tolist(), gaps.a.interpolate().tolist(), gaps.dropna(thresh=3).shape, gaps.b.sum(), gaps.ffill().iloc[1].tolist(), gaps.b[1] is pd.NA, (gaps.d & True).tolist(), gaps.a.where(gaps.a > 1, -1).tolist(), gaps[['a', 'b']].mask(lambda d: d.isna(), 0).iloc[1].tolist(), gaps.b.dtype, torch.from_numpy(gaps.a.to_numpy(copy=True)), sep='\n')
attempt(lambda: bool(pd.NA), lambda: gaps.b.astype('int64'), lambda: sizes < 'q', lambda: pd.Series(sizes).cat.add_categories('s'), lambda: pd.cut([1], bins=[3, 1]), lambda: gaps.a.astype(int), lambda: torch.tensor(gaps.c.values), lambda: torch.tensor(gaps.b))

# Several levels
index = pd.MultiIndex.from_product([['a', 'b'], [1, 2]], names=['outer', 'inner'])
levels = pd.DataFrame({'v': range(4), 'w': torch.linspace(0, 1, 4).numpy()}, index=index)
print(levels, levels.loc['a'].v.tolist(), levels.xs(2, level='inner').v.tolist(), levels.unstack().shape, levels.groupby(level='outer').sum().v.to_dict(), levels.swaplevel().sort_index().index[0], levels.reset_index().columns.tolist(), levels.loc[('b', 2), 'v'], levels.loc[(slice(None), 1), :].v.tolist(), levels.index.get_level_values(0).unique().tolist(), levels.index.map(lambda p: f'{p[0]}{p[1]}').tolist(), list(levels.iterrows())[0][0], [r for r in levels.itertuples(name='Row')][1], sep='\n')
for row in levels.reset_index().itertuples(index=False):
    outer, inner, v, w = row
    print('%s %d %d %.2f' % row, row._replace(v=-1).v, outer, row.inner == inner, end='; ')
print()
attempt(lambda: levels.loc['c'], lambda: levels.loc[('a', 3)], lambda: levels.xs(1, level='zz'), lambda: levels.index.get_level_values('q'), lambda: pd.MultiIndex.from_tuples([]))
