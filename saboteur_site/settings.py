"""All settings of the service; what differs between machines comes from the environment.

README.md, "Settings", lists the variables.
"""

from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _

from saboteur_site.env import (
    broker,
    database,
    env_bool,
    env_int,
    env_list,
    env_prefixed,
    env_str,
    for_incoming,
    for_one_machine,
)

BASE_DIR = Path(__file__).resolve().parent.parent

# Local mode is what `manage.py up` runs on one's own machine: it shows every letter to everybody.
LOCAL_MODE = env_bool("LOCAL_MODE")
DEBUG = env_bool("DEBUG")
SECRET_KEY = env_str("SECRET_KEY")
SECRET_KEY_FALLBACKS = env_list("OLD_SECRET_KEYS")

# Links in letters begin with this; its host is served, and https here means https everywhere.
BASE_URL = env_str("BASE_URL").rstrip("/")
SECURE = BASE_URL.startswith("https://")
ALLOWED_HOSTS = [urlsplit(BASE_URL).hostname or "", *env_list("ALLOWED_HOSTS")]
CSRF_TRUSTED_ORIGINS = [BASE_URL]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "anymail",
    "games",
]
BEHIND_PROXY = env_bool("BEHIND_PROXY")
MIDDLEWARE = [
    *(["saboteur_site.security.visitors_address"] if BEHIND_PROXY else []),
    "saboteur_site.security.strict_headers",
    "saboteur_site.security.shown_only",
    "django.middleware.security.SecurityMiddleware",
    "saboteur_site.security.known_host",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "saboteur_site.security.NoNul",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.middleware.reader",
    "games.middleware.traced",
    "django.contrib.messages.middleware.MessageMiddleware",
    "games.middleware.staff_passkey",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "saboteur_site.urls"
WSGI_APPLICATION = "saboteur_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "games.templatetags.addresses",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.views.pages.held",
                "games.views.pages.around",
            ],
        },
    }
]

# Data
DATABASES = {"default": database(env_str("DATABASE_URL"))}
if LOCAL_MODE:
    # Here and not among the system checks: web and worker servers ask none of those.
    for_one_machine(ALLOWED_HOSTS, BASE_URL, DATABASES["default"])
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "games.Player"
AUTHENTICATION_BACKENDS = [
    "games.accounts.backends.Players",
    # Named in sessions that began before there was ours; they live for 90 days.
    "django.contrib.auth.backends.ModelBackend",
]
REDIS_URL = env_str("REDIS_URL")

# Celery carries hints and the sweeps that make up for lost hints; results are rows, never Celery's.
CELERY_BROKER_URL = env_str("BROKER_URL", broker(REDIS_URL))
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False  # a POST must not wait for a broker that is down
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 1,
    "socket_timeout": 1,
    # What a dead worker had taken isn't given to another one: the sweeps do its work. With
    # acknowledgements a worker ends when the broker dies under it (celery/kombu#582).
    "ack_emulation": False,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    name: {"task": f"games.tasks.{name}", "schedule": seconds, "options": {"expires": seconds}}
    for name, seconds in {
        "sweep_letters": 10,
        "sweep_channels": 10,
        "sweep_news": 60,
        "sweep_bots": 15,
        "sweep_deadlines": 15,
        "sweep_orders": 15,
        "sweep_reminders": 60,
        "sweep_daily": 60,
        "sweep_invitations": 60,
        "sweep_alarms": 60,
        "sweep_notices": 300,
        "sweep_tables": 300,
        "clean": 3600,
        "sweep_log": 3600,
        "sweep_recoveries": 3600,
        "sweep_signals": 3600,
        "sweep_leaving": 60,
        "sweep_glass": 3600,
        "sweep_effects": 60,
        "sweep_leagues": 30,
        "sweep_rehearsals": 60,
        "sweep_ratings": 60,
    }.items()
}

