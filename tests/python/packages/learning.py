# needs: numpy pandas sklearn
"""Programs over scikit-learn: pipelines, estimators and scorers of the notebook, searches, reports, with tensors."""
import numpy as np
import pandas as pd
import torch
from sklearn.base import BaseEstimator, TransformerMixin, ClassifierMixin, RegressorMixin, clone
from sklearn.compose import ColumnTransformer, make_column_selector, TransformedTargetRegressor
from sklearn.datasets import load_iris, make_classification, make_regression, make_blobs
from sklearn.decomposition import PCA
from sklearn.ensemble import RandomForestClassifier, VotingClassifier, StackingRegressor
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, LinearRegression, Ridge
from sklearn.metrics import accuracy_score, make_scorer, classification_report, confusion_matrix, mean_squared_error, roc_auc_score, f1_score
from sklearn.model_selection import train_test_split, GridSearchCV, RandomizedSearchCV, cross_val_score, KFold, StratifiedKFold, cross_validate, learning_curve
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline, make_pipeline, FeatureUnion
from sklearn.preprocessing import StandardScaler, OneHotEncoder, FunctionTransformer, LabelEncoder, PolynomialFeatures, MinMaxScaler
from sklearn.tree import DecisionTreeClassifier, export_text
from sklearn.cluster import KMeans
from sklearn.svm import SVC
from sklearn.utils.validation import check_is_fitted, check_X_y, check_array

iris = load_iris()

# tensors
X = torch.tensor(iris.data, dtype=torch.float32)
y = torch.tensor(iris.target)
a, b, c, d = train_test_split(X, y, test_size=.2, random_state=0, stratify=y)
print(type(a).__name__, a.shape, b.shape, d.bincount() if isinstance(d, torch.Tensor) else np.bincount(d))
model = LogisticRegression(max_iter=500).fit(a, c)
print(round(model.score(b, d), 3), model.predict(b[:3]), type(model.predict(b)), model.classes_, model.coef_.shape, model.predict_proba(b[:1]).round(2), model.n_iter_.shape, model)
scaled = StandardScaler().fit_transform(X)
print(type(scaled), scaled.dtype, torch.from_numpy(scaled).mean(0).abs().max().item() < 1e-4, accuracy_score(d, torch.tensor(model.predict(b))) == model.score(b, d), confusion_matrix(y[:60], y[:60]), mean_squared_error(torch.ones(3), torch.zeros(3)), f1_score([0, 1, 1], torch.tensor([0, 1, 0])))
print(KMeans(3, n_init=2, random_state=0).fit(X).labels_[:3].shape, PCA(2).fit(X).explained_variance_ratio_.round(3), KNeighborsClassifier(3).fit(X, y).predict(X[:2]), iris.target_names, list(iris.feature_names)[:1], iris.keys() if isinstance(iris, dict) else sorted(iris), iris['data'].shape, LinearRegression().fit(torch.arange(4.)[:, None], torch.arange(4.) * 2).coef_.round(4))

# pipelines
df = pd.DataFrame({'age': [20, 30, np.nan, 50], 'city': ['a', 'b', 'a', None], 'y': [0, 1, 0, 1]})
numeric = Pipeline([('fill', SimpleImputer(strategy='median')), ('scale', StandardScaler())])
pre = ColumnTransformer([('n', numeric, ['age']), ('c', make_pipeline(SimpleImputer(strategy='constant', fill_value='?'), OneHotEncoder(handle_unknown='ignore')), make_column_selector(dtype_include=object) if df.city.dtype == object else ['city'])])
pipe = Pipeline(steps=[('pre', pre), ('log', FunctionTransformer(np.cbrt)), ('clf', RandomForestClassifier(n_estimators=5, random_state=0))])
pipe.fit(df[['age', 'city']], df.y)
print(pipe, pipe.predict(df[['age', 'city']]), pipe.named_steps['clf'].n_estimators, pipe[0].get_feature_names_out(), pipe.get_params()['clf__random_state'], pipe.set_params(clf__n_estimators=3)['clf'].n_estimators, len(pipe), pipe[:-1].transform(df[['age', 'city']]).shape, pipe.steps[1][0])
union = FeatureUnion([('p', PCA(1)), ('q', FunctionTransformer(np.square, validate=True))])
print(union.fit_transform(X).shape, make_pipeline(MinMaxScaler(), PolynomialFeatures(2)).fit_transform([[0, 1], [2, 3]]), FunctionTransformer(lambda m, by=1: m * by, kw_args={'by': 3}).fit_transform(np.ones((1, 2))), OneHotEncoder(sparse_output=False).set_output(transform='pandas').fit_transform(df[['city']]).columns.tolist(), LabelEncoder().fit_transform(['b', 'a', 'b']))

