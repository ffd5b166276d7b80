/** What a condition names: any current state, or one of several (RFC 9110, section 8.8.3). */
export type EntityTags = '*' | readonly EntityTag[]

interface EntityTag {
  readonly isWeak: boolean
  /** Without its quotes. */
  readonly opaque: string
}

/** The conditions under which a request may be carried out (RFC 9110, section 13). */
export interface Conditions {
  readonly ifMatch?: EntityTags | undefined
  readonly ifNoneMatch?: EntityTags | undefined
}

/** No two parts can match the same text, so that long runs of blanks or commas take linear time. */
const PART = /(?<weak>W\/)?"(?<opaque>[!#-~\u0080-\u00ff]*)"|[ \t]+|,/y

/** @returns undefined if the header has anything but entity tags, such as one without its quotes */
export function parseEntityTags(header: string): EntityTags | undefined {
  if (header.trim() === '*') return '*'
  const tags: EntityTag[] = []
  for (PART.lastIndex = 0; PART.lastIndex < header.length; ) {
    const part = PART.exec(header)
    if (part === null) return undefined
    const { weak, opaque } = part.groups ?? {}
    if (opaque !== undefined) tags.push({ isWeak: weak !== undefined, opaque })
  }
  return tags.length === 0 ? undefined : tags
}

/** The strong comparison, for what a change is based on: a weak tag never matches. */
export function matchesStrongly(tags: EntityTags, isCurrent: (opaque: string) => boolean): boolean {
  return tags === '*' || tags.some(({ isWeak, opaque }) => !isWeak && isCurrent(opaque))
}

/** Whether the conditions hold for something that exists and has no entity tag. */
export function holdsUntagged({ ifMatch }: Conditions): boolean {
  return ifMatch === undefined || ifMatch === '*'
}

/** The weak comparison, for what a reader has already. */
export function matchesWeakly(tags: EntityTags, isCurrent: (opaque: string) => boolean): boolean {
  return tags === '*' || tags.some(({ opaque }) => isCurrent(opaque))
}

/** The condition that this is still the state. */
export function onlyIf(opaque: string): Conditions {
  return { ifMatch: [{ isWeak: false, opaque }] }
}
