"""What letters look like: two names of one look cannot be told apart by eye."""

import unicodedata
from collections.abc import Iterator

# Letters and spaces that leave a blank, and are no space to Python.
BLANK = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159"
# Signs newer than this Python belong to no category of these: they are seen.
_UNSEEN = ("Cc", "Cf", "Mn", "Mc", "Me", "Zs", "Zl", "Zp")

# Behind each Latin letter what is taken for it, in whatever script, before cases are folded: a
# capital eta looks like H, a small one like n. What only differs by marks, width or style needs no
# line, since decomposing takes care of it.
# fmt: off
_ALIKE = {
    "a": "Α α а А ɑ ⍺ Ꭺ ꓮ",    "b": "Β В в Ь ь ʙ Ᏼ ꓐ",     "c": "С с Ϲ ϲ ᴄ Ꮯ ꓚ",
    "d": "ԁ Ԁ đ Đ ð Ð ɖ Ꭰ ꓓ",  "e": "Ε ε Е е є Є З з ɛ Ꭼ ꓰ 3", "f": "ƒ Ϝ ϝ ꓝ",
    "g": "ɡ ց Ԍ ԍ Ꮐ ꓖ",        "h": "Η Н н Һ һ հ ħ Ħ Ꮋ ꓧ",  "j": "Ј ј ϳ Ꭻ ꓙ",
    "k": "Κ κ К к ĸ Ꮶ ꓗ",      "l": "Ι ι І і Ӏ ӏ ı ł Ł ו ן ا Ꮮ ꓡ ꓲ 1 | ǀ ¦",
    "m": "Μ М м Ꮇ",            "n": "Ν η п ո ñ ꓠ",
    "o": "Ο ο О о σ Օ օ ø Ø ס ه ๐ ዐ ꓳ 0 °", "p": "Ρ ρ Р р þ Ꮲ ꓑ", "q": "Ԛ ԛ զ գ",
    "r": "г ꓣ ɾ",              "s": "Ѕ ѕ ʂ Ꮪ ꓢ 5 $ ſ",       "t": "Τ τ Т т ŧ Ŧ Ꭲ ꓔ",
    "u": "υ ս ʋ ꓴ",            "v": "ν Ѵ ѵ Ꮩ ꓦ",            "w": "Ԝ ԝ ω ѡ ա Ꮃ ꓪ",
    "x": "Χ χ Х х × ꓫ",        "y": "Υ γ У у Ү ү ʏ Ꮍ ꓬ",    "z": "Ζ Ꮓ ꓜ",
}
# fmt: on
_LATIN = {ord(like): letter for letter, alike in _ALIKE.items() for like in alike.split()}
# Two letters that run together into another one.
_WIDE = str.maketrans({"m": "rn", "w": "vv", "d": "cl", "i": "l", "æ": "ae", "œ": "oe"})


def is_seen(letter: str) -> bool:
    """Tell whether a letter shows anything of its own."""
    return letter not in BLANK and unicodedata.category(letter) not in _UNSEEN


def look(name: str) -> str:
    """Return what a name looks like: two of one look are the same here."""
    plain = "".join(_plain(unicodedata.normalize("NFKD", name))).translate(_LATIN)
    folded = unicodedata.normalize("NFKD", plain.casefold()).translate(_LATIN)
    return "".join(filter(is_seen, folded)).translate(_WIDE)


def _plain(letters: str) -> Iterator[str]:
    for letter in letters:
        digit = unicodedata.decimal(letter, None)
        yield letter if digit is None else str(digit)