# estimators of the notebook
class Clip(BaseEstimator, TransformerMixin):
    """Clips at quantiles."""
    def __init__(self, low=.1, high=.9):
        self.low = low
        self.high = high
    def fit(self, X, y=None):
        self.bounds_ = np.quantile(X, [self.low, self.high], axis=0)
        return self
    def transform(self, X):
        check_is_fitted(self, 'bounds_')
        return np.clip(X, *self.bounds_)
class Mean(RegressorMixin, BaseEstimator):
    def __init__(self, shift=0.0):
        self.shift = shift
    def fit(self, X, y):
        X, y = check_X_y(X, y)
        self.mean_ = float(np.mean(y)) + self.shift
        self.n_features_in_ = X.shape[1]
        return self
    def predict(self, X):
        return np.full(len(X), self.mean_)
class Net(ClassifierMixin, BaseEstimator):
    """A small network of torch as an estimator."""
    def __init__(self, hidden=8, epochs=30, lr=.05, seed=0):
        self.hidden, self.epochs, self.lr, self.seed = hidden, epochs, lr, seed
    def fit(self, X, y):
        torch.manual_seed(self.seed)
        self.classes_, target = np.unique(y, return_inverse=True)
        x, t = torch.as_tensor(np.asarray(X), dtype=torch.float32), torch.as_tensor(target)
        self.net_ = torch.nn.Sequential(torch.nn.Linear(x.shape[1], self.hidden), torch.nn.ReLU(), torch.nn.Linear(self.hidden, len(self.classes_)))
        optimizer = torch.optim.Adam(self.net_.parameters(), lr=self.lr)
        for _ in range(self.epochs):
            loss = torch.nn.functional.cross_entropy(self.net_(x), t)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        self.loss_ = loss.item()
        return self
    def predict_proba(self, X):
        with torch.no_grad():
            return self.net_(torch.as_tensor(np.asarray(X), dtype=torch.float32)).softmax(1).numpy()
    def predict(self, X):
        return self.classes_[self.predict_proba(X).argmax(1)]
net = Net(hidden=16)
print(net, repr(Net()), Clip(low=.2), clone(net).hidden, net.get_params(), clone(net) is net, Mean.__mro__[1].__name__, isinstance(net, ClassifierMixin), Clip().fit_transform(np.arange(10.)[:, None]).ravel())
print(net.fit(scaled, iris.target).score(scaled, iris.target) > .9, net.classes_, net.loss_ < .5, Mean(shift=1).fit([[1], [2]], [1, 3]).predict([[5]]), Mean().fit([[1], [2]], [1, 3]).score([[1], [2]], [1, 3]))
full = make_pipeline(Clip(), StandardScaler(), Net(epochs=20))
print(full.fit(iris.data, iris.target).score(iris.data, iris.target) > .8, full[-1].hidden, cross_val_score(full, iris.data, iris.target, cv=3).shape, full)
try:
    Clip().transform([[1]])
except NotFittedError as error:
    print(error)
for bad in (lambda: net.set_params(nope=1), lambda: LogisticRegression().predict([[1]]), lambda: LogisticRegression(C=-1).fit([[1], [2]], [0, 1]), lambda: LinearRegression().fit([1, 2], [1, 2]), lambda: LinearRegression().fit([[1], [2]], [1]), lambda: LinearRegression().fit([[np.nan]], [1]), lambda: clone('x'), lambda: train_test_split([]), lambda: StandardScaler().fit([['a']]), lambda: model.predict([[1, 2]]), lambda: make_pipeline(Clip, Net()).fit(X, y), lambda: check_array([[1], [2, 3]]), lambda: SVC(kernel='zz').fit(X, y)):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, str(error).split('\n')[0][:170])

# searches and scorers
def closeness(y, predicted, *, power=2):
    return 1 / (1 + np.mean(np.abs(np.asarray(y) - predicted) ** power))
class Trace:
    def __init__(self):
        self.calls = 0
    def __call__(self, estimator, X, y):
        self.calls += 1
        return float((estimator.predict(X) == y).mean())
