"""Models of a folder that has a file hubconf.py: its functions make them. Nothing is loaded from the network."""

import os
import sys
from types import ModuleType

_folder = [None]


def _offline(name):
    raise NotImplementedError('torch.hub.%s: nothing is loaded from the network in this version; use source=\'local\' with a folder, or files '
                              'that are there' % name)


def get_dir():
    """The folder where PyTorch keeps what it has loaded: $TORCH_HOME/hub, by default ~/.cache/torch/hub."""
    if _folder[0] is not None:
        return _folder[0]
    cache = os.environ.get('XDG_CACHE_HOME', '~/.cache')
    return os.path.join(os.path.expanduser(os.environ.get('TORCH_HOME', os.path.join(cache, 'torch'))), 'hub')


def set_dir(d):
    """Sets that folder."""
    _folder[0] = os.path.expanduser(d)


def _imported(folder):
    """The module of a folder's hubconf.py, made anew; modules beside it can be imported meanwhile."""
    path = os.path.join(folder, 'hubconf.py')
    with open(path) as file:
        text = file.read()
    module = ModuleType('hubconf')
    module.__file__ = path
    sys.path.insert(0, str(folder))
    try:
        exec(compile(text, path, 'exec'), module.__dict__)
    finally:
        sys.path.remove(str(folder))
    return module


def _is_there(package):
    try:
        __import__(package)
    except ImportError:
        return False
    return True


def load(repo_or_dir, model, *args, source='github', trust_repo='check', force_reload=False, verbose=True, skip_validation=False, **kwargs):
    """What the function of that name in the folder's hubconf.py makes of the other arguments. source='local': repo_or_dir is a folder."""
    source = source.lower()
    if source not in ('github', 'local'):
        raise ValueError('Unknown source: "%s". Allowed values: "github" | "local".' % source)
    if source == 'github':
        _offline('load')
    module = _imported(repo_or_dir)
    if not isinstance(model, str):
        raise ValueError('Invalid input: model should be a string of function name')
    missing = [package for package in getattr(module, 'dependencies', ()) if not _is_there(package)]
    if missing:
        raise RuntimeError('Missing dependencies: ' + ', '.join(missing))
    function = getattr(module, model, None)
    if not callable(function):
        raise RuntimeError('Cannot find callable %s in hubconf' % model)
    return function(*args, **kwargs)


def list(github, force_reload=False, skip_validation=False, trust_repo='check', verbose=True):
    """Refused: the names of a repository on the network."""
    _offline('list')


def help(github, model, force_reload=False, skip_validation=False, trust_repo='check'):
    """Refused: the documentation of a repository on the network."""
    _offline('help')


def download_url_to_file(url, dst, hash_prefix=None, progress=True):
    """Refused: a file from the network."""
    _offline('download_url_to_file')


def load_state_dict_from_url(url, model_dir=None, map_location=None, progress=True, check_hash=False, file_name=None, weights_only=False):
    """The state of a file that was loaded before, in model_dir or the folder's checkpoints; what is not there is refused."""
    folder = os.path.join(get_dir(), 'checkpoints') if model_dir is None else model_dir
    path = os.path.join(folder, file_name or url.split('?')[0].rstrip('/').split('/')[-1])
    if not os.path.exists(path):
        _offline('load_state_dict_from_url')
    import torch
    return torch.load(path, map_location=map_location, weights_only=weights_only)


__all__ = ['download_url_to_file', 'get_dir', 'help', 'list', 'load', 'load_state_dict_from_url', 'set_dir']
