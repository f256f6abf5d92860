"""%history, %macro, %recall, %rep, %rerun, %notebook."""
import _shell
from _shell import UsageError

from IPython.core.history import entries, extract
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


def history(line):
    """%history [-n -o -p -t -u] [-f FILE] [-l N] [-g PATTERN] [RANGES]: inputs of this session.

    -n numbers them, -o adds results, -p prompts, -t shows what was run, -u each input once; -l the last ones, -g those
    that a pattern matches, -f into a file.
    """
    opts, words = _wishes(line)
    raw, numbers = 't' not in opts, 'n' in opts
    if 'g' in opts:
        from fnmatch import fnmatchcase
        pattern = '*%s*' % ' '.join(opts['g']) if opts['g'] else '*'
        found = [row for row in entries('', raw, True) if fnmatchcase(row[1][0], pattern)]
        if 'l' in opts:
            found = found[-opts['l']:]
        numbers = True
    elif 'l' in opts:
        found = list(entries('', raw, True, all_of_it=False))[-opts['l']:]
    else:
        found = list(entries(' '.join(words), raw, True)) if words else list(entries('', raw, True))
    if 'u' in opts and 'g' in opts:
        last = {text: number for number, (text, result) in found}
        found = [row for row in found if last[row[1][0]] == row[0]]
    text = ''.join(_shown(number, source, result, numbers, 'p' in opts, 'o' in opts) for number, (source, result) in found)
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
    text = ('%4d:%s' % (number, '\n' if several else ' ')) if numbers else ''
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
    for number, text in reversed(list(entries('', all_of_it=False))):
        if line in text and 'rep' not in text and 'recall' not in text:
            shell.set_next_input(text.rstrip())
            return
    print("Couldn't evaluate or find in history:", line)


rep = recall


def rerun(line):
    """%rerun [-l N] [-g TEXT] [RANGES]: runs inputs again; the last one if nothing is said."""
    opts, words = options(line, 'l:g:', words=False)
    past = [text for number, text in entries('', all_of_it=False)]
    if 'l' in opts:
        found = past[-int(opts['l']):]
    elif 'g' in opts:
        found = [text for text in past if opts['g'] in text][-1:]
    elif words:
        found = [text for number, text in entries(words)]
    else:
        found = past[-1:]
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
    cells = [_notebook_cell(number, text, result) for number, text, result in _shell.history()[:-1]]
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
