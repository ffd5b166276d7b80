import { useMemo } from 'preact/hooks'
import { LANGUAGES } from '../../../src/domain/surveys/languages/languages.ts'
import { isolated } from '../../../src/domain/values/text.ts'
import { languageTexts } from '../../words/language-words.ts'

interface Props {
  /** Null to have it found. */
  readonly chosen: string | null
  /** What is found from the texts; empty if that is not certain. */
  readonly found: string
  readonly onChoose: (language: string | null) => void
}

/** Choice of the language of a survey's texts. Each has its native name. */
export function LanguageChoice({ chosen, found, onChoose }: Props) {
  const names = useMemo(namesByAlphabet, [])
  return (
    <select
      aria-label={languageTexts.title}
      value={chosen ?? ''}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : value)}
    >
      <option value="">
        {found === '' ? languageTexts.notFound : languageTexts.found(isolated(nameOf(found).name))}
      </option>
      {names.map(({ language, name, lang }) => (
        <option key={language} value={language} lang={lang}>
          {name}
        </option>
      ))}
    </select>
  )
}

function namesByAlphabet() {
  return LANGUAGES.map(nameOf).sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** A language's native name, or its English one in browsers that do not know it. */
function nameOf(language: string) {
  const [own, english] = [nameIn(language, language), nameIn('en', language)]
  const name = own.charAt(0).toLocaleUpperCase(language) + own.slice(1)
  return { language, name, lang: own === english ? undefined : language }
}

function nameIn(locale: string, language: string): string {
  return new Intl.DisplayNames([locale, 'en'], { type: 'language' }).of(language) ?? language
}
