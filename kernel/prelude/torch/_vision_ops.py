"""The operators of torchvision's own library, which is made for PyTorch's C++ and cannot be loaded here: torch.ops.load_library() of its
files registers these instead. Boxes, regions and windows are rows of the runtime; pictures are read and written by PIL. What registers
their gradients, and what they do with tensors without elements, is torchvision's Python, as with its own library."""

import os

import torch

_REGIONS = {'roi_align': 'align', 'ps_roi_align': 'ps_align', 'roi_pool': 'pool', 'ps_roi_pool': 'ps_pool'}

_SCHEMAS = '''nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor
roi_align(Tensor input, Tensor rois, float spatial_scale, SymInt pooled_height, SymInt pooled_width, int sampling_ratio, bool aligned) -> Tensor
_roi_align_backward(Tensor grad, Tensor rois, float spatial_scale, SymInt pooled_height, SymInt pooled_width, SymInt batch_size, SymInt channels, SymInt height, SymInt width, int sampling_ratio, bool aligned) -> Tensor
roi_pool(Tensor input, Tensor rois, float spatial_scale, SymInt pooled_height, SymInt pooled_width) -> (Tensor, Tensor)
_roi_pool_backward(Tensor grad, Tensor rois, Tensor argmax, float spatial_scale, SymInt pooled_height, SymInt pooled_width, SymInt batch_size, SymInt channels, SymInt height, SymInt width) -> Tensor
ps_roi_align(Tensor input, Tensor rois, float spatial_scale, SymInt pooled_height, SymInt pooled_width, int sampling_ratio) -> (Tensor, Tensor)
_ps_roi_align_backward(Tensor grad, Tensor rois, Tensor channel_mapping, float spatial_scale, SymInt pooled_height, SymInt pooled_width, int sampling_ratio, SymInt batch_size, SymInt channels, SymInt height, SymInt width) -> Tensor
ps_roi_pool(Tensor input, Tensor rois, float spatial_scale, SymInt pooled_height, SymInt pooled_width) -> (Tensor, Tensor)
_ps_roi_pool_backward(Tensor grad, Tensor rois, Tensor channel_mapping, float spatial_scale, SymInt pooled_height, SymInt pooled_width, SymInt batch_size, SymInt channels, SymInt height, SymInt width) -> Tensor
deform_conv2d(Tensor input, Tensor weight, Tensor offset, Tensor mask, Tensor bias, SymInt stride_h, SymInt stride_w, SymInt pad_h, SymInt pad_w, SymInt dilation_h, SymInt dilation_w, SymInt groups, SymInt offset_groups, bool use_mask) -> Tensor
_deform_conv2d_backward(Tensor grad, Tensor input, Tensor weight, Tensor offset, Tensor mask, Tensor bias, SymInt stride_h, SymInt stride_w, SymInt pad_h, SymInt pad_w, SymInt dilation_h, SymInt dilation_w, SymInt groups, SymInt offset_groups, bool use_mask) -> (Tensor, Tensor, Tensor, Tensor, Tensor)
qnms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor
qroi_align(Tensor input, Tensor rois, float input_scale, int input_zero_point, float rois_scale, int rois_zero_point, float spatial_scale, SymInt pooled_height, SymInt pooled_width, int sampling_ratio, bool aligned) -> Tensor
box_iou_rotated(Tensor boxes1, Tensor boxes2) -> Tensor
_cuda_version() -> int _0'''


def _roi_align(input, rois, spatial_scale, pooled_height, pooled_width, sampling_ratio, aligned):
    return torch._vision_regions(input, rois, 'align', spatial_scale, pooled_height, pooled_width, sampling_ratio, aligned)[0]


def _roi_align_backward(grad, rois, spatial_scale, pooled_height, pooled_width, batch_size, channels, height, width, sampling_ratio, aligned):
    return torch._vision_regions_backward(grad, rois, rois, [batch_size, channels, height, width], 'align', spatial_scale, pooled_height,
                                          pooled_width, sampling_ratio, aligned)


def _roi_pool(input, rois, spatial_scale, pooled_height, pooled_width):
    return torch._vision_regions(input, rois, 'pool', spatial_scale, pooled_height, pooled_width, 0, False)


def _ps_roi_align(input, rois, spatial_scale, pooled_height, pooled_width, sampling_ratio):
    return torch._vision_regions(input, rois, 'ps_align', spatial_scale, pooled_height, pooled_width, sampling_ratio, False)


def _ps_roi_align_backward(grad, rois, channel_mapping, spatial_scale, pooled_height, pooled_width, sampling_ratio, *size):
    return torch._vision_regions_backward(grad, rois, channel_mapping, list(size), 'ps_align', spatial_scale, pooled_height, pooled_width,
                                          sampling_ratio, False)


def _ps_roi_pool(input, rois, spatial_scale, pooled_height, pooled_width):
    return torch._vision_regions(input, rois, 'ps_pool', spatial_scale, pooled_height, pooled_width, 0, False)


