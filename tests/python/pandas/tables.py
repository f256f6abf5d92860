# needs: numpy pandas
"""Programs over pandas as notebooks have them: reading, selecting, cleaning, functions of the notebook, printing."""
import io
import numpy as np
import pandas as pd
import torch

pd.options.future.infer_string = False

CSV = """day,city,kind,temp,rain
2024-01-01,Oslo,a,-3.5,0
2024-01-02,Oslo,b,-1.0,2.5
2024-01-01,Rome,a,9.0,
2024-01-02,Rome,b,11.5,0.5
2024-02-01,Rome,a,12.0,7
"""
df = pd.read_csv(io.StringIO(CSV), parse_dates=['day'])

# reading
print(df, df.dtypes, df.shape, df.columns.tolist(), df.index)
print(pd.read_csv(io.StringIO(CSV), usecols=['city', 'temp'], dtype={'temp': 'float32'}, nrows=2, skiprows=lambda i: i == 1))
print(pd.read_csv(io.StringIO(CSV), converters={'temp': lambda s: float(s) * 2}, index_col='day').head(2))
for chunk in pd.read_csv(io.StringIO(CSV), chunksize=3):
    print(len(chunk), chunk['rain'].sum())
df.to_csv('w.csv', index=False)
print(open('w.csv').read() == df.to_csv(index=False), pd.read_csv('w.csv').equals(pd.read_csv(io.StringIO(CSV))))
print(pd.read_json(io.StringIO('[{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]')), df.head(1).to_json(orient='records', date_format='iso'), pd.read_table(io.StringIO('a\tb\n1\t2')), pd.read_fwf(io.StringIO('ab  cd\n1   2')))
df.info()
buffer = io.StringIO()
df.info(buf=buffer, memory_usage=False)
print(len(buffer.getvalue().splitlines()))
with open('w.csv') as f:
    print(pd.read_csv(f, names=['d', 'c', 'k', 't', 'r'], header=0)['c'].unique())
try:
    pd.read_csv('nothing.csv')
except FileNotFoundError as error:
    print(error)
try:
    pd.read_csv(io.StringIO(''))
except pd.errors.EmptyDataError as error:
    print(type(error).__name__, error)
try:
    pd.read_csv(io.StringIO('a,b\n1,2\n1,2,3'))
except pd.errors.ParserError as error:
    print(error)

# selecting
print(df['temp'].mean(), df.loc[df.temp > 0, ['city', 'temp']], df.iloc[1:3, 0], df.at[0, 'temp'], df.iat[1, 1], df.query('temp > 0 and city == "Rome"').shape)
limit = 10
print(df.query('temp > @limit'), df[df.city.isin(['Oslo'])].index.tolist(), df.nlargest(2, 'temp')['temp'].tolist(), df[lambda d: d.rain > 1].shape, df.filter(like='a').columns, df.sample(2, random_state=0).index.tolist())
print(df.loc[2], df.loc[0:1, 'city':'temp'], df[['temp']].values, df.temp[df.temp.idxmax()], df.select_dtypes('number').columns, df.set_index('city').loc['Oslo', 'temp'], df.where(df.temp > 0).temp.tolist(), df['city'].eq('Oslo').sum(), df.T.shape, df.iloc[-1]['city'], 'temp' in df, df.get('nope') is None)
for bad in (lambda: df['nope'], lambda: df.loc[99], lambda: df.iloc[99], lambda: df.nope, lambda: df.loc[:, 'zz'], lambda: df.query('zz > 1'), lambda: bool(df), lambda: df.set_index('q'), lambda: pd.DataFrame({'a': [1], 'b': [1, 2]}), lambda: df.astype({'city': int}), lambda: pd.concat([]), lambda: df.merge(df, on='q'), lambda: df.drop(columns='q')):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, str(error)[:150])

