# needs: numpy regex
"""Projects in the style of minGPT and nanoGPT: packages in a folder, configuration nodes, a trainer with callbacks, a configurator, checkpoints, sampling."""
import os
import subprocess
import sys
import textwrap

def put(path, text):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    with open(path, 'w') as f: f.write(textwrap.dedent(text).lstrip())

put('mini/__init__.py', '')
put('mini/utils.py', '''
    """Seeds, logs and configurations."""
    import os, sys, json, random
    from ast import literal_eval
    import numpy as np
    import torch

    def set_seed(seed):
        random.seed(seed); np.random.seed(seed); torch.manual_seed(seed); torch.cuda.manual_seed_all(seed)

    def setup_logging(config):
        """monotonous bookkeeping"""
        work_dir = config.system.work_dir
        os.makedirs(work_dir, exist_ok=True)
        with open(os.path.join(work_dir, 'args.txt'), 'w') as f: f.write(' '.join(sys.argv[1:]))
        with open(os.path.join(work_dir, 'config.json'), 'w') as f: f.write(json.dumps(config.to_dict(), indent=4))

    class CfgNode:
        """ a lightweight configuration class inspired by yacs """
        def __init__(self, **kwargs): self.__dict__.update(kwargs)
        def __str__(self): return self._str_helper(0)
        def _str_helper(self, indent):
            parts = []
            for k, v in self.__dict__.items():
                if isinstance(v, CfgNode):
                    parts.append("%s:\\n" % k); parts.append(v._str_helper(indent + 1))
                else:
                    parts.append("%s: %s\\n" % (k, v))
            return "".join([' ' * (indent * 4) + p for p in parts])
        def to_dict(self): return {k: v.to_dict() if isinstance(v, CfgNode) else v for k, v in self.__dict__.items()}
        def merge_from_dict(self, d): self.__dict__.update(d)
        def merge_from_args(self, args):
            for arg in args:
                keyval = arg.split('=')
                assert len(keyval) == 2, "expecting each override arg to be of form --arg=value, got %s" % arg
                key, val = keyval
                try: val = literal_eval(val)
                except (SyntaxError, ValueError): pass
                assert key[:2] == '--'
                keys = key[2:].split('.')
                obj = self
                for k in keys[:-1]: obj = getattr(obj, k)
                assert hasattr(obj, keys[-1]), f"{key[2:]} is not an attribute that exists in the config"
                print("command line overwriting config attribute %s with %s" % (key[2:], val))
                setattr(obj, keys[-1], val)
''')
put('mini/model.py', '''
    import math
    import inspect
    from dataclasses import dataclass
    import torch
    import torch.nn as nn
    from torch.nn import functional as F
    from mini.utils import CfgNode as CN

    class NewGELU(nn.Module):
        def forward(self, x):
            return 0.5 * x * (1.0 + torch.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * torch.pow(x, 3.0))))

    class CausalSelfAttention(nn.Module):
        def __init__(self, config):
            super().__init__()
            assert config.n_embd % config.n_head == 0
            self.c_attn = nn.Linear(config.n_embd, 3 * config.n_embd)
            self.c_proj = nn.Linear(config.n_embd, config.n_embd)
            self.attn_dropout, self.resid_dropout = nn.Dropout(config.attn_pdrop), nn.Dropout(config.resid_pdrop)
            self.register_buffer("bias", torch.tril(torch.ones(config.block_size, config.block_size)).view(1, 1, config.block_size, config.block_size))
            self.n_head, self.n_embd, self.flash = config.n_head, config.n_embd, getattr(config, 'flash', False)
        def forward(self, x):
            B, T, C = x.size()
            q, k, v = self.c_attn(x).split(self.n_embd, dim=2)
            k = k.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
            q = q.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
            v = v.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
            if self.flash and hasattr(F, 'scaled_dot_product_attention'):
                y = F.scaled_dot_product_attention(q, k, v, attn_mask=None, dropout_p=self.attn_dropout.p if self.training else 0, is_causal=True)
            else:
                att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
                att = att.masked_fill(self.bias[:, :, :T, :T] == 0, float('-inf'))
                y = self.attn_dropout(F.softmax(att, dim=-1)) @ v
            y = y.transpose(1, 2).contiguous().view(B, T, C)
            return self.resid_dropout(self.c_proj(y))

    class Block(nn.Module):
        def __init__(self, config):
            super().__init__()
            self.ln_1 = nn.LayerNorm(config.n_embd)
            self.attn = CausalSelfAttention(config)
            self.ln_2 = nn.LayerNorm(config.n_embd)
            self.mlp = nn.ModuleDict(dict(c_fc=nn.Linear(config.n_embd, 4 * config.n_embd), c_proj=nn.Linear(4 * config.n_embd, config.n_embd), act=NewGELU(), dropout=nn.Dropout(config.resid_pdrop)))
            m = self.mlp
            self.mlpf = lambda x: m.dropout(m.c_proj(m.act(m.c_fc(x))))
        def forward(self, x):
            x = x + self.attn(self.ln_1(x))
            return x + self.mlpf(self.ln_2(x))

    class GPT(nn.Module):
        @staticmethod
        def get_default_config():
            C = CN(); C.model_type = 'gpt'; C.n_layer = C.n_head = C.n_embd = None
            C.vocab_size = None; C.block_size = None; C.embd_pdrop = C.resid_pdrop = C.attn_pdrop = 0.1
            return C
        def __init__(self, config):
            super().__init__()
            assert config.vocab_size is not None
            assert config.block_size is not None
            self.block_size = config.block_size
            type_given = config.model_type is not None
            params_given = all([config.n_layer is not None, config.n_head is not None, config.n_embd is not None])
            assert type_given ^ params_given
            if type_given:
                config.merge_from_dict({'gpt-mini': dict(n_layer=6, n_head=6, n_embd=192), 'gpt-nano': dict(n_layer=2, n_head=2, n_embd=16)}[config.model_type])
            self.transformer = nn.ModuleDict(dict(wte=nn.Embedding(config.vocab_size, config.n_embd), wpe=nn.Embedding(config.block_size, config.n_embd),
                drop=nn.Dropout(config.embd_pdrop), h=nn.ModuleList([Block(config) for _ in range(config.n_layer)]), ln_f=nn.LayerNorm(config.n_embd)))
            self.lm_head = nn.Linear(config.n_embd, config.vocab_size, bias=False)
            self.apply(self._init_weights)
            for pn, p in self.named_parameters():
                if pn.endswith('c_proj.weight'): torch.nn.init.normal_(p, mean=0.0, std=0.02 / math.sqrt(2 * config.n_layer))
            n_params = sum(p.numel() for p in self.transformer.parameters())
            print("number of parameters: %.2fM" % (n_params / 1e6,))
        def _init_weights(self, module):
            if isinstance(module, nn.Linear):
                torch.nn.init.normal_(module.weight, mean=0.0, std=0.02)
                if module.bias is not None: torch.nn.init.zeros_(module.bias)
            elif isinstance(module, nn.Embedding): torch.nn.init.normal_(module.weight, mean=0.0, std=0.02)
            elif isinstance(module, nn.LayerNorm): torch.nn.init.zeros_(module.bias); torch.nn.init.ones_(module.weight)
        def configure_optimizers(self, train_config):
            decay, no_decay = set(), set()
            for mn, m in self.named_modules():
                for pn, p in m.named_parameters():
                    fpn = '%s.%s' % (mn, pn) if mn else pn
                    if pn.endswith('bias'): no_decay.add(fpn)
                    elif pn.endswith('weight') and isinstance(m, (torch.nn.Linear,)): decay.add(fpn)
                    elif pn.endswith('weight') and isinstance(m, (torch.nn.LayerNorm, torch.nn.Embedding)): no_decay.add(fpn)
            param_dict = {pn: p for pn, p in self.named_parameters()}
            inter_params, union_params = decay & no_decay, decay | no_decay
            assert len(inter_params) == 0, "parameters %s made it into both decay/no_decay sets!" % (str(inter_params), )
            assert len(param_dict.keys() - union_params) == 0
            groups = [{"params": [param_dict[pn] for pn in sorted(list(decay))], "weight_decay": train_config.weight_decay}, {"params": [param_dict[pn] for pn in sorted(list(no_decay))], "weight_decay": 0.0}]
            fused_available = 'fused' in inspect.signature(torch.optim.AdamW).parameters
            print('fused there:', fused_available)
            return torch.optim.AdamW(groups, lr=train_config.learning_rate, betas=train_config.betas)
        def forward(self, idx, targets=None):
            b, t = idx.size()
            assert t <= self.block_size, f"Cannot forward sequence of length {t}, block size is only {self.block_size}"
            pos = torch.arange(0, t, dtype=torch.long, device=idx.device).unsqueeze(0)
            x = self.transformer.drop(self.transformer.wte(idx) + self.transformer.wpe(pos))
            for block in self.transformer.h: x = block(x)
            logits = self.lm_head(self.transformer.ln_f(x))
            loss = None
            if targets is not None: loss = F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1), ignore_index=-1)
            return logits, loss
        @torch.no_grad()
        def generate(self, idx, max_new_tokens, temperature=1.0, do_sample=False, top_k=None):
            for _ in range(max_new_tokens):
                idx_cond = idx if idx.size(1) <= self.block_size else idx[:, -self.block_size:]
                logits, _ = self(idx_cond)
                logits = logits[:, -1, :] / temperature
                if top_k is not None:
                    v, _ = torch.topk(logits, top_k); logits[logits < v[:, [-1]]] = -float('Inf')
                probs = F.softmax(logits, dim=-1)
                idx_next = torch.multinomial(probs, num_samples=1) if do_sample else torch.topk(probs, k=1, dim=-1)[1]
                idx = torch.cat((idx, idx_next), dim=1)
            return idx
''')
put('mini/trainer.py', '''
    import time
    from collections import defaultdict
    import torch
    from torch.utils.data.dataloader import DataLoader
    from .utils import CfgNode as CN

    class Trainer:
        @staticmethod
        def get_default_config():
            C = CN(); C.device = 'auto'; C.num_workers = 0; C.max_iters = None; C.batch_size = 64; C.learning_rate = 3e-4; C.betas = (0.9, 0.95); C.weight_decay = 0.1; C.grad_norm_clip = 1.0
            return C
        def __init__(self, config, model, train_dataset):
            self.config, self.model, self.optimizer, self.train_dataset = config, model, None, train_dataset
            self.callbacks = defaultdict(list)
            self.device = ('cuda' if torch.cuda.is_available() else 'cpu') if config.device == 'auto' else config.device
            self.model = self.model.to(self.device)
            print("running on device", self.device)
            self.iter_num = 0; self.iter_time = 0.0; self.iter_dt = 0.0
        def add_callback(self, onevent, callback): self.callbacks[onevent].append(callback)
        def set_callback(self, onevent, callback): self.callbacks[onevent] = [callback]
        def trigger_callbacks(self, onevent):
            for callback in self.callbacks.get(onevent, []): callback(self)
        def run(self):
            model, config = self.model, self.config
            self.optimizer = model.configure_optimizers(config)
            train_loader = DataLoader(self.train_dataset, sampler=torch.utils.data.RandomSampler(self.train_dataset, replacement=True, num_samples=int(1e10)), shuffle=False, pin_memory=False, batch_size=config.batch_size, num_workers=config.num_workers)
            model.train()
            self.iter_num = 0; self.iter_time = time.time()
            data_iter = iter(train_loader)
            while True:
                try: batch = next(data_iter)
                except StopIteration:
                    data_iter = iter(train_loader); batch = next(data_iter)
                batch = [t.to(self.device) for t in batch]
                x, y = batch
                logits, self.loss = model(x, y)
                model.zero_grad(set_to_none=True)
                self.loss.backward()
                torch.nn.utils.clip_grad_norm_(model.parameters(), config.grad_norm_clip)
                self.optimizer.step()
                self.trigger_callbacks('on_batch_end')
                self.iter_num += 1
                tnow = time.time(); self.iter_dt = tnow - self.iter_time; self.iter_time = tnow
                if config.max_iters is not None and self.iter_num >= config.max_iters: break
''')
put('mini/bpe.py', r'''
    """bytes to unicode and pair merging"""
    import regex as re
    def bytes_to_unicode():
        bs = list(range(ord("!"), ord("~")+1))+list(range(ord("¡"), ord("¬")+1))+list(range(ord("®"), ord("ÿ")+1))
        cs, n = bs[:], 0
        for b in range(2**8):
            if b not in bs: bs.append(b); cs.append(2**8+n); n += 1
        return dict(zip(bs, [chr(n) for n in cs]))
    def get_pairs(word): return set(zip(word, word[1:]))
    class Encoder:
        def __init__(self, encoder, bpe_merges):
            self.byte_encoder = bytes_to_unicode(); self.byte_decoder = {v: k for k, v in self.byte_encoder.items()}
            self.encoder = encoder; self.decoder = {v: k for k, v in encoder.items()}
            self.bpe_ranks = dict(zip(bpe_merges, range(len(bpe_merges))))
            self.pat = re.compile(r"""'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""")
            self.cache = {}
        def bpe(self, token):
            if token in self.cache: return self.cache[token]
            word = tuple(token)
            while len(word) > 1:
                bigram = min(get_pairs(word), key=lambda pair: self.bpe_ranks.get(pair, float('inf')))
                if bigram not in self.bpe_ranks: break
                first, second = bigram; new_word, i = [], 0
                while i < len(word):
                    if word[i:i + 2] == (first, second): new_word.append(first + second); i += 2
                    else: new_word.append(word[i]); i += 1
                word = tuple(new_word)
            self.cache[token] = ' '.join(word)
            return self.cache[token]
        def encode(self, text):
            ids = []
            for token in re.findall(self.pat, text):
                ids.extend(self.encoder[t] for t in self.bpe(''.join(self.byte_encoder[b] for b in token.encode('utf-8'))).split(' '))
            return ids
        def decode(self, ids): return bytearray([self.byte_decoder[c] for c in ''.join(self.decoder[i] for i in ids)]).decode('utf-8', errors='replace')
''')
put('chargpt.py', '''
    """Trains a character-level language model."""
    import os, sys
    import torch
    from torch.utils.data import Dataset
    from mini.model import GPT
    from mini.trainer import Trainer
    from mini.utils import set_seed, setup_logging, CfgNode as CN
    def get_config():
        C = CN(); C.system = CN(); C.system.seed = 3407; C.system.work_dir = './out/chargpt'
        C.data = CharDataset.get_default_config(); C.model = GPT.get_default_config(); C.model.model_type = 'gpt-nano'
        C.trainer = Trainer.get_default_config(); C.trainer.learning_rate = 5e-3; C.trainer.batch_size = 8
        return C
    class CharDataset(Dataset):
        @staticmethod
        def get_default_config():
            C = CN(); C.block_size = 16; return C
        def __init__(self, config, data):
            self.config = config
            chars = sorted(list(set(data))); data_size, vocab_size = len(data), len(chars)
            print('data has %d characters, %d unique.' % (data_size, vocab_size))
            self.stoi = {ch: i for i, ch in enumerate(chars)}; self.itos = {i: ch for i, ch in enumerate(chars)}
            self.vocab_size, self.data = vocab_size, data
        def get_vocab_size(self): return self.vocab_size
        def get_block_size(self): return self.config.block_size
        def __len__(self): return len(self.data) - self.config.block_size
        def __getitem__(self, idx):
            dix = [self.stoi[s] for s in self.data[idx:idx + self.config.block_size + 1]]
            return torch.tensor(dix[:-1], dtype=torch.long), torch.tensor(dix[1:], dtype=torch.long)
    if __name__ == '__main__':
        config = get_config()
        config.merge_from_args(sys.argv[1:])
        print(config)
        setup_logging(config); set_seed(config.system.seed)
        train_dataset = CharDataset(config.data, open('input.txt', 'r').read())
        config.model.vocab_size = train_dataset.get_vocab_size(); config.model.block_size = train_dataset.get_block_size()
        model = GPT(config.model)
        trainer = Trainer(config.trainer, model, train_dataset)
        def batch_end_callback(trainer):
            if trainer.iter_num % 10 == 0: print(f"iter {trainer.iter_num}: train loss {trainer.loss.item():.2f}")
            if trainer.iter_num == 30:
                model.eval()
                with torch.no_grad():
                    x = torch.tensor([train_dataset.stoi[s] for s in "O God"], dtype=torch.long)[None, ...].to(trainer.device)
                    y = model.generate(x, 12, temperature=1.0, do_sample=True, top_k=10)[0]
                    print(len(''.join([train_dataset.itos[int(i)] for i in y])))
                print("saving model"); torch.save(model.state_dict(), os.path.join(config.system.work_dir, "model.pt"))
                model.train()
        trainer.set_callback('on_batch_end', batch_end_callback)
        trainer.run()
''')
put('configurator.py', '''
    """Poor man's configurator: exec'd by train.py"""
    import sys
    from ast import literal_eval
    for arg in sys.argv[1:]:
        if '=' not in arg:
            assert not arg.startswith('--')
            config_file = arg
            print(f"Overriding config with {config_file}:")
            with open(config_file) as f: print(f.read())
            exec(open(config_file).read())
        else:
            assert arg.startswith('--')
            key, val = arg.split('=')
            key = key[2:]
            if key in globals():
                try: attempt = literal_eval(val)
                except (SyntaxError, ValueError): attempt = val
                assert type(attempt) == type(globals()[key])
                print(f"Overriding: {key} = {attempt}")
                globals()[key] = attempt
            else:
                raise ValueError(f"Unknown config key: {key}")
''')
put('config/train_tiny.py', '''
    # small, for a laptop
    out_dir = 'out-tiny'
    max_iters = 12
    dropout = 0.0
''')
put('train.py', '''
    """nanoGPT's training loop on memory-mapped tokens, with checkpoints."""
    import os, time, math, pickle, argparse
    from contextlib import nullcontext
    import numpy as np
    import torch
    from mini.model import GPT
    from mini.utils import CfgNode
    out_dir = 'out'; eval_interval = 6; log_interval = 4; eval_iters = 2; always_save_checkpoint = True; init_from = 'scratch'
    dataset = 'tiny'; gradient_accumulation_steps = 2; batch_size = 4; block_size = 8
    n_layer = 1; n_head = 2; n_embd = 16; dropout = 0.1
    learning_rate = 1e-2; max_iters = 40; weight_decay = 1e-1; beta1 = 0.9; beta2 = 0.95; grad_clip = 1.0
    decay_lr = True; warmup_iters = 3; lr_decay_iters = 20; min_lr = 1e-3; device = 'cpu'; dtype = 'bfloat16' if torch.cuda.is_available() and torch.cuda.is_bf16_supported() else 'float32'; compile = False
    config_keys = [k for k, v in globals().items() if not k.startswith('_') and isinstance(v, (int, float, bool, str))]
    exec(open('configurator.py').read())
    config = {k: globals()[k] for k in config_keys}
    tokens_per_iter = gradient_accumulation_steps * batch_size * block_size
    print(f"tokens per iteration will be: {tokens_per_iter:,}")
    os.makedirs(out_dir, exist_ok=True)
    torch.manual_seed(1337)
    torch.backends.cuda.matmul.allow_tf32 = True; torch.backends.cudnn.allow_tf32 = True
    device_type = 'cuda' if 'cuda' in device else 'cpu'
    ptdtype = {'float32': torch.float32, 'bfloat16': torch.bfloat16, 'float16': torch.float16}[dtype]
    ctx = nullcontext() if device_type == 'cpu' else torch.amp.autocast(device_type=device_type, dtype=ptdtype)
    data_dir = os.path.join('data', dataset)
    def get_batch(split):
        data = np.memmap(os.path.join(data_dir, f'{split}.bin'), dtype=np.uint16, mode='r')
        ix = torch.randint(len(data) - block_size, (batch_size,))
        x = torch.stack([torch.from_numpy((data[i:i + block_size]).astype(np.int64)) for i in ix])
        y = torch.stack([torch.from_numpy((data[i + 1:i + 1 + block_size]).astype(np.int64)) for i in ix])
        return x.to(device), y.to(device)
    iter_num, best_val_loss = 0, 1e9
    with open(os.path.join(data_dir, 'meta.pkl'), 'rb') as f: meta = pickle.load(f)
    print(f"found vocab_size = {meta['vocab_size']} (inside {os.path.join(data_dir, 'meta.pkl')})")
    model_args = dict(n_layer=n_layer, n_head=n_head, n_embd=n_embd, block_size=block_size, vocab_size=meta['vocab_size'], embd_pdrop=dropout, resid_pdrop=dropout, attn_pdrop=dropout, model_type=None, flash=True)
    if init_from == 'resume':
        print(f"Resuming training from {out_dir}")
        checkpoint = torch.load(os.path.join(out_dir, 'ckpt.pt'), map_location=device)
        for k in ['n_layer', 'n_head', 'n_embd', 'block_size', 'vocab_size']: model_args[k] = checkpoint['model_args'][k]
    model = GPT(CfgNode(**model_args))
    if init_from == 'resume':
        state_dict = checkpoint['model']
        unwanted_prefix = '_orig_mod.'
        for k, v in list(state_dict.items()):
            if k.startswith(unwanted_prefix): state_dict[k[len(unwanted_prefix):]] = state_dict.pop(k)
        print(model.load_state_dict(state_dict)); iter_num = checkpoint['iter_num']; best_val_loss = checkpoint['best_val_loss']
    model.to(device)
    scaler = torch.amp.GradScaler('cuda', enabled=(dtype == 'float16'))
    optimizer = model.configure_optimizers(CfgNode(weight_decay=weight_decay, learning_rate=learning_rate, betas=(beta1, beta2)))
    if init_from == 'resume': optimizer.load_state_dict(checkpoint['optimizer'])
    if compile: model = torch.compile(model)
    @torch.no_grad()
    def estimate_loss():
        out = {}; model.eval()
        for split in ['train', 'val']:
            losses = torch.zeros(eval_iters)
            for k in range(eval_iters):
                X, Y = get_batch(split)
                with ctx: logits, loss = model(X, Y)
                losses[k] = loss.item()
            out[split] = losses.mean()
        model.train()
        return out
    def get_lr(it):
        if it < warmup_iters: return learning_rate * (it + 1) / (warmup_iters + 1)
        if it > lr_decay_iters: return min_lr
        decay_ratio = (it - warmup_iters) / (lr_decay_iters - warmup_iters)
        assert 0 <= decay_ratio <= 1
        return min_lr + 0.5 * (1.0 + math.cos(math.pi * decay_ratio)) * (learning_rate - min_lr)
    X, Y = get_batch('train'); t0 = time.time(); local_iter_num = 0
    while True:
        lr = get_lr(iter_num) if decay_lr else learning_rate
        for param_group in optimizer.param_groups: param_group['lr'] = lr
        if iter_num % eval_interval == 0:
            losses = estimate_loss()
            print(f"step {iter_num}: train loss {losses['train']:.2f}, val loss {losses['val']:.2f}")
            if losses['val'] < best_val_loss or always_save_checkpoint:
                best_val_loss = losses['val']
                if iter_num > 0:
                    checkpoint = {'model': model.state_dict(), 'optimizer': optimizer.state_dict(), 'model_args': model_args, 'iter_num': iter_num, 'best_val_loss': best_val_loss, 'config': config}
                    print(f"saving checkpoint to {out_dir}")
                    torch.save(checkpoint, os.path.join(out_dir, 'ckpt.pt'))
        for micro_step in range(gradient_accumulation_steps):
            with ctx:
                logits, loss = model(X, Y); loss = loss / gradient_accumulation_steps
            X, Y = get_batch('train')
            scaler.scale(loss).backward()
        if grad_clip != 0.0:
            scaler.unscale_(optimizer); torch.nn.utils.clip_grad_norm_(model.parameters(), grad_clip)
        scaler.step(optimizer); scaler.update(); optimizer.zero_grad(set_to_none=True)
        if iter_num % log_interval == 0: print(f"iter {iter_num}: loss {loss.item() * gradient_accumulation_steps:.1f}, lr {lr:.5f}")
        iter_num += 1; local_iter_num += 1
        if iter_num > max_iters: break
    print(sorted(k for k in config if k.startswith('n_')), config['max_iters'])
''')
put('sample.py', '''
    import argparse, pickle, torch
    from mini.model import GPT
    from mini.utils import CfgNode
    parser = argparse.ArgumentParser(description='Sample from a trained model', formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument('--out_dir', default='out'); parser.add_argument('--start', type=str, default='T'); parser.add_argument('--num_samples', '-n', type=int, default=2)
    parser.add_argument('--temperature', type=float, default=.8, help='1.0 = no change'); parser.add_argument('--greedy', action='store_true')
    args = parser.parse_args(); print(args)
    torch.manual_seed(1337)
    ckpt = torch.load(f'{args.out_dir}/ckpt.pt', map_location='cpu', weights_only=True)
    model = GPT(CfgNode(**ckpt['model_args'])); model.load_state_dict(ckpt['model']); model.eval()
    meta = pickle.load(open('data/tiny/meta.pkl', 'rb')); stoi, itos = meta['stoi'], meta['itos']
    encode, decode = lambda s: [stoi[c] for c in s], lambda l: ''.join([itos[i] for i in l])
    x = torch.tensor(encode(args.start), dtype=torch.long)[None, ...]
    for k in range(args.num_samples):
        y = model.generate(x, 20, temperature=args.temperature, do_sample=not args.greedy, top_k=5)
        print(len(decode(y[0].tolist())), decode(y[0].tolist()).startswith(args.start)); print('---------------')
    print(ckpt['iter_num'], ckpt['config']['out_dir'], float(ckpt['best_val_loss']) < 5)
''')
text = 'O God, that one might read the book of fate,\nAnd see the revolution of the times\nMake mountains level.\n' * 12
put('input.txt', text)
import pickle
import runpy
import numpy as np
chars = sorted(set(text)); stoi = {c: i for i, c in enumerate(chars)}; ids = np.array([stoi[c] for c in text], dtype=np.uint16)
os.makedirs('data/tiny'); ids[:1000].tofile('data/tiny/train.bin'); ids[1000:].tofile('data/tiny/val.bin')
with open('data/tiny/meta.pkl', 'wb') as f: pickle.dump({'vocab_size': len(chars), 'itos': dict(enumerate(chars)), 'stoi': stoi}, f)
sys.path.insert(0, os.getcwd())
def script(name, *args):
    print('$', name, *args); before = sys.argv; sys.argv = [name, *args]
    try: runpy.run_path(name, run_name='__main__')
    except SystemExit as e: print('exit', e.code)
    except Exception as e: print(type(e).__name__, e)
    finally: sys.argv = before
