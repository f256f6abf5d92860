"""What libraries say of their operators for exports to ONNX. Nothing is exported in this version."""

from torch.onnx.errors import OnnxExporterError

_symbolic = {}  # (domain::name, opset version): the function that a library has given


def _checked(symbolic_name):
    domain, colons, name = symbolic_name.partition('::')
    plain = domain[:1].isalpha() and (domain + name).replace('_', '').replace('.', '').replace('-', '').isalnum()
    if not (colons and name and plain):
        raise OnnxExporterError('Failed to register operator %s. The symbolic name must match the format domain::name, and should start with '
                                'a letter and contain only alphanumeric characters' % symbolic_name)
    return symbolic_name


def register_custom_op_symbolic(symbolic_name, symbolic_fn, opset_version):
    """Keeps the function that says what an operator, named domain::name, is in ONNX. It would be asked by an export."""
    _symbolic[_checked(symbolic_name), opset_version] = symbolic_fn


def unregister_custom_op_symbolic(symbolic_name, opset_version):
    """Forgets such a function."""
    _symbolic.pop((_checked(symbolic_name), opset_version), None)


def is_in_onnx_export():
    """False: nothing is exported."""
    return False


def export(*args, **kwargs):
    """Refused: there is no export to ONNX."""
    raise NotImplementedError('torch.onnx.export: there is no export to ONNX in this version')


__all__ = ['OnnxExporterError', 'errors', 'export', 'is_in_onnx_export']
