"""Anchors, intersection over union, assignment, offsets, hard negative mining and non-maximum suppression, all by hand."""
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(4)
torch.set_printoptions(precision=3, sci_mode=False)


def multibox_prior(h, w, sizes, ratios):
    cy, cx = torch.meshgrid((torch.arange(h) + 0.5) / h, (torch.arange(w) + 0.5) / w, indexing='ij')
    s = torch.tensor([(s * r ** 0.5, s / r ** 0.5) for s in sizes for r in ratios])
    centre = torch.stack([cx.reshape(-1), cy.reshape(-1)], 1).repeat_interleave(len(s), 0)
    half = s.repeat(h * w, 1) / 2
    return torch.cat([centre - half, centre + half], 1)


def box_iou(a, b):
    area = lambda t: (t[:, 2] - t[:, 0]) * (t[:, 3] - t[:, 1])
    lt = torch.max(a[:, None, :2], b[:, :2])
    rb = torch.min(a[:, None, 2:], b[:, 2:])
    inter = (rb - lt).clamp(min=0).prod(-1)
    return inter / (area(a)[:, None] + area(b) - inter)


def encode(anchors, boxes):
    ca, cb = (anchors[:, :2] + anchors[:, 2:]) / 2, (boxes[:, :2] + boxes[:, 2:]) / 2
    wa, wb = anchors[:, 2:] - anchors[:, :2], boxes[:, 2:] - boxes[:, :2]
    return torch.cat([10 * (cb - ca) / wa, 5 * torch.log(wb / wa + 1e-6)], 1)


def decode(anchors, offsets):
    wa = anchors[:, 2:] - anchors[:, :2]
    c = offsets[:, :2] * wa / 10 + (anchors[:, :2] + anchors[:, 2:]) / 2
    w = torch.exp(offsets[:, 2:] / 5) * wa
    return torch.hstack([c - w / 2, c + w / 2])


def nms(boxes, scores, threshold):
    order, keep = torch.argsort(scores, descending=True), []
    while order.numel() > 0:
        i = order[0].item()
        keep.append(i)
        if order.numel() == 1:
            break
        iou = box_iou(boxes[i].view(1, 4), boxes[order[1:]]).view(-1)
        order = order[1:][iou <= threshold]
    return torch.tensor(keep)


def assign(anchors, truth, threshold=0.45):
    iou = box_iou(anchors, truth)
    best, who = iou.max(1)
    who = torch.where(best >= threshold, who, torch.full_like(who, -1))
    for _ in range(len(truth)):        # every box gets its best anchor
        flat = iou.argmax()
        a, t = torch.div(flat, iou.size(1), rounding_mode='floor'), flat % iou.size(1)
        who[a] = t
        iou[a, :], iou[:, t] = -1, -1
    return who


anchors = multibox_prior(4, 4, (0.3, 0.5), (1, 2, 0.5))
print(anchors.shape, anchors[:2], box_iou(anchors[:3], anchors[1:3]), sep='\n')
n = 6
boxes = torch.rand(n, 1, 2) * 0.5
boxes = torch.cat([boxes, boxes + 0.35 + 0.1 * torch.rand(n, 1, 1)], 2)
images = torch.zeros(n, 1, 32, 32)
for img, (x0, y0, x1, y1) in zip(images, (boxes[:, 0] * 32).round().int().tolist()):
    img[0, y0:y1, x0:x1] = 1
owners = [assign(anchors, b) for b in boxes]
print('positives', [int((o >= 0).sum()) for o in owners])
labels = torch.stack([(o >= 0).long() for o in owners])
goals = torch.stack([encode(anchors, b[o.clamp(min=0)]) for o, b in zip(owners, boxes)])
print('round trip', (decode(anchors, goals[0])[owners[0] >= 0] - boxes[0]).abs().max() < 1e-5)


class TinySSD(nn.Module):
    def __init__(self, per_cell=6):
        super().__init__()
        self.base = nn.Sequential()
        for i, (a, b) in enumerate([(1, 8), (8, 16), (16, 16)]):
            self.base.append(nn.Sequential(nn.Conv2d(a, b, 3, padding=1), nn.BatchNorm2d(b), nn.ReLU(), nn.MaxPool2d(2)))
        self.cls, self.box = nn.Conv2d(16, per_cell * 2, 3, padding=1), nn.Conv2d(16, per_cell * 4, 3, padding=1)

    def forward(self, x):
        f = self.base(x)
        return self.cls(f).permute(0, 2, 3, 1).reshape(len(x), -1, 2), self.box(f).permute(0, 2, 3, 1).flatten(1).view(len(x), -1, 4)


net = TinySSD()
optimizer = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9, weight_decay=5e-4)
positive = labels > 0
for it in range(14):
    scores, offsets = net(images)
    each = F.cross_entropy(scores.transpose(1, 2), labels, reduction='none')
    negative = each.detach().masked_fill(positive, -1)
    rank = negative.argsort(1, descending=True).argsort(1)
    mined = rank < 3 * positive.sum(1, keepdim=True)
    box_loss = F.smooth_l1_loss(offsets[positive], goals[positive], beta=0.5)
    loss = each[positive | mined].mean() + 0.1 * box_loss
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if it % 4 == 0:
        print(it, f'{loss.item():.3f} {box_loss.item():.2f}')
example = torch.tensor([[0.1, 0.08, 0.52, 0.92], [0.08, 0.2, 0.56, 0.95], [0.15, 0.3, 0.62, 0.91], [0.55, 0.2, 0.9, 0.88]])
print(nms(example, torch.tensor([0.9, 0.8, 0.7, 0.95]), 0.5))
net.eval()
with torch.no_grad():
    scores, offsets = net(images[:1])
kept = nms(decode(anchors, offsets[0]), scores[0].softmax(-1)[:, 1], 0.4)
print(len(kept) < len(anchors), kept.dtype)
