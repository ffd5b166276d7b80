import { EMPTY_WALL, type Wall } from '../domain/wall.ts'

const EMPTY = JSON.stringify(EMPTY_WALL)

export function readWall(text: string | null): Wall {
  return text === null ? EMPTY_WALL : JSON.parse(text)
}

/** An empty wall is null. */
export function wallText(wall: Wall): string | null {
  const text = JSON.stringify(wall)
  return text === EMPTY ? null : text
}
