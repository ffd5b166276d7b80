/** A file in a ZIP archive. */
export interface ZipEntry {
  readonly name: string
  /** Size of its content in bytes. */
  readonly size: number
  /** Its content as text, in parts. */
  text(): AsyncIterable<string>
}

/** A file that is not a ZIP archive, or one that cannot be read here. */
export class ZipError extends Error {}

const END_SIGNATURE = 0x0605_4b50
const ENTRY_SIGNATURE = 0x0201_4b50
const FILE_SIGNATURE = 0x0403_4b50
/** The end of the directory, including the longest possible comment. */
const LONGEST_END = 22 + 0xffff
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1

/** Reads an archive's directory, which is at its end. Contents are read on demand. @throws ZipError */
export async function readZip(archive: Blob): Promise<ZipEntry[]> {
  const tail = await viewOf(archive.slice(-LONGEST_END))
  let at = tail.byteLength - 22
  while (at >= 0 && tail.getUint32(at, true) !== END_SIGNATURE) at--
  if (at < 0) throw new ZipError()
  const count = tail.getUint16(at + 10, true)
  const [size, offset] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)]
  const directory = await viewOf(archive.slice(offset, offset + size))
  const entries: ZipEntry[] = []
  for (let entry = 0, start = 0; entry < count; entry++) {
    if (start + 46 > directory.byteLength || directory.getUint32(start, true) !== ENTRY_SIGNATURE) throw new ZipError()
    const length = (field: number) => directory.getUint16(start + field, true)
    const [name, extra, comment] = [length(28), length(30), length(32)]
    entries.push(entryOf(archive, directory, start, name))
    start += 46 + name + extra + comment
  }
  return entries
}

function entryOf(archive: Blob, directory: DataView, start: number, nameLength: number): ZipEntry {
  const name = new TextDecoder().decode(new Uint8Array(directory.buffer, directory.byteOffset + start + 46, nameLength))
  const [flags, method] = [directory.getUint16(start + 8, true), directory.getUint16(start + 10, true)]
  const number = (field: number) => directory.getUint32(start + field, true)
  const [packed, size, offset] = [number(20), number(24), number(42)]
  return {
    name,
    size,
    async *text() {
      if ((flags & ENCRYPTED) !== 0 || (method !== STORED && method !== DEFLATED)) throw new ZipError()
      const head = await viewOf(archive.slice(offset, offset + 30))
      if (head.byteLength < 30 || head.getUint32(0, true) !== FILE_SIGNATURE) throw new ZipError()
      const from = offset + 30 + head.getUint16(26, true) + head.getUint16(28, true)
      const bytes = archive.slice(from, from + packed).stream()
      yield* textOf(method === DEFLATED ? bytes.pipeThrough(new DecompressionStream('deflate-raw')) : bytes)
    },
  }
}

/** Not every browser can iterate over a stream. */
async function* textOf(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = bytes.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      yield decoder.decode(part.value, { stream: true })
    yield decoder.decode()
  } catch {
    throw new ZipError()
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function viewOf(blob: Blob): Promise<DataView> {
  return new DataView(await blob.arrayBuffer())
}
