"""`{{ email|address }}` shows an email address as people write it, with its umlauts."""

from django.template import Library

from games.texts import address_text

register = Library()
register.filter("address", address_text)
