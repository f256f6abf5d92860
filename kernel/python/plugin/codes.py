"""Code of the session as CPython compiles it: what reads instructions finds those of this side. Run when the first code is looked into.
`here` is the language's side, `in_session` makes functions that run there."""
import types


_compiled = {}  # a text, the name of its file, flags -> the code objects in it
_found = {}  # code of the session by its id -> itself, its counterpart or None
_text_of = in_session('code', '__import__("sys")._code_text(code)')
_file_of = in_session('code', '(code.co_filename, code.co_flags)')
_head_of = in_session('code', '(code.co_name, code.co_firstlineno, code.co_argcount, code.co_kwonlyargcount)')
_names_of = in_session('code', '(code.co_varnames[:code.co_argcount + code.co_kwonlyargcount], code.co_freevars, code.co_names)')
_positions_of = in_session('code', 'list(code.co_positions())')
_AWAIT, _FUTURE_ANNOTATIONS = 0x2000, 0x1000000  # await at the top of a cell; annotations as texts


def _code_objects(code):
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from _code_objects(each)


def _compile(text, file, flags):
    try:
        return compile(text, file, 'exec', flags, dont_inherit=True)
    except (SyntaxError, ValueError):
        return None


def _codes_of(ours):
    """The code objects that CPython makes of the text that code of the session is of; none where it has no text that CPython reads."""
    text = _text_of(ours)
    if text is None:
        return []
    file, flags = _file_of(ours)
    flags = _AWAIT | flags & _FUTURE_ANNOTATIONS
    if (text, file, flags) not in _compiled:
        made = _compile(text, file, flags)
        if made is None and hasattr(here.builtins, 'get_ipython'):  # there are escapes in it
            made = _compile(here.builtins.get_ipython().transform_cell(text), file, flags)
        if len(_compiled) > 200:
            _compiled.clear()
        _compiled[text, file, flags] = [] if made is None else list(_code_objects(made))
    return _compiled[text, file, flags]


def _span(positions):
    """Where the first of some instructions begins and the last one ends: lines and columns."""
    rows = [row for row in positions if row[0] and row[2] is not None and row[3]]
    return (min((row[0], row[2]) for row in rows), max((row[1], row[3]) for row in rows)) if rows else None


def _within(codes, ours):
    """Those of some code objects (lambdas of a line) that stand where that of the session does."""
    outer = _span(_positions_of(ours))
    spans = [_span(code.co_positions()) for code in codes] if outer and hasattr(codes[0], 'co_positions') else []
    return [code for code, span in zip(codes, spans) if span and outer[0] <= span[0] and span[1] <= outer[1]]


def _counterpart(ours):
    head, (arguments, free, names) = tuple(_head_of(ours)), _names_of(ours)
    same = [code for code in _codes_of(ours) if (code.co_name, code.co_firstlineno, code.co_argcount, code.co_kwonlyargcount) == head
            and code.co_varnames[:len(arguments)] == tuple(arguments) and set(code.co_freevars) <= set(free)]
    if len(same) > 1:
        same = _within(same, ours) or [code for code in same if code.co_names == tuple(names)]
    return same[0] if same and all(code.co_code == same[0].co_code for code in same) else None


def code_of(ours):
    """CPython's code for code of the session; None: its text is not found."""
    known = _found.get(id(ours))
    if known is None:
        if len(_found) > 500:
            _found.clear()
        known = _found[id(ours)] = ours, _counterpart(ours)
    return known[1]
