import { Zip, ZipPassThrough } from 'fflate'

/** A file in an archive. Its content is not read before its turn. */
export interface ZipFile {
  readonly name: string
  readonly content: AsyncIterable<string>
}

/** Sizes and offsets have 32 bits. Larger archives would need another format, which not every program can read. */
const MAX_BYTES = 0xffff_ffff
const MAX_FILES = 0xffff
const NOTHING = new Uint8Array()

/**
 * A ZIP archive as a stream. Files are stored uncompressed and never held in memory: their sizes and checksums follow
 * them.
 * @param date of all files, in UTC, because the format has no time zone
 * @throws Error if it grows beyond 4 GB; the reader then gets a broken stream instead of an incomplete archive
 */
export async function* zip(files: AsyncIterable<ZipFile>, date: Date): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  let [size, count] = [0, 0]
  const archive = new Zip((error, part) => {
    if (error) throw error
    size += part.length
    made.push(part)
  })
  for await (const { name, content } of files) {
    const file = new ZipPassThrough(name)
    file.mtime = asLocalTime(date)
    archive.add(file)
    count += 1
    for await (const part of content) {
      file.push(Buffer.from(part))
      checkSize(size, count)
      yield* made.splice(0)
    }
    file.push(NOTHING, true)
  }
  archive.end()
  checkSize(size, count)
  yield* made
}

function checkSize(bytes: number, files: number): void {
  if (bytes > MAX_BYTES || files > MAX_FILES) throw new Error('a ZIP archive can have 4 GB and 65,535 files')
}

/** The time whose local date and hour equal those of `date` in UTC, because the library writes local time. */
function asLocalTime(date: Date): Date {
  return new Date(date.getTime() + date.getTimezoneOffset() * 60_000)
}
