# needs: numpy cv2 skimage imageio
"""Programs over OpenCV, scikit-image and imageio with tensors."""
import numpy as np
import torch
import cv2
import imageio.v3 as iio
from skimage import filters, measure, morphology, transform, color, feature, segmentation, draw, util, exposure, metrics

# opencv
img = np.zeros((20, 30, 3), np.uint8)
cv2.rectangle(img, (5, 5), (15, 12), (0, 255, 0), -1)
cv2.circle(img, (22, 10), 4, color=(255, 0, 0), thickness=1)
cv2.putText(img, 'a', (0, 18), cv2.FONT_HERSHEY_SIMPLEX, .3, (255, 255, 255))
gray = cv2.cvtColor(img, cv2.COLOR_BGR2GRAY)
print(gray.shape, gray.dtype, cv2.resize(img, (10, 5)).shape, cv2.resize(img, None, fx=.5, fy=.5, interpolation=cv2.INTER_AREA).shape, cv2.GaussianBlur(gray, (3, 3), 0).shape, cv2.Canny(gray, 50, 100).max(), cv2.flip(img, 1)[0, 0], cv2.threshold(gray, 10, 255, cv2.THRESH_BINARY)[0], cv2.countNonZero(gray) > 0, cv2.mean(gray)[1:], cv2.minMaxLoc(gray)[1], cv2.addWeighted(img, .5, img, .5, 0).shape, cv2.split(img)[1].max(), cv2.warpAffine(gray, np.float32([[1, 0, 2], [0, 1, 0]]), (30, 20)).shape, cv2.filter2D(gray, -1, torch.ones(3, 3).numpy() / 9).dtype)
contours, hierarchy = cv2.findContours(cv2.inRange(img, (0, 200, 0), (10, 255, 10)), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
print(type(contours).__name__, len(contours), cv2.contourArea(contours[0]), cv2.boundingRect(contours[0]), hierarchy.shape, cv2.moments(contours[0])['m00'], cv2.arcLength(contours[0], True))
ok, data = cv2.imencode('.png', img)
print(ok, data.dtype, np.array_equal(cv2.imdecode(data, cv2.IMREAD_COLOR), img), cv2.imwrite('c.png', img), cv2.imread('c.png').shape, cv2.imread('nothing.png') is None, torch.from_numpy(cv2.cvtColor(img, cv2.COLOR_BGR2RGB)).permute(2, 0, 1).float().mean() > 0, cv2.getRotationMatrix2D((5, 5), 90, 1).round(2).tolist(), cv2.dilate(gray, np.ones((3, 3), np.uint8), iterations=1).shape, cv2.norm(np.ones(4)), cv2.copyMakeBorder(gray, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=7)[0, 0])
for bad in (lambda: cv2.cvtColor(gray, cv2.COLOR_BGR2GRAY), lambda: cv2.resize(img, (0, 0)), lambda: cv2.nothing, lambda: cv2.GaussianBlur(gray, (2, 2), 0), lambda: cv2.circle(torch.zeros(3), 1), lambda: cv2.imencode('.zz', img)):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__module__, type(error).__name__, len(str(error)) > 5, getattr(error, 'func', None))

# scikit-image
square = torch.zeros(16, 16)
square[4:12, 4:12] = 1
labels = measure.label(square.numpy() > 0)
props = measure.regionprops(labels)
print(labels.max(), props[0].area, props[0].centroid, props[0].bbox, filters.sobel(square.numpy()).shape, filters.threshold_otsu(square.numpy()), morphology.dilation(square.numpy(), morphology.disk(1)).sum(), transform.resize(square.numpy(), (8, 8)).sum().round(2), transform.rotate(square.numpy(), 90).sum(), color.rgb2gray(np.ones((2, 2, 3))), feature.canny(square.numpy()).any(), feature.corner_peaks(feature.corner_harris(square.numpy()), min_distance=2).shape, segmentation.find_boundaries(labels).sum(), draw.disk((5, 5), 3)[0].shape, util.img_as_ubyte(square.numpy()).max(), exposure.rescale_intensity(square.numpy(), out_range=(0, 255)).max(), metrics.structural_similarity(square.numpy(), square.numpy(), data_range=1), metrics.peak_signal_noise_ratio(square.numpy(), square.numpy() * .9, data_range=1).round(2), measure.regionprops_table(labels, properties=('label', 'area'), extra_properties=(lambda region: region.sum(),))['area'] if False else measure.regionprops_table(labels, properties=('label', 'area'))['area'])
def brightness(region, intensities):
    return intensities[region].mean()
print(measure.regionprops_table(labels, square.numpy() * 3, properties=('label',), extra_properties=(brightness,)), transform.warp(square.numpy(), lambda xy: xy + [1, 0]).shape, filters.apply_hysteresis_threshold(square.numpy(), .1, .5).sum(), color.label2rgb(labels).shape, measure.block_reduce(np.arange(16).reshape(4, 4), 2, lambda a, axis: a.max(axis)), util.apply_parallel.__name__, measure.find_contours(square.numpy(), .5)[0].shape, measure.ransac(np.c_[np.arange(6.), np.arange(6.)], measure.LineModelND, 2, 1, rng=0)[1].sum())
try:
    filters.threshold_otsu('x')
except Exception as error:
    print(type(error).__name__)

# imageio
iio.imwrite('i.png', (torch.rand(4, 5, 3) * 0).byte().numpy())
print(iio.imread('i.png').shape, iio.imwrite('<bytes>', np.zeros((2, 2), np.uint8), extension='.png')[:4], iio.improps('i.png').shape)
iio.imwrite('m.gif', [np.full((4, 4), i, np.uint8) for i in (0, 100, 200)], duration=20)
print(len(list(iio.imiter('m.gif'))), iio.imread('m.gif', index=None).shape[0], iio.immeta('m.gif')['duration'] if 'duration' in iio.immeta('m.gif') else None)
with iio.imopen('w.gif', 'w') as f:
    for i in range(2):
        f.write(np.full((2, 2), i, np.uint8))
try:
    iio.imread('nothing.png')
except FileNotFoundError as error:
    print(type(error).__name__)
