import { NO_PROJECTED_TEXTS, type ProjectedTextSelection } from '../../domain/results/texts/projected-texts.ts'

const EMPTY = JSON.stringify(NO_PROJECTED_TEXTS)

export function readProjectedTexts(text: string | null): ProjectedTextSelection {
  return text === null ? NO_PROJECTED_TEXTS : JSON.parse(text)
}

/** An empty selection is stored as null. */
export function projectedTextsJson(selection: ProjectedTextSelection): string | null {
  const text = JSON.stringify(selection)
  return text === EMPTY ? null : text
}
