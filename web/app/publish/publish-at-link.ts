import { RequestError } from '../../ui/request.ts'

interface Link {
  /** As typed, empty for random words; undefined if nobody has typed anything. */
  readonly chosen: string | undefined
  /** The next suggestion that is not known to be taken; undefined after the last one. */
  readonly suggest: () => string | undefined
  readonly markTaken: (slug: string) => void
}

/**
 * Publishes at the chosen or else the suggested link. A suggestion that turns out to be taken gives way to the next,
 * and after the last one to random words.
 * @param publish with an empty link for random words
 * @throws RequestError
 */
export async function publishAtLink(link: Link, publish: (slug: string) => Promise<void>): Promise<void> {
  const { chosen, suggest, markTaken } = link
  const slug = chosen ?? suggest() ?? ''
  try {
    await publish(slug)
  } catch (error) {
    if (!isSlugTaken(error) || slug === '') throw error
    markTaken(slug)
    if (chosen !== undefined) throw error
    await publishAtLink(link, publish)
  }
}

export function isSlugTaken(error: unknown): boolean {
  return error instanceof RequestError && error.code === 'slug_taken'
}
