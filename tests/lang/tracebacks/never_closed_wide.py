# A bracket that is never closed, after wide characters.
text = "日本" + f(1,
