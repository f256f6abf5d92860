"""Cells and what a kernel sends for them, as text: tests/kernel/cells/TOPIC.cells, and TOPIC.out as IPython has it.

Cells are divided by lines `#--`; lines `#< TEXT` are the answers to the questions of a cell (without TEXT: the end of input).
`make-cells` writes TOPIC.out with ipykernel, test_cells.py compares. What differs from run to run, and frames of packages,
which this kernel does not have, is left out.
"""
import json
import re

DIVIDER = '\n#--\n'
_ANSWER = re.compile(r'^#<(?: (.*))?\n?', re.M)
_COLOUR = re.compile(r'\x1b\[[0-9;]*m')
_VARYING = (
    (re.compile(r'/\S*ipykernel_\d+/\d+\.py'), 'CELL.py'),
    (re.compile(r'0x[0-9a-f]{6,}'), '0xN'),
    (re.compile(r'\b0\.00\d\b'), '0.000'),  # times of a profile
    (re.compile(r'^ *\[\.\.\. (skipped \d+|skipping \d\d) hidden frame\(s\)\]\n', re.M), ''),  # of the shell
    (re.compile(r'(CPU times:|Wall time:).*'), r'\1 T'),
    (re.compile(r'(  User   :|  System :|Wall time:|  Times  :) .*'), r'\1 T'),
    (re.compile(r'[\d.]+ [nμm]?s ± [\d.e+]+ [nμm]?s per loop'), 'T ± T per loop'),
    (re.compile(r'^[^\n]*?(\w*Warning): (.*)(\n  .*)?', re.M), r'\1: \2'),
)


def cells(text):
    """(code, answers) of each cell of a topic."""
    for cell in text.rstrip('\n').split(DIVIDER):
        yield _ANSWER.sub('', cell).rstrip('\n'), [answer for answer in _ANSWER.findall(cell)]


def _kept(entries):
    """The entries of a report without frames of packages."""
    return [entry for entry in entries if not re.match(r'File \S*(/lib/python3|site-packages|<frozen)', _COLOUR.sub('', entry))]


def _lines(messages, reply):
    """What came of a cell: streams as a whole, at the end, since when their parts are sent is a matter of time."""
    found, streams = [], {}
    for message in messages:
        kind, content = message['msg_type'], message['content']
        if kind == 'stream':
            streams[content['name']] = streams.get(content['name'], '') + content['text']
        elif kind in ('execute_result', 'display_data', 'update_display_data'):
            found.append(f'{kind} {json.dumps(content["metadata"])}')
            found += [f'  {mime}: {data if isinstance(data, str) else json.dumps(data)}' for mime, data in content['data'].items()]
        elif kind == 'error':
            found.append(f'error {content["ename"]}: {content["evalue"]}')
            found += _kept(content['traceback'])
        elif kind == 'input_request':
            found.append(f'asks {content["prompt"]!r}')
        elif kind == 'clear_output':
            found.append(f'clear_output {content["wait"]}')
    for payload in reply['content'].get('payload', ()):
        text = payload.get('text', payload.get('data', {}).get('text/plain', ''))
        found.append('payload ' + json.dumps({name: value for name, value in payload.items() if name not in ('text', 'data')}))
        found.append(text)
    if reply['content']['status'] != 'ok':
        found.append(f'status {reply["content"]["status"]} {reply["content"].get("ename")}')
    return found + [f'{name}: {text}' for name, text in sorted(streams.items())]


def _run(kernel, code, answers, timeout=60):
    """Runs a cell, answering its questions; its messages in order, and the reply."""
    import queue
    client = kernel.client
    msg_id, asked, answers = client.execute(code, allow_stdin=True, stop_on_error=False), [], list(answers)
    while True:
        try:
            question = client.get_stdin_msg(timeout=0)
        except queue.Empty:
            try:
                reply = client.get_shell_msg(timeout=0.02)
            except queue.Empty:
                timeout -= 0.02
                if timeout < 0:
                    raise TimeoutError(code)
                continue
            if reply['parent_header'].get('msg_id') == msg_id:
                break
            continue
        asked.append(question)
        client.input(answers.pop(0) if answers else '\x04')
    return asked + kernel.until_idle(msg_id), reply


def transcript(kernel, text, hidden=()):
    """The cells of a topic and what came of them; hidden: (text, what stands for it) such as the folder."""
    parts = []
    for code, answers in cells(text):
        messages, reply = _run(kernel, code, answers)
        shown = _COLOUR.sub('', '\n'.join(_lines(messages, reply)))
        for each, name in hidden:
            shown = shown.replace(each, name)
        for pattern, name in _VARYING:
            shown = pattern.sub(name, shown)
        lines = [line.rstrip() for line in shown.split('\n')]
        parts.append('\n'.join(['>>> ' + line for line in code.split('\n')] + ['<<< ' + answer for answer in answers]
                               + [line for line in lines if line]))
    return '\n\n'.join(parts) + '\n'
