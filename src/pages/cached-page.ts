import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import type { PublicSurvey, Survey } from '../service/responses.ts'

/** Part of a page: as it is, and deflated so that it can be followed by another. */
export interface Piece {
  readonly plain: Buffer
  readonly deflated: Buffer
}

const deflate = promisify(deflateRaw)

/** Compresses beside the event loop. */
export async function pieceOf(text: string): Promise<Piece> {
  const plain = Buffer.from(text)
  return { plain, deflated: await deflate(plain, { level: 9, finishFlush: constants.Z_FULL_FLUSH }) }
}

export function bytesOf({ plain, deflated }: Piece): number {
  return plain.length + deflated.length
}

interface PageParts {
  readonly policy: string
  /** What comes before the key. */
  readonly pieces: readonly Piece[]
  readonly after: string
}

/** A rendered page that lacks only the submission key, which is inserted at each load. */
export class CachedPage {
  readonly survey: Survey
  readonly policy: string
  /** Whether search engines may list it. */
  readonly isListed: boolean
  readonly #before: Buffer
  readonly #after: string
  /** Everything before the key: a gzip header, and deflated data that ends on a byte boundary. */
  readonly #compressed: Buffer
  readonly #checksum: number

  constructor({ survey, isListed }: Pick<PublicSurvey, 'survey' | 'isListed'>, { policy, pieces, after }: PageParts) {
    this.survey = survey
    this.isListed = isListed
    this.policy = policy
    this.#before = Buffer.concat(pieces.map(({ plain }) => plain))
    this.#after = after
    this.#compressed = Buffer.concat([GZIP_HEAD, ...pieces.map(({ deflated }) => deflated)])
    this.#checksum = crc32(this.#before)
  }

  /** Memory use in bytes, including the survey. A character takes up to two bytes. */
  get bytes(): number {
    const characters = this.#after.length + this.survey.questions.length
    return this.#before.length + this.#compressed.length + 2 * characters
  }

  whole(key: string): Buffer {
    return Buffer.concat([this.#before, Buffer.from(key + this.#after)])
  }

  /** Key and end of the page follow uncompressed in a last block. Compressing everything again would take 50 times as long. */
  gzipped(key: string): Buffer {
    const start = this.#compressed.length
    const text = key + this.#after
    const bytes = Buffer.allocUnsafe(start + BLOCK_HEAD + 3 * text.length + GZIP_TAIL)
    this.#compressed.copy(bytes)
    const length = bytes.write(text, start + BLOCK_HEAD)
    bytes[start] = LAST_STORED
    bytes.writeUInt16LE(length, start + 1)
    bytes.writeUInt16LE(length ^ 0xffff, start + 3)
    const end = start + BLOCK_HEAD + length
    bytes.writeUInt32LE(crc32(bytes.subarray(start + BLOCK_HEAD, end), this.#checksum), end)
    bytes.writeUInt32LE(this.#before.length + length, end + 4)
    return bytes.subarray(0, end + GZIP_TAIL)
  }
}

/** RFC 1952: deflate, no flags, no time, an unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** Checksum and length. */
const GZIP_TAIL = 8
/** RFC 1951: the last block, stored; its length, and that inverted. */
const LAST_STORED = 1
const BLOCK_HEAD = 5
