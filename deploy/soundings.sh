#!/bin/sh
# `soundings` in the image. Settings that are secret come from a mounted file, so that neither the container's description
# nor the environment of its first process shows them, and the operator's commands find them too.
settings=/run/secrets/settings
program=/app/bin/soundings.js
if [ -e "$settings" ]; then
  exec node --max-semi-space-size=8 --env-file="$settings" "$program" "$@"
fi
exec node --max-semi-space-size=8 "$program" "$@"
