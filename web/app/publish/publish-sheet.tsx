import { useSignal } from '@preact/signals'
import type { CreatedView, Publication } from '../../../src/account/contract.ts'
import type { SharingMode } from '../../../src/domain/results/sharing.ts'
import { isSlug } from '../../../src/domain/surveys/slug.ts'
import { sentence } from '../../../src/domain/values/text.ts'
import { useModal } from '../../ui/modal.ts'
import { focusSoon } from '../../ui/questions/action-button.tsx'
import { notesOf, type OptionNote } from '../../ui/questions/option-notes.ts'
import { RequestError } from '../../ui/request.ts'
import { PaceChoice, RevealedAtOnceChoice } from '../../ui/settings/pace-choice.tsx'
import { SharedDeviceChoice } from '../../ui/settings/shared-device-choice.tsx'
import { SharingChoice } from '../../ui/settings/sharing-choice.tsx'
import { fromLocalInput, isPast } from '../../ui/time.ts'
import { texts } from '../../words/app-words.ts'
import { builderTexts } from '../../words/builder-words.ts'
import { words } from '../../words/words.ts'
import { account, loadAccount } from '../account.ts'
import { send } from '../api.ts'
import type { Builder } from '../builder/builder.ts'
import type { LanguagePart } from '../builder/draft-language.tsx'
import { entryQuestions } from '../builder/groups/entry-options.ts'
import { entriesOf } from '../builder/groups/rows.ts'
import { NoteList } from '../builder/note-list.tsx'
import { navigate } from '../router.ts'
import { EndChoice } from './end-choice.tsx'
import { isSlugTaken, publishAtLink } from './publish-at-link.ts'
import { Availability } from './slug-availability.ts'
import { SlugField } from './slug-field.tsx'
import { suggestFreeSlug } from './slug-suggestion.ts'

const { sheet } = builderTexts

interface Props {
  readonly builder: Builder
  /** Undefined while it has not loaded. */
  readonly LanguagePart: typeof LanguagePart | undefined
  readonly close: () => void
}

/** The decisions to make when publishing a survey: its link, its end, its language, and who sees results. */
export function PublishSheet({ builder, LanguagePart, close }: Props) {
  const dialog = useModal()
  const availability = useSignal(new Availability()).value
  const chosenSlug = useSignal<string | undefined>(undefined)
  const suggest = () => suggestFreeSlug(builder.title.value, one => availability.of(one) === 'taken')
  const suggestion = suggest()
  const slug = chosenSlug.value ?? suggestion ?? ''
  const end = useSignal<string | undefined>(undefined)
  const sharing = useSignal<SharingMode>('never')
  const isShared = useSignal(false)
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
      const link = { chosen: chosenSlug.value, suggest, markTaken: (one: string) => availability.markTaken(one) }
      await publishAtLink(link, one =>
        publishDraft(builder, {
          ...(one !== '' && { slug: one }),
          ...(expiresAt !== undefined && { expires_at: expiresAt }),
          share_results: sharing.value,
          shared_device: isShared.value,
        }),
      )
    } catch (failure) {
      if (!(failure instanceof RequestError)) throw failure
      if (failure.code === 'draft_changed') return showConflict()
      error.value = sheet.notPublished(isSlugTaken(failure) ? sheet.taken : sentence(failure.message))
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
        <OptionNotes builder={builder} close={() => dialog.current?.close()} />
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
        <fieldset class="sheet-part">
          <legend>{words.settings.pace.title}</legend>
          <PaceChoice chosen={builder.isPaced.value} onChoose={isPaced => builder.choosePace(isPaced)} />
          <p class="help">{words.settings.pace.about}</p>
          <RevealedAtOnceChoice chosen={builder.isRevealedAtOnce.value} onChoose={one => builder.revealAtOnce(one)} />
          <p class="help">{words.settings.pace.atOnceAbout}</p>
        </fieldset>
        <fieldset class="sheet-part">
          <legend>{words.settings.sharedDevice.title}</legend>
          <SharedDeviceChoice chosen={isShared.value} onChoose={one => (isShared.value = one)} />
          <p class="help">{words.settings.sharedDevice.about}</p>
        </fieldset>
        {LanguagePart && <LanguagePart builder={builder} />}
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

/** Things that may have gone unnoticed while the questions were written. */
function OptionNotes({ builder, close }: Pick<Props, 'builder' | 'close'>) {
  const questions = entryQuestions(builder.draft.value)
  if (notesOf(questions).length === 0) return null
  const open = ({ question, option }: OptionNote) => {
    const key = entriesOf(builder.draft.value)[question]?.key
    close()
    builder.open(key)
    focusSoon(`option-${key}-${option}`)
  }
  return (
    <section class="sheet-part" aria-labelledby="option-notes">
      <h3 id="option-notes">{sheet.notesTitle}</h3>
      <p class="help">{sheet.notesAbout}</p>
      <NoteList questions={questions} open={open} />
    </section>
  )
}

/** If no more surveys than this are left, their number is shown. */
const FEW_SURVEYS = 20

function RemainingSurveys() {
  const left = account.value?.surveys_left ?? 0
  if (left > FEW_SURVEYS) return null
  return <p class={left === 0 ? 'error' : 'help'}>{left === 0 ? sheet.noneLeft : texts.surveysLeft(left)}</p>
}

/** @throws RequestError */
async function publishDraft(builder: Builder, publication: Publication): Promise<void> {
  if (!(await builder.saving.flush())) throw new RequestError(0, sheet.notSaved)
  const { id } = await send<CreatedView>('POST', `/drafts/${builder.id}/publish`, {
    ...publication,
    revision: builder.saving.revision.value,
  })
  builder.saving.discard()
  navigate(`/app/published/${id}`, { replaces: true })
  await loadAccount()
}

function isFuture(local: string): boolean {
  return local !== '' && !isPast(local)
}
