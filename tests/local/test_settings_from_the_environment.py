"""What the environment says becomes settings, or a sentence about what is wrong with it."""

import subprocess
import sys
from urllib.parse import urlsplit

import pytest
from django.core.exceptions import ImproperlyConfigured

from saboteur_site import env


def test_a_url_names_a_server_on_the_network():
    settings = env.database(
        "postgresql://al%40ice:p%2Fw@db.example.org:5433/saboteur?sslmode=require"
    )
    assert settings["USER"] == "al@ice"
    assert settings["PASSWORD"] == "p/w"
    assert (settings["HOST"], settings["PORT"]) == ("db.example.org", "5433")
    assert settings["NAME"] == "saboteur"
    assert settings["OPTIONS"]["sslmode"] == "require"


def test_a_url_names_a_unix_socket_by_its_folder():
    settings = env.database("postgresql://postgres@/postgres?host=/run/postgres")
    assert (settings["HOST"], settings["PORT"]) == ("/run/postgres", "")
    assert "host" not in settings["OPTIONS"]


@pytest.mark.parametrize(
    "url", ["sqlite:///db.sqlite3", "mysql://root@localhost/x", "postgresql://localhost", ""]
)
def test_no_other_database_is_taken(url):
    with pytest.raises(ImproperlyConfigured, match="postgresql://"):
        env.database(url)


def test_without_a_database_nothing_starts():
    done = subprocess.run(
        [sys.executable, "-m", "django", "check"],
        env={"DJANGO_SETTINGS_MODULE": "saboteur_site.settings", "SECRET_KEY": "x", "BASE_URL": "http://x"},
        capture_output=True,
        text=True,
    )  # fmt: skip
    assert done.returncode == 1
    assert "DATABASE_URL is not set" in done.stderr


def test_celery_spells_a_unix_socket_in_its_own_way():
    assert env.broker("unix:///run/v.sock?db=3") == "redis+socket:///run/v.sock?virtual_host=3"
    assert env.broker("rediss://:pw@redis.example.org/1") == "rediss://:pw@redis.example.org/1"


def test_yes_and_no_have_their_words_and_others_are_refused(monkeypatch):
    for word, meaning in {"1": True, "Yes": True, "off": False, "0": False, "": True}.items():
        monkeypatch.setenv("A_SWITCH", word)
        assert env.env_bool("A_SWITCH", default=True) is meaning
    monkeypatch.setenv("A_SWITCH", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="A_SWITCH"):
        env.env_bool("A_SWITCH")


def test_a_number_is_a_number(monkeypatch):
    monkeypatch.setenv("A_PORT", "25")
    assert env.env_int("A_PORT", 1) == 25
    monkeypatch.setenv("A_PORT", "smtp")
    with pytest.raises(ImproperlyConfigured, match="whole number"):
        env.env_int("A_PORT", 1)


def test_a_list_is_what_stands_between_commas(monkeypatch):
    monkeypatch.setenv("SOME_HOSTS", " a.example.org, ,b.example.org")
    assert env.env_list("SOME_HOSTS") == ["a.example.org", "b.example.org"]


def test_a_mail_service_gets_its_own_variables(monkeypatch):
    monkeypatch.setenv("ANYMAIL_POSTMARK_SERVER_TOKEN", "abc")
    assert env.env_prefixed("ANYMAIL_")["POSTMARK_SERVER_TOKEN"] == "abc"


LOCAL = {
    "DATABASE_URL": "postgresql://postgres@/postgres?host=/run/postgres",
    "BASE_URL": "http://127.0.0.1:8000",
    "ALLOWED_HOSTS": "localhost, [::1], saboteur.localhost",
}
OPEN = [
    {"DATABASE_URL": "postgresql://me@db.example.org/saboteur"},
    {"DATABASE_URL": "postgresql://me@/saboteur?hostaddr=192.0.2.1"},
    {"DATABASE_URL": "postgresql://me@/saboteur?host=localhost,db.example.org"},
    {"DATABASE_URL": "postgresql:///saboteur", "PGHOST": "db.example.org"},
    {"PGHOSTADDR": "192.0.2.1"},
    {"PGSERVICE": "elsewhere"},
    {"DATABASE_URL": "postgresql:///saboteur?service=elsewhere"},
    {"BASE_URL": "https://localhost"},
    {"BASE_URL": "http://saboteur.example.org"},
    {"BASE_URL": "http://192.168.1.7:8000"},
    {"ALLOWED_HOSTS": "*"},
    {"ALLOWED_HOSTS": "localhost,saboteur.example.org"},
]


