# needs: numpy pandas sklearn
import pandas as pd, numpy as np, torch
df = pd.DataFrame({'a': [1, 2, 3], 'b': [1.5, 2.5, np.nan], 'c': list('xyz')})
print(df); print(df.describe()); print(df.groupby('c').sum()); print(df['a'] + 1, df[df.a > 1], df.loc[0, 'b'], df.iloc[1])
print(df.shape, df.columns, df.dtypes, len(df), [c for c in df], df.c.str.upper().tolist())
print(df.apply(lambda r: r['a'] * 2, axis=1), df.a.map(lambda x: x + 1), df.sort_values('a', ascending=False))
print(torch.tensor(df[['a', 'b']].values), torch.tensor(df['a'].values), pd.Series(torch.ones(2)), pd.DataFrame(torch.ones(2, 2).numpy()))
for i, row in df.iterrows(): print(i, row['c'])
for r in df.itertuples(): print(r)
print(df.merge(df, on='a').shape, pd.concat([df, df]).shape, df.to_dict('records'), df.to_numpy().dtype)
df['d'] = [1, 2, 3]; df['e'] = df.a.values * 2; print(df); print(df.to_csv(index=False)); print(df.isna().sum().sum())
try: df['zz']
except KeyError as e: print('KeyError', e)
from sklearn.linear_model import LinearRegression
X = torch.arange(10.).reshape(-1, 1); y = 2 * X[:, 0] + 1
m = LinearRegression().fit(X, y); print(m, m.coef_, m.intercept_, m.predict(X[:2]), m.score(X, y))
