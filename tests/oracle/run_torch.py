#!/usr/bin/env python3
"""Run tests/torch/TOPIC.py with `tensor-kernel run` and compare with TOPIC.out, which is what PyTorch 2.13 prints.

With --oracle PYTHON that Python (with torch 2.13) runs each topic too, and its output must be the .out file; --write writes
the .out files from it. The program is $TENSOR_KERNEL, or --kernel. Names of topics (or parts of them) choose.
"""
import argparse
import difflib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent / 'torch'


def run(command, source):
    with tempfile.TemporaryDirectory() as scratch:
        done = subprocess.run([*command, str(source)], cwd=scratch, stdin=subprocess.DEVNULL, timeout=120, capture_output=True,
                              env={**os.environ, 'PYTHONDONTWRITEBYTECODE': '1', 'TENSOR_SIM_GPUS': '0'})
    return done.returncode, done.stdout.decode('utf-8', 'replace'), done.stderr.decode('utf-8', 'replace')


def compare(wanted, status, got, errors):
    lines = list(difflib.unified_diff(wanted.splitlines(), got.splitlines(), 'PyTorch', 'printed', lineterm='', n=1))
    if status:
        lines.insert(0, f'exit status {status}')
        lines += errors.splitlines()[-8:]
    return lines if len(lines) < 80 else [*lines[:60], f'... {len(lines) - 60} lines left out ...']


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--kernel', default=os.environ.get('TENSOR_KERNEL', 'tensor-kernel'))
    parser.add_argument('--oracle', help='a Python with torch 2.13')
    parser.add_argument('--write', action='store_true', help='write the .out files from the oracle')
    parser.add_argument('topics', nargs='*')
    options = parser.parse_args()
    failed = count = 0
    for source in sorted(HERE.glob('*.py')):
        if options.topics and not any(part in source.stem for part in options.topics):
            continue
        count += 1
        target = source.with_suffix('.out')
        complaints = []
        if options.oracle:
            status, text, errors = run([options.oracle, '-W', 'ignore'], source)
            if options.write and not status:
                target.write_text(text, encoding='utf-8')
            complaints = compare(target.read_text(encoding='utf-8') if target.exists() else '', status, text, errors)
            if complaints:
                complaints.insert(0, 'the oracle itself:')
        if not options.write:
            try:
                status, text, errors = run([options.kernel, 'run'], source)
                complaints += compare(target.read_text(encoding='utf-8'), status, text, errors)
            except subprocess.TimeoutExpired:
                complaints.append('not ready after 120 seconds')
        if complaints:
            failed += 1
            print(f'FAIL {source.stem}', *complaints, sep='\n     ', flush=True)
    print(f'{count - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
