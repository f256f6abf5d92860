"""The function that reads one value for a decoder."""
__all__ = ['make_scanner']
c_make_scanner = None


def make_scanner(context):
    """A function of a text and a place: a value, and where it ends."""
    from json.decoder import JSONDecoder
    return lambda text, at: JSONDecoder._scan_once(context, text, at)


py_make_scanner = make_scanner
