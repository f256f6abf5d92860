# needs: d2l_first_edition torchvision matplotlib matplotlib_inline pandas
"""The book's package d2l of its first edition: training functions of its chapters, plots, sequences, attention, detection, BERT."""
import os
import random
import re
import sys
import matplotlib
matplotlib.use('agg')
import d2l_first_edition  # a folder of site-packages with nothing but that edition
sys.path.insert(0, list(d2l_first_edition.__path__)[0])
import numpy as np
import torch
from torch import nn
from d2l import torch as d2l
torch.manual_seed(0); random.seed(0); np.random.seed(0)
import contextlib, io
def quiet(f, *args):
    said = io.StringIO()
    with contextlib.redirect_stdout(said): result = f(*args)
    print(f.__name__, re.sub(r'-?\d+\.\d+', '#', said.getvalue()).replace('\x1b[2K\r', '|').replace('||<', '<'))
    return result
def ends(figure=None):
    for ax in (figure or d2l.plt.gcf()).axes:
        print('axes', ax.get_xlabel(), [round(float(v)) for v in (*ax.get_xlim(), *ax.get_ylim())], ax.get_yscale(), [t.get_text() for t in ax.get_legend().get_texts()] if ax.get_legend() else None, [len(l.get_xdata()) for l in ax.lines])

# linear regression, softmax regression
true_w, true_b = torch.tensor([2, -3.4]), 4.2
features, labels = d2l.synthetic_data(true_w, true_b, 200)
data_iter = d2l.load_array((features, labels), 10)
print(features[0].shape, labels[0].shape, type(data_iter).__name__, len(data_iter), [x.shape for x in next(iter(data_iter))])
w, b = torch.normal(0, .01, (2, 1), requires_grad=True), torch.zeros(1, requires_grad=True)
for epoch in range(3):
    for X, y in data_iter:
        l = d2l.squared_loss(d2l.linreg(X, w, b), y); l.sum().backward(); d2l.sgd([w, b], .03, 10)
print((true_w - w.reshape(true_w.shape)).abs().max() < .5, w.grad)
images = torch.rand(120, 1, 8, 8); marks = (images[:, 0, :4].mean((1, 2)) > images[:, 0, 4:].mean((1, 2))).long()
train_iter, test_iter = d2l.load_array((images, marks), 20), d2l.load_array((images[:40], marks[:40]), 20, is_train=False)
net = nn.Sequential(nn.Flatten(), nn.Linear(64, 10))
net.apply(lambda m: nn.init.normal_(m.weight, std=.01) if type(m) == nn.Linear else None)
try: quiet(d2l.train_ch3, net, train_iter, test_iter, nn.CrossEntropyLoss(reduction='none'), 3, torch.optim.SGD(net.parameters(), lr=.1))
except AssertionError as e: print('loss', e.args[0] > .4)
ends()
print(d2l.accuracy(torch.tensor([[.1, .3, .6], [.3, .2, .5]]), torch.tensor([0, 2])), d2l.evaluate_accuracy(net, test_iter) > .4)
W, c = torch.normal(0, .01, (64, 10), requires_grad=True), torch.zeros(10, requires_grad=True)
def scratch(X):
    e = torch.exp(X.reshape(-1, 64) @ W + c); return e / e.sum(1, keepdim=True)
print([round(v, 1) for v in d2l.train_epoch_ch3(scratch, train_iter, lambda p, y: -torch.log(p[range(len(p)), y]), lambda n: d2l.sgd([W, c], .1, n))][0] > 0)
d2l.predict_ch3(lambda X: X.mean((2, 3)).repeat(1, 10), d2l.load_array((torch.rand(8, 1, 28, 28), torch.arange(8)), 8, False), n=4); print([ax.get_title() for ax in d2l.plt.gcf().axes])

