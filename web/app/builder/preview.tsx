import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { builderTexts as words } from '../../words/builder-words.ts'
import type { Builder } from './builder.ts'
import { firstPosition, rowOf } from './groups/rows.ts'
import { PreviewFrame } from './preview-frame.ts'

const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

/** The saved survey as respondents see it, at the size of a phone. */
export function Preview({ builder }: { readonly builder: Builder }) {
  const { saving, id } = builder
  const revision = saving.revision.value
  const container = useRef<HTMLDivElement>(null)
  const frame = useRef<PreviewFrame>(undefined)
  const scheme = useSignal<Scheme>(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  useEffect(() => {
    if (container.current === null) return
    frame.current ??= new PreviewFrame(container.current, words.previewTitle)
    frame.current.load(`/app/drafts/${id}/preview?revision=${revision}`, scheme.value)
  }, [id, revision, scheme.value])
  const open = builder.openKey.value ?? -1
  const position = builder.pane.value === 'texts' ? undefined : firstPosition(builder.draft.value, open)
  const isHeading = rowOf(builder.draft.value, open)?.type === 'heading'
  useEffect(() => frame.current?.follow(position, isHeading), [position, open, builder.pane.value])
  return (
    <section class="preview-pane" aria-label={words.previewTitle}>
      <div class="preview-head">
        <p class="help">{saving.state.value.name === 'offline' ? words.previewOffline : words.previewAbout}</p>
        <fieldset class="quiet-tabs" aria-label={words.previewScheme}>
          {SCHEMES.map(one => (
            <button key={one} type="button" aria-pressed={one === scheme.value} onClick={() => (scheme.value = one)}>
              {words[one]}
            </button>
          ))}
        </fieldset>
      </div>
      <div class="phone" ref={container} />
    </section>
  )
}