def started(code: list[str], said: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Start something on our settings, local mode being on."""
    own = {"SECRET_KEY": "x", "REDIS_URL": "redis://127.0.0.1:1", "LOCAL_MODE": "1"}
    site = {"DJANGO_SETTINGS_MODULE": "saboteur_site.settings", **own, **LOCAL, **said}
    return subprocess.run([sys.executable, *code], env=site, capture_output=True, text=True)


def of_settings(said: dict[str, str], monkeypatch) -> None:
    for name in ("PGHOST", "PGHOSTADDR", "PGSERVICE"):
        monkeypatch.setenv(name, said.get(name, ""))
    told = LOCAL | said
    hosts = [urlsplit(told["BASE_URL"]).hostname, *told["ALLOWED_HOSTS"].split(",")]
    env.for_one_machine(
        [host.strip() for host in hosts], told["BASE_URL"], env.database(told["DATABASE_URL"])
    )


@pytest.mark.parametrize("said", [{}, {"BASE_URL": "http://localhost:8000"}])
def test_local_mode_is_fine_on_ones_own_machine(said: dict[str, str], monkeypatch):
    of_settings(said, monkeypatch)


@pytest.mark.parametrize("said", OPEN, ids=str)
def test_local_mode_is_refused_where_others_could_read_the_letters(said, monkeypatch):
    with pytest.raises(ImproperlyConfigured, match="LOCAL_MODE=1 shows every letter"):
        of_settings(said, monkeypatch)


SERVERS = [
    ["-m", "gunicorn", "--check-config", "saboteur_site.wsgi"],
    ["-m", "celery", "--app", "saboteur_site.celery", "report"],
    ["manage.py", "check"],
]
every_server = pytest.mark.parametrize("server", SERVERS, ids=["web", "worker", "manage"])


@every_server
def test_nothing_starts_in_local_mode_with_a_public_address(server: list[str]):
    done = started(server, {"BASE_URL": "https://saboteur.example.org", "SABOTEUR_SETUP": "off"})
    assert done.returncode
    assert "LOCAL_MODE=1 shows every letter" in done.stdout + done.stderr
    assert "is reached at https://saboteur.example.org" in done.stdout + done.stderr


@every_server
def test_nothing_starts_with_a_provider_that_has_no_secret(server: list[str]):
    done = started(server, {"REPLY_PROVIDER": "postmark", "SABOTEUR_SETUP": "off"})
    assert done.returncode
    assert "REPLY_PROVIDER is set, so ANYMAIL_WEBHOOK_SECRET must be" in done.stdout + done.stderr


@pytest.mark.parametrize("name", ["REPLY_PROVIDER", "TRACKING_PROVIDER"])
def test_a_provider_needs_its_secret(name: str):
    providers = {"REPLY_PROVIDER": "", "TRACKING_PROVIDER": "", name: "postmark"}
    with pytest.raises(ImproperlyConfigured, match=name):
        env.for_incoming(providers, {"WEBHOOK_SECRET": ""}, returns=False, domain="")
    env.for_incoming(providers, {"WEBHOOK_SECRET": "us:secret"}, returns=False, domain="")


def test_bounces_need_a_domain_to_come_back_to():
    with pytest.raises(ImproperlyConfigured, match="REPLY_DOMAIN"):
        env.for_incoming({}, {}, returns=True, domain="")
    env.for_incoming({}, {}, returns=True, domain="re.example.org")
