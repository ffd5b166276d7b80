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
  readonly after: Piece
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
   * Everything before the key: a gzip header, deflated data that ends on a byte boundary, and the head of the key's
   * block.
   */
  readonly #compressed: Buffer
  readonly #after: Piece
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
    this.#compressed = Buffer.concat([GZIP_HEAD, ...pieces.map(({ deflated }) => deflated), KEY_HEAD])
    this.#after = after
    this.#checksum = crc32(this.#before)
  }

  /** Memory use in bytes, including the survey. A character takes up to two bytes. */
  get bytes(): number {
    return this.#before.length + this.#compressed.length + bytesOf(this.#after) + 2 * this.survey.questions.length
  }

  /** In parts, of which the first can be long, and is not copied. */
  whole(key: string): readonly Buffer[] {
    return [this.#before, Buffer.from(key, 'latin1'), this.#after.plain]
  }

  /** The key is stored in a block of its own. Compressing everything again would take 50 times as long. */
  gzipped(key: string): Buffer {
    const bytes = Buffer.from(key, 'latin1')
    const { plain, deflated } = this.#after
    const tail = Buffer.alloc(GZIP_TAIL)
    tail.writeUInt32LE(crc32(plain, crc32(bytes, this.#checksum)))
    tail.writeUInt32LE(this.#before.length + bytes.length + plain.length, 4)
    return Buffer.concat([this.#compressed, bytes, deflated, LAST_BLOCK, tail])
  }
}

/** RFC 1952: deflate, no flags, no time, an unknown system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** Checksum and length. */
const GZIP_TAIL = 8
/** RFC 1951: the head of a stored block of one key: its length, and that inverted. */
const KEY_HEAD = Buffer.from([0, KEY_LENGTH, 0, KEY_LENGTH ^ 0xff, 0xff])
/** The last block, stored and empty. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff])
