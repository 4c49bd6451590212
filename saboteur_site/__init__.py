"""Configuration of the service. Imports nothing: `manage.py` starts here on a bare Python."""
