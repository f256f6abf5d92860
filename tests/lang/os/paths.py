# os.path on texts.
import os
p = os.path
print(p.join('a', 'b', '/c', 'd'), p.join('a', ''), p.split('/a/b.txt'), p.splitext('a.tar.gz'), p.splitext('.hid'), p.basename('/a/b/'), p.dirname('/a/b'), p.normpath('a//b/../c/.'), p.isabs('/a'), p.commonprefix(['abc', 'abd']), p.commonpath(['/a/b', '/a/c']), p.relpath('/a/b', '/a/c'), os.sep, os.linesep, os.curdir, os.pardir, os.extsep, p.expanduser('~x') if False else '', p.join(b'a', b'b'))
for f, args in ((p.join, (1,)), (p.join, ('a', b'b')), (p.split, (5,)), (p.getsize, ('/nope',)), (p.commonpath, ([],)), (p.splitext, (None,)), (os.listdir, ('/nope',)), (os.remove, ('/nope',)), (os.mkdir, ('/',)), (os.stat, ('/nope',)), (os.getenv, (5,))):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, e)
print(p.exists('/'), p.isdir('/'), p.isfile('/'), p.exists('/nope/x'), os.getcwd() == p.abspath('.'), os.getenv('NOPE_NOT_SET'), os.getenv('NOPE_NOT_SET', 'd'), os.environ.get('NOPE'), 'PATH' in os.environ, os.name)
