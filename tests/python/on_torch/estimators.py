# needs: skorch sklearn
"""skorch: networks of torch as estimators of scikit-learn: fit, score, grid search, pipelines, callbacks, history."""
import numpy as np, torch
from torch import nn
from sklearn.datasets import make_classification
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from skorch import NeuralNetClassifier, NeuralNetRegressor
from skorch.callbacks import EpochScoring, LRScheduler, Callback, EarlyStopping
from skorch.helper import predefined_split
from skorch.dataset import Dataset
torch.manual_seed(0)
X, y = make_classification(100, 8, n_informative=4, random_state=0)
X, y = X.astype(np.float32), y.astype(np.int64)
class Net(nn.Module):
    def __init__(self, hidden=8):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(8, hidden), nn.ReLU(), nn.Linear(hidden, 2), nn.Softmax(-1))
    def forward(self, X): return self.layers(X)
class Note(Callback):
    def on_train_begin(self, net, **kw): print('begin')
    def on_epoch_end(self, net, **kw): self.seen_ = getattr(self, 'seen_', 0) + 1
net = NeuralNetClassifier(Net, max_epochs=5, lr=.2, iterator_train__shuffle=True, verbose=0, callbacks=[Note(), EpochScoring('accuracy', name='acc')])
net.fit(X, y)
print(net.predict(X[:3]).shape, net.predict_proba(X[:2]).shape, net.score(X, y) > .5, len(net.history), sorted(net.history[-1])[:4], net.history[0, 'train_loss'] > net.history[-1, 'train_loss'])
gs = GridSearchCV(NeuralNetClassifier(Net, max_epochs=3, verbose=0, train_split=False), {'lr': [.01, .2], 'module__hidden': [4, 8]}, cv=2, scoring='accuracy', refit=False)
gs.fit(X, y); print(sorted(gs.best_params_), len(gs.cv_results_['params']))
pipe = Pipeline([('scale', StandardScaler()), ('net', NeuralNetClassifier(Net, max_epochs=2, verbose=0))])
print(pipe.fit(X, y).predict(X).shape)
reg = NeuralNetRegressor(nn.Linear, module__in_features=8, module__out_features=1, max_epochs=2, lr=.01, verbose=0, criterion=nn.MSELoss, optimizer=torch.optim.Adam)
reg.fit(X, X[:, :1]); print(reg.predict(X).shape, reg.get_params()['lr'], reg.module_)
print(cross_val_score(NeuralNetClassifier(Net, max_epochs=1, verbose=0), X, y, cv=2).shape)
net.set_params(verbose=0, max_epochs=1); net.partial_fit(X, y); print(len(net.history))
