# needs: torchvision
"""Models with their reprs, parameters, weights and layers."""
import torch
from torchvision import models
for name in ('alexnet', 'resnet18', 'squeezenet1_1', 'mobilenet_v3_small', 'shufflenet_v2_x0_5', 'mnasnet0_5', 'efficientnet_b0', 'regnet_y_400mf'):
    m = getattr(models, name)(weights=None)
    print(name, sum(p.numel() for p in m.parameters()), len(m.state_dict()), len(repr(m)))
r = models.resnet18(num_classes=10)
print(r)
r.eval()
print(r(torch.zeros(1, 3, 64, 64)).shape)
print(len(models.list_models()), models.list_models()[:4], models.get_model('resnet18', num_classes=3).fc)
w = models.ResNet18_Weights.DEFAULT
print(w, w.url[-30:], w.meta['num_params'], w.meta['categories'][:2])
print(w.transforms())
print(models.get_weight('ResNet50_Weights.IMAGENET1K_V2'), list(models.get_model_weights('alexnet')))
from torchvision.models._utils import IntermediateLayerGetter
print({k: v.shape for k, v in IntermediateLayerGetter(r, {'layer1': 'a', 'layer4': 'b'})(torch.zeros(1, 3, 64, 64)).items()})
for bad in (lambda: models.get_model('none'), lambda: models.resnet18(weights='none'), lambda: models.get_weight('None_Weights.X')):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
