cases = ['f"{}"', 'f"{ }"', 'f"{"', 'f"}"', 'f"{a"', 'f"{a!}"', 'f"{a!x}"', 'f"{a!rr}"', 'f"{a!r!s}"', 'f"{!r}"', 'f"{:x}"', 'f"{a b}"', 'f"{a;b}"', 'f"{a +}"', 'f"{*}"', 'f"{lambda x: 1}"', 'f"{#}"', 'f"{\'a\\\\n\'}"', "f'{a['b']}'", 'f"{a:{b:{c}}}"', 'f"{a:{b:{c:{d}}}}"', 'f"{a=!}"', 'f"{=}"', 'f"{a==}"', 'f"{a:{}}"', 'f"{yield}"', 'f"{await x}"', 'f"{a.}"', 'f"{1a}"', 'f"{(}"', 'f"{)}"', 'f"{[}"', 'f"{a]}"', 'f"{a}}"', 'f"{{a}"', 'f"{a!r:}"', 'f"{**a}"', 'f"{*a}"', 'f"{*a,}"', 'f"{a:=5}"', 'f"{a := 5}"', 'f"{not}"', 'f"{if}"', 'f"{x if}"', 'b"" f"{a}"', 'f"" b""', 'u"" f"{a}"', 'fu"x"', 'bf"x"', 'f"{a}" = 1', 'f"{a" "}"', 'f"""{\na\n}"""', 'f"{a\n}"', 'f"{None=}"', 'f"{1!r}"']
for c in cases:
    try: compile(c, 's', 'eval' if '= 1' not in c else 'exec'); print(c, 'fine')
    except SyntaxError as e: print(repr(c), '->', e.msg)
for c in ('f"{undefined}"', 'f"{1:q}"', 'f"{None:5}"', 'f"{1/0}"', 'f"{[]:x}"', 'f"{\'a\':d}"', 'f"{1:{undefined}}"', 'f"{1.5:d}"'):
    try: eval(c)
    except Exception as e: print(c, type(e).__name__, e)
