import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { SurveyTexts } from '../../../src/domain/surveys/survey-settings/survey-texts.ts'
import { keptTexts } from '../../ui/settings/survey-texts-fields.tsx'
import { warnOnClose } from '../../ui/warn-on-close.ts'
import type { SurveyModel } from '../survey-model.ts'

const typedTexts = new WeakMap<SurveyModel, TypedTexts>()

/** What is typed into the texts of a survey. It outlives the view, so that switching tabs loses nothing. */
export function typedTextsOf(model: SurveyModel): TypedTexts {
  const texts = typedTexts.get(model) ?? new TypedTexts(model)
  typedTexts.set(model, texts)
  return texts
}

interface Typing {
  readonly texts: SurveyTexts
  /** As they were stored when the typing began. */
  readonly before: SurveyTexts
}

class TypedTexts {
  /** As they are typed, or as they are stored while nothing has been changed. */
  readonly shown: ReadonlySignal<SurveyTexts>
  readonly isChanged: ReadonlySignal<boolean>
  /** What somebody else has stored since the typing began, if it differs from what is typed. */
  readonly storedSince: ReadonlySignal<SurveyTexts | undefined>
  readonly #typing = signal<Typing | undefined>(undefined)
  readonly #model: SurveyModel

  constructor(model: SurveyModel) {
    this.#model = model
    const typing = this.#typing
    this.shown = computed(() => typing.value?.texts ?? model.survey.value.texts)
    this.isChanged = computed(() => !isSame(keptTexts(this.shown.value), model.survey.value.texts))
    this.storedSince = computed(() => {
      const stored = model.survey.value.texts
      const isSince = this.isChanged.value && typing.value !== undefined && !isSame(typing.value.before, stored)
      return isSince ? stored : undefined
    })
    effect(() => (this.isChanged.value ? warnOnClose() : undefined))
  }

  type(texts: SurveyTexts): void {
    const before = this.isChanged.value ? this.#typing.value?.before : undefined
    this.#typing.value = { texts, before: before ?? this.#model.survey.value.texts }
  }

  /** Shows what is stored. */
  drop(): void {
    this.#typing.value = undefined
  }
}

export function isSame(one: SurveyTexts, other: SurveyTexts): boolean {
  return one.introduction === other.introduction && one.thanks === other.thanks
}