# cleaning
c = df.copy()
c['rain'] = c['rain'].fillna(c['rain'].median())
c['hot'] = np.where(c.temp > 10, 'yes', 'no')
c = c.assign(kelvin=lambda d: d.temp + 273.15, label=c.city.str[:2] + '-' + c.kind).rename(columns=str.upper).rename(columns={'DAY': 'date'})
print(c, c.isna().sum().to_dict(), c.drop(columns=['LABEL']).columns.tolist(), df.dropna().shape, df.duplicated('city').tolist(), df.drop_duplicates(subset=['city']).index.tolist(), df.replace({'a': 'A'})['kind'].tolist(), df.interpolate(numeric_only=True)['rain'].tolist() if False else df.rain.interpolate().tolist())
c.loc[len(c)] = [pd.Timestamp('2024-03-01'), 'Bern', 'c', 1.0, 0.0, 'no', 274.15, 'Be-c']
c.insert(0, 'n', range(len(c)))
c['n'] *= 10
del c['LABEL']
print(c.tail(2), c.pop('HOT').tolist(), c.sort_values(['CITY', 'TEMP'], ascending=[True, False]).n.tolist(), c.reset_index(drop=True).index, pd.cut(c.TEMP, [-10, 0, 10, 20], labels=['cold', 'mild', 'warm']).tolist(), pd.qcut(c.TEMP, 2).cat.categories, pd.get_dummies(df.kind, dtype=int), df.kind.astype('category').cat.codes.tolist(), pd.to_numeric(pd.Series(['1', 'x']), errors='coerce').tolist(), df.temp.clip(0, 10).tolist(), df.temp.round().astype(int).tolist(), df.temp.rank().tolist(), df.temp.between(0, 10).tolist())
c.index.name = 'row'
c.columns = [x.lower() for x in c.columns]
print(c.head(1), c.describe().loc['mean'], c.describe(include='all').shape, c.temp.describe(), c.agg({'temp': ['min', 'max'], 'rain': 'sum'}), c.memory_usage(deep=False).shape, c.nunique().to_dict(), c.corr(numeric_only=True).round(2).shape)

# functions of the notebook
def grade(value, *, step=5):
    return 'low' if value < step else 'high'

class Scale:
    def __init__(self, by):
        self.by = by
    def __call__(self, x):
        return x * self.by

print(df.temp.apply(grade).tolist(), df.temp.apply(grade, step=10).tolist(), df.temp.map(Scale(2)).tolist(), df.apply(lambda row: f"{row['city']}:{row.temp:.0f}", axis=1).tolist(), df[['temp', 'rain']].apply(np.max).to_dict(), df[['temp', 'rain']].map(lambda x: x ** 2).round(1))
print(df.city.map({'Oslo': 1, 'Rome': 2}).tolist(), df.temp.agg(['min', lambda s: s.max() - s.min()]), df.pipe(lambda d, n: d.head(n), 1), df.temp.transform(lambda x: (x - x.mean()) / x.std()).round(3).tolist(), df[['temp', 'rain']].transform([np.abs, 'sqrt']).shape, df.apply(lambda r: pd.Series({'t': r.temp, 'c': r.city.upper()}), axis=1), df.sort_values('city', key=lambda s: s.str.len()).index.tolist())
print([(i, r.city, r['temp']) for i, r in df.iterrows()][:2], [t.city for t in df.itertuples(index=False)], {k: len(v) for k, v in df.items()}, list(zip(df.city, df.temp))[:2], next(df.itertuples()), max(df.temp), sorted(df.kind.unique()), [type(x).__name__ for x in df.iloc[0]], sum(df.temp), set(df.city), list(df), len(df), list(df.index))
try:
    df.temp.apply(lambda x: 1 / (x + 2))
    df.temp.apply(lambda x: undefined_name)
except NameError as error:
    print(error)
class Custom(Exception):
    pass
def fails(row):
    raise Custom(row['city'])
try:
    df.apply(fails, axis=1)
except Custom as error:
    print(type(error), error.args)

# groups
g = df.groupby('city')
print(g.temp.mean(), g.agg(mean=('temp', 'mean'), top=('rain', 'max'), n=('kind', 'count'), spread=('temp', lambda s: s.max() - s.min())), g.size(), g.ngroups, list(g.groups), g.get_group('Oslo').shape, g['temp'].transform('mean').tolist(), g.first(), g.temp.agg(['sum', 'std']).round(2), g.cumcount().tolist(), g.temp.rank().tolist(), g.temp.nlargest(1))
for name, part in g:
    print(name, type(name).__name__, part.temp.tolist())
