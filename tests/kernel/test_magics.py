"""Magics as cells use them: their options and words, what they print, what they leave behind."""
import os
import unittest
from harness import ECHO, KernelCase, main, text, types


@unittest.skipIf(ECHO, 'the stand-in has no magics')
class Magics(KernelCase):
    """Helpers that run a cell and look at one side of it."""

    def out(self, code):
        reply, messages = self.k.run(code)
        self.assertEqual(reply['content']['status'], 'ok', (code, reply['content'], text(messages, 'stderr')))
        return text(messages)

    def usage(self, code):
        reply, messages = self.k.run(code)
        self.assertEqual(reply['content']['ename'], 'UsageError', code)
        self.assertNotIn('error', types(messages))
        return text(messages, 'stderr')

    def error(self, code):
        reply, _ = self.k.run(code)
        self.assertEqual(reply['content']['status'], 'error', code)
        return reply['content']['ename'], reply['content']['evalue']

    def value(self, code):
        reply, messages = self.k.run(code)
        self.assertEqual(reply['content']['status'], 'ok', (code, reply['content']))
        return [m['content']['data']['text/plain'] for m in messages if m['msg_type'] == 'execute_result'][0]


class Reset(Magics):
    def test_parts_are_flushed_and_nothing_else(self):
        self.out('%reset -f')
        self.out('keep = 1')
        self.assertEqual(self.value('5'), '5')
        self.assertEqual(self.out('%reset -f out'), 'Flushing output cache (1 entries)\n')
        self.assertEqual(self.out("print(keep, Out, repr(_), [k for k in globals() if k[0] == '_' and k[1:].isdigit()])"),
                         "1 {} '' []\n")
        self.value('6')
        self.assertEqual(self.value('_'), '6')
        self.assertEqual(self.out('%reset -f in'), 'Flushing input history\n')
        self.assertEqual(self.out("print(keep, set(In[:-1]), [k for k in globals() if k.startswith('_i') and k[2:].isdigit()] == "
                                  "['_i' + str(len(In) - 1)])"), "1 {''} True\n")
        self.assertEqual(self.out('%reset -f dhist'), 'Flushing directory history\n')
        self.assertEqual(self.out('print(keep, _dh)'), '1 []\n')
        self.assertEqual(self.out('%reset -f array'), 'reset array only works if Numpy is available.\n')
        self.assertEqual(self.out('%reset -f Out in'), 'Flushing output cache (2 entries)\nFlushing input history\n')
        self.assertEqual(self.out('%reset -f nonsense out'),
                         "Don't know how to reset  nonsense, please run `%reset?` for details\nFlushing output cache (0 entries)\n")
        self.assertEqual(self.out('print(keep)'), '1\n')

    def test_soft_and_hard(self):
        self.out('x = 1; _u = 2')
        self.value('7')
        self.assertEqual(self.out('%reset -fs'), '')
        self.assertEqual(self.out("print('x' in globals(), _u, _, len(Out) > 0)"), 'False 2 7 True\n')
        self.out('x = 1')
        self.out('%reset -f')
        self.assertEqual(self.out("print('x' in globals(), '_u' in globals(), '_' in globals(), Out, 'exit' in globals(), In[-2])"),
                         "False False False {} True get_ipython().run_line_magic('reset', '-f')\n")
        self.assertEqual(self.value('8'), '8')
        self.assertEqual(self.value('_'), '8')

    def test_modules_of_files_are_read_anew(self):
        self.out('import os\nos.chdir(%r)' % self.k.folder.name)
        self.out("import sys; sys.path.insert(0, '.')\n_ = open('culled.py', 'w').write('value = 1')")
        self.out('import culled, torch')
        self.out("_ = open('culled.py', 'w').write('value = 23')")
        self.assertEqual(self.out('%reset -f --aggressive'), 'culling sys module...\n')
        self.assertEqual(self.out('import culled, torch; print(culled.value, torch.ones(1).tolist())'), '23 [1.0]\n')
        self.assertEqual(self.out('%reset -f --agg out').splitlines()[1], 'culling sys module...')

    def ask(self, code, *answers):
        msg_id = self.k.client.execute(code, allow_stdin=True)
        prompts = []
        for answer in answers:
            prompts.append(self.k.client.get_stdin_msg(timeout=20)['content']['prompt'])
            self.k.client.input(answer)
        self.k.reply(msg_id)
        return prompts, text(self.k.until_idle(msg_id))

    def test_questions(self):
        question = 'Once deleted, variables cannot be recovered. Proceed (y/[n])? '
        self.out('x = 1; y = 2')
        self.assertEqual(self.ask('%reset', 'n'), ([question], 'Nothing done.\n'))
        self.assertEqual(self.ask('%reset', 'perhaps', ''), ([question] * 2, 'Nothing done.\n'))
        self.assertEqual(self.ask('%reset_selective x', 'No'), ([question + ' '], 'Nothing done.\n'))
        self.assertEqual(self.ask('%reset dhist', 'Yes'), ([question], 'Flushing directory history\n'))
        self.assertEqual(self.out('print(x, y)'), '1 2\n')
        self.assertEqual(self.ask('%reset_selective x', 'y'), ([question + ' '], ''))
        self.assertEqual(self.out("print('x' in globals(), y)"), 'False 2\n')

    def test_selective(self):
        self.out('%reset -f')
        self.out('abc = 1; _abc = 2; abd = 3; xyz = 4')
        self.out('%reset_selective -f b[cd]$')
        self.assertEqual(self.out('%who'), 'xyz\t \n')
        self.assertEqual(self.out('print(_abc)'), '2\n')
        self.assertEqual(self.out('%reset_selective -f'), 'No regex pattern specified. Nothing done.\n')
        self.assertEqual(self.error('%reset_selective -f [')[0], 'ValueError')
        self.assertEqual(self.out('%who'), 'xyz\t \n')

    def test_xdel(self):
        self.out('%reset -f')
        self.out('x = [1]; y = x; w = [2]; v = w')
        self.value('x')
        self.out('%xdel x')
        self.assertEqual(self.out('%who'), 'v\t w\t \n')
        self.assertEqual(self.out('print(Out)'), '{}\n')
        self.out('%xdel -n w')
        self.assertEqual(self.out('%who'), 'v\t \n')
        self.assertEqual(self.out('%xdel nosuch'), "NameError: name 'nosuch' is not defined\n")
        self.assertEqual(self.out('%xdel __builtins__'), 'ValueError: Refusing to delete __builtins__\n')


