# needs: torchvision PIL
"""Grids, drawings, boxes, regions, windows that move, and their gradients."""
import io

import torch
import torchvision
from torchvision import utils, ops
from torchvision.utils import make_grid, save_image, draw_bounding_boxes, draw_segmentation_masks, draw_keypoints, flow_to_image
torch.manual_seed(0)
x = torch.rand(5,3,6,7)
for kw in ({}, dict(nrow=2), dict(padding=1,pad_value=.5), dict(normalize=True), dict(normalize=True, scale_each=True, value_range=(0,.5))):
    g = make_grid(x, **kw); print(g.shape, g.sum())
print(make_grid([x[0],x[1]]).shape, make_grid(x[0,0]).shape, make_grid(torch.rand(4,1,3,3)).shape)
try: make_grid(3)
except Exception as e: print(type(e).__name__, e)
save_image(x, 'o.png'); from PIL import Image; im=Image.open('o.png'); print(im.size, im.mode)
b=io.BytesIO(); save_image(x[0], b, format='png'); print(len(b.getvalue())>50)
u=(x[0]*255).to(torch.uint8)
u=torch.zeros(3,20,20,dtype=torch.uint8)
print(draw_bounding_boxes(u, torch.tensor([[2,2,10,12],[5,6,15,18.]]), colors=['red','#00ff00'], width=2).sum())
print(draw_bounding_boxes(u, torch.tensor([[2,2,10,12]]), labels=['a'], fill=True).sum()>0)
print(draw_segmentation_masks(u, torch.eye(20)>0, alpha=.5, colors='blue').sum())
print(draw_keypoints(u, torch.tensor([[[3,4],[10,11.]]]), colors='red', radius=1).sum())
print(flow_to_image(torch.randn(2,5,5)).sum())
bx = torch.tensor([[0,0,10.,10],[1,1,10,10],[20,20,30,30],[0,0,5,5.]]); sc=torch.tensor([.9,.8,.7,.95])
print(ops.box_area(bx), ops.box_iou(bx,bx), ops.generalized_box_iou(bx,bx[:2]), ops.distance_box_iou(bx,bx[:1]), ops.complete_box_iou(bx,bx[:1]))
print(ops.box_convert(bx,'xyxy','cxcywh'), ops.clip_boxes_to_image(bx,(8,9)), ops.remove_small_boxes(bx,6), ops.masks_to_boxes(torch.eye(4).bool()[None]))
print(ops.sigmoid_focal_loss(torch.randn(4), torch.tensor([0,1,0,1.]), reduction='mean'))
print(ops.generalized_box_iou_loss(bx,bx+1), ops.distance_box_iou_loss(bx,bx+1,'mean'), ops.complete_box_iou_loss(bx,bx+1,'sum'))
for f in (ops.nms,):
    print(f(bx,sc,.5), f(bx,sc,.9), f(bx,sc,.1), f(bx.double(),sc.double(),.5), f(torch.zeros(0,4),torch.zeros(0),.5))
print(ops.batched_nms(bx,sc,torch.tensor([0,1,0,0]),.5))
try: ops.nms(bx, sc[:2], .5)
except Exception as e: print(type(e).__name__, e)
try: ops.nms(bx[0], sc, .5)
except Exception as e: print(type(e).__name__, e)
try: ops.nms(bx[:,:3], sc, .5)
except Exception as e: print(type(e).__name__, e)
inp = torch.rand(2,3,8,8,requires_grad=True)
rois = torch.tensor([[0,0.,0,5,5],[1,2,1,7,6.5],[0,-2,-1,12,10]])
for fn in (lambda: ops.roi_align(inp, rois, (2,3), .5, 2, True), lambda: ops.roi_align(inp, rois, 3, 1., -1), lambda: ops.roi_pool(inp, rois, (2,2), .5), lambda: ops.ps_roi_align(torch.cat([inp,inp],1)[:, :4], rois, 2, 1., 2), lambda: ops.ps_roi_pool(torch.cat([inp,inp],1)[:, :4], rois, 2, .7)):
    y = fn(); inp.grad=None; y.sum().backward(); print(y.shape, y, round(inp.grad.sum().item(), 2), inp.grad[0,0,:3], type(y.grad_fn).__name__)
print(ops.roi_align(inp, [rois[:2,1:],rois[2:,1:]], 2).shape)
w = torch.rand(4,3,3,3,requires_grad=True); off=torch.randn(2,18,6,6,requires_grad=True); mk=torch.rand(2,9,6,6,requires_grad=True); bs=torch.rand(4,requires_grad=True)
y=ops.deform_conv2d(inp, off, w, bs, mask=mk); y.sum().backward(); print(y.shape, round(y.sum().item()), round(off.grad.sum().item(), 1), round(w.grad.sum().item()), round(mk.grad.sum().item()), bs.grad, type(y.grad_fn).__name__)
print(ops.DeformConv2d(3,4,3), ops.RoIAlign(2,.5,2), ops.RoIPool(2,.5), ops.MultiScaleRoIAlign(['0'],2,2), ops.FrozenBatchNorm2d(3), ops.SqueezeExcitation(4,2), ops.StochasticDepth(.5,'row'), ops.DropBlock2d(.5,3), ops.Conv2dNormActivation(3,4), ops.MLP(3,[4,2]), ops.FeaturePyramidNetwork([3],4), ops.Permute([1,0]))
print(ops.stochastic_depth(torch.ones(4,2),.5,'row'), ops.drop_block2d(torch.ones(1,1,5,5),.3,3).sum())
