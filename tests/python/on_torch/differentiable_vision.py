# needs: kornia
"""Colours, filters, geometry, augmentation and losses of kornia."""
import torch, kornia
import kornia.filters as KF, kornia.geometry as KG, kornia.color as KC, kornia.augmentation as KA
torch.manual_seed(0)
x=torch.rand(2,3,8,8)
print(KC.rgb_to_grayscale(x).shape, KC.rgb_to_hsv(x).mean(), KC.rgb_to_lab(x).mean(), KC.hsv_to_rgb(KC.rgb_to_hsv(x)).allclose(x,atol=1e-4))
print(KF.gaussian_blur2d(x,(3,3),(1.,1.)).mean(), KF.sobel(x).mean(), KF.canny(x)[0].shape, KF.median_blur(x,(3,3)).mean(), KF.laplacian(x,3).mean(), KF.unsharp_mask(x,(3,3),(1.,1.)).mean())
print(KG.rotate(x,torch.tensor([30.,45.])).mean(), KG.resize(x,(4,4)).shape, KG.hflip(x).equal(x.flip(-1)), KG.warp_affine(x,torch.eye(2,3)[None].repeat(2,1,1),(8,8)).allclose(x,atol=1e-5))
a=KA.AugmentationSequential(KA.RandomHorizontalFlip(p=1.), KA.RandomAffine(10.,p=1.), KA.ColorJitter(.1,.1,.1,.1,p=1.), data_keys=['input','mask']); print(a); o=a(x,x[:,:1]); print([i.shape for i in o])
print(KG.transform.get_perspective_transform(torch.tensor([[[0.,0],[1,0],[1,1],[0,1]]]),torch.tensor([[[0.,0],[2,0],[2,2],[0,2]]])))
print(kornia.losses.ssim_loss(x,x,5), kornia.losses.dice_loss(torch.rand(2,3,4,4),torch.randint(3,(2,4,4))), kornia.metrics.psnr(x,x*0.9,1.))
print(kornia.feature.harris_response(x[:, :1]).shape, kornia.enhance.adjust_brightness(x,.1).mean(), kornia.enhance.equalize(x).mean(), kornia.morphology.dilation(x,torch.ones(3,3)).mean())
