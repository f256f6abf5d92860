"""Parts of symbolic tracing that may change."""
