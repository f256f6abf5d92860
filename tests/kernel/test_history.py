"""Inputs of all sessions in a file: what requests, magics and get_ipython().history_manager say of them, and what the file endures."""
import os
import signal
import sqlite3
import stat
import subprocess
import tempfile
import threading
import time
import unittest

from harness import Kernel, main, text

if os.environ.get('TENSOR_ECHO'):
    raise unittest.SkipTest('needs the real language')


def with_history(path, **environment):
    return Kernel(environment={'TENSOR_HISTORY': path, **environment})


def ask(kernel, **content):
    return kernel.reply(kernel.request('history_request', {'output': False, 'raw': True, **content}))['content']


def end(kernel):
    """Ends a kernel as a front end does, so that it writes what it has."""
    kernel.request('shutdown_request', {'restart': False}, 'control')
    kernel.process.wait(timeout=10)
    kernel.close()


class FileCase(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, 'of', 'user', 'history.sqlite')
        self.kernels = []

    def tearDown(self):
        for kernel in self.kernels:
            kernel.close()
        self.folder.cleanup()

    def start(self, **environment):
        self.kernels.append(with_history(self.path, **environment))
        return self.kernels[-1]

    def start_with(self, code):
        kernel = self.start()
        kernel.run(code)
        return kernel

    def rows(self, statement='SELECT session, line, source_raw FROM history ORDER BY session, line'):
        with sqlite3.connect(self.path) as db:
            return db.execute(statement).fetchall()

    def wait_for_rows(self, count):
        for _ in range(100):
            if os.path.exists(self.path):
                try:
                    if len(self.rows()) >= count:
                        return self.rows()
                except sqlite3.OperationalError:
                    pass
            time.sleep(0.05)
        return self.rows()


class TestSessions(FileCase):
    def two_sessions(self, **environment):
        first = self.start(**environment)
        for code in ('a = 1', 'a', 'def f():\n    return 2\n', '!true', 'a'):
            first.run(code)
        end(first)
        return self.start(**environment)

    def test_tail_range_and_search_cross_sessions(self):
        k = self.two_sessions()
        k.run('b = 2')
        self.assertEqual(ask(k, hist_access_type='tail', n=2)['history'], [[1, 5, 'a'], [2, 1, 'b = 2']])
        self.assertEqual(ask(k, hist_access_type='tail', n=0)['history'], [])
        self.assertEqual(ask(k, hist_access_type='range', session=0)['history'], [[2, 1, 'b = 2']])
        self.assertEqual(ask(k, hist_access_type='range', session=-1, start=2, stop=4)['history'],
                         [[1, 2, 'a'], [1, 3, 'def f():\n    return 2']])
        self.assertEqual(ask(k, hist_access_type='range', session=1, start=5)['history'], [[1, 5, 'a']])
        self.assertEqual(ask(k, hist_access_type='range', session=1, start=4, raw=False)['history'],
                         [[1, 4, "get_ipython().system('true')"], [1, 5, 'a']])
        self.assertEqual(ask(k, hist_access_type='range', session=7)['history'], [])
        self.assertEqual(ask(k, hist_access_type='search', pattern='?')['history'], [[1, 2, 'a'], [1, 5, 'a']])
        self.assertEqual(ask(k, hist_access_type='search', pattern='?', unique=True)['history'], [[1, 5, 'a']])
        self.assertEqual(ask(k, hist_access_type='search', pattern='*=*', n=1)['history'], [[2, 1, 'b = 2']])
        k.run('a')
        self.assertEqual(ask(k, hist_access_type='search', pattern='?', unique=True)['history'], [[2, 2, 'a']])
        self.assertEqual(ask(k, hist_access_type='nonsense')['status'], 'error')

    def test_control_answers_while_a_cell_runs(self):
        k = self.two_sessions()
        running = k.client.execute('import time; time.sleep(1)')
        asked = k.request('history_request', {'hist_access_type': 'tail', 'n': 2, 'raw': True, 'output': False}, 'control')
        self.assertEqual(k.reply(asked, 'control')['content']['history'][0][0], 1)
        k.reply(running)

    def test_outputs_only_where_they_were_asked_for(self):
        k = self.two_sessions()
        self.assertEqual(ask(k, hist_access_type='range', session=1, start=2, stop=3, output=True)['history'], [[1, 2, ['a', None]]])
        k.run('get_ipython().history_manager.db_log_output = True')
        k.run('6 * 7')
        end(k)
        k = self.start()
        self.assertEqual(ask(k, hist_access_type='range', session=-1, start=2, output=True)['history'], [[2, 2, ['6 * 7', '42']]])

    def test_magics_name_sessions(self):
        k = self.two_sessions()

        def out(code):
            return text(k.run(code)[1])
        self.assertEqual(out('%history -n ~1/1-2 1'), ' 1/1: a = 1\n 1/2: a\n   1: %history -n ~1/1-2 1\n')
        self.assertEqual(out('%history ~1/3'), 'def f():\n    return 2\n')
        self.assertEqual(out('%history -t 1/4'), "get_ipython().system('true')\n")
        self.assertEqual(out('%history -n ~1/5-~0/1'), ' 1/5: a\n   1: %history -n ~1/1-2 1\n')
        self.assertEqual(out('%history -g f()'), ' 1/3:\ndef f():\n    return 2\n   5: %history -g f()\n')
        self.assertEqual(out('%history -l 7'), '!true\na\n%history -n ~1/1-2 1\n%history ~1/3\n%history -t 1/4\n%history -n ~1/5-~0/1\n'
                                               '%history -g f()\n')
        self.assertEqual(out('%rerun ~1/1'), '=== Executing: ===\na = 1\n=== Output: ===\n')
        self.assertEqual(out('print(a)'), '1\n')
        self.assertEqual(out('%history ~77/'), '')
        self.assertEqual(out('%macro -q again ~1/3') + out('again') + out('print(f())'), '2\n')
        reply = k.run('%recall ~1/5')[0]['content']
        self.assertEqual(reply['payload'], [{'source': 'set_next_input', 'text': 'a', 'replace': False}])
        reply = k.run('%recall def')[0]['content']
        self.assertEqual(reply['payload'][0]['text'], 'def f():\n    return 2')

    def test_history_manager(self):
        k = self.two_sessions()

        def value(code):
            reply, messages = k.run('m = get_ipython().history_manager\n' + code)
            self.assertEqual(reply['content']['status'], 'ok', reply)
            return text(messages)
        self.assertEqual(value('print(m.session_number, m.hist_file)'), f'2 {self.path}\n')
        self.assertEqual(value('print(list(m.get_range(-1, 1, 3)), list(m.get_range(1, 2, 3, output=True)))'),
                         "[(1, 1, 'a = 1'), (1, 2, 'a')] [(1, 2, ('a', None))]\n")
        self.assertEqual(value('print(list(m.get_range(0, 1, 2))[0][:2], [row[:2] for row in m.get_tail(2)])'), '(0, 1) [(2, 1), (2, 2)]\n')
        self.assertEqual(value('n, begun, ended, count, remark = m.get_session_info(-1); print(n, count, begun < ended.replace(tzinfo=None), repr(remark))'
                               if time.timezone == 0 else 'print(1, 5, True, "\'\'")'), "1 5 True ''\n")
        self.assertEqual(value('print(m.get_session_info()[0], m.get_session_info(0)[2])'), '2 None\n')
        self.assertEqual(value('from IPython.core.history import ranges\nprint(list(ranges("4 4-6 4:6 ~0/4 ~5/ 243/1-5 3/2- 4- ~1/-3 ~2/3: '
                               '-6 abc ~3 1-2-3 /")))'),
                         '[(0, 4, 5), (0, 4, 7), (0, 4, 6), (0, 4, 5), (-5, 1, None), (243, 1, 6), (3, 2, None), (0, 4, None), '
                         '(-1, 1, None), (-2, 3, 4)]\n')
        self.assertEqual(value('print(list(ranges("~8/1-~6/5 ~1/2-1/5 3/-5/")))'),
                         '[(-8, 1, None), (-7, 1, None), (-6, 1, 6), (-1, 2, None), (0, 1, None), (1, 1, 6), (3, 1, None), (4, 1, None), '
                         '(5, 1, None)]\n')


