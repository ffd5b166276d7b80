import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { attempt } from '../../ui/notice.tsx'
import { focusSoon } from '../../ui/questions/action-button.tsx'
import { builderTexts } from '../../words/builder-words.ts'
import { addEntry } from './add-question.ts'
import type { Builder } from './builder.ts'
import { ENTRY_KINDS, type EntryKind } from './entry-kind.ts'
import { KindIcon } from './kind-icon.tsx'

interface Props {
  readonly builder: Builder
  /** Of the button that shows the kinds. */
  readonly name: string
  /** The row below which something is added; undefined for the end. */
  readonly after: number | undefined
  /** Other buttons beside it. */
  readonly children?: ComponentChildren
}

/** A button that shows what can be added, and a tile for each kind of it. Escape hides the tiles. */
export function AddMenu({ builder, name, after, children }: Props) {
  const isOpen = useSignal(false)
  const id = useId()
  const tileId = (kind: EntryKind) => `${id}-${kind}`
  const toggle = () => {
    isOpen.value = !isOpen.value
    if (isOpen.value) focusSoon(tileId('one'))
  }
  const close = () => {
    isOpen.value = false
    focusSoon(id)
  }
  const choose = (kind: EntryKind) => {
    isOpen.value = false
    attempt(() => addEntry(builder, kind, after))
  }
  return (
    <>
      <button
        type="button"
        class="quiet"
        id={id}
        aria-expanded={isOpen.value}
        aria-controls={`${id}-kinds`}
        onClick={toggle}
      >
        {name}
      </button>
      {children}
      <fieldset
        class="tiles"
        id={`${id}-kinds`}
        aria-label={name}
        hidden={!isOpen.value}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      >
        {ENTRY_KINDS.map(kind => (
          <button key={kind} type="button" class="tile" id={tileId(kind)} onClick={() => choose(kind)}>
            <KindIcon kind={kind} />
            {builderTexts.kinds[kind]}
          </button>
        ))}
      </fieldset>
    </>
  )
}
