# needs: sklearn joblib numpy
"""Estimators and functions of the program in scikit-learn's processes (n_jobs=2)."""
import numpy as np, warnings
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin, RegressorMixin, clone
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.pipeline import make_pipeline, Pipeline
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import cross_val_score, GridSearchCV, cross_validate
from sklearn.ensemble import BaggingClassifier, VotingClassifier
from sklearn.metrics import make_scorer
rng = np.random.RandomState(0)
X = rng.randn(120, 4); y = (X[:, 0] + X[:, 1] ** 2 > .5).astype(int)
degree = 2
def expand(X):
    return np.hstack([X ** k for k in range(1, degree + 1)])
pipe = make_pipeline(FunctionTransformer(expand), StandardScaler(), LogisticRegression())
print(cross_val_score(pipe, X, y, cv=3, n_jobs=2).round(3))
class Nearest(ClassifierMixin, BaseEstimator):
    def __init__(self, power=2, shrink=0.0):
        self.power = power; self.shrink = shrink
    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.centres_ = np.array([X[y == c].mean(0) * (1 - self.shrink) for c in self.classes_])
        return self
    def predict(self, X):
        d = (np.abs(X[:, None] - self.centres_[None]) ** self.power).sum(-1)
        return self.classes_[d.argmin(1)]
g = GridSearchCV(Nearest(), {'power': [1, 2, 3], 'shrink': [0, .5]}, cv=3, n_jobs=2).fit(X, y)
print(g.best_params_, round(g.best_score_, 4), type(g.best_estimator_) is Nearest, g.best_estimator_)
print(g.cv_results_['mean_test_score'].round(3))
b = BaggingClassifier(Nearest(), n_estimators=4, random_state=0, n_jobs=2).fit(X, y)
print(b.score(X, y), [type(e) is Nearest for e in b.estimators_], b.predict(X[:5]))
v = VotingClassifier([('a', Nearest()), ('b', LogisticRegression())], n_jobs=2).fit(X, y)
print(v.score(X, y), v.named_estimators_)
def cost(t, p): return float(np.mean(t != p))
r = cross_validate(Nearest(), X, y, cv=3, n_jobs=2, scoring={'c': make_scorer(cost, greater_is_better=False)}, return_estimator=True)
print(r['test_c'].round(3), [type(e) is Nearest for e in r['estimator']], r['estimator'][0].centres_.round(2).tolist())
class Bad(Nearest):
    def fit(self, X, y): raise RuntimeError('bad fit')
try: cross_val_score(Bad(), X, y, cv=2, n_jobs=2, error_score='raise')
except RuntimeError as e: print(type(e).__name__, e)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    try: print(cross_val_score(Bad(), X, y, cv=2, n_jobs=2))
    except ValueError as e: print(str(e).split('\n')[1:3])
class Log(TransformerMixin, BaseEstimator):
    def fit(self, X, y=None): return self
    def transform(self, X): return np.log1p(np.abs(X))
p = Pipeline([('log', Log()), ('r', Ridge())])
print(GridSearchCV(p, {'r__alpha': [.1, 1]}, n_jobs=2, cv=2).fit(X, y).best_params_)
