"""A kernel under jupyter_client, started from a command line: what the tests of tests/kernel and the benchmarks share."""
import os
import queue
import re
import subprocess
import time
from pathlib import Path

from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import KernelManager


class Kernel:
    """A running kernel and its client. Use it as a context manager, or close() it."""

    def __init__(self, argv, folder, environment=None, interrupt_mode='signal', log=subprocess.DEVNULL):
        self.manager = KernelManager()
        self.manager._kernel_spec = KernelSpec(argv=argv, display_name='tested', language='python', interrupt_mode=interrupt_mode)
        self.manager.start_kernel(cwd=folder, env={**os.environ, **(environment or {})}, stdout=log, stderr=log)
        self.client = self.manager.blocking_client()
        self.client.start_channels()
        try:
            self.client.wait_for_ready(timeout=60)
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.close()

    @property
    def pid(self):
        return self.manager.provisioner.pid

    def until_idle(self, request, timeout=60):
        """Return what iopub carries for a request, idle included."""
        found, deadline = [], time.monotonic() + timeout
        while time.monotonic() < deadline:
            try:
                message = self.client.get_iopub_msg(timeout=0.5)
            except queue.Empty:
                continue
            if message['parent_header'].get('msg_id') == request:
                found.append(message)
                if message['msg_type'] == 'status' and message['content']['execution_state'] == 'idle':
                    return found
        raise TimeoutError(f'not idle after {timeout:g} seconds')

    def reply(self, request, timeout=60, channel='shell'):
        """Return the reply to a request, leaving out others."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            try:
                message = (self.client.get_shell_msg if channel == 'shell' else self.client.get_control_msg)(timeout=0.5)
            except queue.Empty:
                continue
            if message['parent_header'].get('msg_id') == request:
                return message
        raise TimeoutError(f'no reply after {timeout:g} seconds')

    def cell(self, code, timeout=60, **options):
        """Run a cell; return (reply content, [(message type, content)] without status and execute_input)."""
        options = {'allow_stdin': False, 'stop_on_error': False, **options}
        request = self.client.execute(code, **options)
        messages = self.until_idle(request, timeout)
        return self.reply(request, timeout)['content'], [
            (m['msg_type'], m['content']) for m in messages if m['msg_type'] not in ('status', 'execute_input')]

    def run(self, code, timeout=120):
        """Run a cell; return (seconds, text of its outputs, status)."""
        begun = time.perf_counter()
        reply, outputs = self.cell(code, timeout)
        spent = time.perf_counter() - begun
        return spent, ''.join(plain(kind, content) for kind, content in outputs), reply['status']

    def pss(self):
        """Proportional memory in MiB."""
        text = Path(f'/proc/{self.pid}/smaps_rollup').read_text()
        return int(re.search(r'^Pss: +(\d+)', text, re.M)[1]) / 1024

    def interrupted(self, code, after):
        """Interrupt a cell that does not end; return (seconds from the interrupt until idle, its messages)."""
        request = self.client.execute(code, allow_stdin=False, stop_on_error=False)
        messages, busy_since, sent, deadline = [], None, None, time.monotonic() + 60
        while time.monotonic() < deadline:
            if busy_since and sent is None and time.perf_counter() - busy_since > after:
                sent = time.perf_counter()
                self.manager.interrupt_kernel()
            try:
                message = self.client.get_iopub_msg(timeout=0.02)
            except queue.Empty:
                continue
            if message['parent_header'].get('msg_id') != request:
                continue
            messages.append(message)
            state = message['content'].get('execution_state')
            if state == 'busy':
                busy_since = time.perf_counter()
            elif state == 'idle':
                idle = time.perf_counter()
                self.reply(request, 10)
                return (idle - sent if sent else None), messages
        raise TimeoutError('not idle 60 seconds after the start')

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


def plain(kind, content):
    """The text that an output message shows."""
    if kind == 'stream':
        return content['text']
    if kind in ('execute_result', 'display_data'):
        return content['data'].get('text/plain', '')
    if kind == 'error':
        return f"{content['ename']}: {content['evalue']}"
    return ''