trace = Trace()
search = GridSearchCV(Pipeline([('s', StandardScaler()), ('k', KNeighborsClassifier())]), {'k__n_neighbors': [1, 3], 's': [StandardScaler(), 'passthrough']}, cv=StratifiedKFold(3), scoring=trace)
search.fit(iris.data, iris.target)
print(search.best_params_, round(search.best_score_, 3), trace.calls, pd.DataFrame(search.cv_results_)['mean_test_score'].round(3).tolist(), search.best_estimator_, search.predict(X[:2].numpy()), len(search.cv_results_['params']))
print(GridSearchCV(Mean(), {'shift': [-1, 0, 1]}, scoring=make_scorer(closeness, power=1), cv=2).fit(np.arange(6)[:, None], [1, 1, 1, 1, 1, 1]).best_params_, cross_val_score(Ridge(), X, y, cv=KFold(3, shuffle=True, random_state=0), scoring='r2').round(2), sorted(cross_validate(Net(epochs=5), scaled, iris.target, cv=2, scoring={'acc': 'accuracy', 'mine': lambda e, X, y: 1.5}, return_train_score=True)), cross_validate(Net(epochs=5), scaled, iris.target, cv=2, scoring={'mine': lambda e, X, y: 1.5})['test_mine'])
print(RandomizedSearchCV(Net(epochs=3), {'hidden': [4, 8], 'lr': [.1, .01]}, n_iter=2, cv=2, random_state=0).fit(scaled, iris.target).best_params_.keys(), classification_report([0, 1, 1], [0, 1, 0]), classification_report([0, 1, 1], [0, 1, 0], output_dict=True)['accuracy'], roc_auc_score([0, 1, 1], torch.tensor([.1, .8, .4])), learning_curve(Mean(), np.arange(20)[:, None], np.arange(20), cv=2, train_sizes=[.5, 1.])[0])
class Folds:
    def split(self, X, y=None, groups=None):
        for i in range(2):
            yield np.arange(len(X))[i::2], np.arange(len(X))[1 - i::2]
    def get_n_splits(self, X=None, y=None, groups=None):
        return 2
print(cross_val_score(LinearRegression(), np.arange(8.)[:, None], np.arange(8.), cv=Folds()).round(3), cross_val_score(LinearRegression(), np.arange(8.)[:, None], np.arange(8.), cv=((np.arange(4), np.arange(4, 8)) for _ in range(2))).round(3))

# text, trees and kernels
texts = ['the cat sat', 'the dog', 'a cat and a dog']
count = CountVectorizer(tokenizer=lambda s: s.split(), token_pattern=None, preprocessor=str.upper)
m = count.fit_transform(texts)
print(m.toarray(), count.get_feature_names_out(), type(m).__name__, m.shape, TfidfVectorizer(stop_words=['the'], ngram_range=(1, 2)).fit(t for t in texts).vocabulary_['cat and'], torch.from_numpy(m.toarray()).sum(0), torch.tensor(m.todense()).shape, sorted(count.vocabulary_.items())[:2])
tree = DecisionTreeClassifier(max_depth=2, random_state=0).fit(iris.data, iris.target)
print(export_text(tree, feature_names=list(iris.feature_names)), tree.feature_importances_.round(2), tree.get_depth(), SVC(kernel=lambda A, B: A @ B.T).fit(iris.data, iris.target).score(iris.data, iris.target) > .9, KNeighborsClassifier(metric=lambda p, q: float(np.abs(p - q).sum())).fit(iris.data[:60], iris.target[:60]).predict(iris.data[:2]), VotingClassifier([('a', LogisticRegression(max_iter=500)), ('b', Net(epochs=5))], voting='soft').fit(scaled, iris.target).predict(scaled[:2]).shape)
html = full._repr_html_()
print(type(html).__name__, 'sk-top-container' in html, 'Clip' in html, len(html) > 1000)
print(make_blobs(6, centers=2, random_state=0)[1], make_regression(5, 2, random_state=0)[0].shape, [round(v, 3) for v in make_classification(20, random_state=1)[0][0][:2]], TransformedTargetRegressor(LinearRegression(), func=np.log1p, inverse_func=np.expm1).fit([[1], [2], [3]], [1, 2, 3]).predict([[2]]).round(1), StackingRegressor([('m', Mean()), ('r', Ridge())], final_estimator=LinearRegression(), cv=2).fit(np.arange(8.)[:, None], np.arange(8.)).predict([[1.]]).round(1))
