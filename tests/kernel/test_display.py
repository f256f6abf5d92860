"""What objects say of themselves to front ends: display methods that fail, reports of their own, the classes of IPython.display."""
import os
import re
import unittest
from harness import ECHO, KernelCase, main, text, types


@unittest.skipIf(ECHO, 'the stand-in shows nothing')
class Display(KernelCase):
    def shown(self, code):
        """The one message that shows something, and that the cell did not fail."""
        reply, messages = self.k.run(code)
        self.assertEqual((reply['content']['status'], text(messages, 'stderr')), ('ok', ''), (code, reply['content']))
        return [m['content'] for m in messages if m['msg_type'] in ('execute_result', 'display_data', 'update_display_data')]

    def data(self, code):
        return self.shown(code)[-1]['data']

    def error(self, code):
        reply, messages = self.k.run(code)
        self.assertEqual(reply['content']['status'], 'error', code)
        return reply['content'], messages


class Methods(Display):
    def test_not_implemented_is_no_representation(self):
        raising = 'raise NotImplementedError("no")'
        for name in ('_repr_html_', '_repr_markdown_', '_repr_svg_', '_repr_png_', '_repr_pdf_', '_repr_jpeg_', '_repr_latex_', '_repr_json_',
                     '_repr_javascript_', '_ipython_display_'):
            for call in ('P()', 'display(P())'):
                self.assertEqual(list(self.data(f'class P:\n    def {name}(self): {raising}\n{call}')), ['text/plain'], name)
        code = f'class P:\n    def _repr_mimebundle_(self, include=None, exclude=None): {raising}\n    def _repr_html_(self): return "<b>"\nP()'
        self.assertEqual(self.data(code)['text/html'], '<b>')
        for name, rest in (('__repr__', 'self'), ('_repr_pretty_', 'self, p, cycle')):
            self.assertEqual(self.shown(f'class P:\n    def {name}({rest}): {raising}\nP()'), [], name)
            self.assertEqual(list(self.data(f'class P:\n    def {name}({rest}): {raising}\n    def _repr_html_(self): return "h"\nP()')),
                             ['text/html'], name)

    def test_other_errors_leave_the_rest(self):
        for name in ('_repr_html_', '_ipython_display_', '_repr_mimebundle_'):
            content, messages = self.error(f'class P:\n    def {name}(self, **kw): raise ValueError("bad")\nP()')
            self.assertEqual(types(messages)[2:-1], ['error', 'execute_result'], name)
            self.assertEqual(content['ename'], 'ValueError')

    def test_a_bundle_of_a_wrong_type_is_told(self):
        _, messages = self.k.run('class P:\n    def _repr_mimebundle_(self, **kw): return 5\nP()')
        self.assertIn("FormatterWarning: text/plain formatter returned invalid type <class 'int'> (expected <class 'dict'>)", text(messages, 'stderr'))