script('chargpt.py', '--trainer.max_iters=31', '--model.resid_pdrop=0.0', '--system.work_dir=./out/x')
print(open('out/x/args.txt').read(), len(open('out/x/config.json').read().split('\n')), sorted(os.listdir('out/x')))
script('chargpt.py', '--trainer.nothing=3'); script('chargpt.py', 'trainer')
script('train.py', 'config/train_tiny.py', '--batch_size=3'); script('train.py', '--unknown=1'); script('train.py', '--batch_size=text'); script('train.py', '--out_dir=out-tiny', '--init_from=resume', '--max_iters=14', '--dropout=0.0')
script('sample.py', '--out_dir', 'out-tiny'); script('sample.py', '--out_dir=out-tiny', '-n', '1', '--greedy', '--start=the'); script('sample.py', '--help')
from mini.bpe import Encoder, bytes_to_unicode
vocab = {c: i for i, c in enumerate(bytes_to_unicode().values())}; merges = [('h', 'e'), ('Ġ', 't'), ('Ġt', 'he'), ('l', 'l')]
for a, b in merges: vocab[a + b] = len(vocab)
enc = Encoder(vocab, merges); ids = enc.encode("the hello, the world's 42 — naïve 猫!"); print(ids, enc.decode(ids), len(enc.cache))
