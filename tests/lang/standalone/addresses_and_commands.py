# ipaddress and cmd.
import cmd
import io
import ipaddress as ip

for text in ('192.168.0.1', '::1', '2001:db8::ff00:42:8329', '::ffff:1.2.3.4', '8.8.8.8', '224.0.0.1', '0.0.0.0'):
    a = ip.ip_address(text)
    print(repr(a), a, int(a), a.exploded, a.packed, a.version, a.is_private, a.is_global, a.is_loopback, a.is_multicast, a.is_reserved,
          a.is_link_local, a.is_unspecified, a.reverse_pointer, hash(a) == hash(ip.ip_address(text)))
print(ip.ip_address('fe80::1%eth0'), ip.ip_address('fe80::1%eth0').scope_id)
n = ip.ip_network('10.0.0.0/29')
print(n, repr(n), n.num_addresses, n.netmask, n.hostmask, n.broadcast_address, list(n.hosts()), n[1], n[-1], ip.ip_address('10.0.0.3') in n,
      list(n.subnets()), n.supernet(), n.with_netmask, list(n.address_exclude(ip.ip_network('10.0.0.0/31'))), n.overlaps(ip.ip_network('10.0.0.4/30')),
      n.subnet_of(ip.ip_network('10.0.0.0/8')), ip.ip_network('10.0.0.5/29', strict=False), ip.ip_network('10.0.0.0/255.255.255.0'))
print(ip.ip_interface('10.1.2.3/16'), ip.ip_interface('10.1.2.3/16').network, ip.ip_network('2001:db8::/126'), list(ip.ip_network('2001:db8::/126')),
      list(ip.summarize_address_range(ip.ip_address('1.0.0.1'), ip.ip_address('1.0.0.9'))), list(ip.collapse_addresses(
          [ip.ip_network('1.0.0.0/25'), ip.ip_network('1.0.0.128/25'), ip.ip_address('9.9.9.9')])), sorted([ip.ip_address('2.0.0.0'), ip.ip_address('1.0.0.0')]),
      ip.ip_address('1.2.3.4') + 5, format(ip.ip_address('1.2.3.4'), '#_b'), format(ip.ip_address('::1'), 'x'), ip.ip_address(5), ip.ip_address(b'\x01\x02\x03\x04'))
for f in (lambda: ip.ip_address('1.2.3'), lambda: ip.IPv4Address('1.2.3'), lambda: ip.IPv4Address('1.2.3.256'), lambda: ip.IPv4Address('01.2.3.4'),
          lambda: ip.IPv6Address('1::2::3'), lambda: ip.IPv6Address(':1'), lambda: ip.IPv6Address('12345::'), lambda: ip.IPv6Address('1:2'),
          lambda: ip.ip_network('10.0.0.1/8'), lambda: ip.IPv4Network('1.0.0.0/33'), lambda: ip.IPv4Address(-1), lambda: ip.IPv4Address(2 ** 32),
          lambda: ip.ip_address('1.1.1.1') < ip.ip_address('::1'), lambda: n[99], lambda: list(n.subnets(new_prefix=3)), lambda: ip.IPv4Address(b'abc')):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


class Shell(cmd.Cmd):
    intro, prompt = 'Welcome.', '> '

    def do_add(self, arg):
        'Adds numbers.'
        print(sum(map(int, arg.split())), file=self.stdout)

    def do_quiet(self, arg):
        pass

    def do_EOF(self, arg):
        return True

    def help_topic(self):
        self.stdout.write('about a topic\n')


out = io.StringIO()
shell = Shell(stdin=io.StringIO('add 1 2\n\nhelp\n? add\nhelp topic\nhelp none\nbogus x\n!ls\nquiet\n'), stdout=out)
shell.use_rawinput = False
shell.cmdloop()
shell.columnize([f'name{i}' for i in range(30)], 60)
print(out.getvalue(), shell.parseline('add 1'), shell.completenames('a'))
