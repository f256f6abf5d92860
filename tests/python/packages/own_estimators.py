# needs: numpy pandas sklearn joblib
"""Estimators, transformers, scorers and searches of notebooks over scikit-learn."""
import warnings

import joblib
import numpy as np
import pandas as pd
import torch
from sklearn import set_config
from sklearn.base import BaseEstimator, ClassifierMixin, ClusterMixin, RegressorMixin, TransformerMixin, clone, is_classifier, is_regressor
from sklearn.compose import ColumnTransformer, TransformedTargetRegressor, make_column_selector, make_column_transformer
from sklearn.datasets import load_iris, make_blobs, make_classification, make_regression
from sklearn.ensemble import BaggingClassifier, RandomForestClassifier, StackingClassifier, VotingClassifier
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.metrics import accuracy_score, classification_report, confusion_matrix, make_scorer
from sklearn.model_selection import GridSearchCV, KFold, RandomizedSearchCV, StratifiedKFold, cross_val_score, cross_validate, learning_curve, train_test_split
from sklearn.pipeline import FeatureUnion, Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, StandardScaler
from sklearn.utils.validation import check_array, check_is_fitted, check_X_y


def attempt(*calls):
    for call in calls:
        try:
            print(call())
        except Exception as error:
            print(type(error).__name__, str(error).strip().split('\n')[0][:130])


# A transformer and a classifier of the notebook
class Clip(TransformerMixin, BaseEstimator):
    """Cuts columns at quantiles."""

    def __init__(self, low=0.1, high=0.9):
        self.low = low
        self.high = high

    def fit(self, X, y=None):
        X = check_array(X)
        self.bounds_ = np.quantile(X, [self.low, self.high], axis=0)
        self.n_features_in_ = X.shape[1]
        return self

    def transform(self, X):
        check_is_fitted(self, 'bounds_')
        return np.clip(check_array(X), *self.bounds_)


class Nearest(ClassifierMixin, BaseEstimator):
    def __init__(self, power=2, *, verbose=False):
        self.power = power
        self.verbose = verbose

    def fit(self, X, y):
        X, y = check_X_y(X, y)
        self.classes_ = np.unique(y)
        self.centers_ = np.stack([X[y == c].mean(0) for c in self.classes_])
        if self.verbose:
            print('fitted', X.shape)
        return self

    def decision_function(self, X):
        return -(np.abs(X[:, None] - self.centers_) ** self.power).sum(-1)

    def predict(self, X):
        check_is_fitted(self)
        return self.classes_[self.decision_function(check_array(X)).argmax(1)]


X, y = load_iris(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0, stratify=y)
model = Pipeline([('clip', Clip()), ('scale', StandardScaler()), ('nearest', Nearest())])
print(model, model.fit(X_train, y_train).score(X_test, y_test), model.named_steps['clip'].bounds_.round(2), clone(model).get_params()['clip__low'], Nearest(power=3, verbose=True), is_classifier(Nearest()), is_regressor(Clip()), Clip().fit_transform(X)[0], clone(Clip(high=0.5)), Clip().get_params(), Clip().set_params(low=0.2).low, sep='\n')
print(cross_val_score(model, X, y, cv=3).round(3), len(model._repr_html_()) > 500, model[:1].transform(X[:1]), model[-1].power, 'clip' in model.named_steps, isinstance(model, Pipeline), Nearest.__doc__, Clip.__doc__)
with joblib.parallel_backend('threading'):
    print(cross_val_score(Nearest(), X, y, cv=3, n_jobs=2).round(3))
attempt(lambda: Nearest().predict(X), lambda: Clip().transform(X), lambda: Nearest().fit(X, y[:3]), lambda: Nearest().fit([['a']], [1]), lambda: clone(3), lambda: Clip().set_params(q=1), lambda: model.set_params(zz__low=1), lambda: Nearest().fit(X[:0], y[:0]), lambda: Nearest().fit(np.full((2, 2), np.nan), [0, 1]), lambda: Pipeline([('a', 3), ('b', Nearest())]).fit(X, y), lambda: model.predict(X[:, :2]), lambda: make_pipeline(Nearest(), Clip()).fit(X, y))


class Careless(BaseEstimator):
    def __init__(self, a=[], *rest):
        self.a = list(a)


