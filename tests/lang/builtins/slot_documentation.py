# Special methods of built-in types have signatures and documentation.
for f in (int.__add__, int.__radd__, str.__len__, list.__getitem__, dict.__setitem__, object.__init__, object.__repr__, int.__neg__, float.__pow__, list.__iadd__, object.__eq__, int.__bool__, list.__contains__, object.__hash__, int.__index__, list.__iter__, type(iter([])).__next__):
    print(f.__name__, f.__qualname__, f.__text_signature__, f.__doc__ if f.__name__ not in ('__getitem__', '__init__') else '')
print(len.__text_signature__, 'a'.upper.__text_signature__, dict.fromkeys.__text_signature__, sorted.__text_signature__, int.to_bytes.__text_signature__)
