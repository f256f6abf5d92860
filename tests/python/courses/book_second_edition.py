# needs: d2l torchvision matplotlib matplotlib_inline pandas
"""The book's package d2l, edition 1.0: modules, data, training, plots, sequences, attention, detection."""

import contextlib
import io
import random
import matplotlib
matplotlib.use('agg')
import numpy as np
import pandas as pd
import torch
from torch import nn
from torch.nn import functional as F
from d2l import torch as d2l
torch.manual_seed(0); random.seed(0); np.random.seed(0)

# the object-oriented design of chapter 3
class A:
    def __init__(self): self.b = 1
a = A()
@d2l.add_to_class(A)
def do(self): print('Class attribute "b" is', self.b)
a.do()
class B(d2l.HyperParameters):
    def __init__(self, a, b, c):
        self.save_hyperparameters(ignore=['c'])
        print('self.a =', self.a, 'self.b =', self.b, 'no c', not hasattr(self, 'c'), self.hparams)
b = B(a=1, b=2, c=3)
try: d2l.HyperParameters().save_hyperparameters()
except Exception as e: print(type(e).__name__, e)

board = d2l.ProgressBoard('x', display=False)
for x in np.arange(0, 10, 0.1):
    board.draw(x, np.sin(x), 'sin', every_n=2)
    board.draw(x, np.cos(x), 'cos', every_n=10)
print({k: (len(v), round(float(v[-1].y), 3)) for k, v in board.data.items()}, {k: len(v) for k, v in board.raw_points.items()})
shown = d2l.ProgressBoard(xlabel='epoch', ylim=[0, 1], display=True)
said = io.StringIO()
with contextlib.redirect_stdout(said):
    for i in range(4): shown.draw(i, i / 4, 'loss', every_n=2)
print(repr(said.getvalue()))
axes = shown.axes if shown.axes else d2l.plt.gca()
print(axes.get_xlabel(), axes.get_ylim(), [t.get_text() for t in axes.get_legend().get_texts()], [l.get_ydata() for l in axes.lines])
try: d2l.Module().loss(1, 2)
except NotImplementedError as e: print(repr(e))
try: d2l.DataModule().get_dataloader(True)
except NotImplementedError as e: print(repr(e))
try: d2l.Module().configure_optimizers()
except AttributeError as e: print(repr(e))
try: d2l.Module()(torch.ones(1))
except AssertionError as e: print(repr(e))
print(d2l.DataModule().root, d2l.DataModule('here', 0).num_workers, d2l.Module().__dict__.keys() >= {'hparams', 'board'})

data = d2l.SyntheticRegressionData(w=torch.tensor([2, -3.4]), b=4.2, num_train=200, num_val=100)
print('features:', data.X[0].shape, 'label:', data.y[0].shape)
X, y = next(iter(data.train_dataloader()))
print('X shape:', X.shape, '\ny shape:', y.shape, len(data.train_dataloader()), len(data.val_dataloader()), type(data.train_dataloader()).__name__)
for Model in (d2l.LinearRegressionScratch, d2l.LinearRegression):
    model = Model(2, lr=0.03) if Model is d2l.LinearRegressionScratch else Model(lr=0.03)
    model.board.display = False
    trainer = d2l.Trainer(max_epochs=12)
    trainer.fit(model, data)
    w, b = (model.w, model.b) if hasattr(model, 'w') else model.get_w_b()
    print(type(model).__name__, (data.w - w.reshape(data.w.shape)).abs().max() < .5, abs(data.b - float(b[0])) < 1, trainer.train_batch_idx, trainer.val_batch_idx, trainer.epoch,
          {k: len(v) for k, v in model.board.data.items()}, type(model.configure_optimizers()).__name__)
opt = d2l.SGD([torch.ones(1, requires_grad=True)], .1)
opt.params[0].sum().backward()
try: opt.step()
except RuntimeError as e: print(e)
with torch.no_grad(): opt.step()
print(opt.params[0]); opt.zero_grad(); print(opt.params[0].grad)
try: d2l.Trainer(1, num_gpus=1).prepare_model(model)
except Exception as e: print(type(e).__name__)

# a regression with weight decay and dropout; saved hyperparameters of nested calls
class WeightDecay(d2l.LinearRegression):
    def __init__(self, wd, lr):
        super().__init__(lr)
        self.save_hyperparameters()
        self.wd = wd
    def configure_optimizers(self):
        return torch.optim.SGD([{'params': self.net.weight, 'weight_decay': self.wd}, {'params': self.net.bias}], lr=self.lr)
