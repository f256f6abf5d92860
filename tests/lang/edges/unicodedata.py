# unicodedata: arguments, values, normal forms.
import unicodedata as u
def t(f,*a):
    try: print('ok', repr(f(*a)))
    except Exception as e: print(type(e).__name__, e)
for n in ('name','lookup','category','normalize','decimal','digit','numeric','combining','bidirectional','east_asian_width','mirrored','decomposition','is_normalized'):
    f=getattr(u,n); t(f); t(f,1); t(f,''); t(f,'ab'); t(f,'a'); t(f,'½'); t(f,'é'); t(f,'٣'); t(f,'²'); t(f,'\u0301'); t(f,'(') ;t(f,'\U0010ffff'); t(f,'한'); t(f,'ﬁ'); t(f,'\u4e00')
    t(f,'a','b'); t(f,'a',3); t(f,'a','b','c'); t(f,'a',None)
for form in ('NFC','NFD','NFKC','NFKD','x','nfc'):
    for s in ('','abc','é','e\u0301','ﬁ','한글','\u1112\u1161\u11ab','ẛ̣','①','a\u0301\u0327','\u0344','Å','ｐａｓｓ','\ud800'):
        t(u.normalize,form,s); t(u.is_normalized,form,s)
t(u.normalize,'NFC',3); t(u.normalize,3,'a'); t(u.lookup,'LATIN SMALL LETTER A'); t(u.lookup,'xx'); t(u.name,'\ue000','d')
print(u.unidata_version)
class S(str): pass
s=S('abc'); t(u.normalize,'NFC',s); print(u.normalize('NFC',s) is s); x='abcé'; print(u.normalize('NFC',x) is x)

def mix(h, s):
    for c in s:
        h = (h * 31 + ord(c) + 1) & 0xffffffffffff
    return h
def digest(f, step=5, start=0):
    h = 0
    for c in range(start, 0x110000, step):
        v = f(chr(c))
        if v: h = mix(h + c, str(v))
    return h
for start in (0, 3):
    print(digest(u.category, 31, start), digest(u.bidirectional, 37, start), digest(u.combining, 37, start), digest(u.mirrored, 37, start), digest(u.east_asian_width, 37, start))
    print(digest(u.decomposition, 31, start), digest(lambda c: u.numeric(c, ''), 31, start), digest(lambda c: u.digit(c, ''), 37, start), digest(lambda c: u.decimal(c, ''), 37, start))
for form in ('NFC', 'NFD', 'NFKC', 'NFKD'):
    print(form, digest(lambda c: u.normalize(form, c), 17), digest(lambda c: u.normalize(form, c), 19, 1))
seed = 1
def rnd(n):
    global seed
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return (seed >> 8) % n
marks = [chr(c) for c in range(0x300, 0x370)] + ['\u0327', '\u05b0', '\u1161', '\u11a8', '\u3099', '\u0f71', '\u0f72']
bases = [chr(c) for c in range(0x41, 0x250)] + ['\u1112', '\u1100', '한', '가', '\u304b', 'ﬁ', '①']
h = 0
for i in range(600):
    s = ''.join(marks[rnd(len(marks))] if rnd(3) else bases[rnd(len(bases))] for k in range(rnd(9)))
    for form in ('NFC', 'NFD', 'NFKC', 'NFKD'):
        h = mix(h, u.normalize(form, s))
print(h)
long = 'a' + ''.join(marks[rnd(len(marks))] for k in range(500))
print([mix(0, u.normalize(f, long)) for f in ('NFC', 'NFD', 'NFKC', 'NFKD')])
