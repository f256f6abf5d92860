# tarfile: the three formats, compression, streams, members, extraction, what is refused.
import tarfile, io, os, sys, shutil, time, warnings
import os
import re
import tempfile

os.chdir(tempfile.mkdtemp())


def t(make):
    """Prints what a call gives, or raises
    without addresses."""
    try:
        text = '-> ' + repr(make())[:300]
    except Exception as error:
        text = f'{type(error).__name__} {error}'
    print(re.sub('0x[0-9a-f]{6,}', '0x', text))

shutil.rmtree('tt',ignore_errors=True)
os.mkdir('tt')
os.chdir('tt')
print(tarfile.__all__);
t(lambda: tarfile.TarInfo('x'))
i=tarfile.TarInfo('a/b')
print({k:getattr(i,k) for k in ('name','mode','uid','gid','size','mtime','chksum','type','linkname','uname','gname','devmajor','devminor','offset','offset_data','pax_headers','sparse')})
for f in (tarfile.USTAR_FORMAT,tarfile.GNU_FORMAT,tarfile.PAX_FORMAT):
    j=tarfile.TarInfo('dir/name')
    j.size=3
    j.mtime=1600000000.5
    j.uname='ü';
    t(lambda: len(j.tobuf(f)))
    t(lambda: j.tobuf(f)[:512].rstrip(b'\0'))
    j=tarfile.TarInfo('d'*60+'/'+'n'*80)
    t(lambda: len(j.tobuf(f)))
    j=tarfile.TarInfo('d'*160+'/'+'n'*120)
    t(lambda: len(j.tobuf(f)))
    j=tarfile.TarInfo('x')
    j.size=1<<34
    t(lambda: len(j.tobuf(f)))
    j=tarfile.TarInfo('x')
    j.linkname='l'*150
    t(lambda: len(j.tobuf(f)))
    j=tarfile.TarInfo('x')
    j.uid=1<<22
    t(lambda: len(j.tobuf(f)))
    j.uid=-1
    t(lambda: len(j.tobuf(f)))
t(lambda: tarfile.TarInfo('x').tobuf(77))
for m in ('w','w:gz','w:bz2','w:xz','w|','w|gz','w|bz2','w|xz'):
    b=io.BytesIO()
    with tarfile.open(fileobj=b,mode=m) as z:
        j=tarfile.TarInfo('a.txt')
        j.size=5
        j.mtime=1600000000
        z.addfile(j,io.BytesIO(b'hello'))
        j=tarfile.TarInfo('d')
        j.type=tarfile.DIRTYPE
        j.mode=0o755
        z.addfile(j)
        j=tarfile.TarInfo('d/l')
        j.type=tarfile.SYMTYPE
        j.linkname='../a.txt'
        z.addfile(j)
        j=tarfile.TarInfo('h')
        j.type=tarfile.LNKTYPE
        j.linkname='a.txt'
        z.addfile(j)
        j=tarfile.TarInfo('ü'*120)
        j.size=1
        z.addfile(j,io.BytesIO(b'u'))
    d=b.getvalue()
    print(m, len(d) if m in ('w','w|') else len(d)>100, len(d)%10240==0, d[:3])
    for r in ('r','r:*','r|*',m.replace('w','r')):
        with tarfile.open(fileobj=io.BytesIO(d),mode=r) as z:
            if '|' in r: t(lambda: [(x.name,x.size) for x in z])
            else:
                t(lambda: z.getnames())
                t(lambda: z.getmembers()[0])
                t(lambda: z.extractfile('a.txt').read())
                t(lambda: z.extractfile('d'))
                t(lambda: z.extractfile('d/l').read())
                t(lambda: z.extractfile('h').read())
                t(lambda: z.getmember('nope'))
    t(lambda: tarfile.open(fileobj=io.BytesIO(d),mode='r:xz' if 'xz' not in m else 'r:gz'))
