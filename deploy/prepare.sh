#!/bin/sh
# Makes the secrets of compose.postgres.yaml in a folder, once, and lets PostgreSQL's user write into the folder of backups.
# As `prepare.sh replace FOLDER`, it replaces the secret of the servers with the text that it is given.
# 1000 and 999 are the user ids in the server's and the database's image. Neither can read what is the other's.
set -eu
umask 077

write() {
  cat > "$1.part"
  chmod 400 "$1.part"
  chown "$2" "$1.part"
  mv "$1.part" "$1"
}
random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }

if [ "$1" = replace ]; then
  text=$(cat)
  test -n "$text"
  cd "$2"
  echo "$text" | write secret 1000
  exit
fi

chown 999 "$2"
cd "$1"
chmod 711 .
# The last that is made. Until it exists, no database was started with the password.
if [ -e settings ]; then exit; fi
password=$(random)
[ -e secret ] || random | write secret 1000
echo "$password" | write database-password 999
echo "database:5432:soundings:soundings:$password" | write pgpass 999
echo "DATABASE_URL=postgres://soundings:$password@database/soundings" | write settings 1000
