#!/bin/sh
# Writes docker/.env (readable by its owner alone) from .env.example, with a random value for every empty one.
set -eu
cd "$(dirname "$0")"
if [ -e .env ]; then
  echo "docker/.env is there already and is kept: databases that were made with it need its values." >&2
  exit 1
fi
umask 077
while IFS= read -r line; do
  case $line in
    '#'*) printf '%s\n' "$line" ;;
    *=)
      value=$(openssl rand -hex 32)
      printf '%s%s\n' "$line" "$value"
      ;;
    *) printf '%s\n' "$line" ;;
  esac
done < .env.example > .env.new
mv .env.new .env
grep '^FROSTLINE_ADMIN_' .env
