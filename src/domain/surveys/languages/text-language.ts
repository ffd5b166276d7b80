const RTL_SCRIPTS: readonly (string | undefined)[] = ['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa']

/** The language of a survey's texts, as stated in HTML. */
export interface TextLanguage {
  /** A BCP 47 tag; empty if the language is not known. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

/** @param language null if it is not known */
export function textLanguage(language: string | null): TextLanguage {
  if (language === null) return { lang: '', dir: 'ltr' }
  const { script } = new Intl.Locale(language).maximize()
  return { lang: language, dir: RTL_SCRIPTS.includes(script) ? 'rtl' : 'ltr' }
}
