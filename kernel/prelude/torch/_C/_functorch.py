"""What libraries ask of tensors inside of vmap and grad: both call functions with plain tensors here, so that none is wrapped."""


def _none_is(kind):
    def is_one(tensor):
        return False
    is_one.__doc__ = 'False: no tensor is %s here.' % kind
    return is_one


is_batchedtensor = is_legacy_batchedtensor = _none_is('a batch of slices')
is_functorch_wrapped_tensor = _none_is('wrapped')
is_gradtrackingtensor = _none_is('wrapped for a gradient')
is_functionaltensor = _none_is('wrapped by functionalize')


def maybe_get_bdim(tensor):
    """-1: the dimension of its slices; it has none."""
    return -1


def maybe_get_level(tensor):
    """-1: the level of the transform it belongs to; it belongs to none."""
    return -1


def maybe_current_level():
    """None: no transform wraps tensors."""
    return None


def get_unwrapped(tensor):
    """Raises: no tensor is wrapped."""
    raise RuntimeError('No wrappers present!')
