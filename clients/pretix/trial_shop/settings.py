"""Settings of pretix for trials and tests: as pretix's own, with static files that nobody has to collect."""

import os

from pretix.settings import *  # noqa: F403 - Django's settings are names of a module
from pretix.settings import DATA_DIR, INSTALLED_APPS, STORAGES

INSTALLED_APPS += ["trial_shop"]
STORAGES["staticfiles"]["BACKEND"] = "trial_shop.static_files.BuiltOrPlain"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
ALLOWED_HOSTS = ["*"]
# E-mails are files in the data folder, so that a test can read them.
EMAIL_BACKEND = EMAIL_CUSTOM_SMTP_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = f"{DATA_DIR}/emails"
# Cookies of shops on several ports of one machine would otherwise end each other's sessions.
SESSION_COOKIE_NAME = f"pretix_session_{os.environ.get('PORT', '')}"
CSRF_COOKIE_NAME = f"pretix_csrftoken_{os.environ.get('PORT', '')}"