class Reports(Display):
    def report(self, body):
        content, messages = self.error(f'class E(Exception):\n    {body}\nraise E("x")')
        return content['ename'], content['evalue'], content['traceback'], messages

    def test_an_exception_that_renders_itself(self):
        self.assertEqual(self.report('def _render_traceback_(self): return ["one", "two"]')[:3], ('E', 'x', ['one', 'two']))
        self.assertEqual(self.report('def _render_traceback_(self): return ("a", "b")')[2], ['a', 'b'])
        self.assertEqual(self.report('def _render_traceback_(self): return []')[2], [])
        self.assertEqual(self.report('_render_traceback_ = property(lambda self: lambda: [self.args[0]])')[2], ['x'])
        content, _ = self.error('class E(KeyboardInterrupt):\n    def _render_traceback_(self): return ["a"]\nraise E')
        self.assertEqual(content['traceback'], ['a'])

    def test_one_that_cannot(self):
        for body in ('def _render_traceback_(self): raise ValueError("inside")', '_render_traceback_ = 5', 'def _render_traceback_(self, tb): pass',
                     'def _render_traceback_(self): return 5'):
            name, value, traceback, messages = self.report(body)
            self.assertEqual((name, value), ('E', 'x'))
            self.assertIn('----> ', ''.join(traceback).replace('\033[32m', ''))
            self.assertEqual(text(messages), 'Unexpected exception formatting exception. Falling back to standard exception\n')

    def test_the_line_of_a_wrong_f_string_is_the_cells(self):
        for code, line, column in (("f'{1 +}'", "f'{1 +}'", 8), ("x = 1\ny = f'{1 +}'", "y = f'{1 +}'", 8), ("f'{1:{2 +}}'", "f'{1:{2 +}}'", 8),
                                   ("x = (f'{1}'\n  f'{2 *}')", "f'{2 *}')", 6), ("f'{a b}'", "f'{a b}'", 5)):
            shown = self.error(code)[0]['traceback'][-1].replace('\033[31m', '').replace('\033[39m', '').split('\n')
            self.assertEqual((shown[1], shown[2]), ('    ' + line, ' ' * column + '^'), code)

    def test_no_colours_anywhere(self):
        self.k.run('def f(x=1): pass\n')
        self.k.run('%colors nocolor')
        try:
            for code in ('f?', 'f??', '%pinfo f'):
                self.assertNotIn('\033', self.k.run(code)[0]['content']['payload'][0]['data']['text/plain'])
            inspected = self.k.reply(self.k.client.inspect('f'))['content']['data']['text/plain']
            self.assertTrue(inspected.startswith('Signature: f(x=1)\n'), inspected)
        finally:
            self.k.run('%colors neutral')
        self.assertIn('\033', self.k.run('f?')[0]['content']['payload'][0]['data']['text/plain'])


class Search(Display):
    def page(self, line):
        return self.k.run(line)[0]['content']['payload'][0]['data']['text/plain'].split('\n')

    def test_names_that_match(self):
        self.k.run('%reset -f')
        self.k.run('myvar = 1; Myvar = 2; _mine = 3\nimport math\ndef my_function(): pass')
        self.assertEqual(self.page('*int*?'), ['FloatingPointError', 'breakpoint', 'int', 'print'])
        self.assertEqual(self.page('%psearch my*'), ['my_function', 'myvar'])
        self.assertEqual(self.page('%psearch -i my*'), ['Myvar', 'my_function', 'myvar'])
        self.assertEqual(self.page('%psearch my* function'), ['my_function'])
        self.assertEqual(self.page('%psearch pri* builtinfunction'), ['print'])
        self.assertEqual(self.page('%psearch -e builtin pri*'), [''])
        self.assertEqual(self.page('%psearch -s builtin int'), ['int'])
        self.assertEqual(self.page('%psearch -a *mine'), ['_mine'])
        self.assertEqual(self.page('*mine?'), [''])
        self.assertEqual(self.page('ma*.*sq*?'), ['math.isqrt', 'math.sqrt'])
        self.assertEqual(self.page('nosuch.*?'), [''])
        self.assertIn('mappingproxy', self.page('%psearch -l'))

    def test_what_is_refused(self):
        self.assertEqual(self.error('%psearch')[0]['evalue'], 'invalid argument string for psearch: <>')
        self.assertEqual(self.error('%psearch a b c')[0]['ename'], 'ValueError')
        self.assertIn('invalid namespace <nosuch>', self.error('%psearch -s nosuch x')[0]['evalue'])
        self.assertEqual(text(self.error('%psearch -z x')[1], 'stderr'), 'UsageError: option -z not recognized (allowed: "cias:e:l")\n')


