"""Colours of screens as RGB, YIQ, HLS and HSV; all parts are between 0 and 1 (I and Q may be negative)."""

__all__ = ['rgb_to_yiq', 'yiq_to_rgb', 'rgb_to_hls', 'hls_to_rgb', 'rgb_to_hsv', 'hsv_to_rgb']


def rgb_to_yiq(r, g, b):
    """Luma and chroma of a colour."""
    y = 0.30 * r + 0.59 * g + 0.11 * b
    return y, 0.74 * (r - y) - 0.27 * (b - y), 0.48 * (r - y) + 0.41 * (b - y)


def yiq_to_rgb(y, i, q):
    """The colour of luma and chroma."""
    channels = (y + 0.9468822170900693 * i + 0.6235565819861433 * q,
                y - 0.27478764629897834 * i - 0.6356910791873801 * q,
                y - 1.1085450346420322 * i + 1.7090069284064666 * q)
    return tuple(min(max(channel, 0.0), 1.0) for channel in channels)


def _hue(r, g, b, high, spread):
    """The angle of a colour, as a share of the circle."""
    red, green, blue = ((high - channel) / spread for channel in (r, g, b))
    if r == high:
        angle = blue - green
    elif g == high:
        angle = 2.0 + red - blue
    else:
        angle = 4.0 + green - red
    return angle / 6.0 % 1.0


def rgb_to_hls(r, g, b):
    """Hue, lightness and saturation."""
    high, low = max(r, g, b), min(r, g, b)
    total, spread = high + low, high - low
    light = total / 2.0
    if high == low:
        return 0.0, light, 0.0
    saturation = spread / (total if light <= 0.5 else 2.0 - high - low)
    return _hue(r, g, b, high, spread), light, saturation


def hls_to_rgb(h, l, s):
    """The colour of hue, lightness and saturation."""
    if s == 0.0:
        return l, l, l
    high = l * (1.0 + s) if l <= 0.5 else l + s - l * s
    low = 2.0 * l - high

    def channel(hue):
        hue %= 1.0
        if hue < 1 / 6:
            return low + (high - low) * hue * 6.0
        if hue < 0.5:
            return high
        return low + (high - low) * (2 / 3 - hue) * 6.0 if hue < 2 / 3 else low

    return channel(h + 1 / 3), channel(h), channel(h - 1 / 3)


def rgb_to_hsv(r, g, b):
    """Hue, saturation and value."""
    high, low = max(r, g, b), min(r, g, b)
    if high == low:
        return 0.0, 0.0, high
    return _hue(r, g, b, high, high - low), (high - low) / high, high


def hsv_to_rgb(h, s, v):
    """The colour of hue, saturation and value."""
    if s == 0.0:
        return v, v, v
    sector = int(h * 6.0)
    part = h * 6.0 - sector
    dark, falling, rising = v * (1.0 - s), v * (1.0 - s * part), v * (1.0 - s * (1.0 - part))
    return ((v, rising, dark), (falling, v, dark), (dark, v, rising), (dark, falling, v), (rising, dark, v),
            (v, dark, falling))[sector % 6]