class Options(Magics):
    def test_unknown_options_are_refused(self):
        for line, allowed in (('%reset -z', '"sf" aggressive'), ('%reset_selective -z', '"f"'), ('%xdel -z x', '"n"'),
                              ('%cd -z', '"qb"'), ('%timeit -z 1', '"n:r:tcp:qov:"')):
            self.assertEqual(self.usage(line), f'UsageError: option -z not recognized (allowed: {allowed})\n')
        self.assertEqual(self.usage('%reset --bogus'), 'UsageError: option --bogus not recognized (allowed: "sf" aggressive)\n')
        self.assertEqual(self.usage('%reset --aggressive=1'),
                         'UsageError: option --aggressive must not have an argument (allowed: "sf" aggressive)\n')
        self.assertEqual(self.usage('%timeit -n'), 'UsageError: option -n requires argument (allowed: "n:r:tcp:qov:")\n')
        for line, extra in (('%%capture --bogus', '--bogus'), ('%%capture a b', 'b'), ('%%html --bogus', '--bogus'),
                            ('%%writefile -z foo', '-z'), ('%%writefile a b', 'b')):
            self.assertEqual(self.usage(line + '\n1'), f'UsageError: unrecognized arguments: {extra}\n')

    def test_capture_and_writefile_take_options_anywhere(self):
        self.out('%%capture got --no-stderr\nprint(1)')
        self.assertEqual(self.out('print(repr(got.stdout))'), "'1\\n'\n")
        path = os.path.join(self.k.folder.name, 'a file')
        self.assertEqual(self.out(f'%%writefile "{path}"\none'), f'Writing {path}\n')
        self.assertEqual(self.out(f'%%writefile "{path}" --append\ntwo'), f'Appending to {path}\n')
        with open(path) as f:
            self.assertEqual(f.read().split(), ['one', 'two'])


