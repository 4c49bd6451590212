"""What `manage.py bench` measures of the service. Runs on a throw-away database only."""
