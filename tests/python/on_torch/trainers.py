# needs: transformers accelerate
"""transformers' Trainer on the CPU: epochs, metrics, callbacks, checkpoints, schedules, collators; other families of models."""
import os
os.environ['HF_HUB_OFFLINE'] = '1'
import tempfile
import torch
import transformers
from transformers import (AlbertConfig, AlbertForMaskedLM, BartConfig, BartForConditionalGeneration, BertConfig, BertForSequenceClassification,
                          CLIPConfig, CLIPModel, DebertaV2Config, DebertaV2ForSequenceClassification, DeiTConfig, DeiTModel, DistilBertConfig,
                          DistilBertForSequenceClassification, FalconConfig, FalconForCausalLM, Gemma2Config, Gemma2ForCausalLM, MambaConfig,
                          MambaForCausalLM, MistralConfig, MistralForCausalLM, OPTConfig, OPTForCausalLM, PrinterCallback, Qwen3Config,
                          Qwen3ForCausalLM, ResNetConfig, ResNetForImageClassification, RobertaConfig, RobertaForMaskedLM, SwinConfig,
                          SwinForImageClassification, Trainer, TrainerCallback, TrainingArguments, WhisperConfig, WhisperForConditionalGeneration,
                          get_cosine_schedule_with_warmup, set_seed)
transformers.logging.set_verbosity_error()
transformers.utils.logging.disable_progress_bar()
set_seed(0)


class Sums(torch.utils.data.Dataset):
    def __init__(self, count):
        self.x = torch.randint(3, 50, (count, 8))
        self.y = self.x.sum(1) % 2

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return {'input_ids': self.x[i], 'attention_mask': torch.ones(8, dtype=torch.long), 'labels': self.y[i]}


class Told(TrainerCallback):
    def on_epoch_end(self, args, state, control, **kw):
        print('epoch', state.epoch, state.global_step)


def accuracy(predicted):
    return {'accuracy': float((predicted.predictions.argmax(-1) == predicted.label_ids).mean())}


model = BertForSequenceClassification(BertConfig(vocab_size=50, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=20,
                                                 max_position_embeddings=32))
with tempfile.TemporaryDirectory() as folder:
    arguments = TrainingArguments(output_dir=folder, num_train_epochs=2, per_device_train_batch_size=4, learning_rate=1e-2, logging_steps=2, report_to='none',
                                  disable_tqdm=True, save_strategy='epoch', eval_strategy='epoch', seed=1, use_cpu=True, warmup_steps=2)
    trainer = Trainer(model=model, args=arguments, train_dataset=Sums(16), eval_dataset=Sums(8), compute_metrics=accuracy, callbacks=[Told()])
    trainer.remove_callback(PrinterCallback)
    result = trainer.train()
    print(result.global_step, round(result.training_loss, 2))
    print({name: round(value, 2) for name, value in trainer.evaluate().items() if 'runtime' not in name and 'second' not in name})
    guess = trainer.predict(Sums(4))
    print(guess.predictions.shape, guess.label_ids)
    print(sorted(os.listdir(folder)), sorted(os.listdir(folder + '/checkpoint-4')))
    print([{name: round(value, 3) for name, value in entry.items() if name in ('loss', 'epoch', 'learning_rate', 'step')} for entry in trainer.state.log_history])
    print(trainer.train(resume_from_checkpoint=folder + '/checkpoint-4').global_step)
    trainer.save_model(folder + '/last')
    print(sorted(os.listdir(folder + '/last')))

optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=1.)
schedule = get_cosine_schedule_with_warmup(optimizer, 2, 6)
for _ in range(6):
    print(round(schedule.get_last_lr()[0], 4), end=' ')
    optimizer.step()
    schedule.step()
print()

sizes = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=37, vocab_size=64, max_position_embeddings=64)
x = torch.randint(3, 60, (2, 8))
image = torch.randn(1, 3, 32, 32)
small = dict(vocab_size=64, d_model=32, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2, decoder_attention_heads=2, encoder_ffn_dim=37,
             decoder_ffn_dim=37, pad_token_id=0, bos_token_id=1, eos_token_id=2)
seeing = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=2, intermediate_size=37, image_size=32, patch_size=8)
words = dict(input_ids=x, labels=x)
two = dict(input_ids=x, labels=torch.tensor([0, 1]))
for kind, config, given in (
        (RobertaForMaskedLM, RobertaConfig(**sizes), words),
        (DistilBertForSequenceClassification, DistilBertConfig(vocab_size=64, dim=32, hidden_dim=37, n_layers=2, n_heads=2, max_position_embeddings=64), two),
        (AlbertForMaskedLM, AlbertConfig(embedding_size=16, **sizes), words),
        (DebertaV2ForSequenceClassification, DebertaV2Config(**sizes), two),
        (OPTForCausalLM, OPTConfig(vocab_size=64, hidden_size=32, ffn_dim=37, num_hidden_layers=2, num_attention_heads=2, word_embed_proj_dim=32), words),
        (MistralForCausalLM, MistralConfig(num_key_value_heads=1, **sizes), words),
        (Qwen3ForCausalLM, Qwen3Config(num_key_value_heads=1, head_dim=16, **sizes), words),
        (Gemma2ForCausalLM, Gemma2Config(num_key_value_heads=1, head_dim=16, **sizes), words),
        (FalconForCausalLM, FalconConfig(vocab_size=64, hidden_size=32, num_hidden_layers=2, num_attention_heads=2), words),
        (MambaForCausalLM, MambaConfig(vocab_size=64, hidden_size=32, num_hidden_layers=2, state_size=4), words),
        (BartForConditionalGeneration, BartConfig(max_position_embeddings=64, **small), words),
        (DeiTModel, DeiTConfig(**seeing), dict(pixel_values=image)),
        (ResNetForImageClassification, ResNetConfig(embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1], layer_type='basic', num_labels=3),
         dict(pixel_values=image.repeat(2, 1, 1, 1), labels=torch.tensor([1, 0]))),
        (SwinForImageClassification, SwinConfig(image_size=32, patch_size=2, embed_dim=8, depths=[1, 1], num_heads=[2, 2], window_size=2, num_labels=3),
         dict(pixel_values=image, labels=torch.tensor([1]))),
        (CLIPModel, CLIPConfig(text_config=dict(projection_dim=16, **sizes), vision_config=dict(projection_dim=16, **seeing), projection_dim=16),
         dict(input_ids=x[:1], pixel_values=image, return_loss=True)),
        (WhisperForConditionalGeneration, WhisperConfig(num_mel_bins=8, max_source_positions=20, max_target_positions=20, decoder_start_token_id=1, **small),
         dict(input_features=torch.randn(1, 8, 40), labels=x[:1]))):
    torch.manual_seed(0)
    model = kind(config)
    out = model(**given)
    loss = out.loss if 'loss' in out else out[0].pow(2).mean()
    loss.backward()
    print(kind.__name__, model.num_parameters(), round(loss.item(), 2), sorted(out))
