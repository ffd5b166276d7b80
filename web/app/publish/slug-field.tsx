import { useEffect } from 'preact/hooks'
import { MAX_SLUG_LENGTH, MIN_SLUG_LENGTH } from '../../../src/domain/surveys/limits.ts'
import { isSlug, slugMeantBy } from '../../../src/domain/surveys/slug.ts'
import { builderTexts } from '../../words/builder-words.ts'
import type { Availability } from './slug-availability.ts'
import { suggestSlug } from './slug-suggestion.ts'

const { sheet } = builderTexts

interface Props {
  /** As typed; empty for random words. */
  readonly slug: string
  readonly choose: (slug: string) => void
  readonly suggestion: string | undefined
  readonly availability: Availability
}

/**
 * The words of the link. The format is checked with the server's rules; only the server knows whether they are
 * available.
 */
export function SlugField({ slug: value, choose, suggestion, availability }: Props) {
  const isValid = isSlug(value)
  useEffect(() => {
    if (isValid) availability.look(value)
  }, [value])
  const isTaken = isValid && availability.of(value) === 'taken'
  return (
    <div class="sheet-part">
      <label for="slug">{sheet.link}</label>
      <div class="slug-input">
        <span aria-hidden="true">
          <span class="host">{location.host}</span>/s/
        </span>
        <input
          id="slug"
          value={value}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          aria-invalid={(value !== '' && !isValid) || isTaken}
          aria-describedby="slug-state"
          onInput={({ currentTarget }) => choose(currentTarget.value)}
        />
      </div>
      <p class="help" id="slug-state" role="status">
        <SlugState value={value} availability={availability} />
      </p>
      <p class="row">
        {value !== '' && (
          <button type="button" class="quiet small" onClick={() => choose('')}>
            {sheet.random}
          </button>
        )}
        <Suggestion
          slug={value}
          choose={choose}
          suggestion={isValid || value === '' ? suggestion : (slugMeantBy(value) ?? suggestSlug(value))}
        />
      </p>
    </div>
  )
}

function SlugState({ value, availability }: { readonly value: string; readonly availability: Availability }) {
  if (value === '') return <>{sheet.randomHelp}</>
  if (!isSlug(value)) return <span class="wrong">{sheet.invalid(MIN_SLUG_LENGTH, MAX_SLUG_LENGTH)}</span>
  const state = availability.of(value)
  if (state === 'taken') return <span class="wrong">{sheet.taken}</span>
  if (state === 'available') return <span class="success">{sheet.available}</span>
  return <>{state === 'unknown' ? sheet.unknown : sheet.checking}</>
}

function Suggestion({ slug, choose, suggestion }: Omit<Props, 'availability'>) {
  if (suggestion === undefined || suggestion === slug) return null
  return (
    <button type="button" class="quiet small" onClick={() => choose(suggestion)}>
      {sheet.suggest(suggestion)}
    </button>
  )
}