attempt(lambda: clone(Careless()), lambda: Careless())

# Searches: one process, and two threads or processes
grid = GridSearchCV(model, {'nearest__power': [1, 2], 'clip__low': [0.0, 0.2], 'scale': [StandardScaler(), 'passthrough']}, cv=StratifiedKFold(3), n_jobs=1).fit(X, y)
print(grid.best_params_, round(grid.best_score_, 4), len(grid.cv_results_['params']), grid.best_estimator_.named_steps['nearest'].power, pd.DataFrame(grid.cv_results_).sort_values('rank_test_score').iloc[0].param_nearest__power)
print(GridSearchCV(LogisticRegression(max_iter=500), {'C': [0.1, 1.0]}, cv=2, n_jobs=2).fit(X, y).best_params_, RandomizedSearchCV(Ridge(), {'alpha': [0.1, 1, 10]}, n_iter=2, random_state=0, cv=2).fit(X, y).n_splits_)
error_once = make_scorer(lambda truth, guess: -(truth != guess).sum(), greater_is_better=True)
both = cross_validate(Nearest(), X, y, cv=3, scoring={'wrong': error_once, 'right': 'accuracy', 'own': lambda e, X, y: e.score(X, y) * 100}, return_train_score=True, return_estimator=True)
print(sorted(both), both['test_wrong'], both['test_own'].round(1), type(both['estimator'][0]).__name__, isinstance(both['estimator'][0], Nearest))


class Failing(Nearest):
    def fit(self, X, y):
        if self.power == 3:
            raise ValueError('no cubes')
        return super().fit(X, y)


with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    failed = GridSearchCV(Failing(), {'power': [2, 3]}, cv=2).fit(X, y)
print(failed.cv_results_['mean_test_score'].round(2), failed.best_params_)
attempt(lambda: GridSearchCV(Failing(), {'power': [3]}, cv=2, error_score='raise').fit(X, y), lambda: GridSearchCV(Nearest(), {'zz': [1]}).fit(X, y), lambda: cross_val_score(Nearest(), X, y, scoring='zz'), lambda: cross_val_score(Nearest(), X, y, cv=1), lambda: GridSearchCV(Clip(), {'low': [0]}).fit(X), lambda: train_test_split(X, y[:2]), lambda: train_test_split(X, test_size=2.0), lambda: next(KFold(9).split(X[:3])))

# Columns of frames
people = pd.DataFrame({'age': [20, 30, 40, None], 'city': ['a', 'b', 'a', 'c'], 'income': [1.0, 2.0, 3.0, 4.0]})
columns = ColumnTransformer([('numbers', make_pipeline(FunctionTransformer(lambda d: d.fillna(d.mean())), StandardScaler()), make_column_selector(dtype_include=np.number)), ('words', OneHotEncoder(handle_unknown='ignore'), ['city'])], remainder='drop')
print(columns.fit_transform(people).round(2), columns.named_transformers_['words'].get_feature_names_out(), columns.transform(people.assign(city='zz')).sum().round(3))


class AddRatio(BaseEstimator, TransformerMixin):
    def fit(self, X, y=None):
        self.columns_ = list(X.columns)
        return self

    def transform(self, X):
        return X.assign(ratio=X.income / X.age)

    def get_feature_names_out(self, names=None):
        return np.array([*self.columns_, 'ratio'], dtype=object)


named = make_pipeline(AddRatio(), make_column_transformer((StandardScaler(), ['ratio']), remainder='passthrough', verbose_feature_names_out=False))
print(named.fit(people).get_feature_names_out(), AddRatio().set_output(transform='pandas').fit_transform(people).columns.tolist(), named.set_output(transform='pandas').fit_transform(people).dtypes.to_dict())
attempt(lambda: columns.transform(people.drop(columns='age')), lambda: columns.transform(people.values), lambda: OneHotEncoder().fit(people[['city']]).transform([['q']]), lambda: ColumnTransformer([('a', StandardScaler(), ['zz'])]).fit(people), lambda: StandardScaler().fit(people), lambda: make_column_selector()(3))