def _pool_backward(kind):
    def backward(grad, rois, map, spatial_scale, pooled_height, pooled_width, *size):
        return torch._vision_regions_backward(grad, rois, map, list(size), kind, spatial_scale, pooled_height, pooled_width, 0, False)

    return backward


def _weights_by_group(weight, groups):
    return weight.reshape(groups, weight.shape[0] // groups, -1)


def _deform_conv2d(input, weight, offset, mask, bias, stride_h, stride_w, pad_h, pad_w, dilation_h, dilation_w, groups, offset_groups, use_mask):
    window = weight.shape[2:], (stride_h, stride_w), (pad_h, pad_w), (dilation_h, dilation_w)
    columns = torch._vision_windows(input, offset, mask if use_mask else None, *window)
    out = _weights_by_group(weight, groups) @ columns.reshape(columns.shape[0], groups, -1, columns.shape[2])
    return out.reshape(input.shape[0], weight.shape[0], *offset.shape[2:]) + bias.reshape(1, -1, 1, 1)


def _deform_conv2d_backward(grad, input, weight, offset, mask, bias, stride_h, stride_w, pad_h, pad_w, dilation_h, dilation_w, groups,
                            offset_groups, use_mask):
    window = weight.shape[2:], (stride_h, stride_w), (pad_h, pad_w), (dilation_h, dilation_w)
    used = mask if use_mask else None
    columns = torch._vision_windows(input, offset, used, *window)
    columns = columns.reshape(columns.shape[0], groups, -1, columns.shape[2])
    by_group = grad.reshape(grad.shape[0], groups, weight.shape[0] // groups, -1)
    to_columns = (_weights_by_group(weight, groups).transpose(1, 2) @ by_group).flatten(1, 2)
    to_input, to_offset, to_mask = torch._vision_windows_backward(to_columns, input, offset, used, *window)
    to_weight = (by_group @ columns.transpose(2, 3)).sum(0).reshape(weight.shape)
    return to_input, to_weight, to_offset, to_mask if use_mask else torch.zeros_like(mask), grad.sum((0, 2, 3)).to(bias.dtype)


def _corners(boxes):
    """Corners of boxes (center, width, height, angle in degrees), [n, 4, 2]."""
    angle = boxes[:, 4] * (3.141592653589793 / 180)
    cos, sin = angle.cos() / 2, angle.sin() / 2
    across = torch.stack((boxes[:, 2] * cos, -boxes[:, 2] * sin), 1)
    down = torch.stack((boxes[:, 3] * sin, boxes[:, 3] * cos), 1)
    return torch.stack((-across - down, across - down, across + down, down - across), 1) + boxes[:, None, :2]


def _clipped(polygon, a, b):
    """The part of a convex polygon on the inner side of the line from a to b."""
    inside = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for x, y in polygon]
    out = []
    for (x, y), (u, v), s, t in zip(polygon, polygon[1:] + polygon[:1], inside, inside[1:] + inside[:1]):
        if s >= 0:
            out.append((x, y))
        if (s > 0 > t) or (s < 0 < t):
            f = s / (s - t)
            out.append((x + f * (u - x), y + f * (v - y)))
    return out


def _area(polygon):
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(polygon, polygon[1:] + polygon[:1]))) / 2


def _box_iou_rotated(boxes1, boxes2):
    first, second = _corners(boxes1.double()).tolist(), _corners(boxes2.double()).tolist()
    rows = []
    for p in first:
        for q in second:
            common = p
            for a, b in zip(q, q[1:] + q[:1]):
                common = common and _clipped(common, a, b)
            shared = _area(common) if len(common) > 2 else 0.0
            whole = _area(p) + _area(q) - shared
            rows.append(shared / whole if whole > 0 else 0.0)
    return torch.tensor(rows, dtype=boxes1.dtype, device=boxes1.device).reshape(len(first), len(second))


def _register_torchvision():
    library = torch.library.Library('torchvision', 'DEF')
    for schema in _SCHEMAS.splitlines():
        library.define(schema)
    functions = {'nms': torch._vision_nms, 'roi_align': _roi_align, '_roi_align_backward': _roi_align_backward, 'roi_pool': _roi_pool,
                 '_roi_pool_backward': _pool_backward('pool'), 'ps_roi_align': _ps_roi_align, '_ps_roi_align_backward': _ps_roi_align_backward,
                 'ps_roi_pool': _ps_roi_pool, '_ps_roi_pool_backward': _pool_backward('ps_pool'), 'deform_conv2d': _deform_conv2d,
                 '_deform_conv2d_backward': _deform_conv2d_backward, 'box_iou_rotated': _box_iou_rotated}
    for name, function in functions.items():
        library.impl(name, function, 'CPU')
        library.impl(name, function, 'CUDA')
    library.impl('_cuda_version', lambda: -1, 'CompositeExplicitAutograd')
    return library


# ---- pictures

_MODES = {0: None, 1: 'L', 2: 'LA', 3: 'RGB', 4: 'RGBA'}  # torchvision.io.ImageReadMode


