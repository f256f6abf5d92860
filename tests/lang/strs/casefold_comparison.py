# Comparing without case.
pairs = [('Straße', 'STRASSE'), ('ﬁ', 'FI'), ('ς', 'Σ'), ('İ', 'i̇'), ('ŉ', 'ʼn'), ('Ǆ', 'ǆ'), ('ẞ', 'ss'), ('K', 'k')]
print([a.casefold() == b.casefold() for a, b in pairs], [a.lower() == b.lower() for a, b in pairs])
