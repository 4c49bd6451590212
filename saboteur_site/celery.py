"""The Celery application. Whoever sends or runs tasks imports `app` from here."""

import os
from typing import Any

from celery import Celery, bootsteps
from celery.beat import EmbeddedService
from celery.worker import WorkController
from click import Option

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "saboteur_site.settings")


class BeatThread(bootsteps.StartStopStep):
    """Run the beat as a thread of the worker: `--beat` would fork another process for it."""

    requires = ("celery.worker.components:Pool",)

    def __init__(
        self, worker: WorkController, *, beat_thread: bool = False, **options: Any
    ) -> None:
        super().__init__(worker, **options)
        self.enabled = beat_thread

    def create(self, worker: WorkController) -> Any:
        """Make the thread; the plain scheduler keeps no file, which could be damaged."""
        return EmbeddedService(worker.app, thread=True, scheduler_cls="celery.beat:Scheduler")


app = Celery("saboteur")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.user_options["worker"].add(Option(("--beat-thread",), is_flag=True, help="also run the beat"))
app.steps["worker"].add(BeatThread)
app.autodiscover_tasks()
