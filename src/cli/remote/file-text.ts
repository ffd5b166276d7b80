import { readBoundedFile } from '../../config/bounded-file.ts'
import { placeIn } from '../../domain/values/place.ts'

/** Encodings by the first bytes of a file. UTF-32 comes first, because it begins like UTF-16. */
const MARKS: readonly [mark: readonly number[], encoding: string][] = [
  [[0xff, 0xfe, 0, 0], 'UTF-32'],
  [[0, 0, 0xfe, 0xff], 'UTF-32'],
  [[0xff, 0xfe], 'UTF-16LE'],
  [[0xfe, 0xff], 'UTF-16BE'],
  [[0xef, 0xbb, 0xbf], 'UTF-8'],
  [[0x50, 0x4b, 3, 4], 'ZIP'],
  [[0x25, 0x50, 0x44, 0x46], 'PDF'],
]

/** Reads a text file in UTF-8 or UTF-16. @throws Error that names the file and, if it differs, its encoding */
export function readTextFile(path: string, maxBytes: number): string {
  return decoded(path, readBytes(path, maxBytes))
}

/** As `readTextFile`, but also reads workbooks and documents, as a text. */
export async function readTextOrOfficeFile(path: string, maxBytes: number): Promise<string> {
  const bytes = readBytes(path, maxBytes)
  if (encodingOf(bytes) !== 'ZIP') return decoded(path, bytes)
  const { officeText } = await import('../../survey-source/office-text.ts')
  const text = officeText(bytes)
  if (text === undefined)
    throw new Error(`${path}: this is a ZIP file, but no document (.docx) or workbook (.xlsx) that can be read`)
  return text
}

function decoded(path: string, bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  if (!encoding.startsWith('UTF'))
    throw new Error(`${path}: this is a ${encoding} file; save it as plain text in UTF-8`)
  if (encoding === 'UTF-32') throw new Error(`${path}: the text is in UTF-32; save it in UTF-8`)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new Error(
      `${path}: ${encoding === 'UTF-8' ? notUtf8(bytes) : `the text is not valid ${encoding}`}; save it in UTF-8`,
    )
  }
}

function readBytes(path: string, maxBytes: number): Uint8Array {
  try {
    return readBoundedFile(path, maxBytes)
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`)
  }
}

function encodingOf(bytes: Uint8Array): string {
  const marked = MARKS.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked !== undefined) return marked[1]
  // A survey begins with an ASCII character, so the position of its zero byte identifies UTF-16 without a mark.
  if (bytes[1] === 0 && bytes[0] !== 0) return 'UTF-16LE'
  return bytes[0] === 0 && bytes.length > 1 ? 'UTF-16BE' : 'UTF-8'
}

/** Reports the position of the first byte that is not UTF-8, and what the text seems to be in. */
function notUtf8(bytes: Uint8Array): string {
  const before = new TextDecoder().decode(bytes)
  const { line, column } = placeIn(before, before.indexOf('\ufffd'))
  return `line ${line}, column ${column}: the text is not in UTF-8 but seems to be in ${oldEncodingOf(bytes)}`
}

/**
 * In Western languages, letters beyond ASCII stand among others. In other scripts, nearly all are beyond it, and some
 * encodings have bytes that Windows-1252 does not use.
 */
function oldEncodingOf(bytes: Uint8Array): string {
  const isWestern =
    !UNUSED.some(byte => bytes.includes(byte)) && !/[^\p{ASCII}]{4}/u.test(Buffer.from(bytes).toString('latin1'))
  return isWestern
    ? 'Windows-1252 (ANSI, Latin-1)'
    : 'an older encoding of another script, such as Windows-1251, Shift JIS, GBK or Big5'
}

/** Bytes that Windows-1252 does not use. */
const UNUSED = [0x81, 0x8d, 0x8f, 0x90, 0x9d]
