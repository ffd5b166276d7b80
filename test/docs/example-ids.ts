import type { Service } from '../harness.ts'

export const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Behind it is a token that is no UUID. */
const LINK = /(?<=\/(?:p|remote)\/)[\w-]+/

/** Remembers the random ids of an answer by those of the example. The first one that stands for an id counts. */
export function learn(example: unknown, answer: unknown, known: Map<string, string>): void {
  if (typeof example === 'string' && typeof answer === 'string') {
    const link = LINK.exec(answer)?.[0]
    const [there] = link === undefined ? (answer.match(UUID) ?? []) : [link]
    for (const id of example.match(UUID) ?? []) if (there !== undefined && !known.has(id)) known.set(id, there)
  } else if (typeof example === 'object' && example !== null)
    for (const [name, member] of Object.entries(example))
      learn(member, (answer as Record<string, unknown> | null)?.[name], known)
}

/** Random ids, times and the address of the service differ from run to run. */
export function comparable(answer: unknown, { baseUrl }: Pick<Service, 'baseUrl'>): unknown {
  const text = JSON.stringify(answer)
    .replace(UUID, 'an-id')
    .replace(LINK, 'a-token')
    .replaceAll(baseUrl, 'https://soundings.example')
  return JSON.parse(text)
}
