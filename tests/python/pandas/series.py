# needs: numpy pandas
"""Programs over pandas: time series, text, categories, several levels, options, styles, subclasses and extension points."""
import datetime
import numpy as np
import pandas as pd
import torch
from dataclasses import dataclass, asdict
from collections import OrderedDict, defaultdict, Counter, namedtuple

pd.options.future.infer_string = False

# dates
days = pd.date_range('2024-01-30', periods=5, freq='D')
s = pd.Series(range(5), index=days, name='n')
print(s, s['2024-02'], s[datetime.datetime(2024, 1, 31)], s.loc['2024-01-31':'2024-02-01'], s.resample('ME').sum(), s.shift(1).tolist(), s.rolling(2).mean().tolist(), s.index.day_name().tolist(), days.month, days[0], days[0] + pd.Timedelta(hours=5), days.freq, s.asfreq('12h').shape, s.rolling('2D').sum().tolist(), s.expanding().max().tolist(), s.ewm(alpha=.5).mean().round(3).tolist(), s.diff().tolist(), s.pct_change().tolist())
t = pd.Timestamp('2024-02-29 13:45', tz='UTC')
print(t, repr(t), t.year, t.tz_convert('Europe/Oslo'), t.isoformat(), t.to_pydatetime(), t.strftime('%d.%m.%y'), t.date(), t - pd.Timedelta('1D'), t > pd.Timestamp('2024-01-01', tz='UTC'), pd.to_datetime(['2024-01-05', '05/01/2024'], format='mixed', dayfirst=True), pd.to_datetime('20240131', format='%Y%m%d'), pd.NaT, pd.isna(pd.NaT), pd.Timedelta('2h30m').total_seconds(), pd.Period('2024Q1'), pd.offsets.MonthEnd() + pd.Timestamp('2024-02-10'), pd.bdate_range('2024-01-05', periods=2).tolist())
d = datetime.date(2024, 1, 31)
frame = pd.DataFrame({'when': [d, d + datetime.timedelta(days=1)], 'v': [1, 2]})
print(frame, frame.when.iloc[0] == d, type(frame.when[0]), pd.to_datetime(frame.when).dt.strftime('%j').tolist(), pd.to_datetime(frame.when).dt.isocalendar(), pd.to_datetime(frame.when).sub(pd.Timestamp('2024-01-01')).dt.days.tolist(), (pd.Timestamp('2024-01-02') - datetime.datetime(2024, 1, 1)).days, isinstance(pd.Timestamp.now(), datetime.datetime), pd.Timestamp(d).to_pydatetime() + datetime.timedelta(1), pd.Timestamp(2024, 1, 1) == datetime.datetime(2024, 1, 1))
for bad in ('nonsense', '2024-13-01'):
    try:
        pd.to_datetime(bad)
    except ValueError as error:
        print(type(error).__name__, str(error)[:80])
print(s.groupby(lambda day: day.month).sum().to_dict(), s.groupby(pd.Grouper(freq='2D')).sum().tolist(), s.between_time('00:00', '12:00').shape, s.resample('2D').agg(lambda x: x.iloc[-1]).tolist(), s.rolling(3).apply(lambda w: w.max() - w.min(), raw=True).tolist(), s.rolling(3, min_periods=1).apply(lambda w: w.iloc[0]).tolist(), s.tz_localize('UTC').index.tz, s.truncate(before='2024-02-01').size)

# text
names = pd.Series(['Ann Lee', 'bob ray', None, 'Cy-Young'])
print(names.str.upper().tolist(), names.str.split().str[0].tolist(), names.str.contains('o', na=False).tolist(), names.str.replace(r'[\s-]', '_', regex=True).tolist(), names.str.extract(r'(\w+)\W(\w+)'), names.str.len().tolist(), names.str.get_dummies(sep=' ').columns.tolist(), names.str.replace('o', lambda m: m.group().upper(), regex=True).tolist(), names.str.cat(sep='|'), names.str.findall('[A-Z]').tolist(), names.str.title().tolist(), names.str.pad(10, fillchar='.').tolist(), names.str.startswith('A').tolist(), names.str.partition(' ')[2].tolist(), names.fillna('?').str.count('a').sum())
print(names.apply(lambda x: x[::-1] if isinstance(x, str) else '?').tolist(), names.dropna().map(len).tolist(), names.isna().tolist(), names.dtype, names.value_counts().shape, pd.Series(['b', 'a']).sort_values().tolist(), pd.Series(['1,5', '2']).str.replace(',', '.').astype(float).sum(), ' '.join(names.dropna()), names.str.casefold().dropna().tolist())

# categories
c = pd.Series(pd.Categorical(['lo', 'hi', 'lo'], categories=['lo', 'mid', 'hi'], ordered=True))
print(c, c.cat.codes.tolist(), c.max(), (c > 'lo').tolist(), c.value_counts().to_dict(), c.cat.rename_categories(str.upper).tolist(), c.cat.add_categories('x').cat.categories, pd.Categorical.from_codes([0, 1], ['p', 'q']), pd.factorize(np.array(['b', 'a', 'b'])), c.dtype, c.cat.remove_unused_categories().cat.categories.tolist(), pd.CategoricalDtype(['a']) == 'category')
try:
    c.iloc[0] = 'zz'
