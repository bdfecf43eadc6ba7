"""How the running Python was built: with profile-guided optimisation, or without."""

import sysconfig
from collections.abc import Mapping


def is_optimised(build_variables: Mapping[str, object] | None = None) -> bool:
    """Returns whether Python was built with profile-guided optimisation, by the variables of its build. The
    default is the running Python."""
    variables = sysconfig.get_config_vars() if build_variables is None else build_variables
    if "--enable-optimizations" in str(variables.get("CONFIG_ARGS")):
        return True
    if "-fprofile-" in str(variables.get("PY_CORE_CFLAGS")):
        return True
    # Debian and Ubuntu build with `make profile-opt`, and afterwards remove the flag from the variables, so
    # that extensions are not compiled with it. A build without optimisation still has the flag that it did
    # not use.
    return bool(variables.get("PGO_PROF_GEN_FLAG")) and not variables.get("PGO_PROF_USE_FLAG")
