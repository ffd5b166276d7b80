import { constants, crc32, deflateRawSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { FramedPage } from '../html/frame.ts'
import type { Survey } from '../service/responses.ts'
import type { Language } from './language.ts'

/** Size limit of the cache in bytes. The page of a typical survey takes about 20 kB. */
const CACHE_BYTES = 32 * 1_048_576

/** Placeholder of the submission key while a page is rendered. It cannot occur in a survey. */
export const ANY_KEY = '\0key\0'

/** A rendered page that lacks only the submission key, which is inserted at each load. */
export class CachedPage {
  readonly survey: Survey
  readonly policy: string
  readonly #before: Buffer
  readonly #after: string
  /** Everything before the key: a gzip header, and deflated data that ends on a byte boundary. */
  readonly #compressed: Buffer
  readonly #checksum: number

  constructor(survey: Survey, { text, policy }: FramedPage) {
    this.survey = survey
    this.policy = policy
    const [before = '', after = ''] = text.split(ANY_KEY)
    this.#before = Buffer.from(before)
    // Copied, because a slice would keep the whole string in memory.
    this.#after = Buffer.from(after).toString()
    const options = { level: 9, finishFlush: constants.Z_FULL_FLUSH }
    this.#compressed = Buffer.concat([GZIP_HEAD, deflateRawSync(this.#before, options)])
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

/** Recently requested pages by survey and language. */
export class PageCache {
  readonly #pages = new LRUCache<string, CachedPage>({ maxSize: CACHE_BYTES, sizeCalculation: page => page.bytes })

  find(slug: string, language: Language): CachedPage | undefined {
    return this.#pages.get(`${slug} ${language}`)
  }

  store(language: Language, page: CachedPage): CachedPage {
    this.#pages.set(`${page.survey.slug} ${language}`, page)
    return page
  }
}

/** Whether the browser accepts gzip. @param accepted the `Accept-Encoding` header */
export function takesGzip(accepted: string | undefined): boolean {
  return accepted !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:$|[\s,]))/.test(accepted)
}
