#!/usr/bin/env bash
# Builds and runs the project in a new Debian, as a newcomer would:  sudo tests/fresh_root.sh SUITE FOLDER [COMMAND]
# SUITE is bookworm or trixie; FOLDER is made by debootstrap, and gets the last commit in src. COMMAND (default: ./run)
# is run and timed there. MIRROR: debootstrap's source, if not the default one.
# Remove FOLDER only after `umount FOLDER/{proc,sys,dev/shm,dev}`.
set -euo pipefail
suite=$1 folder=$2 command=${3:-./run}
project=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
[[ -e $folder/bin/bash ]] || debootstrap --variant=minbase --include=ca-certificates "$suite" "$folder" ${MIRROR:-}
cp -L /etc/resolv.conf /etc/hosts "$folder/etc/"
for part in proc sys dev; do
  mountpoint -q "$folder/$part" || mount --bind "/$part" "$folder/$part"
done
mountpoint -q "$folder/dev/shm" || mount -t tmpfs tmpfs "$folder/dev/shm"
rm -rf -- "$folder/src" "$folder/root/.cache"
git clone -q -- "$project" "$folder/src"
time env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 chroot "$folder" bash -c "cd /src && $command"
