"""All settings, each from the environment; docs/guide/hosting.md tells what they mean to the host."""

import os
import socket
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from scorekeeper.environment import data_folder, flag, lan_addresses, secret_key, socket_in, words

BASE_DIR = Path(__file__).resolve().parent.parent

# --- Where and how it runs -------------------------------------------------------------------------------------------
DATA = data_folder(os.environ.get("DATA") or BASE_DIR / "data")
DEBUG = flag("DEBUG")
SECRET_KEY = os.environ.get("SECRET_KEY") or secret_key(DATA)
BIND = os.environ.get("BIND") or "127.0.0.1"
PORT = int(os.environ.get("PORT") or 8000)
TLS_CERT = os.environ.get("TLS_CERT", "")
TLS_KEY = os.environ.get("TLS_KEY", "")
WEB_PROCESSES = int(os.environ.get("WEB_PROCESSES") or 1)
WORKER_PROCESSES = int(os.environ.get("WORKER_PROCESSES") or 2)
# The address in links and QR codes; without it, the one the visitor came by.
SITE_URL = os.environ.get("SITE_URL", "").rstrip("/")
TRUSTED_PROXIES = words("TRUSTED_PROXIES")

# What other devices on the home network call this machine, when it listens to them.
LAN_ADDRESSES = [] if BIND in ("127.0.0.1", "localhost", "::1") else lan_addresses()
LAN_NAMES = [socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"] if LAN_ADDRESSES else []
ALLOWED_HOSTS = words("ALLOWED_HOSTS") or [
    *("localhost", "127.0.0.1", "[::1]"),
    *LAN_NAMES,
    *LAN_ADDRESSES,
    *([urlsplit(SITE_URL).hostname or ""] if SITE_URL else []),
]
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SITE_URL else []

# --- What it is made of ----------------------------------------------------------------------------------------------
HOUSE = ["accounts", "groups", "plays", "rulings", "stats", "notebooks", "pages", "operations"]
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.forms",  # its templates, for our own form renderer
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "axes",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    *[f"scorekeeper.{app}" for app in HOUSE],
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "scorekeeper.refusals.RefusalMiddleware",
    "axes.middleware.AxesMiddleware",
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# The API's routes are named by their paths, converters and all; none of them is looked up with a namespace.
SILENCED_SYSTEM_CHECKS = ["urls.W003"]
ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"
ASGI_APPLICATION = "scorekeeper.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- Database --------------------------------------------------------------------------------------------------------
DATABASE_URL = os.environ.get("DATABASE_URL") or f"sqlite:///{DATA / 'scorekeeper.sqlite3'}"
DATABASES: dict[str, dict[str, Any]] = {"default": dict(dj_database_url.parse(DATABASE_URL, conn_max_age=0))}
# FULL keeps an acknowledged line through a power cut; NORMAL is faster and may lose the last one.
SQLITE_SYNCHRONOUS = os.environ.get("SQLITE_SYNCHRONOUS") or "FULL"
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Kept open: opening a file costs more than a request, and closing the last connection empties the log.
    DATABASES["default"]["CONN_MAX_AGE"] = None
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={SQLITE_SYNCHRONOUS}; PRAGMA foreign_keys=ON",
    }
    # The driver looks long for what turns these into what it stores, unless it is told.
    sqlite3.register_adapter(type(None), lambda none: none)
    sqlite3.register_adapter(bool, int)
else:
    # Threads come and go under ASGI: the pool holds the connections, not the threads.
    pool = {"min_size": 1, "max_size": int(os.environ.get("DATABASE_POOL") or 8), "timeout": 10}
    DATABASES["default"]["OPTIONS"] = {**DATABASES["default"].get("OPTIONS", {}), "pool": pool}
