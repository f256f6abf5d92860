"""Programs as graphs: libraries name the classes; nothing is exported."""

from torch._refusals import refused_class

__all__ = '''AdditionalInputs Constraint CustomDecompTable Dim ExportBackwardSignature ExportGraphSignature ExportedProgram FlatArgsAdapter
ModuleCallEntry ModuleCallSignature ShapesCollection UnflattenedModule default_decompositions dims draft_export export load register_dataclass save
unflatten'''.split()
globals().update({name: refused_class(__name__, name, 'programs are not exported in this version') for name in __all__})
