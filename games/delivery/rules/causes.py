"""How `Letter.error` begins, by what stopped the email."""

SERVER = "server"
"""The mail server is down or takes nothing from us."""
RECIPIENT = "recipient refused"
"""Only this address; other emails leave."""
