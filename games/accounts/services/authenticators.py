"""What devices are asked for passkeys, and what they answer: checked by `fido2`, no rows here.

It gets bytes and never what was sent as such: of an answer a few texts are read, nothing else.
"""

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidSignature
from django.conf import settings
from fido2 import cbor
from fido2.cose import CoseKey
from fido2.server import Fido2Server
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationConveyancePreference,
    AttestationObject,
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    AuthenticatorData,
    CollectedClientData,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialParameters,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from games.errors import BadPasskey

# ES256 is in every device, EdDSA in some, and some Windows machines have RS256 alone.
ALGORITHMS = (-7, -8, -257)
LONGEST_ID, LONGEST_KEY = 1023, 1100
"""In bytes: what the standard allows, and what an RSA key of 8192 bits takes."""

_PUBLIC_KEY = PublicKeyCredentialType.PUBLIC_KEY
_VERIFIED = UserVerificationRequirement.REQUIRED

Options = dict[str, Any]
Response = TypeVar("Response")


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose passkey it is, as his devices keep and show it."""

    handle: bytes
    address: str
    name: str


@dataclass(frozen=True, slots=True)
class Made:
    """A passkey that a device has made."""

    credential_id: bytes
    public_key: bytes
    count: int


def site() -> str:
    """Name the host that passkeys are for; at another one they are not even offered."""
    return urlsplit(settings.BASE_URL).hostname or ""


def to_make(owner: Owner, challenge: bytes, *, known: Iterable[bytes]) -> Options:
    """Say what a device is asked that is to make a passkey, unless it has one of those known."""
    options, _state = _server().register_begin(
        PublicKeyCredentialUserEntity(
            id=owner.handle, name=owner.address, display_name=owner.name or owner.address
        ),
        [PublicKeyCredentialDescriptor(type=_PUBLIC_KEY, id=each) for each in known],
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,
        user_verification=_VERIFIED,
        challenge=challenge,
    )
    return dict(options.public_key)


def to_sign(challenge: bytes) -> Options:
    """Say what a device is asked that is to sign by a passkey, whosever that is."""
    options, _state = _server().authenticate_begin(user_verification=_VERIFIED, challenge=challenge)
    return dict(options.public_key)


def made(answer: str, challenge: bytes) -> Made:
    """Check what a device answered that made a passkey; raises BadPasskey."""
    response = _read(_attestation, answer)
    # Asked before: the library takes for granted that there is one.
    credential = response.response.attestation_object.auth_data.credential_data
    if credential is None:
        raise BadPasskey("unread")
    try:
        data = _server().register_complete(_state(challenge), response)
    except ValueError as problem:
        raise BadPasskey("unread") from problem
    _require_usable(credential)
    return Made(credential.credential_id, cbor.encode(credential.public_key), data.counter)


def signed(answer: str) -> AuthenticationResponse:
    """Read what a device answered that signed; nothing of it is proved yet. Raises BadPasskey."""
    return _read(_assertion, answer)


def require_signed(
    response: AuthenticationResponse, challenge: bytes, *, handle: bytes, public_key: bytes
) -> None:
    """Pass if an answer was signed here and now by this key of this owner; raises BadPasskey."""
    if response.response.user_handle != handle:
        raise BadPasskey("unread")
    key = CoseKey.parse(_mapping(public_key))
    known = AttestedCredentialData.create(Aaguid.NONE, response.raw_id, key)
    try:
        _server().authenticate_complete(_state(challenge), [known], response)
    except ValueError as problem:
        raise BadPasskey("unread") from problem


def _server() -> Fido2Server:
    server = Fido2Server(
        PublicKeyCredentialRpEntity(id=site(), name="Saboteur by mail"),
        attestation=AttestationConveyancePreference.NONE,
        verify_origin=_is_ours,
    )
    server.allowed_algorithms = [
        PublicKeyCredentialParameters(type=_PUBLIC_KEY, alg=alg) for alg in ALGORITHMS
    ]
    return server


def _is_ours(origin: object) -> bool:
    ours = urlsplit(settings.BASE_URL)
    if origin != f"{ours.scheme}://{ours.netloc}":
        raise BadPasskey("site")
    return True


def _state(challenge: bytes) -> dict[str, str]:
    return {"challenge": websafe_encode(challenge), "user_verification": _VERIFIED}


def _read(kind: Callable[[dict[str, bytes], bytes], Response], answer: str) -> Response:
    try:
        told = json.loads(answer)
        fields = {
            name: websafe_decode(text)
            for name, text in told["response"].items()
            if isinstance(text, str)
        }
        return kind(fields, websafe_decode(told["rawId"]))
    # Anybody may send anything here, and what a parser of bytes trips over has no list.
    except Exception as problem:
        raise BadPasskey("unread") from problem


def _attestation(fields: dict[str, bytes], raw_id: bytes) -> RegistrationResponse:
    return RegistrationResponse(
        raw_id=raw_id,
        response=AuthenticatorAttestationResponse(
            client_data=CollectedClientData(fields["clientDataJSON"]),
            attestation_object=AttestationObject(fields["attestationObject"]),
        ),
    )


def _assertion(fields: dict[str, bytes], raw_id: bytes) -> AuthenticationResponse:
    return AuthenticationResponse(
        raw_id=raw_id,
        response=AuthenticatorAssertionResponse(
            client_data=CollectedClientData(fields["clientDataJSON"]),
            authenticator_data=AuthenticatorData(fields["authenticatorData"]),
            signature=fields["signature"],
            user_handle=fields["userHandle"],
        ),
    )


def _mapping(public_key: bytes) -> Any:
    return cbor.decode(public_key)


def _require_usable(credential: AttestedCredentialData) -> None:
    key = credential.public_key
    short = len(credential.credential_id) <= LONGEST_ID and len(cbor.encode(key)) <= LONGEST_KEY
    if key.ALGORITHM not in ALGORITHMS or not short:
        raise BadPasskey("unread")
    # Nothing was signed by it yet: a key that cannot even refuse a signature would be kept.
    try:
        key.verify(b"", b"")
    except InvalidSignature:
        return
    except Exception as problem:
        raise BadPasskey("unread") from problem
    raise BadPasskey("unread")