# Regressors on tensors, ensembles of our estimators
class Gradient(RegressorMixin, BaseEstimator):
    def __init__(self, steps=200, lr=0.1):
        self.steps, self.lr = steps, lr

    def fit(self, X, y):
        X, y = torch.as_tensor(X, dtype=torch.float32), torch.as_tensor(y, dtype=torch.float32)
        self.layer_ = torch.nn.Linear(X.shape[1], 1)
        torch.nn.init.zeros_(self.layer_.weight), torch.nn.init.zeros_(self.layer_.bias)
        optimizer = torch.optim.SGD(self.layer_.parameters(), self.lr)
        for _ in range(self.steps):
            optimizer.zero_grad()
            torch.nn.functional.mse_loss(self.layer_(X).squeeze(-1), y).backward()
            optimizer.step()
        return self

    def predict(self, X):
        with torch.no_grad():
            return self.layer_(torch.as_tensor(X, dtype=torch.float32)).squeeze(-1).numpy()


A, b = make_regression(60, 3, noise=1.0, random_state=0)
A, b = StandardScaler().fit_transform(A), (b - b.mean()) / b.std()
fitted = Gradient().fit(A, b)
print(round(fitted.score(A, b), 3), np.allclose(fitted.layer_.weight.detach().numpy().ravel(), LinearRegression().fit(A, b).coef_, atol=1e-3), cross_val_score(Gradient(50), torch.as_tensor(A), b, cv=3).round(2), TransformedTargetRegressor(Gradient(), func=lambda v: v * 2, inverse_func=lambda v: v / 2).fit(A, b).predict(A[:1]).shape, GridSearchCV(Gradient(), {'steps': [1, 100]}, cv=2).fit(A, b).best_params_)
vote = VotingClassifier([('n', Nearest()), ('l', LogisticRegression(max_iter=1000)), ('f', RandomForestClassifier(5, random_state=0))]).fit(X, y)
stack = StackingClassifier([('n', Nearest()), ('m', Nearest(1))], final_estimator=LogisticRegression(max_iter=1000), cv=3).fit(X, y)
print(vote.score(X, y) > 0.9, stack.score(X, y) > 0.9, [type(e).__name__ for e in stack.estimators_], BaggingClassifier(Nearest(), 3, random_state=0).fit(X, y).score(X, y) > 0.8, len(FeatureUnion([('a', Clip()), ('b', StandardScaler())]).fit_transform(X)[0]), learning_curve(Nearest(), X, y, train_sizes=[0.5, 1.0], cv=3, shuffle=True, random_state=0)[0])

# Texts
texts = ['the cat sat', 'the dog sat down', 'Cats and dogs!']
bag = CountVectorizer(tokenizer=lambda s: s.lower().replace('!', '').split(), preprocessor=None, token_pattern=None, stop_words=['the'])
counts = bag.fit_transform(texts)
print(bag.get_feature_names_out(), counts.toarray().tolist(), bag.vocabulary_['cat'], [str(w) for w in bag.inverse_transform(counts)[0]], TfidfVectorizer(analyzer=lambda s: list(s[:3])).fit_transform(texts).shape, bag.build_analyzer()('The Cat'), type(counts).__name__, torch.from_numpy(counts.toarray()).sum())
attempt(lambda: CountVectorizer().transform(texts), lambda: CountVectorizer(stop_words='zz').fit(texts), lambda: CountVectorizer().fit(['', ' ']), lambda: CountVectorizer().fit('text'), lambda: CountVectorizer(tokenizer=lambda s: 1 / 0).fit(texts), lambda: TfidfVectorizer(max_df=-1).fit(texts))

# What comes out
print(classification_report(y, Nearest().fit(X, y).predict(X), target_names=load_iris().target_names, digits=2), confusion_matrix(y, vote.predict(X)).sum(), accuracy_score(torch.tensor([1, 0]), torch.tensor([1, 1])), load_iris(as_frame=True).frame.shape, load_iris().feature_names[0], sorted(load_iris())[:3])
joblib.dump(LogisticRegression(C=3), 'm.joblib')
print(joblib.load('m.joblib'), make_blobs(4, random_state=0)[1], make_classification(4, n_features=4, random_state=0)[1].tolist())
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter('always')
    LogisticRegression(max_iter=1).fit(X, y)
print([w.category.__name__ for w in seen], issubclass(ConvergenceWarning, UserWarning), issubclass(NotFittedError, ValueError))
set_config(display='text')
print(repr(make_pipeline(Clip(low=0.2), Nearest())))
