# uuid: fields, forms, versions, what is refused.
import uuid, pickle, copy
import os
import re
import tempfile

os.chdir(tempfile.mkdtemp())


def t(make):
    """Prints what a call gives, or raises; without addresses."""
    try:
        text = '-> ' + repr(make())[:300]
    except Exception as error:
        text = f'{type(error).__name__} {error}'
    print(re.sub('0x[0-9a-f]{6,}', '0x', text))

U=uuid.UUID
u=U('12345678-1234-5678-1234-567812345678')
t(lambda:u)
t(lambda:str(u))
t(lambda:(u.hex,u.int,u.bytes,u.bytes_le,u.fields,u.time_low,u.time_mid,u.time_hi_version,u.clock_seq_hi_variant,u.clock_seq_low,u.node,u.time,u.clock_seq,u.urn,u.variant,u.version,u.is_safe))
t(lambda:U('x'))
t(lambda:U())
t(lambda:U('{12345678123456781234567812345678}'))
t(lambda:U('urn:uuid:12345678-1234-5678-1234-567812345678'))
t(lambda:U(bytes=b'a'*16))
t(lambda:U(bytes=b'a'))
t(lambda:U(bytes_le=b'abcdefghijklmnop'))
t(lambda:U(bytes_le=b''))
t(lambda:U(int=-1))
t(lambda:U(int=1<<128))
t(lambda:U(int=5,version=4))
t(lambda:U(int=5,version=9))
t(lambda:U(fields=(1,2,3,4,5,6)))
t(lambda:U(fields=(1,2,3,4,5)))
for i in range(6): t(lambda:U(fields=tuple(1<<50 if j==i else 0 for j in range(6))))
t(lambda:U('z'*32))
t(lambda:uuid.uuid3(uuid.NAMESPACE_DNS,'python.org'))
t(lambda:uuid.uuid5(uuid.NAMESPACE_DNS,'python.org'))
t(lambda:uuid.uuid4().version)
t(lambda:uuid.uuid1(5,7).clock_seq)
t(lambda:uuid.uuid1().version)
t(lambda:uuid.uuid1(node=9).node); a,b=uuid.uuid1(),uuid.uuid1()
t(lambda:a<b or a.time<b.time)
t(lambda: a==a)
t(lambda:u<3)
t(lambda:hash(u)==hash(u.int))
t(lambda: int(u))
t(lambda: pickle.loads(pickle.dumps(u))==u)
t(lambda: copy.deepcopy(u)==u)
t(lambda: len({u,u}))
def w(): u.int=3
t(w)
t(lambda: uuid.NAMESPACE_X500)
t(lambda: uuid.getnode()==uuid.getnode())
t(lambda: U(int=1<<63).variant)
t(lambda: U(int=3<<62).variant)
t(lambda: U(int=7<<61).version)
t(lambda: uuid.SafeUUID.safe)
t(lambda: sorted([U(int=3),U(int=1)]))
t(lambda: uuid.uuid5(uuid.NAMESPACE_URL, b'x'))
