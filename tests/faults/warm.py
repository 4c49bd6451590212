"""What every process of the battery has imported before it is forked."""

import os
from importlib import import_module

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "saboteur_site.settings")
django.setup()

for name in (
    *("celery.apps.beat", "celery.apps.worker", "celery.bin.celery", "celery.concurrency.thread"),
    *("celery.worker.components", "gunicorn.app.base", "gunicorn.workers.gthread"),
    *(
        "games.replies.receiver",
        "games.tasks",
        "games.urls",
        "saboteur_site.celery",
        "django.core.mail.backends.smtp",
    ),
    "tests.faults.post_office",
):
    import_module(name)
