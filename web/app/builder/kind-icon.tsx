import type { EntryKind } from './entry-kind.ts'

/** In a square of 20 units. */
export const KIND_PATHS: Readonly<Record<EntryKind, string>> = {
  one: 'M10 3.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M10 8a2 2 0 1 0 0 4a2 2 0 1 0 0-4',
  several: 'M4 4h12v12H4zM7 10l2.5 2.5L13.5 7.5',
  rating: 'M4 16v-4M8 16V9M12 16V4M16 16v-6',
  text: 'M4 5h12M4 10h12M4 15h7',
  grid: 'M3.5 4h13v12h-13zM3.5 8h13M3.5 12h13M8 4v12',
  ranking: 'M4 4v12M2 13.5l2 2.5 2-2.5M9 5h7.5M9 10h5M9 15h2.5',
  board: 'M10 4l6 8H4zM6 16h8',
  section: 'M6 3.5H3.5v13H6M9 6h7.5M9 10h7.5M9 14h7.5',
}

interface Props {
  readonly kind: EntryKind
  /** Left out beside a text that names the kind. */
  readonly label?: string
}

export function KindIcon({ kind, label }: Props) {
  const path = <path d={KIND_PATHS[kind]} />
  return label === undefined ? (
    <svg class="icon type-icon" viewBox="0 0 20 20" aria-hidden="true">
      {path}
    </svg>
  ) : (
    <svg class="icon type-icon" viewBox="0 0 20 20" role="img" aria-label={label}>
      {path}
    </svg>
  )
}
