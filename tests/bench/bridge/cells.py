"""Cells as notebooks have them: a plot, a table that is read, grouped and merged, a model that is fitted."""
import io
import os


def plot():
    import matplotlib
    matplotlib.use('Agg')
    import matplotlib.pyplot as plt
    import numpy as np
    import torch

    def work():
        x = torch.linspace(0, 6, 200)
        figure, axes = plt.subplots(1, 2, figsize=(8, 3))
        for k in range(1, 4):
            axes[0].plot(x, torch.sin(k * x), label=f'sin {k}x')
        axes[0].set_title('waves')
        axes[0].set_xlabel('x')
        axes[0].legend()
        axes[1].hist(np.sin(np.arange(1000)), bins=30, color='tab:orange')
        axes[1].grid(True)
        data = io.BytesIO()
        figure.savefig(data, format='png')
        plt.close(figure)
        return len(axes), data.getvalue()[1:4]
    return work


def table():
    import pandas as pd
    with open('rows.csv', 'w') as file:
        file.write('key,group,value,text\n')
        file.writelines('%d,%s,%.3f,some words in row %d\n' % (i, 'abcdefgh'[i * i % 8], i * 37 % 1001 / 7, i) for i in range(260000))
    names = pd.DataFrame({'group': list('abcdefgh'), 'name': ['group %s' % c for c in 'abcdefgh']})

    def work():
        frame = pd.read_csv('rows.csv')
        means = frame.groupby('group')['value'].agg(['mean', 'max', 'count'])
        merged = frame.merge(names, on='group')
        merged['scaled'] = merged['value'] / merged['value'].max()
        return os.path.getsize('rows.csv') // 1000000, len(merged), round(float(means['mean'].sum()), 6), round(float(merged['scaled'].mean()), 9)
    return work


def apply():
    import pandas as pd
    frame = pd.DataFrame({'a': range(5000), 'b': [i * 0.5 for i in range(5000)]})

    def work():
        by_row = frame.apply(lambda row: row['a'] + row['b'], axis=1)
        return float(by_row.sum()), float(frame['a'].map(lambda x: x * 2).sum())
    return work


def fit():
    import numpy as np
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler
    numbers = np.random.RandomState(0)
    x = numbers.randn(2000, 20)
    y = (x[:, 0] + x[:, 1] ** 2 > 1).astype(int)

    def work():
        model = make_pipeline(StandardScaler(), LogisticRegression()).fit(x, y)
        forest = RandomForestClassifier(20, random_state=0).fit(x, y)
        return round(model.score(x, y), 6), round(forest.score(x, y), 6)
    return work


def numerics():
    import numpy as np

    def work():
        a = np.linspace(0, 1, 14400).reshape(120, 120)
        for _ in range(200):
            a = np.where(a > 0.5, a * 0.9, a + 0.01)
            a = (a - a.mean(axis=0)) / (a.std(axis=0) + 1e-9)
        values = np.linalg.svd(a[:60, :60], compute_uv=False)
        return round(float(a.sum()), 3), len(values)
    return work


ROWS = {'plot': plot, 'table': table, 'apply': apply, 'fit': fit, 'numerics': numerics}
COUNT = 1
ELAPSED = ()  # processor time
RATIO = 0.95  # of CPython's speed, of each
