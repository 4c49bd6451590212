"""The servers that tests and `up` start: reachable, and gone afterwards."""

import pytest
import redis
from django.conf import settings
from django.db import connection

pytestmark = pytest.mark.django_db


def test_the_database_of_the_tests_is_a_real_postgres():
    with connection.cursor() as cursor:
        cursor.execute("select current_setting('server_version_num')::int, lower('Ä')")
        version, lowered = cursor.fetchone()
    assert version >= 150000
    assert lowered == "ä"


def test_the_broker_of_the_tests_is_a_real_valkey():
    assert redis.from_url(settings.REDIS_URL).info("server")["redis_version"]
