# needs: transformers tokenizers
"""transformers: models made from configurations, losses and gradients, generation, tokenizers, folders of models, pipelines."""
import os
os.environ['HF_HUB_OFFLINE'] = '1'
import tempfile
import torch
import transformers
from transformers import (AutoConfig, AutoModel, AutoModelForSequenceClassification, AutoTokenizer, BertConfig, BertForMaskedLM, BertForQuestionAnswering,
                          BertForSequenceClassification, BertForTokenClassification, BertModel, GPT2Config, GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM,
                          PreTrainedTokenizerFast, T5Config, T5ForConditionalGeneration, ViTConfig, ViTForImageClassification, pipeline, set_seed)
transformers.logging.set_verbosity_error()
transformers.utils.logging.disable_progress_bar()


def total(model):
    return round(sum(p.grad.norm().item() for p in model.parameters() if p.grad is not None), 2)


# an encoder with heads
torch.manual_seed(0)
config = BertConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=37, vocab_size=99, max_position_embeddings=40)
print(config)
model = BertModel(config).eval()
print(model)
print(model.num_parameters(), list(model.state_dict())[:4], model.dtype, model.device, model.config is config)
ids = torch.randint(0, 99, (2, 7))
mask = torch.ones_like(ids)
mask[1, 4:] = 0
out = model(ids, attention_mask=mask)
print(type(out).__name__, list(out), out.last_hidden_state.shape, out.pooler_output[:, :3], out[0][0, 0, :3])
for kind, labels in ((BertForSequenceClassification, torch.tensor([0, 1])), (BertForMaskedLM, ids), (BertForTokenClassification, ids % 2)):
    torch.manual_seed(1)
    model = kind(config)
    out = model(input_ids=ids, attention_mask=mask, labels=labels)
    out.loss.backward()
    print(kind.__name__, round(out.loss.item(), 3), out.logits.shape, total(model))
torch.manual_seed(2)
model = BertForQuestionAnswering._from_config(config, attn_implementation='eager').eval()
out = model(ids, start_positions=torch.tensor([1, 2]), end_positions=torch.tensor([2, 3]), output_hidden_states=True, output_attentions=True)
print(round(out.loss.item(), 3), len(out.hidden_states), len(out.attentions), out.attentions[0].shape, [tuple(x.shape) for x in out.to_tuple()[1:3]])

# decoders: greedy, drawn, beams, scores
torch.manual_seed(0)
model = GPT2LMHeadModel(GPT2Config(vocab_size=50, n_positions=32, n_embd=16, n_layer=2, n_head=2, bos_token_id=1, eos_token_id=2, pad_token_id=0))
print(model, model.num_parameters(), model.generation_config)
x = torch.randint(3, 50, (2, 6))
out = model(x, labels=x)
out.loss.backward()
print(round(out.loss.item(), 3), out.logits.shape, total(model))
model.eval()
print(model.generate(x, max_new_tokens=8, do_sample=False))
set_seed(3)
print(model.generate(x, max_new_tokens=8, do_sample=True, top_k=10, top_p=.9, temperature=.8))
print(model.generate(x, max_new_tokens=6, num_beams=3, early_stopping=True, num_return_sequences=2))
print(model.generate(x, max_new_tokens=6, num_beams=2, no_repeat_ngram_size=2, repetition_penalty=1.2, min_new_tokens=3))
out = model.generate(x, max_new_tokens=3, return_dict_in_generate=True, output_scores=True)
print(type(out).__name__, out.sequences.shape, len(out.scores), out.scores[0].shape)
torch.manual_seed(0)
model = LlamaForCausalLM(LlamaConfig(vocab_size=50, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2,
                                     max_position_embeddings=64, bos_token_id=1, eos_token_id=2, pad_token_id=0))
print(model, model.num_parameters())
out = model(x, labels=x)
out.loss.backward()
print(round(out.loss.item(), 3), total(model))
model.eval()
print(model.generate(x, max_new_tokens=6, do_sample=False))
print(model.generate(x, attention_mask=torch.ones_like(x), max_new_tokens=6, num_beams=2))
model = T5ForConditionalGeneration(T5Config(vocab_size=50, d_model=16, d_kv=8, d_ff=32, num_layers=2, num_heads=2, decoder_start_token_id=0))
print(model.decoder.block[1], model.num_parameters())
out = model(input_ids=x, labels=x[:, :4].contiguous())
out.loss.backward()
print(round(out.loss.item(), 2), out.logits.shape)
print(model.eval().generate(x, max_new_tokens=5))
model = ViTForImageClassification(ViTConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=37, image_size=16, patch_size=4,
                                            num_labels=3))
