# Columns of a file that is not ASCII are bytes.
name = "Ünïcödé" 5
