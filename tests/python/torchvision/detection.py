# needs: torchvision
"""A detector that finds boxes and learns from them."""
import torch
from torchvision.models import detection
torch.manual_seed(0)
m = detection.fasterrcnn_mobilenet_v3_large_320_fpn(weights=None, weights_backbone=None, num_classes=3).eval()
print(sum(p.numel() for p in m.parameters()), len(m.state_dict()), len(repr(m)))
with torch.no_grad():
    o = m([torch.rand(3, 64, 80)])
print({k: (v.shape[1:], v.dtype) for k, v in o[0].items()})
m.train()
l = m([torch.rand(3, 64, 80)], [{'boxes': torch.tensor([[5, 6, 40, 50.]]), 'labels': torch.tensor([1])}])
print({k: v.item() >= 0 for k, v in l.items()})
sum(l.values()).backward()
print(m.roi_heads.box_predictor.cls_score.weight.grad.shape)
try:
    m([torch.rand(3, 64, 80)])
except Exception as e:
    print(type(e).__name__, e)
