import type { SharingMode } from '../../../src/domain/results/sharing.ts'

/** About results that respondents see. */
export const sharingWords = {
  title: 'Results for respondents',
  about:
    'Live counts of choices and ratings, on the page after answering. Text answers are never shown. Counts appear from five answers on and change by at least five at a time, so up to four answers stay back.',
  modes: {
    never: { name: 'Never', about: 'Only the dashboard, the presenter and the projector link show results.' },
    after_answering: {
      name: 'After answering',
      about:
        'Everyone who answers is taken to the results. Responses are anonymous, so anyone who knows the address of that page can see it without answering.',
    },
    when_revealed: {
      name: 'When I reveal them',
      about:
        'Nobody sees results before you reveal them, here or with the S key in the presenter. You can hide them again. If you set the pace, phones show the result of a question while you show it on the screen.',
    },
  } satisfies Record<SharingMode, { name: string; about: string }>,
  changed: {
    never: 'Results are not shared. People who are answering now are asked to reload.',
    after_answering: 'Respondents see results after they answer. Those who are answering now are asked to reload.',
    when_revealed: 'Respondents see results once you reveal them. Those who are answering now are asked to reload.',
  } satisfies Record<SharingMode, string>,
  reveal: 'Reveal results',
  hide: 'Hide results',
  revealed: 'Respondents can see the results.',
  hidden: 'Respondents can’t see the results yet.',
  nowRevealed: 'Results revealed to respondents.',
  nowHidden: 'Results hidden from respondents.',
}
