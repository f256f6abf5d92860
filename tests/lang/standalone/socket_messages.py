# Messages over sockets: several buffers, ancillary data, descriptors, netlink; errors.
import socket, os
a,b=socket.socketpair()
print(a.sendmsg([b'ab',bytearray(b'cd')]), b.recvmsg(10))
r,w=os.pipe()
print(socket.send_fds(a,[b'x'],[r,w]))
d,f,fl,ad=socket.recv_fds(b,10,5); print(d,len(f),fl,ad)
os.write(f[1],b'hi'); print(os.read(r,5))
a.send(b'12345'); x=bytearray(2); y=bytearray(5)
print(b.recvmsg_into([x,y],0), x,y, socket.CMSG_LEN(4), socket.CMSG_SPACE(4))
for bad in (lambda: a.sendmsg(1), lambda: a.sendmsg([1]), lambda: a.sendmsg([b''],[1]), lambda: b.recvmsg(-1), lambda: b.recvmsg(1,-1), lambda: socket.CMSG_LEN(-1), lambda: b.recvmsg_into([b'x']), lambda: a.sendmsg([b'x'],[(1,2,3)])):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
b.settimeout(0.01)
try: b.recvmsg(1)
except TimeoutError as e: print(e)
s=socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0); s.bind((0,0)); print(s.getsockname()[1]); s.close()
print(socket.AF_VSOCK, socket.SCM_RIGHTS, socket.PF_PACKET, socket.VMADDR_CID_ANY, socket.SOL_TCP)
a.close(); b.close()
