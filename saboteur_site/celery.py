"""The Celery application. Whoever sends or runs tasks imports `app` from here."""

import os
import sys
from typing import Any

from celery import Celery
from celery.signals import worker_init, worker_ready

from saboteur_site import broker, lasting

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "saboteur_site.settings")

broker.take()
app = Celery("saboteur")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def _take_turns_often(**_: Any) -> None:
    # Between the mail server's word and our note of it a letter may be sent twice: whoever has it
    # shall not wait for another thread that draws a picture.
    sys.setswitchinterval(0.0005)


@worker_ready.connect
def _let_what_lasts_be(**_: Any) -> None:
    lasting.settle()
