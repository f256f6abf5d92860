"""Compares our scopes with CPython 3.11's: for each code object the parameters in order, and the sets of local, cell and
free variables, over the standard library's own sources.

usage: scope_diff.py AST_DUMP [FILE ...]      Skips (77) where the Python is not 3.11.
"""
import subprocess
import sys
import types
import warnings

from ast_diff import library

warnings.simplefilter("ignore")


def theirs(code, out, path):
    names = list(code.co_varnames)
    count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
    is_class_or_module = not code.co_flags & 2
    out.append((path, tuple(names[:count]), frozenset(names[count:]) if not is_class_or_module else frozenset(),
                frozenset(code.co_cellvars), frozenset(code.co_freevars), bool(code.co_flags & 0x20)))
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            theirs(const, out, path + "/" + const.co_name)


NAMES = {"lambda": "<lambda>", "comprehension": "<comp>", "module": ""}


def ours(text):
    out, stack = [], []
    for line in text.splitlines():
        indent = len(line) - len(line.lstrip(" "))  # odd: a symbol
        depth = indent // 2
        words = line.split()
        if indent % 2 == 0 and words[0] != "free":
            del stack[depth:]
            name = words[1] if words[1] != "-" else NAMES[words[0]]
            path = (stack[-1]["path"] + "/" + name) if stack else ""
            scope = {"path": path, "kind": words[0], "params": {}, "locals": set(), "cells": set(), "frees": set(),
                     "generator": "generator" in words[2:]}
            out.append(scope)
            stack.append(scope)
        elif indent % 2 == 1:
            scope, (name, kind, _, parameter, free) = stack[-1], words
            number = int(parameter.split("=")[1])
            if number >= 0:
                scope["params"][number] = name
            elif kind == "local":
                scope["locals"].add(name)
            if kind == "cell":
                scope["cells"].add(name)
            if free != "free=-1":
                scope["frees"].add(name)
        elif words[2] == "__class__" and stack[-2]["kind"] == "class":
            stack[-2]["cells"].add("__class__")
    return [(s["path"], tuple(s["params"][i] for i in range(len(s["params"]))), frozenset(s["locals"]),
             frozenset(s["cells"]), frozenset(s["frees"]), s["generator"]) for s in out]


def normal(scopes):
    """CPython drops unreachable code and reorders; compare as a multiset, without the order of siblings."""
    for word in ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"):
        scopes = [(p.replace(word, "<comp>"), *rest) for p, *rest in scopes]
    return sorted(((p, params, sorted(l), sorted(c), sorted(f), g if "<comp>" not in p.rsplit("/", 1)[-1] else None)
                   for p, params, l, c, f, g in scopes), key=repr)


def main():
    if sys.version_info[:2] != (3, 11):
        print("skipped: the oracle is CPython 3.11")
        return 77
    passed = failed = skipped = 0
    for name in sys.argv[2:] or library():
        with open(name, "rb") as file:
            source = file.read()
        try:
            text = source.decode("utf-8-sig")
            code = compile(text, name, "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            skipped += 1
            continue
        run = subprocess.run([sys.argv[1], "-s", "-"], input=text.encode(), capture_output=True)
        want = []
        theirs(code, want, "")
        want, got = normal(want), normal(ours(run.stdout.decode()))
        # a function that the optimizer removed (`if 0:`) is missing there, and its captures with it
        if want == got or (len(want) < len(got) and all(w in got for w in want)):
            passed += 1
            continue
        failed += 1
        print(name)
        for scope in want:
            if scope not in got:
                print("  theirs", scope)
                print("  ours  ", *[g for g in got if g[0] == scope[0]][:3])
                break
        if failed >= 10:
            break
    print("%d passed, %d failed, %d skipped" % (passed, failed, skipped))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
