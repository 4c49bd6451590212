"""What programs ask that watch the service: whether it runs, whether it can work, its figures."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from games.machine.selectors import figures, readiness
from games.machine.selectors.figures import Room, Way
from games.models import RefusedEmail
from games.services import instant
from saboteur_site.env import is_here

PREFIX = "saboteur_"
Values = dict[tuple[str, ...], float]
"""Values of a gauge by its labels."""
PASSED_ON = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_FORWARDED_", "HTTP_X_REAL_IP")
"""How the headers begin that proxies add."""


@never_cache
@require_safe
def healthz(_: HttpRequest) -> HttpResponse:
    """Answer as long as the process serves, without asking anything else."""
    return _plain(["ok"])


@never_cache
@require_safe
def readyz(_: HttpRequest) -> HttpResponse:
    """Answer 200 if the service can do its work, or 503 and what is wrong."""
    checks = [readiness.database(), readiness.broker()]
    if checks[0].ok:
        checks += readiness.work(now=instant.now())
    wrong = [each for each in checks if not each.ok]
    lines = [f"{each.name}: {each.condition}" for each in wrong or checks]
    return _plain(lines, status=503 if wrong else 200)


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Tell Prometheus the figures of the machine room; to strangers there is no such page."""
    if not _may_read(request):
        return HttpResponseNotFound("Not found\n", content_type="text/plain")
    write, content_type = choose_encoder(request.headers.get("Accept", ""))
    return HttpResponse(write(REGISTRY), content_type=content_type)


def _may_read(request: HttpRequest) -> bool:
    """Accept the token, and whoever asks from this machine itself and not through a proxy on it."""
    given, token = request.headers.get("Authorization", ""), settings.METRICS_TOKEN
    if token and constant_time_compare(given, f"Bearer {token}"):
        return True
    passed_on = any(name.startswith(PASSED_ON) for name in request.META)
    return not passed_on and is_here(request.META["REMOTE_ADDR"])


def _plain(lines: list[str], *, status: int = 200) -> HttpResponse:
    return HttpResponse("\n".join(lines) + "\n", status=status, content_type="text/plain")


class Figures(Collector):
    """Reads the database at each request, so that all web processes tell the same."""

    def collect(self) -> Iterator[Metric]:
        """Write what the machine room shows as gauges."""
        room = figures.room(now=instant.now())
        late: Values = {
            (what,): each.total_seconds() if each else 0 for what, each in room.oldest.items()
        }
        down = room.now - room.mail_outage.begun_at if room.mail_outage else timedelta(0)
        for name, told, value in (
            ("oldest_unsent_email_seconds", "Age of the oldest email due", late.pop(("letters",))),
            ("unsent_emails", "Emails not sent yet", room.queued),
            ("retried_emails", "Unsent emails that failed at least once", room.retrying),
            ("failed_emails", "Emails of the last 24 hours that were given up", room.failed),
            ("mail_outage_seconds", "Since the mail server took no email", down.total_seconds()),
            ("waiting_replies", "Incoming replies not handled yet", room.waiting_replies),
            ("handled_replies", "Incoming replies handled in 24 hours", room.handled_replies),
            ("running_games", "Games that run", room.running),
            ("overdue_games", "Running games past a deadline", room.overdue_games),
            ("paused_games", "Running games that are paused", room.paused),
            ("set_aside_games", "Running games set aside for repair", len(room.aside)),
            ("held", "1 while the service is held", int(room.hold is not None)),
            (
                "clock_ahead_seconds",
                "This clock against the database's",
                room.apart.total_seconds(),
            ),
        ):
            yield GaugeMetricFamily(PREFIX + name, told, value=value)
        ages: Values = {
            (each.name,): (room.now - each.ran_at).total_seconds() for each in room.sweeps
        }
        counts: Values = {(each.name,): each.count for each in room.sweeps}
        refused: Values = {(why.value,): room.refused.get(why, 0) for why in RefusedEmail.Why}
        ways = {(what, within): way for what, within, way in _ways(room)}
        done: Values = {labels: way.count for labels, way in ways.items()}
        delays: Values = {
            (*labels, percentile): delay.total_seconds()
            for labels, way in ways.items()
            for percentile, delay in (("50", way.median), ("95", way.p95))
            if delay is not None
        }
        yield _family("oldest_overdue_seconds", "How late the oldest is", ["what"], late)
        yield _family("sweep_age_seconds", "Time since a sweep last ran", ["sweep"], ages)
        yield _family("sweep_done", "What a sweep's last run did", ["sweep"], counts)
        yield _family("refused_emails", "Incoming, refused in 24 hours", ["reason"], refused)
        yield _family("done", "Emails sent, and turns swept", ["what", "within"], done)
        labels = ["what", "within", "percentile"]
        yield _family("delay_seconds", "How late that was done", labels, delays)


def _ways(room: Room) -> Iterator[tuple[str, str, Way]]:
    for what, (hour, day) in {"letters": (room.hour, room.day), **room.overdue}.items():
        yield what, "hour", hour
        yield what, "day", day


def _family(name: str, told: str, labels: Sequence[str], values: Values) -> Metric:
    family = GaugeMetricFamily(PREFIX + name, told, labels=labels)
    for each, value in values.items():
        family.add_metric(each, value)
    return family


REGISTRY = CollectorRegistry()
REGISTRY.register(Figures())
