import type { ComponentChildren } from 'preact'
import type { QuestionType } from '../../src/domain/surveys/question.ts'
import { KeyList } from '../ui/key-list.tsx'
import { useModal } from '../ui/modal.ts'
import { LetterKeysSwitch } from '../ui/settings/letter-keys-switch.tsx'
import { presenterTexts } from '../words/presenter-words.ts'
import { words } from '../words/shared-words.ts'
import { Link, QrCode } from './join-link.tsx'
import { keysOf } from './key-descriptions.ts'
import type { PresentationState } from './presentation-state.ts'

interface Props {
  readonly state: PresentationState
}

/** Covers the screen, so that the audience looks at the speaker. */
export function BlankScreen({ state }: Props) {
  const label = state.isFollowing.value ? presenterTexts.covers.blank : presenterTexts.blank
  return <Cover name="blank" label={label} state={state} />
}

/** Link and QR code, as large as possible, for latecomers. The question stays behind them. */
export function WayInScreen({ state }: Props) {
  const { id, url } = state.live.survey.value
  return (
    <Cover name="join-screen" label={presenterTexts.wayIn} state={state}>
      <QrCode id={id} />
      <p>
        <Link url={url} />
      </p>
    </Cover>
  )
}

interface CoverProps extends Props {
  readonly name: string
  readonly label: string
  readonly children?: ComponentChildren
}

/** Covers the whole screen. Any key or click ends it, but not on a screen that follows a presenter. */
function Cover({ name, label, state, children }: CoverProps) {
  const dialog = useModal()
  const close = () => state.setCover(null)
  return (
    <dialog
      ref={dialog}
      class={`cover ${name}`}
      aria-label={label}
      onClose={event => (state.isFollowing.value ? event.currentTarget.showModal() : close())}
      onClick={close}
      onKeyDown={event => {
        event.preventDefault()
        close()
      }}
    >
      {children}
    </dialog>
  )
}

/** The keyboard shortcuts, and a switch for those that are single characters. */
export function KeyboardHelp({ state, close }: Props & { readonly close: () => void }) {
  const dialog = useModal()
  const { paced, results } = state.live.survey.value
  const chooses = (type: QuestionType) => state.mayConduct && results.some(result => result.type === type)
  const available = {
    hasPhones: state.onPhones.value !== undefined,
    hasRounds: state.mayConduct && paced,
    choosesTexts: chooses('free_text'),
    choosesQuestions: chooses('upvoted_question'),
  }
  return (
    <dialog ref={dialog} class="keys" aria-labelledby="keys" onClose={close}>
      <h2 id="keys">{presenterTexts.keyboard}</h2>
      <KeyList keys={keysOf(available)} />
      <LetterKeysSwitch />
      <button type="button" class="quiet" onClick={close}>
        {words.common.close}
      </button>
    </dialog>
  )
}