print(g.apply(lambda part: part.temp.max() - part.temp.min()), g.filter(lambda part: len(part) > 2).index.tolist(), df.groupby(['city', 'kind'], as_index=False)['temp'].sum(), df.groupby(df.day.dt.month).temp.mean(), df.groupby(lambda i: i % 2).temp.sum(), df.groupby('city').temp.apply(list), df.groupby('kind').agg(lambda s: s.iloc[0])['city'].tolist(), df.city.value_counts(), df.city.value_counts(normalize=True).round(2).to_dict(), df.groupby("city")[["temp"]].pipe(lambda x: x.sum()))

# joining and reshaping
left = pd.DataFrame({'k': ['x', 'y', 'z'], 'v': [1, 2, 3]})
right = pd.DataFrame({'k': ['y', 'z', 'w'], 'u': [20., 30., 40.]})
print(left.merge(right, on='k', how='outer', indicator=True), left.merge(right, how='left'), left.join(right.set_index('k'), on='k'), pd.concat([left, right], ignore_index=True), pd.concat([left, right], axis=1, keys=['l', 'r']), pd.merge(left, left, on='k', suffixes=('_1', '_2')), pd.merge_asof(left, pd.DataFrame({'v': [0, 2], 'w': ['p', 'q']}), on='v'))
wide = df.pivot_table(index='city', columns='kind', values='temp', aggfunc='mean')
print(wide, wide.reset_index().melt(id_vars='city', value_vars=['a', 'b']), df.pivot(index='day', columns='city', values='temp'), wide.stack(), wide.unstack().index.tolist(), pd.crosstab(df.city, df.kind, margins=True), pd.wide_to_long(pd.DataFrame({'i': [1], 'a1': [2], 'a2': [3]}), 'a', i='i', j='n'), df.pivot_table(index='city', values=['temp', 'rain'], aggfunc={'temp': 'max', 'rain': lambda s: s.sum()}), pd.DataFrame({'l': [[1, 2], [3]], 'k': ['p', 'q']}).explode('l'))
try:
    pd.merge(left, right, on='k', validate='1:1').pipe(print)
    pd.merge(pd.concat([left, left]), right, on='k', validate='1:1')
except pd.errors.MergeError as error:
    print(error)

# tensors
x = torch.tensor(df[['temp', 'rain']].fillna(0).values, dtype=torch.float32)
print(x, torch.from_numpy(df.temp.to_numpy()), torch.tensor(df.temp.tolist()), torch.as_tensor(df.temp.values).dtype, torch.tensor(df.kind.map({'a': 0, 'b': 1}).values), torch.tensor(df['temp'].values[:2].tolist()))
df2 = pd.DataFrame(x.numpy(), columns=['a', 'b'])
df2['pred'] = torch.sigmoid(x[:, 0]).numpy()
df2['int'] = torch.arange(5)
df2['list'] = [t.item() for t in x[:, 1]]
print(df2.round(3), df2.dtypes, pd.Series(torch.ones(2, dtype=torch.int64)), pd.DataFrame({'t': torch.arange(3).numpy(), 'u': torch.rand(3).mul(0).tolist()}), df2.a.to_numpy() @ torch.ones(5).numpy(), df2.loc[torch.tensor([0, 2]).numpy()], df2.iloc[torch.tensor([True, False, True, False, False]).numpy()].index.tolist(), df2.iloc[[int(i) for i in torch.tensor([1])]].shape, pd.DataFrame([{'loss': torch.tensor(0.5).item(), 'epoch': e} for e in range(2)]))
class Rows(torch.utils.data.Dataset):
    def __init__(self, frame):
        self.frame = frame
    def __len__(self):
        return len(self.frame)
    def __getitem__(self, i):
        row = self.frame.iloc[i]
        return torch.tensor([row['temp']], dtype=torch.float32), row['city']
for a, b in torch.utils.data.DataLoader(Rows(df), batch_size=3):
    print(a.squeeze(1), b)
print([t.shape for t in torch.utils.data.TensorDataset(x, torch.tensor(df.temp.values))[0]])