class Classes(Display):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.k.run('from IPython.display import *')

    def test_nothing_private_comes_with_a_star(self):
        _, messages = self.k.run("space = {}\nexec('from IPython.display import *\\nfrom IPython import *', space)\n"
                                 "print([k for k in space if k[0] == '_' and k != '__builtins__'], 'urandom' in space, 'base64' in space, 'HTML' in space)")
        self.assertEqual(text(messages), '[] False False True\n')

    def test_javascript(self):
        script = self.data("Javascript('go()', lib=['a', 'b'], css='c')")['application/javascript']
        self.assertTrue(script.startswith('var link = document.createElement("link");\n\tlink.rel = "stylesheet";'), script)
        self.assertTrue(script.endswith('\tscript.src = "b";\n\tdocument.head.appendChild(script);\n}).then(() => {\ngo()\n});\n});'), script)
        self.assertEqual(self.error('Javascript(lib=5)')[0]['evalue'], 'expected sequence, got: 5')

    def test_texts(self):
        self.assertEqual(self.shown("HTML('x', metadata={'isolated': True})")[0]['metadata'], {'text/html': {'isolated': True}})
        self.assertEqual(list(self.data('HTML()')), ['text/plain'])
        self.assertEqual(self.data("SVG('<?xml version=\"1.0\"?><!-- c --><svg width=\"1\"><g/></svg>')")['image/svg+xml'], '<svg width="1"><g/></svg>')
        self.assertEqual(self.error("HTML(b'x')")[0]['evalue'], "HTML expects text, not b'x'")
        self.assertEqual(self.error("HTML(url='http://x')")[0]['ename'], 'ValueError')
        self.assertEqual(self.error("Markdown(filename='nosuch')")[0]['ename'], 'FileNotFoundError')
        self.assertIn('IFrame instead', text(self.k.run('HTML(\'<iframe src="x"></iframe>\')')[1], 'stderr'))

    def test_values(self):
        shown = self.shown("JSON({'a': 1}, expanded=True, root='r', more=3, metadata={'b': 2})")[0]
        self.assertEqual((shown['data']['application/json'], shown['metadata']['application/json']),
                         ({'a': 1}, {'expanded': True, 'root': 'r', 'b': 2, 'more': 3}))
        self.assertEqual(self.error('JSON(5)')[0]['evalue'], 'JSON expects JSONable dict or list, not 5')
        self.assertEqual(self.error("JSON('5')")[0]['ename'], 'TypeError')
        self.assertEqual(self.data("GeoJSON({'type': 'Feature'}, layer_options={})")['application/geo+json'], {'type': 'Feature'})

    def test_pictures(self):
        self.k.run("png = b'\\x89PNG\\r\\n\\x1a\\n\\0\\0\\0\\rIHDR\\0\\0\\0\\x0a\\0\\0\\0\\x14\\x08\\x06\\0\\0\\0'")
        self.assertEqual(self.shown('Image(png, retina=True)')[0]['metadata'], {'image/png': {'width': 5, 'height': 10}})
        self.assertEqual(self.shown("Image(png, width=5, unconfined=True, alt='q', metadata={'x': 1})")[0]['metadata'],
                         {'image/png': {'x': 1, 'width': 5, 'unconfined': True, 'alt': 'q'}})
        self.assertEqual(self.data("Image(url='u.gif', width=4, unconfined=True, alt='al')")['text/html'],
                         '<img src="u.gif" width="4" class="unconfined" alt="al"/>')
        for data, mime in (("b'\\xff\\xd8\\xff'", 'image/jpeg'), ("b'GIF89a'", 'image/gif'), ("b'RIFF....WEBP'", 'image/webp')):
            self.assertIn(mime, self.data(f'Image({data})'))
        self.assertEqual(self.error("Image(b'x', format='bmp')")[0]['evalue'], "Cannot embed the 'bmp' image format")
        self.assertEqual(self.error('Image()')[0]['evalue'], 'No image data found. Expecting filename, url, or data.')

    def test_pages_and_films_and_sounds(self):
        self.assertIn('src="http://x?a=1&b=c+d%26"', self.data("IFrame('http://x', 10, '50%', a=1, b='c d&')")['text/html'])
        self.assertIn('src="https://www.youtube.com/embed/abc?autoplay=1"', self.data("YouTubeVideo('abc', allow_autoplay=True)")['text/html'])
        self.assertEqual(self.data("Video('http://x/y.mp4')")['text/html'],
                         '<video src="http://x/y.mp4" controls  >\n      Your browser does not support the <code>video</code> element.\n    </video>')
        self.assertIn('<video controls  width="3" >\n <source src="data:video/mp4;base64,YWJj"', self.data("Video(b'abc', embed=True, width=3)")['text/html'])
        self.assertIn('pass embed=True', self.error("Video('f.mp4')")[0]['evalue'])
        wave = 'data:audio/wav;base64,UklGRioAAABXQVZFZm10IBAAAAABAAEACgAAABQAAAACABAAZGF0YQYAAAAAAP9/AYA='
        self.assertIn(wave, self.data('Audio([0, 0.5, -0.5], rate=10)')['text/html'])
        self.assertIn(wave, self.data('import torch; Audio(torch.tensor([0, 0.5, -0.5]), rate=10)')['text/html'])
        self.assertIn('AAAAP8/AcA=', self.data('Audio([0, 0.5, -0.5], rate=10, normalize=False)')['text/html'])
        self.assertIn('<audio id="e" controls="controls" autoplay="autoplay">\n                    <source src="http://x/y.wav" type="audio/x-wav" />',
                      self.data("Audio(url='http://x/y.wav', autoplay=True, element_id='e')")['text/html'])
        self.assertEqual(self.error('Audio([0, 5], rate=10, normalize=False)')[0]['evalue'], 'Audio data must be between -1 and 1 when normalize=False.')
        self.assertIn('rate must be specified', self.error('Audio([0])')[0]['evalue'])

    def test_links_and_bars(self):
        path = os.path.join(self.k.folder.name, 'a&b')
        open(path, 'w').close()
        name = path.replace('&', '&amp;')
        self.assertEqual(self.data(f'FileLink({path!r}, url_prefix="p/", result_html_suffix="")')['text/html'],
                         f"<a href='p/{name}' target='_blank'>{name}</a>")
        self.assertIn("doesn't exist", self.data("FileLink('nosuch')")['text/html'])
        shown = self.shown('for i in ProgressBar(2): pass')
        self.assertEqual([s['data']['text/plain'][-3:] for s in shown], ['0/2', '0/2', '1/2', '2/2'])
        self.assertEqual(len({s['transient']['display_id'] for s in shown}), 1)

    def test_links_to_the_files_of_folders(self):
        top = os.path.join(self.k.folder.name, 'top')
        for name in ('a.txt', 'sub/b&c', 'sub/deep/d.txt', 'sub/deep/e', 'empty/'):
            path = os.path.join(top, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if not name.endswith('/'):
                open(path, 'w').close()
        shown = self.data(f'import os; os.chdir({self.k.folder.name!r})\nFileLinks("top/", included_suffixes=[".txt", "c"])')
        self.assertEqual(shown['text/plain'], 'top/\n  a.txt\ntop/sub/\n  b&c\ntop/sub/deep/\n  d.txt')
        self.assertEqual(shown['text/html'].splitlines()[2:4],
                         ['top/sub/<br>', "&nbsp;&nbsp;<a href='top/sub/b&amp;c' target='_blank'>b&amp;c</a><br>"])
        self.assertEqual(self.data('FileLinks("top", url_prefix="u/", recursive=False, result_html_prefix="<i>%")')['text/html'],
                         "<i>%top/<br>\n<i>%&nbsp;&nbsp;<a href='u/top/a.txt' target='_blank'>a.txt</a><br>")
        mine = self.data('FileLinks("top", recursive=False, notebook_display_formatter=lambda folder, names, suffixes: [folder, *names])')
        self.assertEqual(mine['text/html'], 'top\na.txt')
        self.assertEqual(self.error('FileLinks("top/a.txt")')[0]['evalue'],
                         "Cannot display a file using FileLinks. Use FileLink to display 'top/a.txt'.")
        self.assertIn("doesn't exist", self.data('FileLinks("nosuch")')['text/html'])

    def test_programs(self):
        shown = self.data("Code('x < 1', language='python')")
        self.assertEqual(shown['text/plain'], 'x < 1')
        self.assertIn('x &lt; 1', re.sub('<span.*?>|</span>', '', shown['text/html']))
        self.assertEqual(self.error("Code(5)")[0]['evalue'], 'Code expects text, not 5')

    def test_one_form_only(self):
        self.assertEqual(self.data("display_html('<b>', raw=True)"), {'text/html': '<b>'})
        self.assertEqual(self.data("display_markdown(Markdown('m'))"), {'text/markdown': 'm'})
        self.assertEqual(self.data("display_png(b'abc', raw=True)"), {'image/png': 'YWJj'})
        self.assertEqual(self.shown('display_html(5)'), [])
        self.assertEqual(self.error("publish_display_data('x')")[0]['evalue'], "data must be a dict, got: 'x'")
        self.assertEqual(self.error("display(5, transient={'a': 1})")[0]['ename'], 'TypeError')


if __name__ == '__main__':
    main()
