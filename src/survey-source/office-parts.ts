import { strFromU8, unzipSync } from 'fflate'
import { MAX_IMPORT_BYTES } from '../domain/surveys/limits.ts'

/** The XML of files in a workbook or document, by their paths. */
export type OfficeParts = Readonly<Record<string, string>>

/** Bytes of the files that are read, together and unpacked. */
const MAX_UNPACKED = 4 * MAX_IMPORT_BYTES

/** Unpacks those files whose paths match. @throws Error if it is no ZIP file, RangeError if there is too much in it */
export function unpackParts(bytes: Uint8Array, patterns: readonly RegExp[]): OfficeParts {
  let left = MAX_UNPACKED
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!patterns.some(one => one.test(name))) return false
      left -= originalSize
      if (left < 0) throw new RangeError('too large')
      return true
    },
  })
  return Object.fromEntries(Object.entries(files).map(([name, file]) => [name, strFromU8(file)]))
}
