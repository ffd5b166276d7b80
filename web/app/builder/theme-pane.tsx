import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { type Theme, themeColours } from '../../../src/domain/surveys/survey-settings/theme.ts'
import { coloursOf } from '../../../src/theme/colours.ts'
import { contrast, luminance } from '../../../src/theme/oklch.ts'
import { CustomColours, type Pair } from '../../ui/theme/custom-colours.tsx'
import { ThemeChoice } from '../../ui/theme/theme-choice.tsx'
import { builderTexts as app } from '../../words/builder-words.ts'
import { account, isSubscribed } from '../account.ts'
import type { Builder } from './builder.ts'

/** The survey's theme; the preview beside it shows each choice. */
export function ThemePane({ builder }: { readonly builder: Builder }) {
  const chosen = builder.theme.value ?? account.value?.palette ?? 'default'
  const typed = useSignal<Pair>(themeColours(chosen))
  const choose = (theme: Theme) => builder.choose(theme)
  // The theme also changes elsewhere, for example when the other of two versions is chosen. Runs before the next paint,
  // so that the colours of one version are never shown with the title of the other.
  useLayoutEffect(() => {
    typed.value = themeColours(chosen)
  }, [JSON.stringify(chosen)])
  return (
    <section class="theme-pane" aria-labelledby="theme-title">
      <h2 id="theme-title">{app.theme}</h2>
      <p class="muted">{app.themeAbout}</p>
      {builder.theme.value === null && <p class="muted">{app.themeDefault}</p>}
      <ThemeChoice
        chosen={chosen}
        customColours={isSubscribed() || typeof chosen === 'object' ? themeColours(chosen) : undefined}
        onChoose={choose}
      />
      {!isSubscribed() && <p class="help">{app.ownColours}</p>}
      {typeof chosen === 'object' && (
        <>
          <CustomColours typed={typed} chosen={chosen} choose={choose} />
          <Contrasts theme={chosen} />
        </>
      )}
    </section>
  )
}

const PAIRS = [
  ['text', 'background'],
  ['muted', 'background'],
  ['accent', 'background'],
  ['onPrimary', 'primary'],
] as const

/** The contrasts of the derived colours. */
function Contrasts({ theme }: { readonly theme: Theme }) {
  const schemes = coloursOf(theme)
  return (
    <table class="contrasts">
      <caption>{app.contrastAbout}</caption>
      <thead>
        <tr>
          <th scope="col">{app.contrast}</th>
          <th scope="col">{app.contrastIn.light}</th>
          <th scope="col">{app.contrastIn.dark}</th>
        </tr>
      </thead>
      <tbody>
        {PAIRS.map(([text, ground]) => (
          <tr key={text}>
            <th scope="row">{app.contrastOf[text]}</th>
            {[schemes.light, schemes.dark].map(colours => (
              <td key={colours.scheme}>{ratio(colours[text], colours[ground])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ratio(one: string, other: string): string {
  return `${(Math.floor(contrast(luminance(one), luminance(other)) * 10) / 10).toFixed(1)} : 1`
}
