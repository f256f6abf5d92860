# needs: numpy pandas matplotlib seaborn statsmodels
"""Programs over seaborn and statsmodels: counted artists, fitted numbers, formulas with functions of the notebook."""
import numpy as np
import pandas as pd
import torch
import matplotlib
matplotlib.use('Agg')
import matplotlib.pyplot as plt
import seaborn as sns
import statsmodels.api as sm
import statsmodels.formula.api as smf

rng = np.random.default_rng(0)
df = pd.DataFrame({'x': np.arange(20.), 'g': list('ab') * 10, 'h': list('ccdd') * 5})
df['y'] = 2 * df.x + 1 + rng.normal(0, .1, 20)

# axes of seaborn
sns.set_theme(style='whitegrid', palette='deep')
ax = sns.scatterplot(data=df, x='x', y='y', hue='g', style='h')
print(type(ax).__name__, ax.get_xlabel(), [t.get_text() for t in ax.get_legend().get_texts()], len(ax.collections[0].get_offsets()))
plt.close('all')
ax = sns.lineplot(x=torch.arange(5), y=torch.arange(5) ** 2, label='t')
print(len(ax.lines), ax.lines[0].get_ydata(), sns.histplot(torch.rand(30).mul(0).numpy(), bins=3).patches[0].get_height() >= 0)
plt.close('all')
fig, axes = plt.subplots(1, 3)
sns.boxplot(data=df, x='g', y='y', ax=axes[0])
sns.heatmap(df[['x', 'y']].corr(), annot=True, fmt='.2f', cmap='viridis', ax=axes[1])
sns.barplot(data=df, x='g', y='y', estimator=lambda v: v.max(), errorbar=None, ax=axes[2])
print([t.get_text() for t in axes[1].texts], [p.get_height().round(2) for p in axes[2].patches][:2], len(fig.axes), [t.get_text() for t in axes[0].get_xticklabels()])
plt.close('all')
print(sns.countplot(data=df, x='h').patches[0].get_height(), type(sns.kdeplot(df.y)).__name__, len(sns.violinplot(data=df, x='g', y='y').collections) > 0, sns.regplot(data=df, x='x', y='y').get_ylabel(), len(sns.stripplot(data=df, x='g', y='y').collections) > 0, sns.color_palette('deep', 2), sns.color_palette(['r', 'g']).as_hex(), len(sns.husl_palette(4)))
plt.close('all')

# grids of seaborn
g = sns.FacetGrid(df, col='g', row='h')
seen = []
def draw(x, y, **kwargs):
    seen.append((len(x), kwargs['color'] is not None))
    plt.plot(x, y, '.')
g.map(draw, 'x', 'y')
g.map_dataframe(lambda data, color=None, **k: seen.append(len(data)))
g.set_axis_labels('time', 'value').set_titles('{col_name}|{row_name}')
print(g.axes.shape, seen, [a.get_title() for a in g.axes.flat], type(g).__name__)
p = sns.pairplot(df, hue='g', vars=['x', 'y'])
r = sns.relplot(data=df, x='x', y='y', col='g', kind='line')
c = sns.catplot(data=df, x='g', y='y', kind='box')
j = sns.jointplot(data=df, x='x', y='y')
print(p.axes.shape, len(r.axes.flat), type(c).__name__, j.ax_joint.get_xlabel(), type(sns.clustermap(df[['x', 'y']].head(5))).__name__, sns.displot(df.y).ax.get_xlabel(), sns.lmplot(data=df, x='x', y='y').data.shape)
plt.close('all')
for bad in (lambda: sns.scatterplot(data=df, x='nope', y='y'), lambda: sns.set_palette('zz'), lambda: sns.boxplot(data=df, x='x', y='g', order='q', orient='w')):
    try:
        bad()
        print('ok')
    except Exception as error:
        print(type(error).__name__, str(error)[:120])
plt.close('all')
import seaborn.objects as so
plot = so.Plot(df, x='x', y='y', color='g').add(so.Dot()).label(title='T')
print(type(plot).__name__, len(plot._repr_png_()[0]) > 100 if plot._repr_png_() else None)
plt.close('all')

# models
X = sm.add_constant(torch.arange(20.).numpy())
fit = sm.OLS(df.y, X).fit()
print(fit.params.round(2).tolist(), fit.rsquared.round(4), fit.pvalues.shape, fit.conf_int().round(1).values.tolist(), type(fit).__name__, fit.predict([[1, 30]]).round(1), str(fit.summary()).count('\n') > 15, fit.summary().tables[1].as_text().split('\n')[1].split(), fit.f_pvalue < .01)
logit = sm.Logit((df.x > 9).astype(int) ^ (df.x.isin([3, 12])), X).fit(disp=0)
print(logit.params.round(3).tolist(), logit.mle_retvals['converged'], sm.GLM([1, 2, 3, 5], sm.add_constant([1, 2, 3, 4]), family=sm.families.Poisson()).fit().params.round(3))

# formulas
def half(v):
    return v / 2
shift = 3
f = smf.ols('y ~ half(x) + C(g)', data=df).fit()
print(f.params.round(1).to_dict(), smf.ols('np.log(y) ~ x', data=df).fit().params.index.tolist(), smf.ols('y ~ I(x - shift)', df).fit().params.round(1).tolist(), smf.ols('y ~ x + g', data=df).fit().model.exog_names)
def inside(frame):
    local = lambda v: v * 10
    return smf.ols('y ~ local(x)', data=frame).fit().params.round(2).to_dict()
print(inside(df), smf.logit('g01 ~ x', data=df.assign(g01=(df.x % 3 == 0).astype(int))).fit(disp=False).params.shape)
try:
    smf.ols('y ~ nothing', data=df).fit()
except Exception as error:
    print(type(error).__name__, str(error).split('\n')[0])

# series
import warnings
warnings.simplefilter('ignore')
s = pd.Series(np.sin(np.arange(24.)), index=pd.date_range('2022-01-01', periods=24, freq='MS'))
from statsmodels.tsa.stattools import adfuller, acf
from statsmodels.tsa.seasonal import seasonal_decompose
from statsmodels.tsa.arima.model import ARIMA
print(acf(s, nlags=2).round(3), len(adfuller(s)), seasonal_decompose(s, period=4).seasonal.shape, ARIMA(s, order=(1, 0, 0)).fit().forecast(2).index[0], sm.stats.DescrStatsW(df.y).mean.round(1), sm.nonparametric.lowess(df.y, df.x)[:1].round(0))
