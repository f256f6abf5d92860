#!/usr/bin/env python3
"""Cells through Jupyter's protocol: after so many of them no memory is left on the device or in the process.

    tests/gpu/cells.py KERNEL COUNT

Wants a Python with jupyter_client (else status 77). Last line: N passed, M failed."""
import ast
import json
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    from jupyter_client import BlockingKernelClient
    from jupyter_client.connect import write_connection_file
except ImportError:
    print('skip cells: jupyter_client is not installed')
    sys.exit(77)

CELLS = (
    'x = torch.randn(64, 64, device="cuda", requires_grad=True); y = (x @ x).relu().sum(); y.backward()',
    'class Node: pass\nn = Node(); n.itself = n; n.held = torch.zeros(1000, device="cuda")',
    'x @ torch.ones(3, 3, device="cuda")',  # an error, whose traceback holds tensors
    'print(y.item(), x.grad.norm())',
)
SIZES = 'import gc; gc.collect(); torch.cuda.synchronize()'
QUESTION = {'sizes': '(torch.cuda.memory_allocated(), int(open("/proc/self/statm").read().split()[1]) * 4096)'}


def run(client, code, **options):
    client.execute(code, allow_stdin=False, stop_on_error=False, **options)
    reply = client.get_shell_msg(timeout=60)['content']
    while client.get_iopub_msg(timeout=60)['content'].get('execution_state') != 'idle':
        pass
    return reply


def sizes(client):
    run(client, 'del x, y, n\n' + SIZES)
    return ast.literal_eval(run(client, 'None', user_expressions=QUESTION)['user_expressions']['sizes']['data']['text/plain'])


def main():
    kernel, count = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        path, _ = write_connection_file(str(Path(folder) / 'kernel.json'))
        process = subprocess.Popen([kernel, '-f', path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        client = BlockingKernelClient()
        client.load_connection_info(json.loads(Path(path).read_text()))
        client.start_channels()
        try:
            client.wait_for_ready(timeout=30)
            run(client, 'import torch')
            found = []
            for part in (count // 5, count - count // 5):
                for i in range(part):
                    run(client, CELLS[i % len(CELLS)])
                found.append(sizes(client))
        finally:
            client.stop_channels()
            process.kill()
            process.wait()
    (first, resident), (last, grown) = found
    bad = [text for good, text in ((first == last, f'memory on the device: {first}, then {last}'),
                                   # a kernel keeps the text of its cells, as In
                                   (grown - resident <= (16 << 20) + count * 2000, f'memory of the process: {resident}, then {grown}')) if not good]
    print(*bad, sep='\n', end='\n' if bad else '')
    print(f'{2 - len(bad)} passed, {len(bad)} failed')
    return bool(bad)


if __name__ == '__main__':
    sys.exit(main())
