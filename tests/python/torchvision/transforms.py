# needs: torchvision PIL
"""Transforms of pictures and tensors: shapes, sums, reprs, random choices."""
import torch, torchvision
from torchvision import transforms as T
from PIL import Image
import numpy as np
a = (np.arange(12*10*3)%255).astype('uint8').reshape(12,10,3)
im = Image.fromarray(a)
torch.manual_seed(0)
for t in (T.ToTensor(), T.Resize(5), T.Resize((4,6)), T.CenterCrop(8), T.RandomCrop(6,padding=2), T.RandomHorizontalFlip(), T.RandomVerticalFlip(p=1), T.ColorJitter(.5,.5,.5,.2), T.RandomRotation(30), T.RandomResizedCrop(6), T.Grayscale(3), T.RandomAffine(20,(.1,.1),(.8,1.2),5), T.Pad(2), T.GaussianBlur(3), T.RandomPerspective(p=1), T.RandomInvert(1), T.RandomPosterize(2,1), T.RandomSolarize(100,1), T.RandomAdjustSharpness(2,1), T.RandomAutocontrast(1), T.RandomEqualize(1), T.AutoAugment(), T.RandAugment(), T.TrivialAugmentWide(), T.FiveCrop(5), T.PILToTensor(), T.RandomGrayscale(1), T.ElasticTransform(), T.TenCrop(4)):
    for x in (im, T.ToTensor()(im), T.PILToTensor()(im)):
        try:
            y = t(x)
            def d(y):
                if isinstance(y, torch.Tensor): return (tuple(y.shape), y.dtype, round(float(y.double().sum()), 1) if y.is_floating_point() else round(y.double().sum().item() / 200))
                if isinstance(y,(tuple,list)): return [d(v) for v in y]
                return (y.size, y.mode, int(np.asarray(y).astype(int).sum()))
            print(t, d(y))
        except Exception as e: print(t, type(e).__name__, e)
c = T.Compose([T.Resize(8), T.ToTensor(), T.Normalize((.5,.5,.5),(.5,.5,.5)), T.RandomErasing(1), T.ConvertImageDtype(torch.float64)])
print(c); print(c(im).sum())
print(T.ToPILImage()(torch.ones(3, 4, 4)).size, T.Lambda(lambda x: x)(3), T.functional.adjust_gamma(im, .5).size)
