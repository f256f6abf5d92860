"""Short-time Fourier transforms, for torch."""

import torch
from torch._arguments import scalar_type
from torch._warnings import once

_NO_WINDOW = 'To suppress this warning and use a rectangular window, explicitly set `window=torch.ones(n_fft, device=<device>)`.'


def _flag(value):
    return 'None' if value is None else str(int(value)) if isinstance(value, bool) else str(value)


def _shown_window(window):
    return 'None' if window is None else '%s{%s}' % (window.type(), list(window.size()))


def _padded_window(window, win_length, n_fft, like):
    """The window with zeros at both sides up to n_fft; None for ones."""
    if window is None:
        if win_length == n_fft:
            return None
        window = torch.ones(win_length, dtype=like.real.dtype if like.is_complex() else like.dtype, device=like.device)
    left = (n_fft - win_length) // 2
    return torch.constant_pad_nd(window, (left, n_fft - win_length - left)) if win_length < n_fft else window


def stft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode='reflect', normalized=False, onesided=None,
         return_complex=None, align_to_window=None):
    """The Fourier transforms of windows of a signal: frequencies by frames."""
    hop_length = n_fft // 4 if hop_length is None else hop_length
    win_length = n_fft if win_length is None else win_length
    if align_to_window is not None and center:
        raise RuntimeError('stft align_to_window should only be set when center = false')
    if window is None:
        once('A window was not provided. A rectangular window will be applied,which is known to cause spectral leakage. Other windows such as '
             'torch.hann_window or torch.hamming_window are recommended to reduce spectral leakage.' + _NO_WINDOW)
    if center:
        from torch.nn.functional import pad
        extended = input.view((1,) * (3 - input.dim()) + tuple(input.size()))
        shape = input.dim()
        input = pad(extended, (n_fft // 2, n_fft // 2), pad_mode)
        input = input.view(input.size()[-shape:] if shape else ())
    if return_complex is None and not input.is_complex() and not (window is not None and window.is_complex()):
        raise RuntimeError('stft requires the return_complex parameter be given for real inputs, and will further require that '
                           'return_complex=True in a future PyTorch release.')
    call = 'stft(%s%s, n_fft=%d, hop_length=%d, win_length=%d, window=%s, normalized=%d, onesided=%s, return_complex=%s, align_to_window=%s) : ' % (
        input.type(), list(input.size()), n_fft, hop_length, win_length, _shown_window(window), normalized, _flag(onesided),
        _flag(return_complex), _flag(align_to_window))
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(call + 'expected a tensor of floating point or complex values')
    if input.dim() not in (1, 2):
        raise RuntimeError(call + 'expected a 1D or 2D tensor')
    if not 0 < n_fft <= input.size(-1):
        raise RuntimeError(call + 'expected 0 < n_fft < %d, but got n_fft=%d' % (input.size(-1), n_fft))
    if hop_length <= 0:
        raise RuntimeError(call + 'expected hop_length > 0, but got hop_length=%d' % hop_length)
    if not 0 < win_length <= n_fft:
        raise RuntimeError(call + 'expected 0 < win_length <= n_fft, but got win_length=%d' % win_length)
    if window is not None and (window.dim() != 1 or window.size(0) != win_length):
        raise RuntimeError(call + 'expected a 1D window tensor of size equal to win_length=%d, but got window with size %s'
                           % (win_length, list(window.size())))
    single = input.dim() == 1
    if align_to_window and win_length < n_fft:  # the first and the last window, not the first and the last transform, end with the signal
        left = (n_fft - win_length) // 2
        input = torch.constant_pad_nd(input, (left, n_fft - win_length - left))
    frames = (input.unsqueeze(0) if single else input).unfold(-1, n_fft, hop_length)
    padded = _padded_window(window, win_length, n_fft, input)
    if padded is not None:
        frames = frames * padded
    if onesided is None:
        onesided = not frames.is_complex()
    if onesided and frames.is_complex():
        raise RuntimeError('Cannot have onesided output if window or input is complex')
    norm = 'ortho' if normalized else None
    found = (torch.fft.rfft if onesided else torch.fft.fft)(frames, norm=norm).transpose(1, 2)
    if single:
        found = torch._C._name_node(found.squeeze(0), 'SqueezeBackward4')
    found = found if found.requires_grad else found.data
    return torch.view_as_real(found) if return_complex is False else found


def _overlap_added(frames, hop_length, length):
    """Frames [batch, count, n_fft] at distances of one hop, summed where they overlap."""
    positions = torch.arange(frames.size(2), device=frames.device) + hop_length * torch.arange(frames.size(1), device=frames.device).unsqueeze(1)
    return frames.new_zeros(frames.size(0), length).index_add(1, positions.reshape(-1), frames.reshape(frames.size(0), -1))


def istft(input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None,
          return_complex=False):
    """The signal whose short-time Fourier transforms are nearest to input."""
    hop_length = n_fft // 4 if hop_length is None else hop_length
    win_length = n_fft if win_length is None else win_length
    if window is None:
        once('A window was not provided. A rectangular window will be applied.Please provide the same window used by stft to make the inversion '
             'lossless.' + _NO_WINDOW)
    if not input.is_complex():
        raise RuntimeError('istft requires a complex-valued input tensor matching the output from stft with return_complex=True.')
    call = 'istft(CPU%sType%s, n_fft=%d, hop_length=%d, win_length=%d, window=%s, center=%d, normalized=%d, onesided=%s, length=%s, return_complex=%d)' % (
        scalar_type(input.dtype), list(input.size()), n_fft, hop_length, win_length, _shown_window(window), center, normalized, _flag(onesided),
        _flag(length), return_complex)
    if input.numel() == 0:
        raise RuntimeError(call + ' : input tensor cannot be empty.')
    if input.dim() not in (2, 3):
        raise RuntimeError(call + ' : expected a tensor with 3 or 4 dimensions, but got %d' % (input.dim() + 1))
    found = input.size(-2)
    half = onesided if onesided is not None else found != n_fft
    if half and found != n_fft // 2 + 1:
        raise RuntimeError(call + ' : expected the frequency dimension (3rd to the last) of the input tensor to match n_fft / 2 + 1 when '
                                  'onesided=True, but got %d' % found) if window is None or window.numel() == win_length else RuntimeError(
            call + ' : Invalid window shape. window has to be 1D and length of `win_length`')
    if not half and found != n_fft:
        raise RuntimeError(call + ' : expected the frequency dimension (3rd to the last) of the input tensor to match n_fft when '
                                  'onesided=False, but got %d' % found)
    if not 0 < hop_length <= win_length:
        raise RuntimeError(call + ' : expected 0 < hop_length <= win_length')
    if not 0 < win_length <= n_fft:
        raise RuntimeError(call + ' : expected 0 < win_length <= n_fft')
    if window is not None and (window.dim() != 1 or window.size(0) != win_length):
        raise RuntimeError(call + ' : Invalid window shape. window has to be 1D and length of `win_length`')
    if return_complex and half:
        raise RuntimeError('Cannot have onesided output if window or input is complex')
    if not return_complex and window is not None and window.is_complex():
        raise RuntimeError('Complex windows are incompatible with return_complex=False')
    single = input.dim() == 2
    spectra = (input.unsqueeze(0) if single else input).transpose(1, 2)
    real = torch.float64 if input.dtype == torch.complex128 else torch.float32
    padded = _padded_window(window, win_length, n_fft, torch.empty(0, dtype=real, device=input.device))
    if padded is None:
        padded = torch.ones(n_fft, dtype=real, device=input.device)
    norm = 'ortho' if normalized else None
    if return_complex:
        frames = torch.fft.ifft(spectra, norm=norm)
    else:
        frames = torch.fft.irfft(spectra if half else spectra.narrow(2, 0, n_fft // 2 + 1), n_fft, norm=norm)
    total = n_fft + hop_length * (spectra.size(1) - 1)
    signal = _overlap_added(frames * padded, hop_length, total)
    weight = _overlap_added(padded.pow(2).expand(1, spectra.size(1), n_fft), hop_length, total)
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else total - n_fft // 2 if center else total
    signal, weight = signal[:, start:end], weight[:, start:end]
    if not weight.is_meta and not bool(weight.abs().min() > 1e-11):
        raise RuntimeError(call + ' window overlap add min: 1\n[ CPUBoolType{} ]')
    signal = signal / weight
    if length is not None and signal.size(1) < length:
        signal = torch.constant_pad_nd(signal, (0, length - signal.size(1)))
    return signal.squeeze(0) if single else signal