# convolutional networks
print(d2l.corr2d(torch.arange(9.).reshape(3, 3), torch.arange(4.).reshape(2, 2)))
cnn = nn.Sequential(nn.Conv2d(1, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(), d2l.Residual(4, 8, use_1x1conv=True, strides=2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 10))
d2l.plt.close('all'); quiet(d2l.train_ch6, cnn, train_iter, test_iter, 2, .1, d2l.try_gpu()); ends()
print(d2l.evaluate_accuracy_gpu(cnn, test_iter) >= 0, d2l.resnet18(10, 1)(torch.rand(1, 1, 32, 32)).shape)
net13 = nn.Sequential(nn.Flatten(), nn.Linear(64, 2))
quiet(d2l.train_ch13, net13, train_iter, test_iter, nn.CrossEntropyLoss(reduction='none'), torch.optim.Adam(net13.parameters(), lr=.01), 2, [torch.device('cpu')]); ends()

# optimizers
def step(params, states, hyperparams):
    for p in params:
        with torch.no_grad(): p[:] -= hyperparams['lr'] * p.grad
        p.grad.data.zero_()
states = quiet(d2l.train_ch11, step, None, {'lr': .05}, d2l.load_array((features, labels), 20), 2, 1); print(type(states).__name__, len(states)); ends()
quiet(d2l.train_concise_ch11, torch.optim.Adam, {'lr': .01}, d2l.load_array((torch.rand(600, 5), torch.rand(600)), 20), 2)

# text: the time machine
text = 'The Time Machine, by H. G. Wells [1898]\n\nI\n\nThe Time Traveller (for so it will be convenient to speak of him)\nwas expounding a recondite matter to us.\n' * 30
d2l.download = lambda name, cache_dir='.': open('timemachine.txt', 'w').write(text) and 'timemachine.txt'
lines = d2l.read_time_machine(); print(len(lines), lines[0], d2l.tokenize(lines)[0], d2l.tokenize(lines, 'char')[0][:4])
d2l.tokenize(lines, 'nope')
corpus, vocab = d2l.load_corpus_time_machine(); print(len(corpus), len(vocab), vocab.token_freqs[:3], vocab.unk, list(vocab.token_to_idx.items())[:4])
for X, Y in d2l.seq_data_iter_sequential(list(range(35)), 2, 5): print(X.tolist(), Y[:, 0].tolist())
for X, Y in d2l.seq_data_iter_random(list(range(20)), 2, 5): print(X.shape, (Y - X).unique())
train_iter, vocab = d2l.load_data_time_machine(8, 10); print(len(list(train_iter)))
hid = 16
def get_params(vocab_size, num_hiddens, device):
    def normal(shape): return torch.randn(size=shape, device=device) * .01
    params = [normal((vocab_size, num_hiddens)), normal((num_hiddens, num_hiddens)), torch.zeros(num_hiddens), normal((num_hiddens, vocab_size)), torch.zeros(vocab_size)]
    for p in params: p.requires_grad_(True)
    return params
def init_rnn_state(batch_size, num_hiddens, device): return torch.zeros((batch_size, num_hiddens), device=device),
def rnn(inputs, state, params):
    W_xh, W_hh, b_h, W_hq, b_q = params; H, = state; outputs = []
    for X in inputs:
        H = torch.tanh(torch.mm(X, W_xh) + torch.mm(H, W_hh) + b_h); outputs.append(torch.mm(H, W_hq) + b_q)
    return torch.cat(outputs, dim=0), (H,)
net = d2l.RNNModelScratch(len(vocab), hid, d2l.try_gpu(), get_params, init_rnn_state, rnn)
print(d2l.predict_ch8('time traveller ', 3, net, vocab, d2l.try_gpu())[:15])
ppl, speed = d2l.train_epoch_ch8(net, train_iter, nn.CrossEntropyLoss(), lambda batch_size: d2l.sgd(net.params, .5, batch_size), d2l.try_gpu(), False); print(1 < ppl < 30, speed > 0)
concise = d2l.RNNModel(nn.GRU(len(vocab), hid), len(vocab)); print(concise, concise.begin_state(d2l.try_gpu(), 2).shape, d2l.RNNModel(nn.LSTM(len(vocab), hid), len(vocab)).begin_state(d2l.try_gpu(), 2)[1].shape)
quiet(d2l.train_ch8, concise, train_iter, vocab, .5, 1, d2l.try_gpu()); ends()

# attention and transformers
print(d2l.masked_softmax(torch.ones(2, 2, 4), torch.tensor([2, 3])), d2l.sequence_mask(torch.ones(2, 3, 1), torch.tensor([1, 2]), value=-1).squeeze())
loss = d2l.MaskedSoftmaxCELoss(); print(loss(torch.ones(3, 4, 10), torch.ones((3, 4), dtype=torch.long), torch.tensor([4, 2, 0])))
for att in (d2l.AdditiveAttention(key_size=2, query_size=20, num_hiddens=8, dropout=.1), d2l.MultiHeadAttention(20, 2, 4, 20, 5, .5)): print(att)
print(d2l.MultiHeadAttention(20, 20, 20, 20, 5, .5)(torch.ones(2, 4, 20), torch.ones(2, 6, 20), torch.ones(2, 6, 20), torch.tensor([3, 2])).shape)
enc = d2l.TransformerEncoder(200, 24, 24, 24, 24, [100, 24], 24, 48, 8, 2, .5); enc.eval(); print(enc(torch.ones((2, 100), dtype=torch.long), torch.tensor([3, 2])).shape, len(enc.attention_weights))
bert = d2l.BERTModel(50, 16, [16], 16, 32, 2, 2, .2, key_size=16, query_size=16, value_size=16, hid_in_features=16, mlm_in_features=16, nsp_in_features=16)
toks = torch.randint(0, 50, (2, 8)); e, mlm, nsp = bert(toks, torch.zeros(2, 8, dtype=torch.long), None, torch.tensor([[1, 5], [2, 6]])); print(e.shape, mlm.shape, nsp.shape)
words = 'go .\tva !\nhi .\tsalut !\nrun !\tcours !\n' * 10
print(repr(d2l.preprocess_nmt('Go.\u202fHi\xa0There!')), d2l.tokenize_nmt(words, 3))
src_vocab = d2l.Vocab(d2l.tokenize_nmt(words)[0], reserved_tokens=['<pad>', '<bos>', '<eos>']); arr, lens = d2l.build_array_nmt(d2l.tokenize_nmt(words)[0], src_vocab, 5); print(arr[:3], lens[:3])
enc, dec = d2l.Seq2SeqEncoder(len(src_vocab), 8, 16, 2), None
out, state = enc(arr[:4]); print(out.shape, state.shape)
try: d2l.Encoder()(1)
except NotImplementedError as e: print(repr(e))
print(d2l.bleu('il est calme .', 'il est bon .', 2))

# detection, segmentation
anchors = torch.tensor([[0.1, 0.08, 0.52, 0.92], [0.08, 0.2, 0.56, 0.95], [0.15, 0.3, 0.62, 0.91], [0.55, 0.2, 0.9, 0.88]])
print(d2l.multibox_detection(torch.tensor([[0] * 4, [0.9, 0.8, 0.7, 0.1], [0.1, 0.2, 0.3, 0.9]]).unsqueeze(0), torch.zeros(1, 16), anchors.unsqueeze(0)))
fig = d2l.plt.imshow(np.zeros((8, 8, 3))); d2l.show_bboxes(fig.axes, torch.tensor([[1., 1, 4, 4]]), ['a=1', 'b']); print([t.get_text() for t in fig.axes.texts], len(fig.axes.patches))
lab = d2l.voc_label_indices(torch.tensor([[[128, 0], [0, 0]], [[0, 128], [0, 0]], [[0, 0], [0, 0]]]), d2l.voc_colormap2label()); print(lab)

# plots and tools
d2l.plt.close('all'); anim = d2l.Animator(xlabel='epoch', xlim=[1, 3], ylim=[0, 1], legend=['a', 'b'], nrows=1, ncols=2)
for i in (1, 2, 3): quiet(anim.add, i, (i / 3, None if i == 2 else i / 4))
quiet(anim.add, 3, [.5]); print(anim.X, anim.Y); ends(anim.fig)
d2l.show_heatmaps(torch.eye(4).reshape(1, 1, 4, 4), 'Keys', 'Queries', titles=['T'], figsize=(2, 2)); print(d2l.plt.gcf().axes[0].get_title())
d2l.plt.close('all'); d2l.show_list_len_pair_hist(['x', 'y'], 'len', 'count', [[1], [1, 2]], [[1, 2], [3]]); ends()
rng = d2l.RandomGenerator([2, 3, 4]); print(sorted({rng.draw() for _ in range(50)}))
t = d2l.Timer(); t.stop(); print(len(t.times), t.avg() >= 0, d2l.argmax(torch.tensor([1, 3, 2])), d2l.astype(torch.ones(2), torch.int32), d2l.size(torch.ones(2, 3)), d2l.numpy(torch.ones(2)), d2l.transpose(torch.ones(2, 3)).shape)
try: d2l.download_extract('nothing')
except Exception as e: print(type(e).__name__)
