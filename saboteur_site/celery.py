"""The Celery application. Whoever sends or runs tasks imports `app` from here."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "saboteur_site.settings")

app = Celery("saboteur")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
