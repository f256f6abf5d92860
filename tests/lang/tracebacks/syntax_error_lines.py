# An error that ends in a later line is marked to the end of its first line.
print("é"
      "b"
      c d)
