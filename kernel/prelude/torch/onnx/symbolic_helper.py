"""Marks of functions that say what an operator is in ONNX."""


def parse_args(*arg_descriptors):
    """Marks a function with the kinds of its arguments after the graph: 'v' a value, 'i' an int, 'f' a float ..."""
    def mark(function):
        function._arg_descriptors = arg_descriptors
        return function

    return mark
