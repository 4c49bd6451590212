"""The entry for a WSGI server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "saboteur_site.settings")

application = get_wsgi_application()

from saboteur_site import lasting  # noqa: E402 - needs the settings

lasting.settle()
