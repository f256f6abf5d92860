"""Compares our syntax trees with CPython 3.11's, node by node with positions, over the standard library's own sources.

usage: ast_diff.py AST_DUMP [FILE ...]     AST_DUMP is the program made of ast_dump.c
Without files: every .py of the running Python's library. Skips (77) where the Python is not 3.11.
Positions inside f-strings are not compared: CPython 3.11 gets them wrong, ours are those of the source.
"""
import ast
import os
import struct
import subprocess
import sys
import warnings

if sys.version_info[:2] != (3, 11):
    print("skipped: the oracle is CPython 3.11")
    sys.exit(77)
warnings.simplefilter("ignore")

CONTEXTS = (ast.Name, ast.Attribute, ast.Subscript, ast.Starred, ast.List, ast.Tuple)


def value(v, kind=None):
    if v is None or v is True or v is False:
        return str(v)
    if v is Ellipsis:
        return "Ellipsis"
    if isinstance(v, int):
        return "int:%x" % v
    if isinstance(v, float):
        return "float:" + struct.pack(">d", v).hex()
    if isinstance(v, complex):
        return "complex:" + struct.pack(">d", v.imag).hex()
    if isinstance(v, str):
        return ("ustr:" if kind else "str:") + v.encode("utf-8", "surrogatepass").hex()
    return "bytes:" + v.hex()


def dump(node, out, quiet=False):
    out.append("(" + type(node).__name__)
    if not quiet and hasattr(node, "lineno"):
        out.append("@%d:%d-%d:%d" % (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset))
    inner = quiet or isinstance(node, ast.FormattedValue)
    for name in node._fields:
        field = getattr(node, name, None)
        if name in ("type_comment", "type_ignores", "kind", "ctx"):
            continue
        if isinstance(node, (ast.Constant, ast.MatchSingleton)):
            continue
        if isinstance(node, ast.Compare) and name == "ops":
            out.extend(" " + type(op).__name__ for op in field)
            continue
        out.append(" %s=" % name)
        if isinstance(field, list):
            out.append("[")
            for i, item in enumerate(field):
                if i:
                    out.append(" ")
                if isinstance(item, ast.AST):
                    dump(item, out, quiet)
                else:
                    out.append(str(item))
            out.append("]")
        elif isinstance(field, (ast.operator, ast.unaryop, ast.boolop)):
            out.append(type(field).__name__)
        elif isinstance(field, ast.AST):
            dump(field, out, inner)
        else:
            out.append(str(field))
    if isinstance(node, CONTEXTS):
        out.append(" " + type(node.ctx).__name__)
    elif isinstance(node, ast.Constant):
        out.append(" " + value(node.value, node.kind))
    elif isinstance(node, ast.MatchSingleton):
        out.append(" " + value(node.value))
    out.append(")")


def library():
    top = os.path.dirname(os.__file__)
    for folder, folders, files in os.walk(top):
        folders[:] = sorted(f for f in folders if f not in ("site-packages", "dist-packages", "__pycache__"))
        for name in sorted(files):
            if name.endswith(".py"):
                yield os.path.join(folder, name)


def main():
    program, files = sys.argv[1], sys.argv[2:] or list(library())
    passed = failed = skipped = 0
    sys.setrecursionlimit(20000)
    for name in files:
        with open(name, "rb") as file:
            source = file.read()
        try:
            text = source.decode("utf-8-sig")
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            skipped += 1
            continue
        out = []
        dump(tree, out)
        want = "".join(out) + "\n"
        run = subprocess.run([program, "-"], input=text.encode(), capture_output=True)
        got = run.stdout.decode("utf-8", "replace")
        if got == want:
            passed += 1
            continue
        failed += 1
        same = os.path.commonprefix([got, want])
        at = max(0, len(same) - 150)
        print("%s\n  ours   %s\n  theirs %s" % (name, got[at:at + 300].rstrip(), want[at:at + 300].rstrip()))
        if run.returncode < 0:
            print("  killed by signal", -run.returncode, run.stderr.decode()[:500])
        if failed >= 20:
            break
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
