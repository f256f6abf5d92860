# needs: timm
"""timm: models of many families without weights, their features and heads; layers, schedulers, losses, averages of weights, data configurations."""
import torch, timm
torch.manual_seed(0)
print(len(timm.list_models()) > 500, timm.list_models('resnet1*')[:3], timm.is_model('vit_tiny_patch16_224'), timm.is_model('nope'))
x = torch.randn(1, 3, 64, 64)
for name, kw in (('resnet18', {}), ('mobilenetv3_small_050', {}), ('efficientnet_b0', {}), ('vit_tiny_patch16_224', dict(img_size=64)), ('convnext_atto', {}),
                 ('regnetx_002', {}), ('mixer_s32_224', dict(img_size=64)), ('ghostnet_050', {}), ('swin_tiny_patch4_window7_224', dict(img_size=64, window_size=2, embed_dim=24, depths=(1, 1, 2, 1), num_heads=(1, 2, 4, 8)))):
    model = timm.create_model(name, pretrained=False, num_classes=5, **kw).eval()
    with torch.no_grad():
        out = model(x)
        features = model.forward_features(x)
    print(name, sum(p.numel() for p in model.parameters()), tuple(out.shape), tuple(features.shape), model.num_features, type(model).__name__)
m = timm.create_model('resnet18', pretrained=False, num_classes=0, global_pool='')
print(tuple(m(x).shape), m.default_cfg['input_size'], m.get_classifier())
m.reset_classifier(7, 'avg')
print(tuple(m(x).shape), m.get_classifier())
f = timm.create_model('resnet18', pretrained=False, features_only=True, out_indices=(1, 3), in_chans=1)
print([tuple(t.shape) for t in f(torch.randn(1, 1, 64, 64))], f.feature_info.channels(), f.feature_info.reduction())
from timm.layers import DropPath, Mlp, PatchEmbed, SqueezeExcite, trunc_normal_, to_2tuple, create_act_layer
print(DropPath(.1), Mlp(4, 8), PatchEmbed(32, 8, 3, 16)(torch.randn(2, 3, 32, 32)).shape, to_2tuple(3), create_act_layer('silu'))
from timm.loss import LabelSmoothingCrossEntropy, SoftTargetCrossEntropy
y = torch.tensor([0, 2])
z = torch.tensor([[1., 2., 3.], [0., 1., 0.]])
print(LabelSmoothingCrossEntropy(.1)(z, y), SoftTargetCrossEntropy()(z, torch.eye(3)[y]))
from timm.scheduler import CosineLRScheduler
from timm.optim import create_optimizer_v2
net = torch.nn.Linear(2, 2)
opt = create_optimizer_v2(net, opt='adamw', lr=.1, weight_decay=.05)
s = CosineLRScheduler(opt, t_initial=10, warmup_t=2, warmup_lr_init=.01)
print(type(opt).__name__, [len(g['params']) for g in opt.param_groups])
for e in range(4):
    s.step(e)
    print(round(opt.param_groups[0]['lr'], 5), end=' ')
print()
from timm.utils import AverageMeter, ModelEmaV2, accuracy
a = AverageMeter(); a.update(2., 3); a.update(4.); print(a.avg, accuracy(z, y, (1, 2)))
ema = ModelEmaV2(net, .9)
with torch.no_grad(): net.weight.add_(1)
ema.update(net)
print((ema.module.weight - net.weight).mean().item() < 0)
from timm.data import resolve_data_config, Mixup
print(sorted(resolve_data_config({}, model=m)))
try: timm.create_model('nope')
except RuntimeError as e: print(e)
