"""A recurrent network over characters written with matrices, its gradient through time checked, and the same weights in nn.RNN."""
import math
import torch
import torch.nn.functional as F

text = 'the time machine by h g wells: the time traveller (for so it will be convenient to speak of him) was expounding a recondite matter to us. ' * 2
vocab = sorted(set(text))
stoi = {ch: i for i, ch in enumerate(vocab)}
corpus = torch.tensor([stoi[c] for c in text])
print(len(vocab), corpus[:10], ''.join(vocab[i] for i in corpus[:16]))
V, H, T, B = len(vocab), 20, 8, 4


def get_params(seed):
    g = torch.Generator().manual_seed(seed)

    def normal(*shape):
        return (torch.randn(*shape, generator=g) * 0.1).requires_grad_()

    return [normal(V, H), normal(H, H), torch.zeros(H, requires_grad=True), normal(H, V), torch.zeros(V, requires_grad=True)]


def rnn(inputs, state, params):
    W_xh, W_hh, b_h, W_hq, b_q = params
    outputs = []
    for X in inputs:
        state = torch.tanh(torch.mm(X, W_xh) + torch.mm(state, W_hh) + b_h)
        outputs.append(torch.mm(state, W_hq) + b_q)
    return torch.cat(outputs, dim=0), state


def grad_clipping(params, theta):
    norm = torch.sqrt(sum(torch.sum(p.grad ** 2) for p in params))
    if norm > theta:
        for p in params:
            p.grad[:] *= theta / norm
    return norm.item()


def batches():
    length = (len(corpus) - 1) // B * B
    Xs, Ys = corpus[:length].reshape(B, -1), corpus[1:length + 1].reshape(B, -1)
    for i in range(0, Xs.shape[1] // T * T, T):
        yield Xs[:, i:i + T], Ys[:, i:i + T]


def predict(prefix, count, params):
    out = [stoi[c] for c in prefix]
    state = torch.zeros(1, H)
    with torch.no_grad():
        for c in out[:-1]:
            _, state = rnn([F.one_hot(torch.tensor([c]), V).float()], state, params)
        for _ in range(count):
            y, state = rnn([F.one_hot(torch.tensor([out[-1]]), V).float()], state, params)
            out.append(int(y.argmax(dim=1)))
    return ''.join(vocab[i] for i in out)


params = get_params(2)
for epoch in range(10):
    state, total, tokens = torch.zeros(B, H), 0., 0
    for X, Y in batches():
        state = state.detach()
        y_hat, state = rnn(F.one_hot(X.T, V).type(torch.float32), state, params)
        l = F.cross_entropy(y_hat, Y.T.reshape(-1))
        for p in params:
            p.grad = None
        l.backward()
        norm = grad_clipping(params, 1.)
        with torch.no_grad():
            for p in params:
                p -= 0.7 * p.grad
        total += l.item() * Y.numel()
        tokens += Y.numel()
    if epoch % 3 == 0:
        print(f'perplexity {math.exp(total / tokens):.2f}, {tokens} tokens')
print(len(predict('time ', 12, params)))

# nn.RNN with these weights
layer = torch.nn.RNN(V, H)
with torch.no_grad():
    for name, value in zip(('weight_ih_l0', 'weight_hh_l0', 'bias_ih_l0'), params):
        getattr(layer, name).copy_(value.T if value.dim() == 2 else value)
    layer.bias_hh_l0.zero_()
X = F.one_hot(corpus[:T], V).float().unsqueeze(1)
mine, last = rnn(X, torch.zeros(1, H), params)
theirs, h = layer(X)
print(torch.allclose(h[0], last, atol=1e-6), torch.allclose(theirs[:, 0] @ params[3] + params[4], mine, atol=1e-5))

# backpropagation through time, by its recursion, for one weight matrix
W = params[1].detach().clone().requires_grad_()
h, states = torch.zeros(1, H), [torch.zeros(1, H)]
for x in X:
    h = torch.tanh(x @ params[0].detach() + h @ W + params[2].detach())
    states.append(h)
h.sum().backward()
delta, g = torch.ones(1, H), torch.zeros(H, H)
with torch.no_grad():
    for now, before in zip(states[:0:-1], states[-2::-1]):
        delta = delta * (1 - now ** 2)
        g += before.T @ delta
        delta = delta @ W.T
print('through time', torch.allclose(g, W.grad, atol=1e-5))
