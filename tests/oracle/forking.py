#!/usr/bin/env python3
"""Run scripts one after another, each in a fork of a process that has imported PyTorch already: starting it for each costs two seconds.

Lines on standard input are JSON: [script, folder, file for its output, file for its errors, seconds]. For each the script runs as
`__main__` in the folder, and its exit status is written as a line; one that is not ready in time is ended with its processes. Used by
tests/run-lang; what fails there is run once more in a process of its own.
"""
import atexit
import gc
import json
import os
import select
import signal
import sys
import traceback
import types

import torch  # noqa: F401  (imported for the forks, as what it imports at the first use of optimizers, compilers and checkpoints)
import torch._dynamo
import torch.distributions
import torch.utils.checkpoint
import torch.utils.data


def become(script, folder, output, errors):
    """In the fork: the process group, the streams and the module `__main__` of a fresh interpreter."""
    os.setpgid(0, 0)
    os.chdir(folder)
    for number, path in ((0, os.devnull), (1, output), (2, errors)):
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(descriptor, number)
        os.close(descriptor)
    sys.argv, sys.path[0] = [script], os.path.dirname(script)
    module = types.ModuleType('__main__')
    module.__dict__.update(__file__=script, __builtins__=__builtins__)
    sys.modules['__main__'] = module
    with open(script, encoding='utf-8', errors='surrogateescape') as text:
        exec(compile(text.read(), script, 'exec'), module.__dict__)


def leave(*work):
    """The script's end without that of the interpreter, which would take PyTorch's modules apart for most of a second."""
    status = 0
    try:
        become(*work)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        status = 1
        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def status_of(child, script, seconds):
    """The exit status of a fork. A thread of PyTorch's that held a lock while the fork was made never gives it back in the fork."""
    descriptor = os.pidfd_open(child)
    ready, _, _ = select.select([descriptor], [], [], seconds)
    os.close(descriptor)
    if not ready:
        print(f'{script} is not ready after {seconds:g} seconds as a fork', file=sys.stderr, flush=True)
        for end in (os.kill, os.killpg):  # the group is there once the fork has begun
            try:
                end(child, signal.SIGKILL)
            except ProcessLookupError:
                pass
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main():
    gc.freeze()
    replies = os.fdopen(os.dup(1), 'w', buffering=1)
    while line := os.read(0, 65536):
        *work, seconds = json.loads(line)
        child = os.fork()
        if child == 0:
            leave(*work)
        replies.write(f'{status_of(child, work[0], seconds)}\n')


if __name__ == '__main__':
    main()
