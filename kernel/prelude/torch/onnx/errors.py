"""Exceptions of exports."""


class OnnxExporterError(RuntimeError):
    """What goes wrong with an export."""