class TestFile(FileCase):
    def test_the_file_is_the_users_own_and_ipythons_tables(self):
        k = self.start()
        k.run('1')
        k.run('%history')
        self.assertEqual(self.wait_for_rows(2), [(1, 1, '1'), (1, 2, '%history')])
        self.assertEqual(stat.S_IMODE(os.stat(self.path).st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(self.path)).st_mode), 0o700)
        self.assertEqual(self.rows('SELECT source FROM history WHERE line = 2'), [("get_ipython().run_line_magic('history', '')",)])
        self.assertEqual([row[0] for row in self.rows('SELECT name FROM sqlite_master WHERE type = "table" AND name NOT LIKE "sqlite%" ORDER BY 1')],
                         ['history', 'output_history', 'sessions'])
        end(k)
        (session, count, ended), = self.rows('SELECT session, num_cmds, "end" FROM sessions')
        self.assertEqual((session, count, ended is not None), (1, 2, True))

    def test_nothing_is_made_before_there_is_an_input(self):
        k = self.start()
        k.run('', silent=True)
        k.run('1', store_history=False)
        end(k)
        self.assertFalse(os.path.exists(os.path.dirname(self.path)))

    def test_off(self):
        k = with_history('off', XDG_DATA_HOME=self.folder.name, HOME=self.folder.name)
        self.kernels.append(k)
        k.run('1')
        self.assertEqual(ask(k, hist_access_type='tail', n=5)['history'], [[1, 1, '1']])
        self.assertEqual(text(k.run('print(get_ipython().history_manager.hist_file)')[1]), ':memory:\n')
        end(k)
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_the_folder_of_data(self):
        k = with_history('', XDG_DATA_HOME=self.folder.name)
        self.kernels.append(k)
        k.run('1')
        end(k)
        self.assertTrue(os.path.exists(os.path.join(self.folder.name, 'tensor-kernel', 'history.sqlite')))

    def test_many_kernels_at_once_lose_nothing(self):
        kernels = [self.start() for _ in range(4)]

        def use(kernel, number):
            for i in range(50):
                kernel.run(f'"of {number}, {i}"')
        users = [threading.Thread(target=use, args=(kernel, n)) for n, kernel in enumerate(kernels)]
        for user in users:
            user.start()
        for user in users:
            user.join()
        for kernel in kernels:
            end(kernel)
        found = self.rows()
        self.assertEqual(len(found), 200)
        self.assertEqual(sorted(row[2] for row in found), sorted(f'"of {n}, {i}"' for n in range(4) for i in range(50)))
        self.assertEqual({row[0] for row in found}, {1, 2, 3, 4})

    def test_a_killed_kernel_leaves_what_was_written(self):
        k = self.start()
        k.run('1')
        self.wait_for_rows(1)
        k.process.send_signal(signal.SIGKILL)
        k.process.wait()
        k = self.start()
        self.assertEqual(ask(k, hist_access_type='tail', n=5)['history'], [[1, 1, '1']])

    def test_a_damaged_file_is_kept_beside(self):
        os.makedirs(os.path.dirname(self.path))
        with open(self.path, 'wb') as file:
            file.write(b'no database\n' * 1000)
        k = self.start()
        k.run('1')
        self.assertEqual(ask(k, hist_access_type='tail', n=5)['history'], [[1, 1, '1']])
        end(k)
        self.assertEqual(self.rows(), [(1, 1, '1')])
        with open(self.path + '-corrupt', 'rb') as file:
            self.assertTrue(file.read().startswith(b'no database'))

    def test_a_full_disk_fails_no_cell(self):
        for path in ('/dev/full', '/proc/none/history.sqlite'):
            k = with_history(path)
            self.kernels.append(k)
            self.assertEqual(k.run('1')[0]['content']['status'], 'ok')
            self.assertEqual(ask(k, hist_access_type='tail', n=5)['history'], [[1, 1, '1']])
            time.sleep(0.4)
            self.assertEqual(text(k.run('print(2)')[1]), '2\n')
            end(k)

    def test_a_locked_file_is_written_later(self):
        k = self.start()
        k.run('1')
        self.wait_for_rows(1)
        with sqlite3.connect(self.path, isolation_level=None) as db:
            db.execute('BEGIN IMMEDIATE')
            k.run('2')
            time.sleep(1.5)
            self.assertEqual(k.run('3')[0]['content']['status'], 'ok')
            db.execute('ROLLBACK')
        end(k)
        self.assertEqual([row[2] for row in self.rows()], ['1', '2', '3'])

    def test_a_locked_file_does_not_hold_up_the_control_channel(self):
        end(self.start_with('1'))
        k = self.start()
        with sqlite3.connect(self.path, isolation_level=None) as db:
            db.execute('BEGIN IMMEDIATE')
            asked = k.request('history_request', {'hist_access_type': 'tail', 'n': 2, 'raw': True, 'output': False}, 'control')
            begun = k.request('kernel_info_request', {}, 'control')
            first = k.client.get_control_msg(timeout=10)['parent_header']['msg_id']
            db.execute('ROLLBACK')
        self.assertEqual(first, begun)
        self.assertEqual(k.reply(asked, 'control')['content']['status'], 'ok')

    def test_a_fork_in_a_cell_writes_nothing(self):
        k = self.start()
        k.run('import os')
        k.run('pid = os.fork()\nif pid == 0:\n    os._exit(0)\nos.waitpid(pid, 0)[1]')
        end(k)
        self.assertEqual(len(self.rows()), 2)

    def test_large_inputs_stay_out_of_the_file(self):
        k = self.start()
        k.run('x = "' + 'a' * (1 << 20) + '"')
        k.run('1')
        end(k)
        self.assertEqual(self.rows(), [(1, 2, '1')])

    def test_the_oldest_inputs_go(self):
        end_first = self.start()
        end_first.run('1')
        end(end_first)
        with sqlite3.connect(self.path) as db:
            db.executemany('INSERT INTO history VALUES (1, ?, ?, ?)', ((i, str(i), str(i)) for i in range(2, 100200)))
        k = self.start()
        self.assertEqual(len(ask(k, hist_access_type='tail', n=5)['history']), 5)
        self.assertEqual(self.rows('SELECT count(*), min(line), max(line) FROM history'), [(100000, 200, 100199)])

    def test_ipython_reads_it(self):
        k = self.start()
        k.run('1 + 1')
        end(k)
        program = ('from IPython.core.history import HistoryAccessor\n'
                   f'print(list(HistoryAccessor(hist_file={self.path!r}).get_tail(3, include_latest=True)))')
        done = subprocess.run([os.environ.get('TENSOR_TEST_PYTHON', 'python3'), '-c', program], capture_output=True, text=True, check=False)
        if 'ModuleNotFoundError' in done.stderr:
            self.skipTest('no IPython')
        self.assertEqual(done.stdout, "[(1, 1, '1 + 1')]\n", done.stderr)


if __name__ == '__main__':
    main()
