#!/bin/sh
# The `soundings` command of the image. Secret settings come from a mounted file, so that they appear neither in the
# container's description nor in the environment of its first process, and so that operator commands find them too.
settings=/run/secrets/settings
program=/app/bin/soundings.js
export MALLOC_ARENA_MAX=2
if [ -e "$settings" ]; then
  exec node --disable-sigusr1 --max-semi-space-size=8 --no-parallel-scavenge --no-allocation-site-pretenuring --expose-gc --env-file="$settings" "$program" "$@"
fi
exec node --disable-sigusr1 --max-semi-space-size=8 --no-parallel-scavenge --no-allocation-site-pretenuring --expose-gc "$program" "$@"
