import { closeSync, openSync, readSync } from 'node:fs'

const KIB = 1_024

/** Errors that a person can do something about, in words. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EISDIR: 'this is a folder; name a file',
  EACCES: 'this file may not be read',
}

/** Maximum size of a secret, a token, a certificate or a list of settings, in bytes. */
export const MAX_SETTING_BYTES = 64 * KIB

/**
 * Reads a whole file unless it is too long. Devices such as /dev/zero never end.
 * @throws Error that says what is wrong with the file, but not which file it is
 */
export function readBoundedFile(path: string, maxBytes: number): Buffer {
  try {
    const file = openSync(path, 'r')
    try {
      return readAll(file, maxBytes)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const reason = REASONS[(error as NodeJS.ErrnoException).code ?? '']
    throw reason === undefined ? error : new Error(reason)
  }
}

function readAll(file: number, maxBytes: number): Buffer {
  const chunks: Buffer[] = []
  for (let length = 0; length <= maxBytes; ) {
    const chunk = Buffer.alloc(64 * KIB)
    const read = readSync(file, chunk)
    if (read === 0) return Buffer.concat(chunks)
    chunks.push(chunk.subarray(0, read))
    length += read
  }
  throw new Error(`longer than ${maxBytes / KIB} KB`)
}
