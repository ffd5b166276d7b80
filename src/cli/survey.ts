import { takeDown } from '../service/takedown.ts'
import { type Command, withAccounts } from './command.ts'

export const surveyTakedown: Command = {
  name: ['survey', 'takedown'],
  usage: 'survey takedown SLUG [--undo]',
  summary: 'Hide a survey from respondents; its owner reads it as closed. Nothing is deleted.',
  details: '--undo gives it back as it was.',
  example: 'survey takedown quiet-green-river',
  options: { undo: { type: 'boolean' } },
  positionals: ['SLUG'],
  run: ({ values, positionals: [slug = ''], config }) =>
    withAccounts(config, async (_, context) => {
      const takenDown = values.undo !== true
      await takeDown(context, slug, takenDown)
      const data = { id: slug, taken_down: takenDown }
      return { data, text: `${slug} is ${takenDown ? 'taken down' : 'back'}` }
    }),
}
