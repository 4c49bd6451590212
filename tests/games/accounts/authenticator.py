"""A device that makes passkeys and signs by them, for tests, as the standard says."""

import json
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from fido2.cose import ES256, RS256, CoseKey, EdDSA
from fido2.utils import sha256, websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

from games.accounts.services import passkeys
from games.models import Passkey, Player
from tests.games.cast import NOW, player

FLAG = AuthenticatorData.FLAG
SITE = "http://testserver"


def make_key(alg: int) -> tuple[CoseKey, Any]:
    if alg == -8:
        private = ed25519.Ed25519PrivateKey.generate()
        return EdDSA.from_cryptography_key(private.public_key()), private.sign
    if alg == -257:
        key = rsa.generate_private_key(65537, 2048)
        public = RS256.from_cryptography_key(key.public_key())
        return public, lambda data: key.sign(data, padding.PKCS1v15(), hashes.SHA256())
    curve = ec.generate_private_key(ec.SECP256R1())
    public = ES256.from_cryptography_key(curve.public_key())
    return public, lambda data: curve.sign(data, ec.ECDSA(hashes.SHA256()))


@dataclass
class Device:
    """Keeps one passkey. What it says of itself can be made a lie."""

    alg: int = -7
    origin: str = SITE
    site: str = "testserver"
    flags: FLAG = FLAG.UP | FLAG.UV
    count: int = 0
    counts: bool = False
    credential_id: bytes = b"\x01" * 32
    handle: str = ""
    key: CoseKey = field(init=False)
    sign: Any = field(init=False)

    def __post_init__(self) -> None:
        self.key, self.sign = make_key(self.alg)

    def make(self, options: dict[str, Any], **lies: Any) -> str:
        """Answer what a page asks of a device that shall make a passkey."""
        self.handle = options["user"]["id"]
        made = AttestedCredentialData.create(Aaguid.NONE, self.credential_id, self.key)
        data = self._data(self.flags | FLAG.AT, made)
        told = AttestationObject.create("none", data, {})
        return self._answer("webauthn.create", options, lies, attestationObject=told)

    def use(self, options: dict[str, Any], **lies: Any) -> str:
        """Answer what a page asks of a device that shall sign somebody in."""
        self.count += self.counts
        data = self._data(self.flags, b"")
        client = self._client("webauthn.get", options)
        signature = self.sign(data + sha256(client))
        told = {"authenticatorData": data, "signature": signature}
        return self._answer("webauthn.get", options, lies, userHandle=self.handle, **told)

    def _data(self, flags: FLAG, made: bytes) -> AuthenticatorData:
        return AuthenticatorData.create(sha256(self.site.encode()), flags, self.count, made)

    def _client(self, kind: str, options: dict[str, Any]) -> CollectedClientData:
        return CollectedClientData.create(kind, websafe_decode(options["challenge"]), self.origin)

    def _answer(self, kind: str, options: dict[str, Any], lies: dict[str, Any], **told: Any) -> str:
        fields = {"clientDataJSON": self._client(kind, options), **told, **lies}
        response = {
            name: websafe_encode(value) if isinstance(value, bytes) else value
            for name, value in fields.items()
        }
        name = websafe_encode(self.credential_id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})


def added(device: Device, who: Player | None = None, *, name: str = "phone", now=NOW) -> Passkey:
    """Let a player, say alice, add the passkey of a device."""
    who = who or player("alice")
    options, token = passkeys.ask_new(who, now=now)
    return passkeys.add(who, token, device.make(options), name=name, now=now)
