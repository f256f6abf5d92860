"""Tracing by way of the dispatcher, which is not there: no program is ever traced so."""


def get_proxy_mode():
    """The mode of a running trace; there is none."""
    return None


def make_fx(f, *args, **kwargs):
    """Refused: programs are traced by torch.fx.symbolic_trace()."""
    raise NotImplementedError('make_fx is not supported; torch.fx.symbolic_trace() traces modules and functions')
