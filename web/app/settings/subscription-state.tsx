import { settingsTexts as words } from '../../words/settings-words.ts'
import { account } from '../account.ts'
import { formatDate } from '../ago.ts'

/** What the account's plan is, in words. */
export function SubscriptionState() {
  if (account.value === undefined) return null
  const { subscription, free_survey_days: days, surveys_left: left } = account.value
  const { subscribed, until } = subscription
  const paid = until === null ? words.subscribed : words.subscribedUntil(formatDate(until))
  return (
    <>
      <p>{subscribed ? paid : `${words.notSubscribed(days)} ${words.howToSubscribe}`}</p>
      <p class="muted">{words.room(left)}</p>
    </>
  )
}
