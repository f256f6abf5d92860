print(0x1F, 0b101, 0o17, 1_000_000, 0x_ff, 1e3, 1.5e-3, .5, 5., 1_0.0_1, 1j, 2.5J, 0xFFFFFFFFFFFFFFFFFF, 00, 0_0, 1E5, 0B11, 0O7, 0XaB, 1e1_0)
print('a' "b" '''c''' """d""", r'\n', b'\x00\xff' b'a', rb'\d', Rb'\d', BR'\d', u'x', '\101\x41\u0041\U00000041', '\
continued', 'tab\there', '\a\b\f\v\\\'\"'.encode())
for c in ('0777', '1__0', '1_', '0x', '0b2', '0o8', '1e', '1.e', '1_.5', '0b', '1abc', '0xg', '1.5.5', '1if 1else 2', '0_7', '09', '0_9.5', '1__0.0', '5 .real', '5.real', '"a', "'a\nb'", '"\\N{nope}"', '"\\x4"', '"\\u12"', 'b"é"', '"\\U99999999"', '1 2', "'a' b'c'", '1lambda: 1', '1_000and 2'):
    try: print(repr(c), eval(c))
    except SyntaxError as e: print(repr(c), '->', e.msg)
print(-2 ** 2, (-2) ** 2, 2 ** -1, 2 ** 3 ** 2, -3 // 2, -3 % 2, 7 // -2, 7 % -2, 1 - -1, not not 1, ~5, +-+5, 1 if 0 else 2, 3 * 4 + 5 * 6, 1 << 2 + 1, 6 & 3 | 8 ^ 1, 5 and 0 or 'x', 'a' if [] else 'b')
print(1 < 2 == 2, 1 < 2 in [2], (1, 2) < (1, 3), [1] + [2] * 2, 'ab' * 2 + 'c', 1 == 1.0 is not None, None is None, not None == True)