b=io.BytesIO()
z=tarfile.open(fileobj=b,mode='w',format=tarfile.GNU_FORMAT)
t(lambda: z)
t(lambda: z.mode)
t(lambda: z.format)
t(lambda: z.name)
t(lambda: z.next())
t(lambda: z.getnames())
t(lambda: z.extractfile('x'))
t(z.close)
t(lambda: z.getnames())
t(lambda: z.closed)
t(z.close)
t(lambda: z.addfile(i))
t(lambda: tarfile.open('no.tar'))
t(lambda: tarfile.open(fileobj=io.BytesIO(b'')))
t(lambda: tarfile.open(fileobj=io.BytesIO(b'abc'*1000)))
t(lambda: tarfile.open(fileobj=io.BytesIO(b'abc'*1000),mode='r:'))
t(lambda: tarfile.open(fileobj=io.BytesIO(b''),mode='r:'))
t(lambda: tarfile.open(fileobj=io.BytesIO(b'\0'*512),mode='r:').getnames())
t(lambda: tarfile.open())
t(lambda: tarfile.open('x','q'))
t(lambda: tarfile.open('x','r:zz'))
t(lambda: tarfile.open('x','w:gz',compresslevel=1))
t(lambda: tarfile.TarFile('x','rw'))
t(lambda: tarfile.is_tarfile(io.BytesIO(b'a')))
t(lambda: tarfile.is_tarfile('no'))
open('f.txt','w').write('data')
os.utime('f.txt',(1600000000,1600000000))
os.chmod('f.txt',0o640)
os.mkdir('dir')
open('dir/g','w').write('g')
os.symlink('g','dir/s')
os.link('dir/g','dir/hard')
os.mkdir('dir/sub')
z = tarfile.open('o.tar', 'x')
z.add('f.txt')
z.add('dir')
t(lambda: sorted(z.getnames()))
t(lambda: z.add('nofile'))
z.add('dir', 'only', recursive=False)
t(lambda: z.getnames()[-1])
j=z.gettarinfo('f.txt')
t(lambda: (j.name,j.size,j.mtime,oct(j.mode),j.type,j.isreg(),j.isfile(),j.isdir(),j.issym(),j.islnk(),j.ischr(),j.isblk(),j.isfifo(),j.isdev(),j.issparse()))
z.close()
with tarfile.open('o.tar','a') as z: z.add('f.txt','later')
with tarfile.open('o.tar') as z:
    s=io.StringIO()
    o=sys.stdout
    sys.stdout=s
    z.list(False)
    sys.stdout=o
    print(sorted(s.getvalue().split('\n')))
    z.extractall('e1')
    t(lambda: sorted(os.listdir('e1/dir')))
    t(lambda: os.readlink('e1/dir/s'))
    t(lambda: os.stat('e1/f.txt').st_mtime)
    t(lambda: oct(os.stat('e1/f.txt').st_mode))
    t(lambda: z.extract('later','e2'))
    t(lambda: os.listdir('e2'))
    t(lambda: os.stat('e1/dir/g').st_nlink)
    t(lambda: os.listdir('e3'))
d=open('o.tar','rb').read()
t(lambda: tarfile.open(fileobj=io.BytesIO(d[:700])).getnames())
z=bytearray(d)
z[5]^=1
t(lambda: tarfile.open(fileobj=io.BytesIO(bytes(z)),mode='r:'))
t(lambda: tarfile.open(fileobj=io.BytesIO(bytes(z)),mode='r:',ignore_zeros=True).getnames()[:1])
f=tarfile.open('o.tar').extractfile('f.txt')
t(lambda: f.readline())
t(lambda: f.tell())
t(lambda: f.seek(1))
t(lambda: f.read(2))
t(lambda: f.readable())
t(lambda: f.writable())
t(lambda: f.seek(-1,2))
t(lambda: f.peek(1))
t(lambda: type(f))
t(f.close)
t(lambda: f.closed)
b=io.BytesIO()
with tarfile.open(fileobj=b,mode='w',pax_headers={'comment':'häl'}) as z: j=tarfile.TarInfo('x'); j.pax_headers={'my':'v'}; j.mtime=1.25; z.addfile(j)
b.seek(0)
z=tarfile.open(fileobj=b)
t(lambda: z.pax_headers)
t(lambda: z.getmember('x').pax_headers)
t(lambda: z.getmember('x').mtime)
t(lambda: tarfile.ENCODING)
t(lambda: tarfile.DEFAULT_FORMAT)
t(lambda: tarfile.TarFile.OPEN_METH)
t(lambda: tarfile.ReadError.__mro__)