out = model(torch.randn(2, 3, 16, 16), labels=torch.tensor([0, 2]))
out.loss.backward()
print(model.vit.embeddings, model.num_parameters(), round(out.loss.item(), 3), out.logits.shape)

# tokenizers of a few lines
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
lines = ['the cat sat on the mat', 'the dog ate the cat', 'a dog and a cat', 'good film', 'bad film'] * 3
words = Tokenizer(models.WordLevel(unk_token='[UNK]'))
words.normalizer = normalizers.Lowercase()
words.pre_tokenizer = pre_tokenizers.Whitespace()
words.train_from_iterator(lines, trainers.WordLevelTrainer(special_tokens=['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]']))
words.post_processor = processors.TemplateProcessing(single='[CLS] $A [SEP]', pair='[CLS] $A [SEP] $B:1 [SEP]:1', special_tokens=[('[CLS]', 2), ('[SEP]', 3)])
found = words.encode('The cat sat', 'a zebra')
print(found.tokens, found.ids, found.type_ids, found.offsets)
fast = PreTrainedTokenizerFast(tokenizer_object=words, unk_token='[UNK]', pad_token='[PAD]', cls_token='[CLS]', sep_token='[SEP]', mask_token='[MASK]',
                               model_max_length=16)
print(fast)
print(fast('the cat'), fast.tokenize('the cat is good'))
batch = fast(['the cat', 'a dog ate the cat'], padding=True, return_tensors='pt')
print(batch, batch['input_ids'].shape, batch.input_ids.dtype, batch.tokens(1), batch.word_ids(0))
print(fast.batch_decode(batch['input_ids']), fast.batch_decode(batch['input_ids'], skip_special_tokens=True))
print(fast(['the cat sat on the mat'], max_length=5, truncation=True, padding='max_length', return_offsets_mapping=True))
print(fast.vocab_size, len(fast), fast.special_tokens_map, fast.convert_tokens_to_ids(['cat', 'dog']), fast.add_tokens(['zebra']), fast.tokenize('a zebra'))
try:
    fast(['a', 'a cat'], return_tensors='pt')
except ValueError as e:
    print(e)

# folders of models
config = BertConfig(vocab_size=len(fast), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=20, max_position_embeddings=32,
                    id2label={0: 'NEG', 1: 'POS'}, label2id={'NEG': 0, 'POS': 1})
torch.manual_seed(0)
model = BertForSequenceClassification(config).eval()
with tempfile.TemporaryDirectory() as folder:
    model.save_pretrained(folder)
    fast.save_pretrained(folder)
    print(sorted(os.listdir(folder)))
    again = BertForSequenceClassification.from_pretrained(folder)
    print(all(torch.equal(a, b) for a, b in zip(model.state_dict().values(), again.state_dict().values())), again.training)
    for kind in (AutoModelForSequenceClassification, AutoModel, AutoTokenizer, AutoConfig):
        print(type(kind.from_pretrained(folder)).__name__, end=' ')
    print(AutoTokenizer.from_pretrained(folder)('the cat')['input_ids'])
    judge = pipeline('text-classification', model=folder, tokenizer=folder)
    print(type(judge).__name__, [(said['label'], round(said['score'], 2)) for said in judge(['good film', 'bad film'])])
    wider, told = BertForSequenceClassification.from_pretrained(folder, num_labels=5, ignore_mismatched_sizes=True, output_loading_info=True)
    print(wider.classifier, {name: sorted(map(str, keys)) for name, keys in told.items()})
print(type(AutoModel.from_config(config)).__name__)
for action in (lambda: AutoModel.from_pretrained('nobody/none'), lambda: BertConfig(hidden_size='wide'), lambda: LlamaConfig(initializer_range=2.)):
    try:
        action()
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0][:60])
