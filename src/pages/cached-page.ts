import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import type { PublicSurvey, Survey } from '../service/responses/responses.ts'

/** Part of a page: as text, and deflated so that another part can follow it. */
export interface Piece {
  readonly plain: Buffer
  readonly deflated: Buffer
}

const deflate = promisify(deflateRaw)

/** Compresses off the event loop. */
export async function pieceOf(text: string): Promise<Piece> {
  const plain = Buffer.from(text)
  return { plain, deflated: await deflate(plain, { level: 9, finishFlush: constants.Z_FULL_FLUSH }) }
}

export function bytesOf({ plain, deflated }: Piece): number {
  return plain.length + deflated.length
}

interface PageParts {
  readonly policy: string
  /** What is on the screen; empty unless the survey is paced. */
  readonly step: string
  /** The parts before the key. */
  readonly pieces: readonly Piece[]
  readonly after: string
}

/** Length of a submission key, a UUID, in bytes. */
const KEY_LENGTH = 36

/** A rendered page without its submission key, which is inserted on each load. */
export class CachedPage {
  readonly survey: Survey
  readonly policy: string
  /** What was on the screen; empty unless the survey is paced. */
  readonly step: string
  /** Whether search engines may list it. */
  readonly isListed: boolean
  readonly #before: Buffer
  /**
   * Everything before the key: a gzip header, deflated data that ends on a byte boundary, and the head of the last
   * block.
   */
  readonly #compressed: Buffer
  /** Room for the key, the rest of the page, and the end of the compressed data, whose checksum is still missing. */
  readonly #rest: Buffer
  readonly #checksum: number

  constructor(
    { survey, isListed }: Pick<PublicSurvey, 'survey' | 'isListed'>,
    { policy, step, pieces, after }: PageParts,
  ) {
    this.survey = survey
    this.isListed = isListed
    this.policy = policy
    this.step = step
    this.#before = Buffer.concat(pieces.map(({ plain }) => plain))
    this.#rest = Buffer.concat([Buffer.alloc(KEY_LENGTH), Buffer.from(after), Buffer.alloc(GZIP_TAIL)])
    const length = this.#rest.length - GZIP_TAIL
    this.#compressed = Buffer.concat([GZIP_HEAD, ...pieces.map(({ deflated }) => deflated), lastBlockHead(length)])
    this.#checksum = crc32(this.#before)
    this.#rest.writeUInt32LE(this.#before.length + length, length + 4)
  }

  /** Memory use in bytes, including the survey. A character takes up to two bytes. */
  get bytes(): number {
    return this.#before.length + this.#compressed.length + this.#rest.length + 2 * this.survey.questions.length
  }

  /** In parts, of which the first can be long, and is not copied. */
  whole(key: string): readonly Buffer[] {
    const rest = this.#restWith(key)
    return [this.#before, rest.subarray(0, rest.length - GZIP_TAIL)]
  }

  /**
   * The key and the end of the page are stored uncompressed in a last block. Compressing everything again would take 50
   * times as long.
   */
  gzipped(key: string): Buffer {
    const rest = this.#restWith(key)
    const end = rest.length - GZIP_TAIL
    rest.writeUInt32LE(crc32(rest.subarray(0, end), this.#checksum), end)
    return Buffer.concat([this.#compressed, rest])
  }

  #restWith(key: string): Buffer {
    const rest = Buffer.from(this.#rest)
    rest.write(key, 'latin1')
    return rest
  }
}

/** RFC 1952: deflate, no flags, no time, an unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** Checksum and length. */
const GZIP_TAIL = 8
/** RFC 1951: the last block, stored; its length, and that inverted. */
const LAST_STORED = 1

function lastBlockHead(length: number): Buffer {
  const head = Buffer.from([LAST_STORED, 0, 0, 0, 0])
  head.writeUInt16LE(length, 1)
  head.writeUInt16LE(length ^ 0xffff, 3)
  return head
}
