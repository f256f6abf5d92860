# Lower case of sigma depends on its place in the word.
for s in ('ΑΣ', 'ΣΑ', 'ΑΣΑ', 'Α Σ', 'ΑΣ ΑΣ', "ΑΣ'", "Α'Σ", 'ΑΣ\u00ad', '.Σ', 'Σ', 'AΣ1', 'ΑΣ\u0301', 'ΑΣ\u0301Α'):
    print(ascii(s.lower()), ascii(s.title()), ascii(s.capitalize()), ascii(s.casefold()), ascii(s.swapcase()))
