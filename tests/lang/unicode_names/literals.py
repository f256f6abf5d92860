# Characters by name in literals.
print("\N{LATIN SMALL LETTER A}\N{latin small letter a with diaeresis}\N{LINE FEED}x\N{HANGUL SYLLABLE GAG}\N{CJK UNIFIED IDEOGRAPH-4E00}\N{Greek Small Letter Alpha}\N{ROCKET}\N{NULL}\N{BEL}\N{ALERT}\N{NBSP}\N{EM DASH}\N{HYPHEN-MINUS}\N{NUSHU CHARACTER-1B170}")
print(f"{1}\N{BULLET}{2}\N{EM DASH}{'x'!r:\N{MIDDLE DOT}>5}", rf"\N{1}")
for n in ["nothing", "LATIN SMALL LETTER", "LATIN SMALL LETTER A ", " LATIN SMALL LETTER A", "LATIN  SMALL LETTER A", "HANGUL SYLLABLE", "HANGUL SYLLABLE X", "hangul syllable gag", "cjk unified ideograph-4E00", "CJK UNIFIED IDEOGRAPH-4e00", "CJK UNIFIED IDEOGRAPH-04E00", "CJK UNIFIED IDEOGRAPH-A000", "KEYCAP DIGIT ONE", "LATIN SMALL LETTER A WITH MACRON AND GRAVE", "HANGUL SYLLABLE A", "HANGUL SYLLABLE GGAGG", "HANGUL SYLLABLE ", "a"*300, "é", "CJK COMPATIBILITY IDEOGRAPH-F900", "cjk compatibility ideograph-f900","DIGIT ONE","digit-one","LATIN SMALL LETTER GHA","BYZANTINE MUSICAL SYMBOL FTHORA SKLIRON CHROMA VASIS","ZWJ","VS16","TANGUT IDEOGRAPH-17000","nushu character-1b170","NUSHU CHARACTER-1B2FC","BELL","BEL"]:
    try: print(n[:50], hex(ord(eval("'\\N{%s}'" % n))))
    except SyntaxError as e: print(n[:50], e.msg)
print("aä€😀\x00\ud800\ue000가".encode('ascii','namereplace'), '\x80'.encode('ascii','namereplace'))
for h in 'xmlcharrefreplace','namereplace','other':
    try: b'\xff'.decode('ascii', h)
    except Exception as e: print(type(e).__name__, e)
