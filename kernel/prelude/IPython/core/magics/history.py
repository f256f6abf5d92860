"""%history, %macro, %recall, %rep, %rerun, %notebook."""
from _shell import UsageError

from IPython.core.history import entries, extract, rows, session_number
from IPython.core.macro import Macro
from IPython.core.magics import options


def _wishes(line):
    """The options of %history as argparse reads them, and its ranges."""
    from IPython.core.magic import arg_split
    opts, rest, words = {}, [], arg_split(line, posix=True)
    while words:
        word = words.pop(0)
        if len(word) > 2 and word[0] == '-' and word[1] in 'notpu' and word[1] != '-':
            words.insert(0, '-' + word[2:])
            word = word[:2]
        elif len(word) > 2 and word[:2] in ('-f', '-l', '-g'):
            words.insert(0, word[2:])
            word = word[:2]
        if word in ('-n', '-o', '-p', '-t', '-u'):
            opts[word[1]] = True
        elif word == '-f':
            if not words or words[0].startswith('-'):
                raise UsageError('argument -f: expected one argument')
            opts['f'] = words.pop(0)
        elif word == '-l':
            opts['l'] = 10
            if words and not words[0].startswith('-'):
                try:
                    opts['l'] = int(words[0])
                except ValueError:
                    raise UsageError("argument -l: invalid int value: '%s'" % words[0]) from None
                words.pop(0)
        elif word == '-g':
            opts['g'] = []
            while words and not words[0].startswith('-'):
                opts['g'].append(words.pop(0))
        elif word.startswith('-') and word != '-':
            raise UsageError('unrecognized arguments: ' + ' '.join([word] + words))
        else:
            rest.append(word)
    return opts, rest


def _found(opts, words, raw):
    """(session, number, input, result) of the inputs that the options of %history name."""
    manager = get_ipython().history_manager
    if 'g' in opts:
        pattern = '*%s*' % ' '.join(opts['g']) if opts['g'] else '*'
        found = manager.search(pattern, raw=raw, search_raw=raw, output=True, n=opts.get('l'), unique='u' in opts)
    elif 'l' in opts:
        found = manager.get_tail(opts['l'], raw=raw, output=True)
    else:
        return list(rows(' '.join(words), raw))
    return [(session, number, text, result) for session, number, (text, result) in found]


def history(line):
    """%history [-n -o -p -t -u] [-f FILE] [-l N] [-g PATTERN] [RANGES]: inputs.

    A range is "4", "4-6", or of another session, "243/1-5" or "~2/7" (two before this), or from one to another, "~8/1-~6/5"; without one,
    all of this session. -n numbers them, -o adds results, -p prompts, -t shows what was run, -u each input once; -l the last ones, -g those
    of all sessions that a pattern matches, -f into a file.
    """
    opts, words = _wishes(line)
    numbers = 'n' in opts or 'g' in opts
    here = (0, session_number())
    text = ''.join(_shown(number if session in here else '%d/%d' % (session, number), source, result, numbers, 'p' in opts, 'o' in opts)
                   for session, number, source, result in _found(opts, words, 't' not in opts))
    if 'f' not in opts:
        print(text, end='')
        return
    import os
    path = os.path.expanduser(opts['f'])
    if os.path.isfile(path):
        from IPython.utils.io import ask_yes_no
        try:
            wanted = ask_yes_no("File %r exists. Overwrite?" % path, default=None)
        except NotImplementedError:
            wanted = True
        if not wanted:
            print('Aborting.')
            return
        print('Overwriting file.')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)


def _shown(number, source, result, numbers, prompts, results):
    several = '\n' in source
    text = ('%4s:%s' % (number, '\n' if several else ' ')) if numbers else ''
    if prompts:
        source = '>>> ' + '\n... '.join(source.splitlines()) + '\n...' * several
    text += source + '\n'
    return text + result + '\n' if results and result is not None else text


hist = history


