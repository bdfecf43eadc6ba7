"""Hypothesis strategies for texts that the service accepts, in the spellings that people send."""

from hypothesis import strategies as st

from seatpreview.values.web_hosts import BLOCKED_PORTS

_LABELS = st.from_regex(r"[a-z0-9]{1,8}(-[a-z0-9]{1,8})?", fullmatch=True)
_LABELS_OF_OTHER_SCRIPTS = st.sampled_from(
    ["bücher", "faß", "παράδειγμα", "пример", "例え", "น้ำ", "xn--bcher-kva", "under_score"]
)
# Reserved names (RFC 2606) are on no list of public suffixes and never will be.
_TOP_LEVEL = st.sampled_from(["example", "test", "invalid"])
_PLAIN_NAMES = st.builds(
    lambda labels, top: ".".join([*labels, top]), st.lists(_LABELS, min_size=1, max_size=3), _TOP_LEVEL
)
_NAMES_OF_OTHER_SCRIPTS = st.builds(
    lambda label, name: f"{label}.{name}", _LABELS_OF_OTHER_SCRIPTS, _PLAIN_NAMES
)
_NAMES = _PLAIN_NAMES | _NAMES_OF_OTHER_SCRIPTS
_LOOPBACK_NAMES = st.just("localhost") | _LABELS.map(lambda label: f"{label}.localhost")
_LOOPBACK_IPV4 = st.ip_addresses(network="127.0.0.0/8").map(str)
_IPV4 = st.ip_addresses(v=4).map(str)
_IPV6 = st.ip_addresses(v=6).flatmap(lambda address: st.sampled_from([str(address), address.exploded]))
_BRACKETED = _IPV6.map(lambda address: f"[{address}]")
_OPEN_PORTS = st.integers(1, 65535).filter(lambda port: port not in BLOCKED_PORTS)
_PORTS = st.just("") | _OPEN_PORTS.map(lambda port: f":{port}") | st.sampled_from([":80", ":443"])


def exact_origins() -> st.SearchStrategy[str]:
    """Generates origins without a wildcard."""
    https = _spelled("https", _NAMES | _LOOPBACK_NAMES | _IPV4 | _BRACKETED)
    http = _spelled("http", _LOOPBACK_NAMES | _LOOPBACK_IPV4 | st.just("[::1]"))
    return https | http


def wildcard_origins() -> st.SearchStrategy[str]:
    """Generates wildcards over names that are no public suffix and cover none."""
    https = _spelled("https", _NAMES.map(lambda name: f"*.{name}"))
    http = _spelled("http", _LABELS.map(lambda label: f"*.{label}.localhost"))
    return https | http


def origins() -> st.SearchStrategy[str]:
    return exact_origins() | wildcard_origins()


def frame_ancestors() -> st.SearchStrategy[str]:
    """Generates entries that can be combined in a list. `'none'` cannot, and is left out."""
    names = _PLAIN_NAMES | _PLAIN_NAMES.map(lambda name: f"*.{name}")
    https = _spelled("https", names | _LOOPBACK_NAMES | _IPV4)
    http = _spelled("http", _LOOPBACK_NAMES | _LOOPBACK_IPV4)
    return st.sampled_from(["'self'", "'SELF'"]) | https | http


def _spelled(scheme: str, hosts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Generates spellings with or without a port, a trailing slash and capital letters."""
    slashes = st.sampled_from(["", "/"])
    texts = st.builds(lambda host, port, slash: f"{scheme}://{host}{port}{slash}", hosts, _PORTS, slashes)
    return texts | texts.map(_in_capitals)


def _in_capitals(text: str) -> str:
    """Capitalises letters that have one capital: that of `ß` would be `SS`, and so another name."""
    return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in text)
