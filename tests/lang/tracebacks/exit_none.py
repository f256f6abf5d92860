# SystemExit alone.
raise SystemExit
