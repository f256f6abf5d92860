"""The operators of ONNX's version 11, as functions that add them to a graph: none, because there are no graphs."""