class Data(d2l.DataModule):
    def __init__(self, num_train, num_val, num_inputs, batch_size):
        self.save_hyperparameters()
        n = num_train + num_val
        self.X = torch.randn(n, num_inputs)
        self.y = torch.matmul(self.X, torch.ones((num_inputs, 1)) * 0.01) + 0.05 + torch.randn(n, 1) * 0.01
    def get_dataloader(self, train):
        i = slice(0, self.num_train) if train else slice(self.num_train, None)
        return self.get_tensorloader([self.X, self.y], train, i)
data = Data(20, 100, 200, 5)
model = WeightDecay(wd=3, lr=0.01); model.board.yscale = 'log'; model.board.display = False
d2l.Trainer(max_epochs=10).fit(model, data)
print(model.hparams, model.net.weight.pow(2).sum().sqrt() < 1, model.board.yscale)

# classification
class SoftmaxRegressionScratch(d2l.Classifier):
    def __init__(self, num_inputs, num_outputs, lr, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.W = torch.normal(0, sigma, size=(num_inputs, num_outputs), requires_grad=True)
        self.b = torch.zeros(num_outputs, requires_grad=True)
    def parameters(self): return [self.W, self.b]
@d2l.add_to_class(SoftmaxRegressionScratch)
def forward(self, X):
    X = X.reshape((-1, self.W.shape[0])); e = torch.exp(X @ self.W + self.b)
    return torch.log(e / e.sum(1, keepdims=True))
class Points(d2l.DataModule):
    def __init__(self, batch_size=16):
        super().__init__(num_workers=0); self.save_hyperparameters()
        self.X = torch.randn(128, 1, 4, 4); self.Y = (self.X.mean((1, 2, 3)) > 0).long() + 2 * (self.X[:, 0, 0, 0] > 0).long()
    def get_dataloader(self, train): return self.get_tensorloader((self.X, self.Y), train, slice(0, 96) if train else slice(96, None))
for model in (SoftmaxRegressionScratch(16, 4, .1), d2l.SoftmaxRegression(4, .1)):
    model.board.display = False
    d2l.Trainer(8).fit(model, Points())
    X, Y = next(iter(Points().val_dataloader()))
    print(type(model).__name__, model.accuracy(model(X), Y) > .5, model.accuracy(model(X), Y, averaged=False).shape, {k: len(v) for k, v in model.board.data.items()})
class Net(d2l.Classifier):
    def __init__(self, lr=.1):
        super().__init__(); self.save_hyperparameters()
        self.net = nn.Sequential(nn.LazyConv2d(4, 3, padding=1), nn.LazyBatchNorm2d(), nn.ReLU(), d2l.Residual(4), nn.Flatten(), nn.LazyLinear(4))
model = Net(); model.board.display = False
model.layer_summary((1, 1, 4, 4))
model.apply_init([next(iter(Points().train_dataloader()))[0]], d2l.init_cnn)
d2l.Trainer(2).fit(model, Points()); print(model)
lenet = d2l.LeNet(); lenet.layer_summary((1, 1, 28, 28)); print(lenet.hparams)
print(d2l.ResNeXtBlock(32, 16, 1)(torch.randn(4, 32, 8, 8)).shape, d2l.resnet18(10)(torch.randn(2, 1, 32, 32)).shape)

# sequences
with open('timemachine.txt', 'w') as f:
    f.write('The Time Machine, by H. G. Wells [1898]\n\n' + 'The Time Traveller (for so it will be convenient to speak of him)\nwas expounding a recondite matter to us.\n' * 40)
class TimeMachine(d2l.TimeMachine):
    def _download(self):
        with open('timemachine.txt') as f: return f.read()
text = d2l.TimeMachine._preprocess(None, open('timemachine.txt').read()); print(text[:60])
data = TimeMachine(batch_size=8, num_steps=10, num_train=400, num_val=200)
print(len(data.vocab), data.vocab.token_freqs[:3], data.vocab.unk, data.vocab.to_tokens([1, 2]), data.vocab[['t', '?']], data.X.shape)
rnn = d2l.RNNScratch(num_inputs=len(data.vocab), num_hiddens=16)
model = d2l.RNNLMScratch(rnn, vocab_size=len(data.vocab), lr=1); model.board.display = False
outputs = model(torch.ones((2, 10), dtype=torch.int64)); print(outputs.shape)
trainer = d2l.Trainer(max_epochs=2, gradient_clip_val=1); trainer.fit(model, data)
print(len(model.predict('it has', 20, data.vocab)), sorted(model.board.data))
for cell in (d2l.RNN(len(data.vocab), 8), d2l.GRU(len(data.vocab), 8, 2, dropout=.1)):
    model = d2l.RNNLM(cell, vocab_size=len(data.vocab), lr=1); model.board.display = False
    d2l.Trainer(max_epochs=1, gradient_clip_val=1).fit(model, data); print(model, len(model.predict('it has', 5, data.vocab, d2l.try_gpu())))

# attention, encoder-decoder
print(d2l.masked_softmax(torch.ones(2, 2, 4), torch.tensor([2, 3])), d2l.masked_softmax(torch.ones(2, 2, 4), torch.tensor([[1, 3], [2, 4]])))
queries, keys, values, lens = torch.normal(0, 1, (2, 1, 2)), torch.normal(0, 1, (2, 10, 2)), torch.normal(0, 1, (2, 10, 4)), torch.tensor([2, 6])
attention = d2l.DotProductAttention(dropout=0.5); attention.eval(); d2l.check_shape(attention(queries, keys, values, lens), (2, 1, 4))
d2l.show_heatmaps(attention.attention_weights.reshape((1, 1, 2, 10)), xlabel='Keys', ylabel='Queries'); print([ax.get_xlabel() for ax in d2l.plt.gcf().axes])
additive = d2l.AdditiveAttention(num_hiddens=8, dropout=0.1); additive.eval(); print(additive(torch.normal(0, 1, (2, 1, 20)), keys, values, lens).shape, additive)
try: d2l.check_shape(torch.ones(2), (3,))
except AssertionError as e: print(e)
mha = d2l.MultiHeadAttention(16, 4, .5); print(mha(torch.ones(2, 4, 16), torch.ones(2, 6, 16), torch.ones(2, 6, 16), torch.tensor([3, 2])).shape)
pe = d2l.PositionalEncoding(8, 0); print(pe(torch.zeros(1, 4, 8)))
encoder = d2l.TransformerEncoder(50, 24, 48, 8, 2, .5); d2l.check_shape(encoder(torch.ones((2, 10), dtype=torch.long), torch.tensor([3, 2])), (2, 10, 24)); print(sum(p.numel() for p in encoder.parameters()))
pairs = 'Go.\tVa !\nHi.\tSalut !\nRun!\tCours !\nI won!\tJe l\'ai emporté !\nShe ran.\tElle a couru.\n' * 12
class Pairs(d2l.MTFraEng):
    def _download(self): return pairs
data = Pairs(batch_size=4, num_steps=6, num_train=40, num_val=8)
src, tgt, src_len, label = next(iter(data.train_dataloader())); print(src.shape, tgt.dtype, src_len.shape, label.shape, len(data.src_vocab), len(data.tgt_vocab))
encoder = d2l.Seq2SeqEncoder(len(data.src_vocab), 8, 16, 2, .2)
class Decoder(d2l.Decoder):
    def __init__(self, vocab_size, embed_size, num_hiddens, num_layers, dropout=0):
        super().__init__(); self.embedding = nn.Embedding(vocab_size, embed_size); self.rnn = d2l.GRU(embed_size + num_hiddens, num_hiddens, num_layers, dropout); self.dense = nn.LazyLinear(vocab_size); self.apply(d2l.init_seq2seq)
    def init_state(self, enc_all_outputs, *args): return enc_all_outputs
    def forward(self, X, state):
        embs = self.embedding(X.t().type(torch.int32)); enc_output, hidden = state
        context = enc_output[-1].repeat(embs.shape[0], 1, 1)
        outputs, hidden = self.rnn(torch.cat((embs, context), -1), hidden)
        return self.dense(outputs).swapaxes(0, 1), [enc_output, hidden]
model = d2l.Seq2Seq(encoder, Decoder(len(data.tgt_vocab), 8, 16, 2, .2), tgt_pad=data.tgt_vocab['<pad>'], lr=.005); model.board.display = False
d2l.Trainer(3, gradient_clip_val=1).fit(model, data)
preds, _ = model.predict_step(data.build(['go .'], ['va !']), d2l.try_gpu(), data.num_steps); print(preds.shape, preds.dtype)
print(round(d2l.bleu('va ! va', 'va !', k=2), 3), round(d2l.bleu('va !', 'va !', k=2), 3))

# boxes
boxes = torch.tensor([[60.0, 45.0, 378.0, 516.0], [400.0, 112.0, 655.0, 493.0]])
print(d2l.box_center_to_corner(d2l.box_corner_to_center(boxes)) == boxes, d2l.bbox_to_rect([1, 2, 3, 4], 'blue'))
anchors = d2l.multibox_prior(torch.rand(1, 3, 56, 72), sizes=[0.75, 0.5, 0.25], ratios=[1, 2, 0.5]); print(anchors.shape, anchors.reshape(56, 72, 5, 4)[25, 25, 0])
truth = torch.tensor([[0, 0.1, 0.08, 0.52, 0.92], [1, 0.55, 0.2, 0.9, 0.88]])
some = torch.tensor([[0, 0.1, 0.2, 0.3], [0.15, 0.2, 0.4, 0.4], [0.63, 0.05, 0.88, 0.98], [0.66, 0.45, 0.8, 0.8], [0.57, 0.3, 0.92, 0.9]])
labels = d2l.multibox_target(some.unsqueeze(0), truth.unsqueeze(0)); print(labels[2], labels[1], labels[0].shape)
anchors = torch.tensor([[0.1, 0.08, 0.52, 0.92], [0.08, 0.2, 0.56, 0.95], [0.15, 0.3, 0.62, 0.91], [0.55, 0.2, 0.9, 0.88]])
print(d2l.multibox_detection(torch.tensor([[0] * 4, [0.9, 0.8, 0.7, 0.1], [0.1, 0.2, 0.3, 0.9]]).unsqueeze(0), torch.zeros(1, 16), anchors.unsqueeze(0), nms_threshold=0.5))

# plots and small things
d2l.set_figsize(); x = np.arange(0, 3, 0.1); d2l.plt.clf(); d2l.plot(x, [x ** 2, 2 * x - 3], 'x', 'f(x)', legend=['f(x)', 'Tangent line (x=1)'])
print(d2l.plt.rcParams['figure.figsize'], len(d2l.plt.gca().lines), d2l.plt.gca().get_xlabel(), [t.get_text() for t in d2l.plt.gca().get_legend().get_texts()])
axes = d2l.show_images([torch.rand(4, 4), np.random.rand(4, 4)], 1, 2, titles=['a', 'b']); print(type(axes), [ax.get_title() for ax in axes])
print(d2l.try_gpu(), d2l.try_all_gpus(), d2l.cpu(), d2l.gpu(), d2l.num_gpus(), d2l.get_fashion_mnist_labels([0, 9]))
def f(x1, x2): return 0.1 * x1 ** 2 + 2 * x2 ** 2
res = d2l.train_2d(lambda x1, x2, s1, s2: (x1 - .4 * .2 * x1, x2 - .4 * 4 * x2, 0, 0), steps=3); print([(round(float(a), 3), round(float(b), 3)) for a, b in res])
d2l.plt.clf(); d2l.show_trace_2d(f, res); print(d2l.plt.gca().get_xlabel())
timer = d2l.Timer(); timer.start(); print(timer.stop() >= 0, timer.avg() == timer.sum(), timer.cumsum().__class__)
acc = d2l.Accumulator(2); acc.add(1, torch.tensor(2.)); acc.add(3, 4); print(acc.data, acc[1]); acc.reset(); print(acc.data)
with d2l.Benchmark('Work'): pass
try: d2l.split_batch(torch.arange(4).reshape(2, 2), torch.arange(2), [torch.device('cpu')])
except ValueError as e: print(e)
try: d2l.split_batch(torch.arange(4), torch.arange(2), [torch.device('cpu')])
except AssertionError as e: print(repr(e))
print(d2l.tokenize(['the time', 'by h']), d2l.tokenize(['ab'], 'char'), d2l.truncate_pad([1, 2, 3], 2, 0), d2l.truncate_pad([1], 3, 0), d2l.sequence_mask(torch.tensor([[1, 2, 3], [4, 5, 6]]), torch.tensor([1, 2])))
v = d2l.Vocab([['a', 'b', 'a'], ['c', 'a']], min_freq=1, reserved_tokens=['<pad>']); print(len(v), v.idx_to_token, v.to_tokens(0), v.token_freqs, v['nope'])
print(d2l.get_tokens_and_segments(['a', 'b'], ['c']))
bert = d2l.BERTModel(100, 16, 32, 2, 2, .2); encoded, mlm, nsp = bert(torch.randint(0, 100, (2, 8)), torch.zeros(2, 8, dtype=torch.long), None, torch.tensor([[1, 5], [2, 6]])); print(encoded.shape, mlm.shape, nsp.shape)

# search for hyperparameters
from scipy import stats
searcher = d2l.RandomSearcher({'learning_rate': stats.uniform(.1, .8), 'batch_size': stats.randint(32, 64)}, initial_config={'learning_rate': .1, 'batch_size': 32})
tuner = d2l.HPOTuner(scheduler=d2l.BasicScheduler(searcher), objective=lambda learning_rate, batch_size: torch.tensor(abs(learning_rate - .5)))
said = io.StringIO()
with contextlib.redirect_stdout(said): tuner.run(number_of_trials=2)
print(said.getvalue().count('Trial'), said.getvalue().split('\n')[0], tuner.incumbent_trajectory[0], len(tuner.cumulative_runtime))
halving = d2l.SuccessiveHalvingScheduler(searcher, eta=2, r_min=1, r_max=4); print(halving.K, halving.suggest()['max_epochs'])