except TypeError as error:
    print(error)

# several levels
ix = pd.MultiIndex.from_product([['a', 'b'], [1, 2]], names=['k', 'n'])
m = pd.DataFrame(np.arange(8).reshape(4, 2), index=ix, columns=['x', 'y'])
print(m, m.loc['a'], m.loc[('b', 1), 'y'], m.xs(2, level='n'), m.groupby(level=0).sum(), m.unstack(), m.swaplevel().sort_index(), m.index.get_level_values('n').tolist(), m.reset_index(), m.loc[pd.IndexSlice[:, 1], :], [k for k in m.index], m.stack().shape, m.index.names, m.index)
m.columns = pd.MultiIndex.from_tuples([('v', 'x'), ('v', 'y')])
print(m, m['v']['x'].sum(), m[('v', 'y')].tolist(), ['_'.join(c) for c in m.columns], m.columns.nlevels)

# making
Point = namedtuple('Point', 'x y')
@dataclass
class Run:
    name: str
    loss: float
    steps: int = 10
print(pd.DataFrame([Run('a', .5), Run('b', .25, 20)]), pd.DataFrame([asdict(Run('c', 1.))]), pd.Series({'x': 1, 'y': 2}), pd.DataFrame.from_dict({'r': [1, 2]}, orient='index', columns=['a', 'b']), pd.DataFrame((i, i * i) for i in range(3)), pd.Series(range(3)), pd.Series((x for x in 'ab')), pd.DataFrame(zip([1, 2], 'ab'), columns=['n', 's']), pd.DataFrame([[1, 2], [3, 4]], index=list('ab'), columns=list('xy')), pd.DataFrame({'a': 1, 'b': [2, 3]}), pd.Series([1, None, 3]), pd.Series([True, None]), pd.DataFrame([{'a': 1}, {'b': 2}]), pd.Series([1, 'a', 2.5, None, (1, 2), [3]]), pd.DataFrame(), pd.Series(dtype=float), pd.DataFrame(map(str, range(2))), pd.Index([1, 2, 3]), pd.RangeIndex(3), pd.array([1, None], dtype='Int64'), pd.Series({1, 2}.union({3}).__len__() * [0]))

