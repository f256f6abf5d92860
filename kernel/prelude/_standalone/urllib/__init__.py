"""Addresses of the web: urllib.parse."""
