import type { PresentationState } from '../presenter/presentation-state.ts'
import { useModal } from '../ui/modal.ts'
import { presenterTexts } from '../words/presenter-words.ts'
import { remoteTexts } from '../words/remote-words.ts'
import { words } from '../words/shared-words.ts'

interface Props {
  readonly state: PresentationState
  readonly dashboardPath: string | undefined
  readonly close: () => void
}

/** What is done now and then. */
export function MoreDialog({ state, dashboardPath, close }: Props) {
  const dialog = useModal()
  // What goes wrong is said beside the steps, which the dialog covers.
  const after = (act: () => unknown) => () => {
    close()
    act()
  }
  const { value: onPhones } = state.onPhones
  return (
    <dialog ref={dialog} class="more" aria-labelledby="more" onClose={close}>
      <h2 id="more">{remoteTexts.more}</h2>
      <button
        type="button"
        class="quiet"
        aria-pressed={state.isSorted.value}
        disabled={!state.canSort.value}
        onClick={after(() => state.toggleOrder())}
      >
        {presenterTexts.order}
      </button>
      {onPhones !== undefined && (
        <button type="button" class="quiet" onClick={after(() => state.togglePhones())}>
          {onPhones === 'revealed' ? presenterTexts.hideOnPhones : presenterTexts.showOnPhones}
        </button>
      )}
      {state.mayEnd && state.live.survey.value.paced && (
        <button type="button" class="quiet" disabled={!state.canAskAgain.value} onClick={after(() => state.askAgain())}>
          {presenterTexts.askAgain}
        </button>
      )}
      {state.mayEnd && (
        <button type="button" class="quiet" disabled={!state.isLive.value} onClick={after(() => state.end())}>
          {presenterTexts.end}
        </button>
      )}
      {dashboardPath !== undefined && (
        <a class="button quiet" href={dashboardPath}>
          {presenterTexts.back}
        </a>
      )}
      <button type="button" class="quiet" onClick={close}>
        {words.common.close}
      </button>
    </dialog>
  )
}
