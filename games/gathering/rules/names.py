"""What games are called: drawn from mines and dwarves, or as their organiser likes."""

import re
import unicodedata
from collections.abc import Collection, Iterable
from itertools import count

from games.errors import BadGameName
from games.people.rules.looks import is_seen, look

LONGEST = 40
MOST_MARKS = 2
"""So many may stand upon one letter."""

# A name is data: it is not translated, so each reader sees the one that its organiser saw.
NAMES = {
    "en": (
        *("The Sunken Gallery", "Candle Gulch", "The Old Adit", "Hammerfall", "The Deep Level"),
        *("Copper Kettle", "The Drowned Shaft", "Nugget Hollow", "The Silent Pit", "Emberlode"),
        *("The Blind Seam", "Bramble Pit", "The Long Drift", "Pickaxe Point", "Grey Beard Mine"),
        *("The Leaning Prop", "Magpie Hole", "The Lost Ladder", "Lanternwick", "Crooked Tunnel"),
        *("The Black Stope", "Sparrow Shaft", "The Hollow Crown", "Anvil Deep", "Thimble Mine"),
        *("The Dripping Hall", "Badger Lode", "The Bent Rail", "Tinder Reach", "Mossy Winch"),
        *("The Windless Way", "Quarrel Deep", "The Tin Staircase", "Barrow End", "Coal Cellar"),
        *("The Golden Grudge", "Muddy Boots", "The Last Lamp", "Whistling Chimney", "Toadstone"),
        *("The Broken Cart", "Ravenrake", "The Upper Sump", "Honest Digging", "Oxbow Mine"),
        *(
            "The Patient Vein",
            "Cinder Row",
            "The Narrow Squeeze",
            "Three Dwarves Down",
            "Garnet Gap",
        ),
    ),
    "de": (
        *("Der versunkene Stollen", "Glück auf", "Zum alten Mann", "Hammerschlag", "Tiefe Sohle"),
        *("Kupferkessel", "Der ersoffene Schacht", "Goldgrube", "Stille Zeche", "Glutader"),
        *("Das blinde Flöz", "Dornengrube", "Die lange Strecke", "Hackenberg", "Graubartzeche"),
        *(
            "Der schiefe Stempel",
            "Elsterloch",
            "Die verlorene Leiter",
            "Laternenfels",
            "Krummer Gang",
        ),
        *("Der schwarze Abbau", "Spatzenschacht", "Die hohle Krone", "Ambossgrund", "Fingerhut"),
        *("Die tropfende Halle", "Dachsader", "Das krumme Gleis", "Zunderloch", "Moosige Winde"),
        *(
            "Wetterloser Weg",
            "Zanktiefe",
            "Die zinnerne Treppe",
            "Halde hinterm Haus",
            "Kohlenkeller",
        ),
        *(
            "Goldener Groll",
            "Schlammstiefel",
            "Die letzte Lampe",
            "Pfeifender Kamin",
            "Krötenstein",
        ),
        *(
            "Der zerbrochene Karren",
            "Rabenschlucht",
            "Der obere Sumpf",
            "Ehrliche Arbeit",
            "Ochsengrube",
        ),
        *(
            "Die geduldige Ader",
            "Schlackengasse",
            "Das enge Loch",
            "Drei Zwerge tief",
            "Granatspalte",
        ),
    ),
}

# Scripts whose letters pass for each other's; a name of two of them is there to deceive.
_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK", "CHEROKEE", "ARMENIAN", "COPTIC"})
# They only say how the sign before them is drawn, and are not seen themselves.
_STYLES = re.compile("[\ufe00-\ufe0f]")
# Mail programs make links of these, and a name is written to people who did not ask for it.
_ADDRESS = re.compile(r"[^\W_][.@][^\W_]|:/|@|//")


def drawn(language: str, others: Iterable[str], *, chance: int) -> str:
    """Draw a name that looks like none of the others, by a number as large as one likes."""
    looks = {look(name) for name in others}
    names = NAMES.get(language, NAMES["en"])
    free = [name for name in names if look(name) not in looks]
    if free:
        return free[chance % len(free)]
    name = names[chance % len(names)]
    return next(more for at in count(2) if look(more := f"{name} {at}") not in looks)


def again(name: str) -> str:
    """Say what the same table is called when it plays once more."""
    counted = _COUNTED.fullmatch(name)
    first, number = (counted[1], int(counted[2])) if counted else (name, 1)
    end = f" {number + 1}"
    return first[: LONGEST - len(end)].rstrip() + end


_COUNTED = re.compile(r"(.+) ([1-9][0-9]{0,3})")


def chosen(text: str) -> str:
    """Return a name as it is kept; raises BadGameName if it is not what it looks like."""
    name = " ".join(unicodedata.normalize("NFC", _STYLES.sub("", text)).split())
    if not 0 < len(name) <= LONGEST or not name.isprintable() or _ADDRESS.search(name):
        raise BadGameName
    if _hides(name) or len(_scripts(name)) > 1:
        raise BadGameName
    return name


def _hides(name: str) -> bool:
    """Whether something of it is not seen, or buries what is beside it."""
    marks = 0
    for letter in name:
        if unicodedata.category(letter) in ("Mn", "Me", "Mc"):
            marks += 1
        elif letter != " " and not is_seen(letter):
            return True
        else:
            marks = 0
        if marks > MOST_MARKS:
            return True
    return not is_seen(name[0]) or _IGNORED.search(name) is not None


# Marks of no look at all.
_IGNORED = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\U000e0100-\U000e01ef]")


def _scripts(name: str) -> Collection[str]:
    """Tell of which of the scripts that look alike its letters are."""
    said = (unicodedata.name(letter, "").split(" ")[0] for letter in name if letter.isalpha())
    return _ALIKE.intersection(said)
