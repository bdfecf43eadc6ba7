"""Whether a Python was built with profile-guided optimisation, by the variables of several builds."""

import sysconfig

import pytest

from seatpreview.doctor import machine

PLAIN_BUILD = {
    "CONFIG_ARGS": "'--enable-shared' '--with-system-ffi'",
    "PY_CORE_CFLAGS": "-DNDEBUG -g -fwrapv -O3 -Wall -DPy_BUILD_CORE",
    "PGO_PROF_GEN_FLAG": "-fprofile-generate",
    "PGO_PROF_USE_FLAG": "-fprofile-use -fprofile-correction",
}


@pytest.mark.parametrize(
    ("of_the_build", "is_optimised"),
    [
        ({}, False),
        ({"CONFIG_ARGS": "'--enable-optimizations' '--with-lto'"}, True),
        ({"PY_CORE_CFLAGS": "-O3 -fprofile-use -fprofile-correction -DPy_BUILD_CORE"}, True),
        ({"PY_CORE_CFLAGS": "-O3 -fprofile-instr-use=code.profclangd -DPy_BUILD_CORE"}, True),
        ({"PGO_PROF_USE_FLAG": ""}, True),
        ({"PGO_PROF_USE_FLAG": "", "PGO_PROF_GEN_FLAG": ""}, False),
    ],
    ids=["plain", "configured so", "make profile-opt", "by clang", "Debian", "a compiler without profiles"],
)
def test_the_variables_of_a_build_say_whether_it_is_optimised(
    of_the_build: dict[str, object], is_optimised: bool
) -> None:
    assert machine.is_python_optimised(PLAIN_BUILD | of_the_build) is is_optimised


def test_a_platform_without_these_variables_is_not_optimised() -> None:
    assert machine.is_python_optimised({}) is False


def test_the_running_python_is_judged_by_its_own_variables() -> None:
    assert machine.is_python_optimised() is machine.is_python_optimised(sysconfig.get_config_vars())
