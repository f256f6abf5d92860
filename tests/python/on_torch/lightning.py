# needs: pytorch_lightning
"""Modules, data modules, trainers, callbacks, checkpoints of PyTorch Lightning."""
import warnings, logging; warnings.simplefilter('ignore')
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset
import pytorch_lightning as pl
for n in ('pytorch_lightning','lightning_fabric','lightning.pytorch'): logging.getLogger(n).setLevel(logging.ERROR)
from pytorch_lightning.callbacks import EarlyStopping, ModelCheckpoint, Callback
pl.seed_everything(0)
class Data(pl.LightningDataModule):
    def __init__(self, n=64): super().__init__(); self.n=n
    def prepare_data(self): print('prepare')
    def setup(self, stage): print('setup', stage); g=torch.Generator().manual_seed(1); x=torch.randn(self.n,4,generator=g); self.d=TensorDataset(x, (x.sum(1)>0).long())
    def train_dataloader(self): return DataLoader(self.d, batch_size=16, shuffle=True)
    def val_dataloader(self): return DataLoader(self.d, batch_size=32)
    def test_dataloader(self): return DataLoader(self.d, batch_size=32)
    def predict_dataloader(self): return DataLoader(self.d, batch_size=32)
class Lit(pl.LightningModule):
    def __init__(self, hidden=8, lr=0.1):
        super().__init__(); self.save_hyperparameters(); self.net=nn.Sequential(nn.Linear(4,hidden), nn.Tanh(), nn.Linear(hidden,2))
    def forward(self,x): return self.net(x)
    def step(self,batch,name):
        x,y=batch; l=self(x); loss=nn.functional.cross_entropy(l,y); self.log(name+'_loss',loss,prog_bar=True); self.log(name+'_acc',(l.argmax(1)==y).float().mean(), on_step=False, on_epoch=True); return loss
    def training_step(self,b,i): return self.step(b,'train')
    def validation_step(self,b,i): self.step(b,'val')
    def test_step(self,b,i): self.step(b,'test')
    def predict_step(self,b,i): return self(b[0]).argmax(1)
    def configure_optimizers(self):
        o=torch.optim.SGD(self.parameters(), lr=self.hparams.lr, momentum=0.9); return {'optimizer':o,'lr_scheduler':torch.optim.lr_scheduler.StepLR(o,1,0.5)}
class Say(Callback):
    def on_train_epoch_end(self, t, m): print('epoch', t.current_epoch, t.global_step, {k: round(float(v),4) for k,v in sorted(t.callback_metrics.items())}, t.optimizers[0].param_groups[0]['lr'])
    def on_fit_start(self,t,m): print('fit start')
    def on_fit_end(self,t,m): print('fit end')
m=Lit(); print(m.hparams, m)
import tempfile, os
d=tempfile.mkdtemp()
t=pl.Trainer(max_epochs=2, accelerator='cpu', logger=False, enable_checkpointing=False, enable_progress_bar=False, enable_model_summary=False, callbacks=[Say()])
t.fit(m, datamodule=Data())
print(t.state.finished, t.validate(m, datamodule=Data(), verbose=False))
print([{k:round(v,4) for k,v in r.items()} for r in t.test(m, datamodule=Data(), verbose=False)])
print([p.shape for p in t.predict(m, datamodule=Data())])
ck=ModelCheckpoint(dirpath=d, monitor='val_loss', save_top_k=1, filename='{epoch}-{step}', save_last=True)
t=pl.Trainer(max_epochs=5, accelerator='cpu', logger=False, enable_progress_bar=False, enable_model_summary=False, callbacks=[Say(), ck, EarlyStopping('val_loss', patience=1, min_delta=10)], default_root_dir=d)
t.fit(Lit(), datamodule=Data()); print(sorted(os.listdir(d)), os.path.basename(ck.best_model_path), round(float(ck.best_model_score),4), t.current_epoch, t.should_stop)
r=Lit.load_from_checkpoint(ck.best_model_path); print(r.hparams, sorted(torch.load(ck.best_model_path, weights_only=False)))
t=pl.Trainer(max_epochs=6, accelerator='cpu', logger=False, enable_progress_bar=False, enable_model_summary=False, enable_checkpointing=False, callbacks=[Say()], gradient_clip_val=0.5, accumulate_grad_batches=2, limit_train_batches=3, val_check_interval=1.0, num_sanity_val_steps=0)
t.fit(Lit(), datamodule=Data(), ckpt_path=ck.best_model_path)
