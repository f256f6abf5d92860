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


def _refused(name):
    def refused(*args, **kwargs):
        raise NotImplementedError('torch._C._functorch.%s() is not supported: vmap and grad do not wrap tensors here' % name)
    refused.__name__ = name
    refused.__doc__ = 'Refused: no tensor is wrapped here.'
    return refused


for _name in ('_add_batch_dim', '_remove_batch_dim', '_unwrap_batched', '_wrap_for_grad', '_unwrap_for_grad', '_vmap_increment_nesting',
              '_vmap_decrement_nesting', '_grad_increment_nesting', '_grad_decrement_nesting'):
    globals()[_name] = _refused(_name)