# arithmetic
a, b = pd.Series([1, 2, 3], index=list('abc')), pd.Series([10, 20], index=list('bc'))
print(a + b, a.add(b, fill_value=0), a * 2 - 1, 2 ** a, a > 1, ~(a > 1), (a > 1) & (a < 3), a @ a, a.dot(a), -a, abs(-a), round(a / 3, 2), a // 2, a % 2, divmod(a, 2)[0].tolist(), a == a, a.equals(a.copy()), np.exp(a).round(2), np.add(a, 1), a.sum(), a.cumsum().tolist(), a.mode().tolist(), a.skew(), a.quantile([.25, .5]).tolist(), a.idxmax(), a.to_dict(), a.to_list(), a.values, float(a['a']), a.max() == 3, type(a.max()), 2 in a, 'a' in a, a.index.get_loc('b'), a.get('z', -1), 10 - a, 'x' + pd.Series(['a', 'b']), pd.Series([1, 2]) + np.array([1, 2]), (pd.Series([1., 2.]) * torch.tensor([2., 3.]).numpy()).tolist(), np.array([1, 2]) + pd.Series([1, 2]))
a['d'] = 9
a[['a', 'b']] = [7, 8]
a.loc['e'] = 0
del a['c']
a.iloc[0] += 1
print(a, a.drop('d').tolist(), a.rename('new').name, a.rename({'a': 'A'}).index.tolist(), a.reindex(['a', 'zz']).tolist(), a.sort_index(ascending=False).index.tolist(), a.items().__next__(), a.to_frame().shape, a.head(1).squeeze(), a.is_unique, a.hasnans, a.any(), a.unique())

# options
wide = pd.DataFrame(np.arange(60).reshape(3, 20) / 7)
print(wide)
with pd.option_context('display.max_columns', 4, 'display.precision', 2, 'display.width', 60):
    print(wide)
pd.set_option('display.float_format', lambda v: f'{v:.1f}!')
print(pd.Series([1.25, 2]), pd.DataFrame({'a': [1.5]}))
pd.reset_option('display.float_format')
print(pd.get_option('display.max_rows'), pd.DataFrame({'a': range(100)}), pd.Series(range(100)), wide.to_string(max_cols=3), pd.DataFrame({'t': ['x' * 80]}), wide.iloc[:2, :2].to_markdown() if False else wide.iloc[:2, :2].to_html(), wide.iloc[:1, :2].to_latex() if False else '', wide.iloc[:1, :2].to_string(index=False, header=False, float_format='%.3f', formatters={0: lambda v: f'<{v}>'}))
try:
    pd.set_option('display.nothing', 1)
except Exception as error:
    print(type(error).__name__, error)
html = wide.iloc[:2, :2]._repr_html_()
print(html[:60], len(html), pd.Series([1])._repr_html_() if hasattr(pd.Series([1]), '_repr_html_') else 'plain')

# dictionaries
d = pd.DataFrame({'a': [1, 2], 'b': ['x', 'y']}, index=['r', 's'])
for orient in ('dict', 'list', 'series', 'split', 'tight', 'records', 'index'):
    value = d.to_dict(orient)
    print(orient, value, type(value).__name__)
print(d.to_dict('records')[0]['a'] + 1, type(d.to_dict('records')[0]['a']), d.to_records(), d.values.tolist(), d.to_numpy().dtype, dict(d['a']), {**d.loc['r']}, d.to_csv(sep=';'), d.to_json(), list(d.to_dict('index')), d.squeeze().shape)

# subclass
class Table(pd.DataFrame):
    _metadata = ['title']
    @property
    def _constructor(self):
        return Table
    def total(self):
        return self.select_dtypes('number').sum().sum()
t = Table({'a': [1, 2], 'b': [3, 4]})
t.title = 'T'
print(t, type(t), t.total(), type(t[t.a > 1]).__name__, t[t.a > 1].total(), t.title, isinstance(t, pd.DataFrame), t.head(1).title, type(t.copy()))
@pd.api.extensions.register_series_accessor('geo')
class Geo:
    def __init__(self, obj):
        self._obj = obj
    def double(self):
        return self._obj * 2
    @property
    def n(self):
        return len(self._obj)
print(pd.Series([1, 2]).geo.double().tolist(), pd.Series([1, 2]).geo.n)
@pd.api.extensions.register_dataframe_accessor('ml')
class Ml:
    def __init__(self, frame):
        if 'y' not in frame:
            raise AttributeError('needs y')
        self.frame = frame
    def tensors(self):
        return torch.tensor(self.frame.drop(columns='y').values), torch.tensor(self.frame['y'].values)
print(pd.DataFrame({'x': [1., 2.], 'y': [0, 1]}).ml.tensors())
try:
    pd.DataFrame({'x': [1]}).ml
except AttributeError as error:
    print(error)

# objects in cells
class Money:
    def __init__(self, n):
        self.n = n
    def __add__(self, other):
        return Money(self.n + (other.n if isinstance(other, Money) else other))
    __radd__ = __add__
    def __lt__(self, other):
        return self.n < other.n
    def __eq__(self, other):
        return isinstance(other, Money) and self.n == other.n
    def __hash__(self):
        return hash(self.n)
    def __repr__(self):
        return f'${self.n}'
o = pd.Series([Money(3), Money(1), Money(3)])
print(o, o.sum(), o.sort_values().tolist(), o.unique(), o.value_counts().to_dict(), o[0] is o.iloc[0], o.map(lambda m: m.n).tolist(), (o + 1).tolist(), (o == Money(3)).tolist(), pd.DataFrame({'m': o, 'k': ['a', 'b', 'a']}).groupby('k').m.sum().tolist(), o.tolist()[0].n, Money(3) in o.values, o.drop_duplicates().tolist(), o.isin([Money(1)]).tolist())
tensors = pd.Series([torch.ones(2), torch.zeros(3)])
print(tensors[0], type(tensors[1]), tensors.map(lambda t: t.sum().item()).tolist(), tensors.map(len).tolist(), tensors.apply(lambda t: t.shape[0]).max(), pd.DataFrame({'f': [len, max]}).f[0]('abc'))

# styles and window functions
st = d.style.format({'a': '{:.2f}'}).highlight_max(color='red', subset='a').map(lambda v: 'color: blue' if v == 1 else '', subset='a').set_caption('C').set_uuid('u')
html = st.to_html()
print(len(html) > 100, 'color: blue' in html, '1.00' in html, '<caption>C' in html, type(st).__name__, d.style.apply(lambda col: ['font-weight: bold'] * len(col)).set_uuid('x').to_html().count('bold'), d.style.format(lambda v: f'[{v}]').to_string(), d.style.background_gradient.__name__)
print(pd.eval('1 + 2'), d.eval('a * 2').tolist(), d.eval('c = a + 1').c.tolist(), pd.Series([3, 1, 2]).nsmallest(2).tolist(), pd.Series(list('aab')).str.cat(['1', '2', '3']).tolist(), pd.api.types.is_numeric_dtype(d.a), pd.testing.assert_frame_equal(d, d), pd.Series([[1, 2], [3]]).explode().tolist(), pd.json_normalize([{'a': {'b': 1}, 'c': [1]}]), pd.Interval(0, 1), 0.5 in pd.Interval(0, 1), pd.NA, pd.NA is pd.NA, pd.Series([1, pd.NA], dtype='Int64').sum(), repr(pd.NA | True), pd.unique(np.array([1, 1])))
try:
    pd.testing.assert_frame_equal(d, d + d)
except AssertionError as error:
    print(error)
import warnings, copy, pickle
print(copy.copy(d).equals(d), copy.deepcopy(d).equals(d), d is copy.copy(d), d.copy().index is d.index)
d.to_pickle('d.pkl')
print(pd.read_pickle('d.pkl'))
