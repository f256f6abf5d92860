# needs: torchvision PIL
"""Transforms of the second kind: images, boxes and masks together."""
import warnings

import torch
import torchvision
from torchvision import tv_tensors
from torchvision.transforms import v2
import numpy as np
from PIL import Image
im = Image.fromarray((np.arange(12*10*3)%255).astype('uint8').reshape(12,10,3))
warnings.simplefilter('ignore')
torch.manual_seed(0)
x = v2.PILToTensor()(im); print(type(x), x.shape)
img = tv_tensors.Image(x); print(type(img), img.shape, img.dtype, type(img+1), repr(img[:, :1, :2]))
bb = tv_tensors.BoundingBoxes([[1,2,5,6.]], format='XYXY', canvas_size=(12,10)); print(bb)
mk = tv_tensors.Mask(torch.zeros(12,10,dtype=torch.bool))
for t in (v2.Resize(6), v2.RandomHorizontalFlip(1), v2.CenterCrop(8), v2.RandomResizedCrop(6), v2.RandomRotation(30), v2.Pad(2), v2.ToDtype(torch.float32, scale=True), v2.ColorJitter(.5), v2.RandomAffine(10), v2.Normalize([0.5]*3,[0.5]*3), v2.GaussianBlur(3), v2.ToImage(), v2.RandomCrop(5), v2.RandomPhotometricDistort(), v2.ConvertBoundingBoxFormat('CXCYWH'), v2.ClampBoundingBoxes(), v2.RandomGrayscale(1), v2.RandomZoomOut(), v2.RandomIoUCrop(), v2.ScaleJitter((8,8)), v2.RandomShortestSize(6), v2.RandomErasing(1), v2.JPEG(50), v2.RandAugment(), v2.TrivialAugmentWide(), v2.Identity(), v2.Grayscale(), v2.ElasticTransform(), v2.RandomPerspective(p=1), v2.FiveCrop(4), v2.GaussianNoise(), v2.RandomInvert(1), v2.RandomEqualize(1), v2.RandomChannelPermutation()):
    try:
        src = (tv_tensors.Image(x), bb, mk, {'label': 3})
        if isinstance(t, (v2.Normalize, v2.GaussianNoise)): src = (tv_tensors.Image(x.float()/255), bb, mk, 1)
        out = t(*src) 
        def d(o):
            if isinstance(o, torch.Tensor): return (type(o).__name__, tuple(o.shape), str(o.dtype), round(float(o.double().sum() / 300)))
            if isinstance(o, (list,tuple)): return [d(a) for a in o]
            return o
        print(t, d(out))
    except Exception as e: print(t, type(e).__name__, e)
c = v2.Compose([v2.ToImage(), v2.RandomHorizontalFlip(), v2.ToDtype(torch.float32, scale=True)]); print(c, type(c(im)))
print(v2.functional.resize(x, [4,4]).shape, v2.functional.to_pil_image(x).size, v2.functional.get_size(bb), v2.CutMix(num_classes=3)(torch.rand(4,3,8,8), torch.tensor([0,1,2,1]))[1].shape, v2.MixUp(num_classes=3)(torch.rand(4,3,8,8), torch.tensor([0,1,2,1]))[1].shape)
print(v2.SanitizeBoundingBoxes()({'boxes': bb, 'labels': torch.tensor([1])}))
class Mine(v2.Transform):
    def transform(self, inpt, params): return inpt * 2 if isinstance(inpt, tv_tensors.Image) else inpt
print(type(Mine()(tv_tensors.Image(x))), tv_tensors.wrap(x*1, like=img).__class__)
with tv_tensors.set_return_type('TVTensor'): print(type(img*2))
print(isinstance(img, torch.Tensor), img.clone().__class__, img.to(torch.float32).__class__, torch.stack([img,img]).__class__, img.requires_grad_(False).__class__)
