"""The names under which the files of CPython's library know the loaders and finders of files."""

import os as _os
from os.path import isabs as _path_isabs, isdir as _path_isdir, isfile as _path_isfile, join as _path_join, split as _path_split

import _imp
from importlib import _bootstrap
from importlib._files import (ExtensionFileLoader, FileFinder, NamespaceLoader, NamespacePath as _NamespacePath, SourcelessFileLoader,
                              WindowsRegistryFinder, check_hash as _validate_hash_pyc, check_time as _validate_timestamp_pyc,
                              code_in as _compile_bytecode, file_loaders as _get_supported_file_loaders, flags_of as _classify_pyc,
                              mode_of as _calc_mode, with_hash as _code_to_hash_pyc, with_time as _code_to_timestamp_pyc,
                              write_whole as _write_atomic)
from importlib._files import MAGIC_NUMBER, load_now as _load_module_shim
from importlib.machinery import (BYTECODE_SUFFIXES, DEBUG_BYTECODE_SUFFIXES, EXTENSION_SUFFIXES, FileLoader, OPTIMIZED_BYTECODE_SUFFIXES,
                                 PathFinder, SOURCE_SUFFIXES, SourceFileLoader, SourceLoader, _Loader as _LoaderBasics)
from importlib.util import cache_from_source, decode_source, source_from_cache, spec_from_file_location

path_sep = '/'
path_separators = '/'
_PYCACHE = '__pycache__'
_RAW_MAGIC_NUMBER = int.from_bytes(MAGIC_NUMBER, 'little')


def _pack_uint32(number):
    """The four bytes of a number, the lowest first."""
    return (int(number) & 0xffffffff).to_bytes(4, 'little')


def _unpack_uint32(data):
    """The number in four bytes."""
    assert len(data) == 4
    return int.from_bytes(data, 'little')


def _unpack_uint16(data):
    """The number in two bytes."""
    assert len(data) == 2
    return int.from_bytes(data, 'little')


def _path_stat(path):
    return _os.stat(path)


def _get_sourcefile(bytecode_path):
    """The source beside a file of bytecode; that file itself where there is none."""
    if not bytecode_path:
        return None
    stem, dot, suffix = bytecode_path.rpartition('.')
    if not dot or suffix.lower()[-3:-1] != 'py':
        return bytecode_path
    try:
        source = source_from_cache(bytecode_path)
    except (NotImplementedError, ValueError):
        source = bytecode_path[:-1]
    return source if _path_isfile(source) else bytecode_path


def _fix_up_module(ns, name, pathname, cpathname=None):
    """Gives the names of a module that was run by hand a loader and a specification."""
    loader, spec = ns.get('__loader__'), ns.get('__spec__')
    if loader is None:
        if spec is not None:
            loader = spec.loader
        elif pathname == cpathname:
            loader = SourcelessFileLoader(name, pathname)
        else:
            loader = SourceFileLoader(name, pathname)
    if spec is None:
        spec = spec_from_file_location(name, pathname, loader=loader)
        if cpathname:
            spec.cached = cpathname
    ns.update(__spec__=spec, __loader__=loader, __file__=pathname, __cached__=cpathname)
