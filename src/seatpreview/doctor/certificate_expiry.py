"""Reads when a TLS certificate expires, with the standard library alone: by a handshake in memory."""

import ssl
from datetime import UTC, datetime
from pathlib import Path


def expiry_of(certificate: Path, key: Path) -> datetime:
    """Returns when the certificate expires.

    Raises OSError (ssl.SSLError is one) where certificate and key cannot be used, or are not a pair.
    """
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate, key)
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    # The certificate is its own trust anchor here: whether clients trust it is not checked.
    client.load_verify_locations(certificate)
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    details = _handshake(server, client).getpeercert()
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str((details or {})["notAfter"])), UTC)


def _handshake(server: ssl.SSLContext, client: ssl.SSLContext) -> ssl.SSLObject:
    """Returns the client's side after the handshake."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    server_side = server.wrap_bio(to_server, to_client, server_side=True)
    client_side = client.wrap_bio(to_client, to_server)
    for _ in range(3):
        for side in (client_side, server_side):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue  # This side waits for the other one's next message.
    return client_side
