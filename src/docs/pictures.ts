import { listProgramFiles, readProgramFile } from '../program/program-files.ts'

/** A picture of a guide, in PNG. */
interface Picture {
  /** On our pages. */
  readonly path: string
  /** In pixels. */
  readonly width: number
  readonly height: number
}

const FOLDER = 'docs/guides/pictures'
/** Where a PNG file has its width and height. */
const [WIDTH_AT, HEIGHT_AT] = [16, 20]

/** The files of all pictures. */
export function listPictures(): readonly string[] {
  return listProgramFiles(FOLDER)
}

export function readPicture(file: string): Buffer {
  return readProgramFile(`${FOLDER}/${file}`)
}

export function pathOfPicture(file: string): string {
  return `/docs/pictures/${file}`
}

/** @param target as guides name it: `pictures/` and the file */
export function pictureOf(target: string): Picture {
  const file = target.slice(target.indexOf('/') + 1)
  const bytes = readPicture(file)
  return { path: pathOfPicture(file), width: bytes.readUInt32BE(WIDTH_AT), height: bytes.readUInt32BE(HEIGHT_AT) }
}
