"""The Celery application. Whoever sends or runs tasks imports `app` from here."""

import os

from celery import Celery

from saboteur_site import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "saboteur_site.settings")

broker.take()
app = Celery("saboteur")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
