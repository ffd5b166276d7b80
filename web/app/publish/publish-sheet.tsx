import { useSignal } from '@preact/signals'
import type { CreatedView, Publication } from '../../../src/account/contract.ts'
import type { SharingMode } from '../../../src/domain/sharing.ts'
import { isSlug } from '../../../src/domain/slug.ts'
import { useModal } from '../../ui/modal.ts'
import { sentence } from '../../ui/notice.tsx'
import { RequestError } from '../../ui/request.ts'
import { SharingChoice } from '../../ui/sharing-choice.tsx'
import { fromLocalInput, isPast } from '../../ui/time.ts'
import { texts } from '../../words/app-words.ts'
import { builderTexts } from '../../words/builder-words.ts'
import { words } from '../../words/words.ts'
import { account, loadAccount } from '../account.ts'
import { send } from '../api.ts'
import type { Builder } from '../builder/builder.ts'
import { navigate } from '../router.ts'
import { EndChoice } from './end-choice.tsx'
import { Availability } from './slug-availability.ts'
import { SlugField } from './slug-field.tsx'
import { suggestFreeSlug } from './slug-suggestion.ts'

const { sheet } = builderTexts

interface Props {
  readonly builder: Builder
  readonly close: () => void
}

/** What is decided when a survey is published: its link, its end, and who sees results. */
export function PublishSheet({ builder, close }: Props) {
  const dialog = useModal()
  const availability = useSignal(new Availability()).value
  const chosenSlug = useSignal<string | undefined>(undefined)
  const suggestion = suggestFreeSlug(builder.title.value, one => availability.of(one) === 'taken')
  const slug = chosenSlug.value ?? suggestion ?? ''
  const end = useSignal<string | undefined>(undefined)
  const sharing = useSignal<SharingMode>('never')
  const isPublishing = useSignal(false)
  const error = useSignal('')
  const isRefused = (slug !== '' && !isSlug(slug)) || (end.value !== undefined && !isFuture(end.value))
  const showConflict = async () => {
    await builder.saving.compare()
    close()
  }
  const publish = async () => {
    if (isPublishing.value || isRefused) return
    isPublishing.value = true
    error.value = ''
    try {
      const expiresAt = end.value === undefined ? undefined : fromLocalInput(end.value)
      await publishDraft(builder, {
        ...(slug !== '' && { slug }),
        ...(expiresAt !== undefined && { expires_at: expiresAt }),
        share_results: sharing.value,
        revision: builder.saving.revision.value,
      })
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure
      const isTaken = failure.code === 'slug_taken'
      if (isTaken) availability.markTaken(slug)
      if (failure.code === 'draft_changed') return showConflict()
      error.value = sheet.notPublished(isTaken ? sheet.taken : sentence(failure.message))
      isPublishing.value = false
    }
  }
  return (
    <dialog ref={dialog} class="publish-sheet" aria-labelledby="publish-title" onClose={close}>
      <form
        method="dialog"
        onSubmit={event => {
          event.preventDefault()
          publish()
        }}
      >
        <h2 id="publish-title">{sheet.title}</h2>
        <p class="muted">{sheet.about}</p>
        <SlugField
          slug={slug}
          choose={one => (chosenSlug.value = one)}
          suggestion={suggestion}
          availability={availability}
        />
        <EndChoice end={end} />
        <fieldset class="sheet-part">
          <legend>{words.settings.sharing.title}</legend>
          <SharingChoice chosen={sharing.value} onChoose={mode => (sharing.value = mode)} />
        </fieldset>
        <RemainingSurveys />
        <div class="sheet-foot">
          <p class="error" role="alert">
            {error.value}
          </p>
          <p class="row">
            <button type="submit" aria-disabled={isPublishing.value || isRefused}>
              {isPublishing.value ? sheet.publishing : sheet.publish}
            </button>
            <button type="button" class="quiet" onClick={close}>
              {words.common.cancel}
            </button>
          </p>
        </div>
      </form>
    </dialog>
  )
}

/** With no more surveys left than this, their number is shown. */
const FEW_SURVEYS = 20

function RemainingSurveys() {
  const left = account.value?.surveys_left ?? 0
  if (left > FEW_SURVEYS) return null
  return <p class={left === 0 ? 'error' : 'help'}>{left === 0 ? sheet.noneLeft : texts.surveysLeft(left)}</p>
}

/** @throws RequestError */
async function publishDraft(builder: Builder, publication: Publication): Promise<void> {
  if (!(await builder.saving.flush())) throw new RequestError(0, sheet.notSaved)
  const { id } = await send<CreatedView>('POST', `/drafts/${builder.id}/publish`, publication)
  builder.saving.discard()
  navigate(`/app/published/${id}`, { replaces: true })
  await loadAccount()
}

function isFuture(local: string): boolean {
  return local !== '' && !isPast(local)
}
