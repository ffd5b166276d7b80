/** Languages of the pages' own texts. Creators' texts are shown as written. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * A page's language: that of `?lang=`, otherwise the best match for the browser's preferences, otherwise English.
 * @param asked value of `?lang=`
 * @param accepted `Accept-Language` header
 */
export function languageOf(asked: unknown, accepted: string | undefined): Language {
  if (typeof asked === 'string') {
    const language = supported(asked)
    if (language !== undefined) return language
  }
  for (const tag of byPreference(accepted ?? '')) {
    const language = tag === '*' ? 'en' : supported(tag)
    if (language !== undefined) return language
  }
  return 'en'
}

/** `de-CH` and `zh_Hant` map to `de` and `zh`. */
function supported(tag: string): Language | undefined {
  const [primary] = tag.toLowerCase().split(/[-_]/)
  return LANGUAGES.find(language => language === primary)
}

/** Browsers send shorter headers; the rest is ignored. */
const HEADER_LENGTH = 500

/** The header's language tags by descending weight, without those whose weight is 0 or not a number. */
function byPreference(header: string): string[] {
  const ranges = header.slice(0, HEADER_LENGTH).split(',').map(parseRange)
  return ranges
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

function parseRange(range: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = range.split(';').map(part => part.trim())
  const q = parameters.find(parameter => /^q=/i.test(parameter))?.slice(2)
  return { tag, weight: q === undefined ? 1 : Number(q) }
}
