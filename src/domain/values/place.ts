/** A place in a text. Both count from 1, the column in characters. */
export interface Place {
  readonly line: number
  readonly column: number
}

/** A mistake with its place in a file. */
export class PlacedError extends Error {
  readonly place: Place

  constructor(message: string, place: Place) {
    super(message)
    this.place = place
  }
}

/** Finds places in one text: each costs a search among its lines. */
export function placeFinder(text: string): (offset: number) => Place {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return offset => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: [...text.slice(starts[low], offset)].length + 1 }
  }
}

/** The line and column of a position in a text. */
export function placeIn(text: string, offset: number): Place {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 }
}
