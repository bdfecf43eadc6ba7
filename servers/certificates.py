"""Self-signed certificates for tests."""

import ipaddress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Seat Preview tests")])
_NAMES = x509.SubjectAlternativeName(
    [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
)


def write(folder: Path, days: int) -> tuple[Path, Path]:
    """Writes a certificate of 127.0.0.1 and localhost that is valid for `days`, and its key."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(_NAME)
        .issuer_name(_NAME)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(min(now, now + timedelta(days=days)) - timedelta(days=1))
        .not_valid_after(now + timedelta(days=days))
        .add_extension(_NAMES, critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    plain = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    files = folder / f"{days}-days.crt", folder / f"{days}-days.key"
    for file, content in zip(files, (certificate.public_bytes(pem), plain), strict=True):
        file.write_bytes(content)
        file.chmod(0o600)
    return files