# Views that run at once in a web process. SQLite writes fastest from one thread, measured with docs/decisions/0002.
ON_SQLITE = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
WEB_THREADS = int(os.environ.get("WEB_THREADS") or (1 if ON_SQLITE else 4))
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Broker and jobs -------------------------------------------------------------------------------------------------
# `manage.py up` starts the embedded broker on this socket when REDIS_URL is not given.
BROKER_SOCKET = socket_in(DATA)
EXTERNAL_BROKER = bool(os.environ.get("REDIS_URL"))
REDIS_URL = os.environ.get("REDIS_URL") or f"unix://{BROKER_SOCKET}"
# Without any broker, what follows a commit is done at once by the process that committed.
JOBS_INLINE = flag("JOBS_INLINE", default=not EXTERNAL_BROKER and not BROKER_SOCKET.exists())

CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)
CELERY_TASK_ALWAYS_EAGER = JOBS_INLINE
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 600
CELERY_TASK_SOFT_TIME_LIMIT = 570
CELERY_TASK_DEFAULT_QUEUE = "scorekeeper"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# A dead broker must not hold up an answer: what is not published is swept from the marks in the database.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0.1}
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 900,  # seconds, above the longest task
    "unacked_restore_interval": 5,  # else work lost with a worker is picked up only after about 100 s
    "unacked_restore_throttle": 1,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
}
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {  # seconds
    "work off what no worker was told about": {"task": "scorekeeper.stats.tasks.sweep", "schedule": 10.0},
    "report nights that have ended": {"task": "scorekeeper.notebooks.tasks.report_past_nights", "schedule": 900.0},
    "run reports that were left": {
        "task": "scorekeeper.notebooks.tasks.resume_reports", "schedule": 900.0, "args": (900,),
    },
}

# --- Sign-in ---------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "/sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/sign-in"
CSRF_FAILURE_VIEW = "scorekeeper.refusals.csrf_failure"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90  # a phone at the table should stay signed in for a season
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_ENABLE_ACCESS_FAILURE_LOG = False
AXES_VERBOSE = False

# --- What browsers are told ------------------------------------------------------------------------------------------
HTTPS = bool(TLS_CERT) or SITE_URL.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_HSTS_SECONDS = int(os.environ.get("HSTS_SECONDS") or (60 * 60 * 24 * 30 if HTTPS else 0))
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000  # bytes; a record of a long play has about 40,000

# --- Pages and languages ---------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = "scorekeeper.formats"
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [BASE_DIR / "scorekeeper" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = DEBUG
MEDIA_ROOT = DATA / "files"

# --- API -------------------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "api.authentication.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated", "api.authentication.TokenScope"],
    "DEFAULT_THROTTLE_CLASSES": ["api.throttles.AnonymousThrottle"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.parsers.StrictJSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.renderers.JSONUnlessAsked",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "api.openapi.ProblemAutoSchema",
    "EXCEPTION_HANDLER": "api.errors.answer_exception",
    "NUM_PROXIES": 0,  # the address is the server's to say (TRUSTED_PROXIES), never a header's
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
# Calls in one minute: without signing in (by address), with an invitation code, of the rules (by user).
API_CALLS_A_MINUTE = {"anonymous": 300, "join": 20, "judge": 600}
SPECTACULAR_SETTINGS = {
    "TITLE": "Scorekeeper",
    "DESCRIPTION": "Log game nights, settle rules questions, see how a group has done.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "PREPROCESSING_HOOKS": ["api.openapi.drop_slashed"],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "api.openapi.add_components",
    ],
    "ENUM_NAME_OVERRIDES": {
        "PlayStatus": "scorekeeper.plays.models.Play.Status",
        "RoleName": "scorekeeper.groups.models.Role",
        "Scheme": "scorekeeper.groups.models.Group.Scheme",
    },
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
}

# --- Logs ------------------------------------------------------------------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{levelname:7} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": os.environ.get("LOG_LEVEL") or "WARNING"},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.request": {"level": "ERROR"},  # a refused line is no news to the host
    },
}
