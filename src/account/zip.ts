import { crc32 } from 'node:zlib'

/** A file of an archive. Its content is read when its turn comes. */
export interface ZipFile {
  readonly name: string
  readonly content: AsyncIterable<string>
}

/** Sizes and offsets have 32 bits. Larger archives would need another format, which not every program reads. */
const MAX_BYTES = 0xffff_ffff
const MAX_FILES = 0xffff
/** Sizes and checksum follow the content, and names are UTF-8. */
const FLAGS = 0x0808
const VERSION = 20

interface Entry {
  readonly name: Buffer
  readonly offset: number
  readonly size: number
  readonly crc: number
}

/**
 * A ZIP archive as a stream. Files are stored uncompressed, and none is held in memory: the header before a file does not
 * depend on its content.
 * @param date of all files
 * @throws Error if it grows beyond 4 GB; the reader then gets a broken stream, not a shorter archive
 */
export async function* zip(files: AsyncIterable<ZipFile>, date: Date): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  const time = dosTime(date)
  let offset = 0
  for await (const { name: text, content } of files) {
    const name = Buffer.from(text)
    const start = offset
    const head = localHeader(name, time)
    yield head
    offset += head.length
    let [size, crc] = [0, 0]
    for await (const part of content) {
      const bytes = Buffer.from(part)
      size += bytes.length
      crc = crc32(bytes, crc)
      checkSize(offset + size, entries.length)
      yield bytes
    }
    const descriptor = dataDescriptor({ size, crc })
    yield descriptor
    offset += size + descriptor.length
    entries.push({ name, offset: start, size, crc })
  }
  const directory = Buffer.concat(entries.map(entry => centralHeader(entry, time)))
  checkSize(offset + directory.length, entries.length)
  yield Buffer.concat([directory, endOfDirectory(entries.length, directory.length, offset)])
}

function checkSize(bytes: number, files: number): void {
  if (bytes > MAX_BYTES || files > MAX_FILES) throw new Error('a ZIP archive can have 4 GB and 65,535 files')
}

/** Sizes and checksum are not known yet. */
function localHeader(name: Buffer, time: number): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x0403_4b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(FLAGS, 6)
  head.writeUInt32LE(time, 10)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, name])
}

function dataDescriptor({ size, crc }: Pick<Entry, 'size' | 'crc'>): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x0807_4b50, 0)
  descriptor.writeUInt32LE(crc, 4)
  descriptor.writeUInt32LE(size, 8)
  descriptor.writeUInt32LE(size, 12)
  return descriptor
}

function centralHeader({ name, offset, size, crc }: Entry, time: number): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x0201_4b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(VERSION, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt32LE(time, 12)
  head.writeUInt32LE(crc, 16)
  head.writeUInt32LE(size, 20)
  head.writeUInt32LE(size, 24)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt32LE(offset, 42)
  return Buffer.concat([head, name])
}

function endOfDirectory(files: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(files, 8)
  end.writeUInt16LE(files, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/** Date and time to two seconds, in UTC: the format has no time zone. It begins in 1980. */
function dosTime(date: Date): number {
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  return ((day << 16) | time) >>> 0
}
