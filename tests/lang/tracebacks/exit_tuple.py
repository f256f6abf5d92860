# SystemExit with a tuple.
raise SystemExit("a", 1)
