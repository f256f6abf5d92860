"""Programs in threads."""
