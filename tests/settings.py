"""The product's settings, with a throw-away data folder, a cheap hasher and jobs done at once.

`TEST_DATABASE=postgres` runs the same tests on PostgreSQL (TEST_DATABASE_URL, default the local server).
"""

import atexit
import os
import shutil
import tempfile

from tests.servers import POSTGRES_URL

os.environ["DATA"] = tempfile.mkdtemp(prefix="scorekeeper-tests-")
atexit.register(shutil.rmtree, os.environ["DATA"], ignore_errors=True)
os.environ["JOBS_INLINE"] = "1"
for name in ("ALLOWED_HOSTS", "BIND", "DATABASE_URL", "REDIS_URL", "SITE_URL", "TLS_CERT", "TRUSTED_PROXIES"):
    os.environ.pop(name, None)
if os.environ.get("TEST_DATABASE") == "postgres":
    os.environ["DATABASE_URL"] = POSTGRES_URL
os.environ["SQLITE_SYNCHRONOUS"] = "OFF"  # these files outlive no power cut

from scorekeeper.settings import *  # noqa: E402, F403  the environment must be set first
from scorekeeper.settings import DATA, DATABASES, STORAGES  # noqa: E402

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_AUTOREFRESH = True
# A file, not memory: tests with several clients need several connections.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": DATA / "test.sqlite3"}
else:  # two runs on one server must not meet
    DATABASES["default"]["TEST"] = {"NAME": f"test_{DATABASES['default']['NAME']}_{os.getpid()}"}
