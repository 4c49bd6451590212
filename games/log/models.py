"""Rows of the log. They point at nothing, so nothing that is deleted takes them with it."""

from typing import Any

from django.db import models

from games.log.rules import canonical


class Line(models.Model):
    """One thing that was done. The database refuses to change, remove or skip one."""

    number = models.BigIntegerField(primary_key=True, help_text="without gaps")
    at = models.DateTimeField()
    actor = models.BigIntegerField(null=True, help_text="a person's number; empty: the service")
    role = models.CharField(max_length=20, blank=True, help_text="that was used")
    relation = models.CharField(max_length=1, blank=True, help_text="that was found")
    act = models.CharField(max_length=40)
    arguments = models.JSONField(default=dict)
    target_kind = models.CharField(max_length=20, blank=True)
    target_id = models.BigIntegerField(null=True)
    case = models.BigIntegerField(null=True)
    reason = models.TextField(blank=True)
    preview = models.CharField(max_length=64, blank=True, help_text="its digest")
    before = models.JSONField(default=dict, help_text="what everybody may know of it")
    after = models.JSONField(default=dict, help_text="the same, afterwards")
    changes = models.PositiveIntegerField(default=0, help_text="how many rows it changed")
    digest = models.CharField(
        max_length=64, blank=True, help_text="of all rows it changed, before and after"
    )
    second = models.BigIntegerField(null=True, help_text="the number of who confirmed it")
    request = models.UUIDField(unique=True, help_text="names its transaction")
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64, help_text="of the text")
    text = models.TextField(help_text="all of the above as it was hashed")

    class Meta:
        app_label = "games"
        ordering = ("-number",)
        indexes = (
            models.Index(fields=("target_kind", "target_id", "-number"), name="line_by_target"),
            models.Index(fields=("actor", "-number"), name="line_by_actor"),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.act}"

    @property
    def canonical(self) -> str:
        """What its columns say, in the form that is hashed."""
        said: dict[str, Any] = {
            field.attname: getattr(self, field.attname)
            for field in self._meta.concrete_fields
            if field.name not in ("hash", "text")
        }
        return canonical(said | {"at": self.at.isoformat(), "request": str(self.request)})


class Person(models.Model):
    """What a number of the log was called. The name goes with the account, the number stays."""

    number = models.BigIntegerField(primary_key=True)
    name = models.CharField(max_length=40, blank=True)

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return self.name or str(self.number)


class Change(models.Model):
    """A watched row that was changed by nothing a player did; the database writes this itself."""

    id = models.BigAutoField(primary_key=True)
    request = models.UUIDField(db_index=True, help_text="of the one line that says why")
    table = models.CharField(max_length=63)
    rows = models.PositiveIntegerField()
    was = models.CharField(max_length=64, blank=True, help_text="a digest; empty: was not")
    became = models.CharField(max_length=64, blank=True, help_text="a digest; empty: is no more")

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"{self.table}: {self.rows}"


class Check(models.Model):
    """A reading of the whole chain, and what it found."""

    at = models.DateTimeField()
    length = models.BigIntegerField(help_text="how many lines were read")
    head = models.CharField(max_length=64, help_text="the hash of the last one")
    wrong = models.BigIntegerField(null=True, help_text="the first wrong number, if any is")
    mailed = models.BooleanField(default=False, help_text="whether its head went out by mail")

    class Meta:
        app_label = "games"

    def __str__(self) -> str:
        return f"{self.length}: {self.wrong or 'whole'}"