def macro(line):
    """%macro [-q] [-r] NAME RANGES: keeps inputs under a name; -q says nothing, -r takes them as they were typed."""
    opts, words = options(line, 'rq')
    shell = get_ipython()
    if not words:
        return sorted(name for name, value in shell.user_ns.items() if isinstance(value, Macro) and not name.startswith('_'))
    if len(words) == 1:
        raise UsageError("%macro insufficient args; usage '%macro name n1-n2 n3-4...")
    name, ranges = words[0], ' '.join(words[1:])
    try:
        lines = shell.find_user_code(ranges, 'r' in opts)
    except (ValueError, TypeError) as e:
        print(e.args[0])
        return None
    shell.define_macro(name, Macro(lines))
    if 'q' not in opts:
        print('Macro `%s` created. To execute, type its name (without quotes).' % name)
        print('=== Macro contents: ===')
        print(shell.user_ns[name], end=' ')
    return None


def recall(line):
    """%recall [RANGES or TEXT]: puts inputs, the value of a name, or the last input with a text in it into the next cell."""
    shell = get_ipython()
    if not line:
        shell.set_next_input(str(shell.user_ns['_']))
        return
    found = extract(line, raw=True).rstrip()
    if found:
        shell.set_next_input(found)
        return
    try:
        shell.set_next_input(str(eval(line, shell.user_ns)))
        return
    except Exception:
        pass
    for session, number, text in reversed(list(shell.history_manager.search('*%s*' % line))):
        if 'rep' not in text and 'recall' not in text:
            shell.set_next_input(text.rstrip())
            return
    print("Couldn't evaluate or find in history:", line)


rep = recall


def rerun(line):
    """%rerun [-l N] [-g TEXT] [RANGES]: runs inputs again; the last one if nothing is said."""
    opts, words = options(line, 'l:g:', words=False)
    manager = get_ipython().history_manager
    if 'g' in opts:
        found = [text for session, number, text in manager.search('*%s*' % opts['g']) if 'rerun' not in text][-1:]
    elif words:
        found = [text for number, text in entries(words)]
    else:
        found = [text for session, number, text in manager.get_tail(int(opts.get('l', 1)))]
    if not found:
        print('No lines in history match specification')
        return
    text = '\n'.join(found)
    print('=== Executing: ===')
    print(text)
    print('=== Output: ===')
    get_ipython().run_cell('\n'.join(found), store_history=False)


def notebook(line):
    """%notebook FILE: writes the inputs and the texts of their results as a notebook."""
    from IPython.core.magics.basic import _arguments
    words = _arguments(line, least=('filename',), most=1)[1]
    import json
    import os
    import sys
    cells = [_notebook_cell(number, text, result) for number, (text, result) in entries('', output=True, all_of_it=False)]
    language = {'name': 'python', 'file_extension': '.py', 'mimetype': 'text/x-python', 'nbconvert_exporter': 'python',
                'pygments_lexer': 'ipython3', 'codemirror_mode': {'name': 'ipython', 'version': 3},
                'version': '%d.%d.%d' % sys.version_info[:3]}
    whole = {'cells': cells, 'metadata': {'kernelspec': {'display_name': 'Tensor', 'language': 'python', 'name': 'tensor'},
                                          'language_info': language}, 'nbformat': 4, 'nbformat_minor': 5}
    with open(os.path.expanduser(words[0]), 'w', encoding='utf-8') as file:
        json.dump(whole, file, indent=1)
        file.write('\n')


def _notebook_cell(number, text, result):
    outputs = []
    if result is not None:
        outputs.append({'output_type': 'execute_result', 'execution_count': number, 'metadata': {},
                        'data': {'text/plain': result.splitlines(keepends=True)}})
    return {'cell_type': 'code', 'execution_count': number, 'id': '%08x' % (number * 2654435761 % 2 ** 32), 'metadata': {},
            'outputs': outputs, 'source': text.splitlines(keepends=True)}