def _decoded(data, mode, formats, apply_exif_orientation=False):
    """The picture in a tensor of bytes as [channels, height, width]; of several, all of them."""
    import io
    from PIL import Image, ImageOps, UnidentifiedImageError
    import numpy
    if data.dtype != torch.uint8 or data.dim() != 1 or data.numel() == 0:
        raise RuntimeError('Expected a non empty 1-dimensional tensor of dtype torch.uint8')
    try:
        picture = Image.open(io.BytesIO(bytes(data.tolist())), formats=formats)
        picture.load()
    except UnidentifiedImageError:
        raise RuntimeError('Unsupported image file. Only jpeg, png, webp and gif are currently supported.') from None
    if apply_exif_orientation:
        picture = ImageOps.exif_transpose(picture)
    wanted = _MODES[int(mode)]
    if picture.mode == 'P':
        picture = picture.convert('RGBA' if 'transparency' in picture.info else 'RGB')
    if wanted is not None and picture.mode != wanted:
        picture = picture.convert(wanted)
    pixels = torch.from_numpy(numpy.array(picture))
    return pixels[None] if pixels.dim() == 2 else pixels.permute(2, 0, 1).contiguous()


def _decode_image(data, mode, apply_exif_orientation=False):
    return _decoded(data, mode, None, apply_exif_orientation)


def _decode_png(data, mode, apply_exif_orientation=False):
    return _decoded(data, mode, ['PNG'], apply_exif_orientation)


def _decode_jpeg(data, mode, apply_exif_orientation=False):
    return _decoded(data, mode, ['JPEG'], apply_exif_orientation)


def _decode_webp(encoded_data, mode):
    return _decoded(encoded_data, mode, ['WEBP'])


def _encoded(data, **options):
    import io
    from PIL import Image
    if data.dtype != torch.uint8:
        raise RuntimeError('Input tensor dtype should be uint8')
    if data.dim() != 3:
        raise RuntimeError('Input data should be a 3-dimensional tensor')
    if data.shape[0] not in (1, 3):
        raise RuntimeError('The number of channels should be 1 or 3, got: %d' % data.shape[0])
    file = io.BytesIO()
    pixels = data.cpu().permute(1, 2, 0).contiguous().numpy()
    Image.fromarray(pixels[:, :, 0] if data.shape[0] == 1 else pixels).save(file, **options)
    return torch.frombuffer(bytearray(file.getvalue()), dtype=torch.uint8)


def _encode_png(data, compression_level):
    if not 0 <= compression_level <= 9:
        raise RuntimeError('Compression level should be between 0 and 9')
    return _encoded(data, format='PNG', compress_level=compression_level)


def _encode_jpeg(data, quality):
    if not 1 <= quality <= 100:
        raise RuntimeError('Image quality should be a positive number between 1 and 100')
    return _encoded(data, format='JPEG', quality=quality)


def _read_file(path):
    if not os.path.exists(path):
        raise RuntimeError("[Errno 2] No such file or directory: '%s'" % path)
    with open(path, 'rb') as file:
        content = file.read()
    if not content:
        raise RuntimeError("Expected a non empty file: '%s'" % path)
    return torch.frombuffer(bytearray(content), dtype=torch.uint8)


def _write_file(path, data):
    if data.dtype != torch.uint8:
        raise RuntimeError('Input tensor dtype should be uint8')
    if data.dim() != 1:
        raise RuntimeError('Input data should be a 1-dimensional tensor')
    with open(path, 'wb') as file:
        file.write(bytes(data.tolist()))


def _register_image():
    library = torch.library.Library('image', 'DEF')
    rows = (('read_file(str path) -> Tensor', _read_file), ('write_file(str path, Tensor data) -> ()', _write_file),
            ('decode_png(Tensor data, int mode, bool apply_exif_orientation=False) -> Tensor', _decode_png),
            ('decode_jpeg(Tensor data, int mode, bool apply_exif_orientation=False) -> Tensor', _decode_jpeg),
            ('decode_image(Tensor data, int mode, bool apply_exif_orientation=False) -> Tensor', _decode_image),
            ('decode_webp(Tensor encoded_data, int mode) -> Tensor', _decode_webp),
            ('encode_png(Tensor data, int compression_level) -> Tensor', _encode_png),
            ('encode_jpeg(Tensor data, int quality) -> Tensor', _encode_jpeg))
    for schema, function in rows:
        library.define(schema)
        library.impl(schema.partition('(')[0], function, 'CompositeExplicitAutograd')
    return library


_LIBRARIES = {'_C': _register_torchvision, 'image': _register_image}
_loaded = {}


def provides(path):
    """Registers the operators of a library of torchvision, in the place of the file at path. False: it is none of torchvision's."""
    folder, file = os.path.split(os.path.abspath(path))
    name = file.split('.')[0]
    if os.path.basename(folder) != 'torchvision' or name not in _LIBRARIES:
        return False
    if name not in _loaded:
        _loaded[name] = _LIBRARIES[name]()
    return True
