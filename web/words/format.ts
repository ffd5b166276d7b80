import { isolated } from '../../src/domain/values/text.ts'

/** How a language writes numbers, counts and lists. */
export function formatsOf(locale: string) {
  const numbers = new Intl.NumberFormat(locale)
  const percents = new Intl.NumberFormat(locale, { style: 'percent' })
  const means = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const rules = new Intl.PluralRules(locale)
  const number = (value: number) => numbers.format(value)
  return {
    number,
    /** @param part between 0 and 1 */
    percent: (part: number) => percents.format(part),
    mean: (value: number) => means.format(value),
    /** The form of a word for a count, without the count. */
    form: (count: number, forms: Forms) => forms[rules.select(count)] ?? forms.other,
    /** A count and its word, e.g. `1,200 responses`. */
    count: (count: number, forms: Forms) => `${number(count)} ${forms[rules.select(count)] ?? forms.other}`,
    /** Items joined by *and* (`conjunction`) or *or* (`disjunction`). */
    list: (items: readonly string[], type: 'conjunction' | 'disjunction') =>
      new Intl.ListFormat(locale, { type }).format(items),
    quote: (text: string) => `“${isolated(text)}”`,
    date: (time: Date, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options).format(time),
  }
}

/** The forms of a word that a language distinguishes; `other` is always one of them. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }
