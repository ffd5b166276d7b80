import { named } from '../api/schema.ts'
import type { DescribedRoute, Reference } from '../transport/reference.ts'
import { PresentedSurvey, RemoteLink } from './contract.ts'
import { done, LIVE } from './described-live.ts'
import { RESPONSES } from './described-responses.ts'

const OF_DASHBOARD: Reference['routes'] = { ...LIVE, ...RESPONSES }

/** A remote link, and the routes that need only the token at its end. */
export const REMOTE: Reference['routes'] = {
  'POST /admin/api/{slug}/remote': {
    id: 'createRemoteLink',
    summary: 'Create a remote link',
    description:
      'A link with which a second person can conduct and do nothing else. It ends the one before. The token at its end opens the ten routes that follow, without any other credential.',
    answer: { status: 200, description: 'The link.', schema: named(RemoteLink) },
  },
  'GET /remote/api/{token}': {
    id: 'readRemote',
    summary: 'Read a remote link',
    description:
      'The [aggregate](https://soundings.example/docs/schemas#SurveyAggregate) of the API, the right answers and the language.',
    answer: { status: 200, description: 'The survey.', schema: named(PresentedSurvey) },
    isOpen: true,
  },
  ...byRemote('GET', 'presentation', 'readRemotePresentation', 'Read the presentation by remote'),
  ...byRemote('PATCH', 'presentation', 'stepByRemote', 'Conduct by remote'),
  ...byRemote('GET', 'board/{index}', 'readBoardByRemote', 'Read a board by remote'),
  ...byRemote('PATCH', 'board/{index}/{item}', 'moderateByRemote', 'Moderate by remote'),
  ...byRemote('GET', 'texts', 'readTextsByRemote', 'Read the newest texts by remote'),
  ...byRemote('PUT', 'projected-texts/{index}/{id}', 'pickByRemote', 'Project a text by remote'),
  ...byRemote('GET', 'projected-texts', 'readPicksByRemote', 'Read what is projected by remote'),
  'DELETE /remote/api/{token}/projected-texts/{index}/{id}': {
    id: 'unpickByRemote',
    summary: 'Take a text off by remote',
    description: 'As on the dashboard.',
    answer: done('It is not projected.'),
    isOpen: true,
  },
  ...byRemote('GET', 'events', 'followByRemote', 'Follow live results by remote'),
}

/** What a remote does is what the dashboard does. */
function byRemote(method: string, path: string, id: string, summary: string): Record<string, DescribedRoute> {
  const route = OF_DASHBOARD[`${method} /admin/api/{slug}/${path}`]
  if (route === undefined) throw new Error(`a dashboard has no ${method} ${path}`)
  return { [`${method} /remote/api/{token}/${path}`]: { ...route, id, summary, isOpen: true } }
}
