# upper, lower, title, capitalize, swapcase and casefold with special casing.
for s in ('hello world', 'HELLO', "they're bill's", 'ß', 'ŉ', 'ǆ', 'ǅ', 'İ', 'ı', 'ﬃ', 'ΑΣ', 'ΑΣ.', 'Σ', 'ὈΔΥΣΣΕΎΣ ΣΑΣ', 'ẞ', 'ﬀ x', 'ᾳ', 'ΐ', '1a2b', 'é', '\U00010400', 'Straße', 'a\u0345', 'ЖжЯ'):
    print([s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase(), s.casefold()])
