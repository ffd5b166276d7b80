import { randomBytes } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { findSecret, SECRET_BYTES, secretFile } from '../secret-file.ts'
import { Keyring } from '../service/keyring.ts'
import { type Command, type Invocation, type Output, withInstallation } from './command.ts'

export const secretRotate: Command = {
  name: ['secret', 'rotate'],
  usage: 'secret rotate',
  summary:
    'Create a new secret for admin, projector and remote links. Existing links keep working until `secret retire`.',
  details:
    'Without SECRET and SECRET_FILE, DATA_DIR/secret is replaced. Otherwise the new secret is printed, and you replace the\ncurrent one on every server. Restart every server afterwards.',
  example: 'secret rotate',
  options: {},
  positionals: [],
  run: call => replaceSecret(call, keyring => keyring.rotated(randomBytes(SECRET_BYTES).toString('base64url'))),
}

export const secretRetire: Command = {
  name: ['secret', 'retire'],
  usage: 'secret retire',
  summary: 'Invalidate links made with earlier secrets, and dashboard sessions that were opened with such a link.',
  details:
    'Like `secret rotate`, this replaces DATA_DIR/secret or prints the new secret. Restart every server afterwards.',
  example: 'secret retire',
  options: {},
  positionals: [],
  run: call =>
    replaceSecret(call, keyring => {
      if (keyring.earlierSecrets === 0)
        throw new Error('there is no earlier secret; run `soundings secret rotate` first')
      return keyring.retired()
    }),
}

/** Changes the secret of an installation after checking that it belongs to the database. */
async function replaceSecret(call: Invocation, change: (keyring: Keyring) => Keyring): Promise<Output> {
  const { config, terminal } = call
  const text = await withInstallation(call, async () => findSecret(config) ?? '')
  const keyring = change(Keyring.parse(text))
  const restart = 'Restart every server to use it.'
  if (config.secret !== undefined) {
    terminal.say(`Replace the current secret with this one. ${restart}\n`)
    return {
      data: { file: null, secret: keyring.toString(), earlier: keyring.earlierSecrets },
      text: keyring.toString(),
    }
  }
  const file = secretFile(config)
  writeFileSync(`${file}.new`, keyring.toString(), { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  return {
    data: { file, secret: null, earlier: keyring.earlierSecrets },
    text: `Replaced ${file}. ${restart} Save a copy.`,
  }
}