# Mail: MAIL_BACKEND takes any Django or anymail backend by its full name.
LOCAL_MAIL_DIR = BASE_DIR / ".local" / "letters"
EMAIL_BACKEND = env_str(
    "MAIL_BACKEND",
    "saboteur_site.local.letterbox.EmailBackend"
    if LOCAL_MODE
    else "django.core.mail.backends.smtp.EmailBackend",
)
EMAIL_HOST = env_str("MAIL_HOST", "localhost")
EMAIL_PORT = env_int("MAIL_PORT", 25)
EMAIL_HOST_USER = env_str("MAIL_USER", "")
EMAIL_HOST_PASSWORD = env_str("MAIL_PASSWORD", "")
EMAIL_USE_TLS = env_bool("MAIL_STARTTLS")
EMAIL_USE_SSL = env_bool("MAIL_TLS")
EMAIL_TIMEOUT = 20
# So many seconds after his last sign of life at a table its letters may reach a player again.
LETTER_GRACE = env_int("LETTER_GRACE", 90)
ANYMAIL = env_prefixed("ANYMAIL_")
DEFAULT_FROM_EMAIL = env_str("MAIL_FROM", f"Saboteur <saboteur@{ALLOWED_HOSTS[0]}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
# Letters are answered at addresses of this domain; without one nobody is told that they can be.
REPLY_DOMAIN = env_str("REPLY_DOMAIN", "")
# Where the receiver listens. A mail server in front of it may be on another machine.
REPLY_HOST = env_str("REPLY_HOST", "127.0.0.1")
REPLY_PORT = env_int("REPLY_PORT", 2525)
REPLY_LMTP = env_bool("REPLY_LMTP")
# The name by which that server signs what it found about a mail's sender (RFC 8601).
REPLY_CHECKED_BY = env_str("REPLY_CHECKED_BY", "")
# Or a provider takes them in: its name as anymail spells it in addresses, say "postmark".
REPLY_PROVIDER = env_str("REPLY_PROVIDER", "")
# Hosts with ports (hooks.example.org:8443) at which channels may lie though not everybody reaches
# them; all others are called at port 443 and at addresses of the open internet alone.
CHANNELS_ALLOWED = env_list("CHANNELS_ALLOWED")
# A provider tells what became of letters: its name, spelt likewise.
TRACKING_PROVIDER = env_str("TRACKING_PROVIDER", "")
# Or letters that nobody takes come back to the receiver, each to an address of its own.
MAIL_RETURNS = env_bool("MAIL_RETURNS")
for_incoming(
    {"REPLY_PROVIDER": REPLY_PROVIDER, "TRACKING_PROVIDER": TRACKING_PROVIDER},
    ANYMAIL,
    returns=MAIL_RETURNS,
    domain=REPLY_DOMAIN,
)
# Where players reach who runs the service, say when they cannot read their mailbox any more.
OPERATORS_ADDRESS = env_str("OPERATORS", parseaddr(DEFAULT_FROM_EMAIL)[1])
ADMINS = [("", address) for address in env_list("ADMINS")]
# Whoever names it reads /metrics from another machine.
METRICS_TOKEN = env_str("METRICS_TOKEN", "")

# Language and time
LANGUAGE_CODE = "en"
# The one list: of pages, letters, forms, rows and of the catalogues in games/locale/.
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "games" / "locale"]
LANGUAGE_COOKIE_SECURE = SECURE
USE_TZ = True
TIME_ZONE = "UTC"

# Static files: hashed and compressed by `collectstatic`, or in local mode as they lie there.
STATIC_URL = "static/"
WHITENOISE_USE_FINDERS = env_bool("STATIC_FROM_SOURCES", LOCAL_MODE)
STATIC_ROOT = None if WHITENOISE_USE_FINDERS else BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if WHITENOISE_USE_FINDERS
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# Security. Pages behind a letter's link carry it in their address, so none goes along as referrer,
# not even to ourselves (what serves our styles may keep a log). Without any, browsers would not say
# where a form comes from either.
SECURE_REFERRER_POLICY = "strict-origin"
SECURE_SSL_REDIRECT = SECURE
SECURE_REDIRECT_EXEMPT = ["^(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env_bool("HSTS_WHOLE_DOMAIN")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
# Browsers take a cookie of such a name from this host alone, over https, and for all of its pages:
# none that a subdomain or a plain page plants (RFC 6265bis 4.1.3.2).
COOKIE_PREFIX = "__Host-" if SECURE else ""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}sessionid"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrftoken"
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}django_language"
# Moderators, hosts and directors sign in with a passkey before they act.
STAFF_PASSKEY = env_bool("STAFF_PASSKEY")
SESSION_ENGINE = "games.accounts.sessions"  # each with its player, who can end them
SESSION_COOKIE_AGE = 90 * 24 * 3600
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "games.views.pages.csrf_failed"
MESSAGE_STORAGE = "saboteur_site.security.MessageCookie"  # a GET writes no session
X_FRAME_OPTIONS = "DENY"
# A move is a line, and nobody uploads anything but a provider that brings mails, or news of them.
LARGEST_FORM = (512 if REPLY_PROVIDER or TRACKING_PROVIDER else 64) * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = LARGEST_FORM
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]  # none to disk
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # others' subdomains: HSTS_WHOLE_DOMAIN

# Logs name no links and no people; see saboteur_site/veil.py.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "class": "saboteur_site.veil.Veiled",
            "format": "{asctime} {levelname} {name} {message}",
            "style": "{",
        }
    },
    "filters": {
        "broker": {"()": "saboteur_site.logs.BrokerGone"},
        "unavailable": {"()": "saboteur_site.logs.Unavailable"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
        },
        "operators": {
            "class": "saboteur_site.logs.MailOperators",
            "level": "ERROR",
            "formatter": "line",
        },
    },
    "root": {"handlers": ["console", "operators"], "level": env_str("LOG_LEVEL", "INFO")},
    "loggers": {
        "django": {"handlers": [], "level": "INFO"},
        "django.request": {"filters": ["unavailable"]},
        # Oversized forms and invented hosts: anybody can send them, and nobody is to be woken up.
        # What remains is the plain line of the answer.
        "django.security": {"level": "CRITICAL"},
        "django.security.csrf": {"level": "WARNING"},
        # A broker that dies takes along what a worker had just taken: the sweeps do that work.
        **{f"kombu.{name}": {"level": "CRITICAL"} for name in ("transport.virtual", "utils.div")},
        "mail.log": {"level": "CRITICAL"},  # the receiver's: it names everybody who writes
        "fido2": {"level": "WARNING"},  # it names every passkey that signs
        **{name: {"level": "WARNING"} for name in ("httpx", "httpcore")},  # they name every URL
        # Four sweeps a minute would bury everything else: Celery tells what fails, not what runs.
        **{
            f"celery.{name}": {"level": "WARNING", "filters": ["broker"]}
            for name in (
                *("app.trace", "beat", "worker.request", "worker.strategy"),
                "worker.consumer.consumer",
            )
        },
    },
}