class Scripts(Magics):
    def test_options_and_words(self):
        self.assertEqual(self.out('%%bash -s a "b c"\necho "[$1]" "[$2]" $#'), '[a] [b c] 2\n')
        self.assertEqual(self.out('%%script bash -s x\\ y\necho "$1"'), 'x y\n')
        self.assertEqual(self.out('%%bash -s -- a --out b\necho $*'), 'a --out b\n')
        self.assertEqual(self.out('%%sh -e -s one\necho $1'), 'one\n')
        self.assertEqual(self.out('%%bash --norc\necho 5'), '5\n')
        self.out('%%script bash --out o --err=e\necho hi; echo no >&2')
        self.assertEqual(self.out('print(repr(o), repr(e))'), "'hi\\n' 'no\\n'\n")
        self.out('%%bash --ou zz -s w\necho $1')
        self.assertEqual(self.out('print(repr(zz))'), "'w\\n'\n")
        self.assertEqual(self.out('%%script python3 -c "print(5)"\nx'), '5\n')
        self.assertEqual(self.out('%%python3 -\nprint(6)'), '6\n')
        self.assertEqual(self.out('%%script --bg nosuchprogram\nx'), "Couldn't find program: 'nosuchprogram'\n")
        self.assertEqual(self.usage('%%bash --out\necho'), 'UsageError: argument --out: expected one argument\n')
        self.assertEqual(self.usage('%%bash --bg=1\necho'), "UsageError: argument --bg: ignored explicit argument '1'\n")

    def test_failures(self):
        self.assertEqual(self.error('%%bash\nexit 4')[0], 'CalledProcessError')
        self.assertEqual(self.out('%%bash --no-raise-error\nexit 4'), '')
        self.assertEqual(self.out('%%script false --no-raise-error\nx'), '')
        self.assertEqual(self.error('%%bash --out kept\necho one\nexit 5')[0], 'CalledProcessError')
        self.assertEqual(self.out('print(kept)'), 'one\n\n')

    def test_background(self):
        self.assertEqual(self.out('%%bash --bg --out o --err e --proc p\necho one; echo two; echo bad >&2; exit 3\n'), '')
        self.assertEqual(self.out('print(o.readline(), o.read(), o.read(), e.read(2), e.read(), o.at_eof(), p.wait(), p.returncode)'),
                         "b'one\\n' b'two\\n' b'' b'ba' b'd\\n' True 3 3\n")
        self.assertEqual(self.out('%%bash --bg --proc p\nsleep 100'), '')
        self.assertEqual(self.out('print(p.returncode, p.pid > 0); p.terminate(); print(p.wait(), p.returncode)'), 'None True\n-15 -15\n')
        self.out('%%bash --bg --proc p\nsleep 100')
        self.assertEqual(self.out('%killbgscripts'), 'All background processes were killed.\n')
        self.assertEqual(self.out('print(p.returncode is None)'), 'False\n')
        self.assertEqual(self.out('%%bash --bg\necho lost'), '')
        size = 300000
        self.out('%%bash --bg --out o\ncat <<EOF\n' + 'x' * size + '\nEOF\n')
        self.assertEqual(self.out('print(len(o.read()))'), f'{size + 1}\n')

    def test_a_wait_for_the_background_is_interrupted(self):
        # an interrupt also reaches the children, and a shell that has just begun would end
        self.out('%%bash --bg --proc p --out o\ntrap "" INT; echo up; sleep 100')
        self.assertEqual(self.out('print(o.readline())'), "b'up\\n'\n")
        for code in ('p.wait()', 'o.read()', 'o.readline()'):
            msg_id = self.k.client.execute('print("begun", flush=True)\n' + code)
            while self.k.client.get_iopub_msg(timeout=20)['msg_type'] != 'stream':
                pass
            self.k.reply(self.k.request('interrupt_request', {}, 'control'), 'control')
            self.assertEqual(self.k.reply(msg_id)['content']['ename'], 'KeyboardInterrupt', code)
            self.k.until_idle(msg_id)
        self.out('%killbgscripts')


class Version(Magics):
    def test_one_version_of_python(self):
        msg_id = self.k.client.kernel_info()
        told = self.k.reply(msg_id)['content']['language_info']['version']
        self.assertEqual(self.out("import sys\nprint(sys.version.split()[0])\nprint('.'.join(map(str, sys.version_info[:3])))\n"
                                  "print('.'.join(str(sys.hexversion >> s & 255) for s in (24, 16, 8)), sys.hexversion & 255)\n"
                                  "print(sys.implementation.version == sys.version_info, sys.implementation.hexversion == sys.hexversion)"),
                         f'{told}\n{told}\n{told} 240\nTrue True\n')


if __name__ == '__main__':
    main()
