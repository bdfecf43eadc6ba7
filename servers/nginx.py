"""The machine's nginx, with deploy/nginx.conf on free ports of the loopback."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

_CONFIGURATION = Path(__file__).parents[1] / "deploy" / "nginx.conf"
_START_SECONDS = 60
_STOP_SECONDS = 60

_MAIN = """
{user}
daemon off;
worker_processes 1;
worker_rlimit_nofile 10000;
pid {folder}/pid;
error_log {folder}/error.log warn;
events {{ worker_connections 4096; }}
http {{
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/responses;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/seatpreview.conf;
}}
"""


class RunningNginx(NamedTuple):
    """A proxy in front of a service, and the folder of its files."""

    port: int
    folder: Path


@contextmanager
def running_nginx(
    folder: Path,
    *,
    ports: tuple[int, int],
    service_port: int,
    certificate: tuple[Path, Path],
    second_port: int | None = None,
    has_cache: bool = False,
) -> Iterator[RunningNginx]:
    """Runs nginx with the shipped settings, on these ports for http and https. With a second port, they
    are those for several machines. With `has_cache`, it caches what the headers of responses allow, and says
    in X-Cache whether a response comes from there."""
    user = "user root;" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(_MAIN.format(folder=folder, user=user))
    settings = _shipped_settings(folder, ports, service_port, certificate)
    if second_port is not None:
        settings = _with_two_machines(settings, service_port, second_port)
    if has_cache:
        settings = _with_cache(folder, settings)
    (folder / "seatpreview.conf").write_text(settings)
    command = [_executable(), "-p", str(folder), "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    (folder / "pid").unlink(missing_ok=True)  # The check leaves an empty one behind.
    with subprocess.Popen(command, start_new_session=True) as process:
        try:
            _wait_until_running(folder, process)
            yield RunningNginx(ports[1], folder)
        finally:
            process.terminate()
            process.wait(_STOP_SECONDS)


def _shipped_settings(
    folder: Path, ports: tuple[int, int], service_port: int, certificate: tuple[Path, Path]
) -> str:
    """Returns deploy/nginx.conf with the ports, paths and certificate of the test, and longer timeouts."""
    text = _CONFIGURATION.read_text(encoding="utf-8")
    text = re.sub(r"listen \[::\]:.*;", "", text)
    for pattern, replacement in (
        (r"listen 80;", f"listen 127.0.0.1:{ports[0]};"),
        (r"listen 443 ", f"listen 127.0.0.1:{ports[1]} "),
        (r"server 127\.0\.0\.1:8080;", f"server 127.0.0.1:{service_port};"),
        (r"ssl_certificate \S+;", f"ssl_certificate {certificate[0]};"),
        (r"ssl_certificate_key \S+;", f"ssl_certificate_key {certificate[1]};"),
        (r"/var/log/nginx/seatpreview.log", f"{folder}/access.log"),
        (r"/var/log/nginx/seatpreview-error.log", f"{folder}/seatpreview-error.log"),
        # A busy machine may take longer to open as many connections as a test holds at once.
        (r"(client_(?:header|body)_timeout) \w+;", r"\1 600s;"),
    ):
        text, count = re.subn(pattern, replacement, text)
        assert count, f"deploy/nginx.conf has no {pattern}"
    return text


def _with_two_machines(settings: str, *ports: int) -> str:
    """Names two machines instead of one, as the comment in the file says."""
    settings = settings.replace(f"    server 127.0.0.1:{ports[0]};\n", "")
    for machine, port in zip(("10.1.0.11:8080", "10.1.0.12:8080"), ports, strict=True):
        assert f"#server {machine}" in settings
        settings = settings.replace(f"#server {machine}", f"server 127.0.0.1:{port}")
    return settings


def _with_cache(folder: Path, text: str) -> str:
    cached = "proxy_cache seats; add_header X-Cache $upstream_cache_status always;"
    text, count = re.subn(r"proxy_cache off;", cached, text)
    assert count == 1, "deploy/nginx.conf caches, or says nothing about it"
    return f"proxy_cache_path {folder}/cache keys_zone=seats:1m;\n{text}"


def _wait_until_running(folder: Path, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + _START_SECONDS
    while not (folder / "pid").exists():
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"nginx did not start:\n{(folder / 'error.log').read_text()}")
        time.sleep(0.01)


def _executable() -> str:
    found = os.environ.get("NGINX", "") or shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if not found:
        raise FileNotFoundError(
            "nginx is missing: install it (Debian: apt-get install nginx), or set NGINX to its path."
        )
    return found
