# needs: zipfile
"""Streams over other streams: texts in archives, in memory, buffers."""
import io, csv, zipfile, gzip, sys
b = io.BytesIO('a,b\n1,é\n'.encode())
t = io.TextIOWrapper(b, encoding='utf-8', newline=''); print(list(csv.reader(t)))
t.seek(0); print(t.readline(), t.encoding, isinstance(t, io.TextIOBase), t.read(), t.closed)
with zipfile.ZipFile('z.zip', 'w') as z: z.writestr('x.csv', 'a,b\n1,2\n')
with zipfile.ZipFile('z.zip') as z, io.TextIOWrapper(z.open('x.csv')) as f: print([l for l in f], list(f))
out = io.BytesIO(); w = io.TextIOWrapper(out, 'utf-8', write_through=True); w.write('hé\n'); print(out.getvalue()); print('x', file=w); print(out.getvalue()); w.detach()
r = io.BufferedReader(io.BytesIO(b'abc')); print(r.read(2), r.peek(), r.readable())
bw = io.BufferedWriter(io.BytesIO()); print(bw.write(b'xy'), bw.flush())
try: io.TextIOWrapper()
except TypeError as e: print(e)
try: io.TextIOWrapper(3)
except Exception as e: print(type(e).__name__, e)
print(isinstance(open('x.zip'), io.TextIOWrapper), isinstance(open('x.zip', 'rb'), io.BufferedReader))
