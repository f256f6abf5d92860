# needs: regex tokenizers tiktoken nltk
"""Tokenizers without downloads: regex, tokenizers, tiktoken, nltk."""
import collections
import regex
import tiktoken
import torch
from nltk import FreqDist, bigrams, ngrams
from nltk.stem import PorterStemmer
from nltk.tokenize import RegexpTokenizer, TreebankWordTokenizer, WhitespaceTokenizer
from nltk.tokenize.api import TokenizerI
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers, decoders, processors, Regex

text = "Hello world! It's the year 2024, isn't it?"
print(regex.findall(r"\p{L}+|\p{N}+|[^\s\p{L}\p{N}]+", text), regex.sub(r'(?P<w>\w+)', lambda m: m['w'][::-1], 'abc def', count=1))
print(regex.match(r'(?:(\w)\w*\s*)+', 'one two').captures(1), regex.fullmatch(r'(?i:ab)+', 'aBAb') is not None, regex.split(r'(?V1)(?=b)', 'abab'))
corpus = ['the cat sat', 'the cat ran', 'a dog sat down', 'dogs and cats']
tokenizer = Tokenizer(models.BPE(unk_token='[UNK]'))
tokenizer.normalizer = normalizers.Sequence([normalizers.NFD(), normalizers.Lowercase()])
tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer.train_from_iterator((line for line in corpus), trainers.BpeTrainer(vocab_size=40, special_tokens=['[UNK]', '[PAD]', '[CLS]'], show_progress=False))
encoding = tokenizer.encode('The CAT sat')
print(encoding.tokens, encoding.ids == [tokenizer.token_to_id(t) for t in encoding.tokens], encoding.offsets, tokenizer.get_vocab_size())
tokenizer.enable_padding(pad_id=1, pad_token='[PAD]')
batch = tokenizer.encode_batch(corpus[:2] + ['a'])
ids = torch.tensor([e.ids for e in batch])
print(ids.shape, torch.tensor([e.attention_mask for e in batch]).sum(1), tokenizer.decode(encoding.ids))
words = Tokenizer(models.WordLevel({'the': 0, 'cat': 1, '[UNK]': 2}, unk_token='[UNK]'))
words.pre_tokenizer = pre_tokenizers.Split(Regex(' '), 'removed')
print(words.encode('the cat flew').ids, words)
tokenizer.save('tok.json')
print(Tokenizer.from_file('tok.json').encode('cat').tokens, sorted(tokenizer.get_vocab())[:4])
try:
    Tokenizer.from_str('nonsense')
except Exception as error:
    print(type(error).__name__, error)
ranks = {bytes([i]): i for i in range(256)}
ranks.update({b'he': 256, b'll': 257, b'hell': 258, b'hello': 259})
encoder = tiktoken.Encoding('tiny', pat_str=r"\w+|\s+|[^\w\s]+", mergeable_ranks=ranks, special_tokens={'<end>': 300})
print(encoder.encode('hello he!'), encoder.decode([259, 33]), encoder.encode('a<end>', allowed_special={'<end>'}), encoder.n_vocab, encoder)
try:
    encoder.encode('<end>')
except ValueError as error:
    print(str(error).splitlines()[0])
print(encoder.encode_batch(['he', 'll']), torch.tensor(encoder.encode('hello')), encoder.decode_single_token_bytes(258), encoder.name)
print(RegexpTokenizer(r'\w+').tokenize(text), TreebankWordTokenizer().tokenize(text), [PorterStemmer().stem(w) for w in ('running', 'flies', 'happily')])
freq = FreqDist(w for line in corpus for w in line.split())
print(freq.most_common(2), freq['the'], freq.freq('cat'), list(bigrams('abc')), list(ngrams([1, 2, 3, 4], 3)), isinstance(freq, collections.Counter))


class Letters(TokenizerI):
    def tokenize(self, s):
        return list(s)


print(Letters().tokenize('abc'), list(Letters().tokenize_sents(['ab', 'c'])))


class Vocab:
    def __init__(self, tokens, reserved=('<unk>',)):
        counter = collections.Counter(tokens)
        self.idx_to_token = list(reserved) + sorted(set(counter), key=lambda t: (-counter[t], t))
        self.token_to_idx = {t: i for i, t in enumerate(self.idx_to_token)}

    def __len__(self):
        return len(self.idx_to_token)

    def __getitem__(self, tokens):
        return [self[t] for t in tokens] if isinstance(tokens, (list, tuple)) else self.token_to_idx.get(tokens, 0)


vocab = Vocab(WhitespaceTokenizer().tokenize(' '.join(corpus)))
print(len(vocab), vocab[['the', 'cat', 'xyz']], torch.tensor(vocab[regex.findall(r'\w+', corpus[2])]))
