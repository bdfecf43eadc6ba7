"""When a certificate expires, found out with the standard library: by a handshake in memory with itself."""

import ssl
from datetime import UTC, datetime
from pathlib import Path


def expiry_of(certificate: Path, key: Path) -> datetime:
    """Raises OSError (ssl.SSLError is one) where the two cannot be used, or do not belong together."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate, key)
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    # The certificate vouches for itself: whether others trust it is for them to say.
    client.load_verify_locations(certificate)
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    shown = _shake_hands(server, client).getpeercert()
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str((shown or {})["notAfter"])), UTC)


def _shake_hands(server: ssl.SSLContext, client: ssl.SSLContext) -> ssl.SSLObject:
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ours = server.wrap_bio(to_server, to_client, server_side=True)
    theirs = client.wrap_bio(to_client, to_server)
    for _ in range(3):
        for side in (theirs, ours):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue  # It waits for what the other one says next.
    return theirs
