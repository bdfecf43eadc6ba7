# Runs the blocks of a page in this shell: reads the name of each from standard input, and says "done" after each. A block
# that fails ends the shell.
set -euo pipefail

# In the pages, curl shows what it got. Here, a response that is an error fails its block.
curl() { command curl --fail-with-body "$@"; }

exec 3>&1
while read -r block_file <&0; do
  # shellcheck source=/dev/null
  source "./$block_file" >"${block_file%.*}.out" 2>&1 </dev/null
  echo done >&3
done
