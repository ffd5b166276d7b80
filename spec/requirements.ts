/** One testable statement of the public contract, docs/api-contract.md. Tests cite it by its id. */
export interface Requirement {
  readonly id: string
  /** The number of the section of the contract that makes the promise. */
  readonly section: string
  readonly text: string
}

// biome-ignore format: a table is read by its rows
export const requirements = [
  // 1.1 What the service does
  { id: 'bodies-are-json', section: '1.1', text: 'Every API response that has a body is JSON and says so in its Content-Type.' },

  // 1.2 Versions and description
  { id: 'openapi-version', section: '1.2', text: '/openapi.json is an OpenAPI 3.1 document of version 1.1.0 whose paths begin with /api/v1.' },
  { id: 'openapi-public', section: '1.2', text: '/openapi.json needs no token.' },
  { id: 'openapi-complete', section: '1.2', text: 'The description lists every endpoint of the API with its statuses and headers, and no endpoint that does not exist.' },
  { id: 'openapi-true', section: '1.2', text: 'Every response of the API fits its description.' },
  { id: 'openapi-schema-names', section: '1.2', text: 'The description has all of its schemas under their published names.' },
  { id: 'openapi-four-types', section: '1.2', text: 'The description lists all four question types, and cloned_from on a clone.' },
  { id: 'reference-page', section: '1.2', text: '/docs is the description for people: every operation, and at /docs/schemas every schema.' },
  { id: 'docs-pages', section: '1.2', text: 'Guides, errors and changes are pages below /docs. Each is complete without a script, and what it links to exists.' },
  { id: 'docs-markdown', section: '1.2', text: 'Each page of the documentation is Markdown with .md behind its path, and /llms.txt lists all of them.' },
  { id: 'docs-errors', section: '1.2', text: '/docs/errors has every code, text and limit of the API.' },
  { id: 'docs-samples', section: '1.2', text: 'The samples of guides run as they are.' },
  { id: 'docs-search', section: '1.2', text: 'A search looks into all pages of the documentation in the browser, also without a network.' },
  { id: 'reference-samples', section: '1.2', text: 'The samples in curl, JavaScript and Python run as they are.' },
  { id: 'openapi-examples', section: '1.2', text: 'The description has an example of every body and of every successful answer; sent in order, they are answered as they say.' },
  { id: 'openapi-client', section: '1.2', text: 'Types generated from the description tell questions, requirements and results apart by their type, and refuse what the service refuses.' },
  { id: 'openapi-matches-validation', section: '1.2', text: 'Every body that the service accepts fits the published schema.' },

  // 2.1 Bearer tokens
  { id: 'token-missing', section: '2.1', text: 'A call without a token is 401.' },
  { id: 'token-malformed', section: '2.1', text: 'A malformed Authorization header or token is 401.' },
  { id: 'token-revoked', section: '2.1', text: 'A revoked token is 401 from the next call on.' },
  { id: 'token-expired', section: '2.1', text: 'A token past its expiry is 401.' },
  { id: 'token-in-query-ignored', section: '2.1', text: 'A valid token in the query string is answered like no token.' },
  { id: 'bearer-any-case', section: '2.1', text: 'The word Bearer is read in any case.' },
  { id: 'unauthenticated-challenge', section: '2.1', text: 'Every 401 of the API sends WWW-Authenticate: Bearer and nothing more in that header.' },
  { id: 'token-reaches-whole-account', section: '2.1', text: 'Every personal token of an account reaches everything the account owns.' },
  { id: 'error-authentication-required', section: '2.1', text: '401 "authentication required", without a code.' },

  // 2.2 Personal tokens
  { id: 'token-format', section: '2.2', text: 'A personal token is snd_pat_, 40 base62 characters and a CRC32 of 6 base62 characters.' },
  { id: 'token-checksum', section: '2.2', text: 'A token whose checksum does not fit is 401 without a database query.' },
  { id: 'token-hash-only', section: '2.2', text: "Of a token's value, only its SHA-256 and its last four characters are stored." },
  { id: 'token-last-used-hour', section: '2.2', text: "A token's last use is stored no finer than the hour." },
  { id: 'token-optional-expiry', section: '2.2', text: 'A personal token can be made with or without an expiry date.' },
  { id: 'token-shown-once', section: '2.2', text: "A personal token's value is shown when it is made, and never again." },
  { id: 'scope-personal-both', section: '2.2', text: 'A personal token has both scopes.' },
  { id: 'limit-tokens-10', section: '2.2', text: 'An account holds at most 10 personal tokens, even under parallel calls.' },

  // 2.3 Subscription
  { id: 'subscription-required-everywhere', section: '2.3', text: 'Every endpoint, /me included, refuses an account without a current subscription.' },
  { id: 'subscription-checked-each-request', section: '2.3', text: 'The first call after a lapse is refused.' },
  { id: 'lapse-keeps-tokens', section: '2.3', text: 'A lapse revokes no token: once the account is subscribed again, the same token works.' },
  { id: 'token-needs-subscription', section: '2.3', text: 'No token can be made for an account without a current subscription.' },
  { id: 'billing-none', section: '2.3', text: 'With BILLING=none every account is subscribed, whatever the operator has set.' },
  { id: 'error-upgrade-required', section: '2.3', text: '403 "upgrade required" with code entitlement_required.' },

  // 2.4 Scopes
  { id: 'scope-read', section: '2.4', text: 'Every GET except /me needs surveys:read.' },
  { id: 'scope-write', section: '2.4', text: 'Every POST and PATCH needs surveys:write.' },
  { id: 'scope-me-either', section: '2.4', text: '/me accepts a token with either scope.' },
  { id: 'scope-include-admin', section: '2.4', text: 'include_admin=1 without surveys:write is refused as a missing scope.' },
  { id: 'error-insufficient-scope', section: '2.4', text: '403 "insufficient scope" with code insufficient_scope.' },
  { id: 'scope-challenge', section: '2.4', text: 'WWW-Authenticate names the missing scopes, with error="insufficient_scope".' },

  // 2.5 Ownership
  { id: 'foreign-equals-missing', section: '2.5', text: "Another account's survey or template is answered like one that does not exist: same 404, same body, same header names." },
  { id: 'error-not-found', section: '2.5', text: '404 "not found", without a code.' },

  // 2.6 Disabled accounts and surveys taken down
  { id: 'disabled-account-surveys-closed', section: '2.6', text: 'The surveys of a disabled account are closed to respondents.' },
  { id: 'disabled-account-tokens', section: '2.6', text: "A disabled account's tokens are 401 until it is enabled again, and no new ones are made meanwhile." },
  { id: 'disabled-account-links', section: '2.6', text: "A disabled account's admin links, dashboard sessions and projector links are answered like missing ones until it is enabled again, and their open event streams end." },
  { id: 'survey-takedown', section: '2.6', text: 'Respondents get 404 for a survey that was taken down, and its owner reads it as closed; this can be undone.' },

  // 3.1 Order of checks
  { id: 'order-routing-first', section: '3.1', text: 'Unknown paths and wrong methods are answered without a token and are not counted.' },
  { id: 'order-authentication-first', section: '3.1', text: 'Without a valid token a call is 401, whatever else is wrong with it.' },
  { id: 'order-authentication-before-limit', section: '3.1', text: 'A revoked token is 401 even if its calls were used up.' },
  { id: 'order-limit-before-subscription', section: '3.1', text: 'The call limit answers before a lapsed subscription.' },
  { id: 'order-subscription-before-scope', section: '3.1', text: 'A lapsed subscription answers before a missing scope.' },
  { id: 'order-scope-before-parse', section: '3.1', text: 'A missing scope answers before a body that does not parse.' },
  { id: 'order-parse-before-idempotency', section: '3.1', text: 'A body that does not parse, or an optional one that is not an object, answers before an Idempotency-Key that is invalid or reused.' },
  { id: 'order-parse-before-slug-limit', section: '3.1', text: 'A body that does not parse answers before the custom-slug limit and counts as no attempt.' },
  { id: 'order-idempotency-before-slug-limit', section: '3.1', text: 'An Idempotency-Key that is invalid or reused answers before the custom-slug limit, a missing survey or template and an invalid body, and counts as no attempt.' },
  { id: 'order-slug-limit-before-missing', section: '3.1', text: 'The custom-slug limit answers before a missing survey or template.' },
  { id: 'order-missing-before-invalid', section: '3.1', text: 'A missing survey or template answers before an invalid body.' },
  { id: 'order-non-object-before-missing', section: '3.1', text: 'An optional body that is not an object is refused before a missing survey or template.' },
  { id: 'order-invalid-before-conflict', section: '3.1', text: 'An invalid body answers before a reached limit or a taken slug; invalid answers answer before a closed or expired survey.' },
  { id: 'order-create-fields', section: '3.1', text: 'Of several faults in a body the title or name answers first, then questions, slug, theme.' },
  { id: 'order-patch-fields', section: '3.1', text: 'Of several faults in a PATCH status answers first, then theme, questions, archived.' },
  { id: 'order-cap-before-slug-taken', section: '3.1', text: 'A reached limit answers before a taken slug.' },
  { id: 'failed-calls-count', section: '3.1', text: 'An authenticated call counts even if it is refused later.' },

  // 3.2 Request bodies
  { id: 'body-any-content-type', section: '3.2', text: 'A body is read as JSON whatever its Content-Type says, or without one.' },
  { id: 'error-invalid-json', section: '3.2', text: '400 "invalid JSON" for a body that does not parse, at every endpoint that reads one.' },
  { id: 'body-utf8', section: '3.2', text: 'Bytes that are not UTF-8 are "invalid JSON"; a byte-order mark is skipped.' },
  { id: 'content-encoding-415', section: '3.2', text: 'A body with a Content-Encoding other than identity is 415 "unsupported content encoding".' },
  { id: 'body-size-limit', section: '3.2', text: 'A body of 1 MiB is read; a larger one is 413 "request body too large".' },
  { id: 'body-pieces', section: '3.2', text: 'A body that arrives in more than 256 pieces, and one more for every 64 bytes, is 400 "request body arrives in too many small pieces".' },
  { id: 'json-nesting-200', section: '3.2', text: 'JSON nested 200 levels deep is read; deeper is 400 "invalid JSON", however deep.' },
  { id: 'body-non-object-required', section: '3.2', text: 'A required body that is JSON but not an object counts as an object without fields.' },
  { id: 'body-non-object-optional', section: '3.2', text: 'An optional body that is JSON but not an object is 400 "body must be a JSON object".' },
  { id: 'body-empty-optional', section: '3.2', text: 'An optional body that is empty counts as {}.' },
  { id: 'body-bounded-time', section: '3.2', text: 'A body has at most 50,000 members, and at most 25,000 values if a number has more digits than a double; a form has at most 2,000 fields.' },

  // 3.3 Paths, methods and parameters
  { id: 'unknown-path', section: '3.3', text: 'An unknown path is 404 "not found": a page for a browser outside the API, otherwise JSON.' },
  { id: 'wrong-method', section: '3.3', text: 'A known path with another method is 405 "method not allowed" with Allow.' },
  { id: 'empty-id-unknown-path', section: '3.3', text: 'A path with nothing where an id belongs is an unknown path, in every method and without a credential.' },
  { id: 'impossible-id-404', section: '3.3', text: 'An id that cannot exist or be decoded, such as one with a NUL or one of 10 kB, is 404 like any missing one, after authentication.' },
  { id: 'head-like-get', section: '3.3', text: 'HEAD is answered with the status and headers of GET, and no body.' },
  { id: 'unknown-query-ignored', section: '3.3', text: 'Unknown query values and unknown parameters mean the default.' },

  // 3.4 Request ids and times
  { id: 'request-id', section: '3.4', text: 'Every response of every route, pages and errors included, has an X-Request-Id of its own.' },
  { id: 'request-id-kept', section: '3.4', text: 'An X-Request-Id of 1 to 128 letters, digits, dots, underscores and hyphens that a trusted proxy has set is kept on the routes of the API, of dashboards, /mcp, /oauth and /webhooks, and nowhere else; so is a traceparent in the log.' },
  { id: 'times-rfc3339', section: '3.4', text: 'Times are RFC 3339 in UTC with milliseconds.' },
  { id: 'dashboard-times-minute', section: '3.4', text: 'A dashboard and its exports give the minute in which a response arrived, the API and the sender the exact time.' },

  // 3.5 Calls from browsers
  { id: 'cors-any-origin', section: '3.5', text: 'Responses under /api/v1 allow any origin, without credentials.' },
  { id: 'description-any-origin', section: '3.5', text: '/openapi.json may be loaded from any origin.' },
  { id: 'cors-preflight', section: '3.5', text: 'A preflight needs no token and allows Authorization, Content-Type and Idempotency-Key by name.' },
  { id: 'cors-exposed', section: '3.5', text: 'X-Request-Id and Retry-After are exposed to browsers.' },

  // 3.6 When storage is unavailable
  { id: 'acknowledged-is-committed', section: '3.6', text: 'What is acknowledged has been committed; a write that failed was never reported as done and left nothing behind.' },
  { id: 'storage-unavailable-503', section: '3.6', text: 'A write that the storage cannot take is 503 "temporarily unavailable" with Retry-After.' },
  { id: 'storage-unavailable-reads', section: '3.6', text: 'Reads are answered while the storage takes no writes.' },
  { id: 'storage-quota', section: '3.6', text: 'Beyond the quota of stored bytes of a survey or an account, what would store more is 409 storage_limit_reached; reading, deleting and repeats go on.' },
  { id: 'disk-nearly-full', section: '3.6', text: 'With less than FREE_DISK free on the disk of an embedded database, what would store more is 503 with Retry-After, before the disk is full.' },

  // 3.7 Unexpected errors
  { id: 'internal-error-body', section: '3.7', text: 'Anything unforeseen is 500 "internal error" without a stack trace, SQL or a file path.' },
  { id: 'internal-error-log', section: '3.7', text: 'The log line of a 500 has the cause and the X-Request-Id of the response.' },

  // 3.8 Malformed and slow requests
  { id: 'malformed-request-400', section: '3.8', text: 'A malformed HTTP request is 400 with the error body and an X-Request-Id.' },
  { id: 'large-headers-431', section: '3.8', text: 'Headers that are too large are 431 with the error body and an X-Request-Id.' },
  { id: 'slow-request-408', section: '3.8', text: 'A request whose headers take longer than 10 seconds, or whose body after that has come with less than 8 KiB a second, is 408 with the error body and an X-Request-Id.' },
  { id: 'bodies-bounded', section: '3.8', text: 'Bodies under way have a budget for each address and for the process, small ones and large ones their own. Without room, a body waits or is 503 with Retry-After.' },
  { id: 'slow-reader-closed', section: '3.8', text: 'A connection whose reader takes nothing for 15 seconds while bytes wait for it is closed, and sooner if too much waits in all.' },
  { id: 'requests-in-turn', section: '3.8', text: 'Requests of one connection are handled one after the other; with more than 100 waiting, it is closed.' },

  // 3.9 Response headers
  { id: 'response-headers', section: '3.9', text: 'Every response, errors and malformed requests included, forbids guessing its type, embedding it elsewhere, sharing a window with other sites, and devices; the QR code and the preview picture may be embedded.' },
  { id: 'secret-no-store', section: '3.9', text: 'Every response forbids storing it, but scripts, styles, the documentation, the QR code, the preview picture, /robots.txt, /third-party.txt and /favicon.ico.' },
  { id: 'docs-caching', section: '3.9', text: 'The documentation may be stored, and is sent again only if it has changed.' },
  { id: 'https-pinned', section: '3.9', text: 'In production with an https BASE_URL every response has Strict-Transport-Security.' },

  // 3.10 The Host header
  { id: 'several-hosts-refused', section: '3.10', text: 'Two Host headers in one request are 400.' },
  { id: 'foreign-host-refused', section: '3.10', text: 'Where BASE_URL is set, a request for another host is 400, but for the health checks; X-Forwarded-Host is never read.' },

  // 4.1 Sending a key
  { id: 'error-invalid-idempotency-key', section: '4.1', text: 'An Idempotency-Key that is empty or over 255 characters, or has a NUL or a lone surrogate, is 400 "invalid idempotency key".' },
  { id: 'idempotency-per-account', section: '4.1', text: "Keys belong to the account: its tokens share them, and another account's equal key is a different one." },
  { id: 'idempotency-24-hours', section: '4.1', text: 'A key stands for 24 hours from the moment something was made under it, and is new after that.' },
  { id: 'idempotency-ignored-elsewhere', section: '4.1', text: 'At endpoints that make nothing, an Idempotency-Key has no meaning.' },

  // 4.2 Replays
  { id: 'idempotency-replay', section: '4.2', text: 'A request that succeeded under a key and is sent again gives the same response and makes nothing, at each of the five POSTs that make something.' },
  { id: 'idempotency-parallel', section: '4.2', text: 'Of requests with one key sent at the same time, even to several processes, one makes something, and all get its response.' },
  { id: 'idempotency-crash', section: '4.2', text: 'What is made and its key are one commit: a request repeated because its reply was lost makes nothing more.' },
  { id: 'idempotency-key-reused', section: '4.2', text: 'A key that made something, sent with another path or a body that says something else, is 409 "idempotency key reused" with code idempotency_key_reused.' },
  { id: 'idempotency-same-body', section: '4.2', text: 'A body is the same however its JSON is spelled, and an absent optional body is the same as {}.' },
  { id: 'idempotency-replay-current', section: '4.2', text: 'A replay shows what was made as it is now.' },
  { id: 'idempotency-replay-deleted', section: '4.2', text: 'A replay is 404 if what was made has been deleted since.' },
  { id: 'idempotency-replay-counts', section: '4.2', text: 'A replay counts as a call.' },
  { id: 'idempotency-replay-no-slug-attempt', section: '4.2', text: 'A replay does not count as a custom-slug attempt; requests with one key sent at the same time, even to several processes, count as one.' },
  { id: 'idempotency-refusals-not-stored', section: '4.2', text: 'A refusal is not stored: the same key may be sent again with the same or another request.' },

  // 4.3 What is stored
  { id: 'idempotency-stores-no-secret', section: '4.3', text: 'Of a key, a hash of the request, what was made and when are stored, and nothing of the response.' },

  // 5.1 Table of limits
  { id: 'limit-surveys-500', section: '5.1', text: 'An account owns at most 500 surveys, however they were made, even under parallel calls.' },
  { id: 'limit-surveys-per-day', section: '5.1', text: 'An account makes at most 1,000 surveys within a day, however they were made; further ones are 429 with code daily_survey_limit_reached.' },
  { id: 'limit-templates-200', section: '5.1', text: 'An account owns at most 200 templates, however they were made, even under parallel calls.' },
  { id: 'limit-title-200', section: '5.1', text: 'A title or name of 200 characters is accepted; one of 201 is refused.' },

  // 5.2 Hourly windows
  { id: 'limit-calls-600', section: '5.2', text: "Of a token's calls within an hour the 600th passes and the next is 429, at every endpoint." },
  { id: 'limit-slug-attempts-30', section: '5.2', text: 'Of the requests with a slug within an hour, create, clone and launch together, the 30th passes and the next is 429.' },
  { id: 'limit-fixed-window', section: '5.2', text: 'The hour of a limit begins with its first counted call; when it is over, the whole allowance is available again.' },
  { id: 'limit-per-token', section: '5.2', text: "Each personal token has its own calls: using up one token's leaves another's." },
  { id: 'slug-limit-per-account', section: '5.2', text: 'All tokens of an account share its custom-slug attempts; another account has its own.' },
  { id: 'slug-attempt-always-counts', section: '5.2', text: 'A body with a slug property counts as one attempt even if the request is refused later; a body without one counts as none.' },
  { id: 'limits-survive-restart', section: '5.2', text: 'Used calls and custom-slug attempts stay used when the service restarts.' },
  { id: 'call-limit-retry-after', section: '5.2', text: "The call limit's 429 sends Retry-After: the whole seconds until calls pass again." },
  { id: 'slug-limit-no-retry-after', section: '5.2', text: "The custom-slug limit's 429 sends no Retry-After." },

  // 6.1 Error body
  { id: 'error-body', section: '6.1', text: 'An error body has error, and code only where one is defined for it.' },

  // 6.2 Access and limits
  { id: 'error-rate-limit', section: '6.2', text: '429 "rate limit exceeded", without a code, for both limits.' },

  // 6.3 Invalid requests
  { id: 'error-title-required', section: '6.3', text: '400 "title is required".' },
  { id: 'error-title-too-long', section: '6.3', text: '400 "title is too long".' },
  { id: 'error-name-required', section: '6.3', text: '400 "name is required".' },
  { id: 'error-name-too-long', section: '6.3', text: 'A name that is too long is "name is too long" on POST /templates and "title is too long" on save-as-template.' },
  { id: 'error-invalid-slug', section: '6.3', text: '400 "invalid slug" on create, clone and launch.' },
  { id: 'error-invalid-theme', section: '6.3', text: '400 "invalid theme" on create, PATCH, clone and launch.' },
  { id: 'error-options-required', section: '6.3', text: '400 "multiple_choice questions must have at least one option" if options are missing or empty.' },

  // 6.4 Conflicts
  { id: 'error-survey-limit', section: '6.4', text: '409 "survey limit reached" with code survey_limit_reached on create, clone and launch.' },
  { id: 'error-template-limit', section: '6.4', text: '409 "template limit reached" with code template_limit_reached on POST /templates and save-as-template.' },
  { id: 'error-slug-taken', section: '6.4', text: '409 "slug taken" with code slug_taken on create, clone and launch, whoever owns the slug.' },
  { id: 'error-reopen-expired', section: '6.4', text: '409 with code survey_expired and its text when an expired survey would be reopened.' },

  // 7.1 Text
  { id: 'lengths-in-code-points', section: '7.1', text: 'Lengths are counted in Unicode code points.' },
  { id: 'text-nul-refused', section: '7.1', text: 'A NUL in a title, name, question text, option or answer is 400 with a reason.' },
  { id: 'text-surrogate-replaced', section: '7.1', text: 'A lone surrogate in such a text becomes U+FFFD.' },
  { id: 'uninterpreted-text-kept', section: '7.1', text: 'NULs and lone surrogates in values that nothing interprets are stored as they are.' },

  // 7.2 Titles and names
  { id: 'titles-kept-as-sent', section: '7.2', text: 'Titles and names are stored as sent, outer blanks and unusual characters included.' },
  { id: 'title-blank-is-missing', section: '7.2', text: 'A title or name that is blank, missing or not a string counts as missing.' },
  { id: 'clone-title-validated', section: '7.2', text: "A clone's title that is blank, not a string or too long is refused as on create." },

  // 7.3 Slugs
  { id: 'slug-pattern', section: '7.3', text: 'A slug is lower-case letters and digits in parts joined by single hyphens; anything else is refused.' },
  { id: 'slug-length', section: '7.3', text: 'A slug has 3 to 64 characters.' },
  { id: 'slug-api-reserved', section: '7.3', text: 'The slug api is refused.' },
  { id: 'slug-not-a-string', section: '7.3', text: 'A slug that is null or not a string is "invalid slug".' },
  { id: 'slug-not-corrected', section: '7.3', text: 'A slug is never lower-cased or trimmed: one that would need it is refused.' },
  { id: 'random-slug-three-words', section: '7.3', text: 'Without a slug, the id is three words joined by hyphens.' },
  { id: 'slug-word-list', section: '7.3', text: 'Random slugs are drawn from at least 1,600 words of the BIP39 English list.' },
  { id: 'slug-words-distinct', section: '7.3', text: 'The list has no two words that sound alike and none that would embarrass.' },
  { id: 'slug-drawn-again', section: '7.3', text: 'A random slug that is taken is drawn again.' },

  // 7.4 Questions
  { id: 'question-type-required', section: '7.4', text: 'A question whose type is missing or unknown is refused.' },
  { id: 'four-question-types', section: '7.4', text: 'multiple_choice, free_text, rating and upvoted_question are accepted and read back.' },
  { id: 'question-text-required', section: '7.4', text: 'A question without a text is refused.' },
  { id: 'question-text-not-blank', section: '7.4', text: 'A question text that is blank or not a string is refused.' },
  { id: 'options-non-empty-strings', section: '7.4', text: 'An option that is empty or not a string is refused.' },
  { id: 'options-distinct', section: '7.4', text: 'Two equal options in one question are refused.' },
  { id: 'options-ignored-elsewhere', section: '7.4', text: 'options of other types are not checked, have no effect and are returned as sent.' },
  { id: 'question-index-assigned', section: '7.4', text: 'Each question is returned with its position from 0 as index, assigned by the service.' },
  { id: 'create-ignores-index', section: '7.4', text: 'Any index in the body of a create or template is ignored and replaced.' },
  { id: 'moderated-boolean', section: '7.4', text: 'moderated on an upvoted_question is refused unless it is a boolean.' },
  { id: 'questions-amounts', section: '7.4', text: 'Options, values of conditions and texts of a survey have bounds, wherever questions are sent; what was stored before keeps what it has.' },
  { id: 'questions-max', section: '7.4', text: 'A list of more than 1,000 questions is refused wherever one is sent.' },
  { id: 'questions-min-one', section: '7.4', text: 'A list of questions that is missing, empty or not an array is refused wherever one is required.' },
  { id: 'rating-scale-fixed', section: '7.4', text: 'A property that asks for another rating range is stored and returned, and ratings stay 1 to 10.' },
  { id: 'board-collects-no-answer', section: '7.4', text: 'An upvoted_question collects no answer.' },
  { id: 'board-requirement-no-effect', section: '7.4', text: 'A requirement on an upvoted_question is validated and has no effect.' },
  { id: 'error-names-question', section: '7.4', text: 'The reason for refusing a question names its position, counted from 1.' },

  // 7.5 Requirements
  { id: 'required-by-default', section: '7.5', text: 'A question without a requirement must be answered.' },
  { id: 'requirement-is-object', section: '7.5', text: 'A requirement that is not an object, null included, is refused.' },
  { id: 'requirement-mode-values', section: '7.5', text: 'A requirement whose mode is neither optional nor conditional is refused.' },
  { id: 'optional-never-required', section: '7.5', text: 'A question with mode optional is never required.' },
  { id: 'optional-ignores-when', section: '7.5', text: 'With mode optional, when is not looked at and is stored as sent.' },
  { id: 'conditional-needs-when', section: '7.5', text: 'A conditional requirement without a condition group is refused.' },
  { id: 'conditional-required-on-match', section: '7.5', text: 'A conditional question is required exactly when its group matches.' },
  { id: 'conditional-always-shown', section: '7.5', text: 'A conditional question is shown to every respondent and may be answered even if its group does not match.' },

  // 7.6 Condition groups
  { id: 'group-op-values', section: '7.6', text: 'A group whose op is neither all nor any is refused.' },
  { id: 'group-op-all', section: '7.6', text: 'With op all, a group matches only if every condition matches.' },
  { id: 'group-op-any', section: '7.6', text: 'With op any, a group matches as soon as one condition matches.' },
  { id: 'group-one-to-five-conditions', section: '7.6', text: 'A group has 1 to 5 conditions; none or six are refused.' },

  // 7.7 Conditions
  { id: 'condition-index-integer', section: '7.7', text: 'A questionIndex that is negative or not an integer is refused.' },
  { id: 'condition-names-earlier-question', section: '7.7', text: 'A condition that names its own question or a later one is refused.' },
  { id: 'condition-names-choice', section: '7.7', text: 'A condition that names a question of another type than multiple_choice is refused.' },
  { id: 'condition-values-min-one', section: '7.7', text: 'A condition whose values are missing, empty or not an array is refused.' },
  { id: 'condition-values-are-options', section: '7.7', text: 'A condition value that is not exactly an option of the question it names is refused.' },
  { id: 'unanswered-trigger-no-match', section: '7.7', text: 'A condition on a question that was not answered matches nothing.' },

  // 7.8 Properties the service does not know
  { id: 'unknown-properties-kept', section: '7.8', text: 'Properties of a question that the service does not know are returned as they were sent.' },
  { id: 'unknown-properties-any-depth', section: '7.8', text: 'Unknown properties are stored at any depth, in requirements and conditions too: nothing is dropped or added.' },
  { id: 'numbers-keep-digits', section: '7.8', text: 'Stored numbers are not rounded: 12345678901234567890 keeps its digits.' },
  { id: 'object-internal-names-kept', section: '7.8', text: 'Names such as __proto__ and constructor are stored as plain data and change nothing.' },

  // 7.9 Themes
  { id: 'theme-presets', section: '7.9', text: 'Each of the six presets is accepted and reported as it was sent.' },
  { id: 'theme-colour-pair', section: '7.9', text: 'A pair of six-digit hex colours is accepted, in either case, and reported.' },
  { id: 'theme-pair-complete', section: '7.9', text: 'A pair that lacks a colour, or has one that is not # and six hex digits, is refused.' },
  { id: 'theme-extra-keys-dropped', section: '7.9', text: 'Keys of a theme object other than the two colours are dropped.' },
  { id: 'theme-null-refused', section: '7.9', text: 'A theme of null is refused.' },
  { id: 'theme-default-clears', section: '7.9', text: 'PATCH with theme default removes the present theme.' },
  { id: 'theme-reads-default', section: '7.9', text: 'A survey without a theme reads as default.' },
  { id: 'theme-from-saved-palette', section: '7.9', text: 'A create or launch without a theme takes the palette that the account last saved.' },
  { id: 'theme-default-overrides-palette', section: '7.9', text: 'A create or launch with theme default does not take the saved palette.' },
  { id: 'theme-leaves-saved-palette', section: '7.9', text: "A theme sent through the API does not change the account's saved palette." },
  { id: 'theme-reported-is-actual', section: '7.9', text: 'Create, launch and clone report the palette that the new survey has.' },

  // 7.10 Survey
  { id: 'survey-fields', section: '7.10', text: 'A survey read has exactly the ten fields of SurveyDetail, with their types.' },
  { id: 'api-survey-never-expires', section: '7.10', text: 'A survey created through the API reads expires_at null.' },
  { id: 'survey-url', section: '7.10', text: 'url is the public link at which respondents reach the survey.' },
  { id: 'survey-response-count', section: '7.10', text: 'response_count is the number of stored responses.' },
  { id: 'read-omits-admin-token', section: '7.10', text: 'Neither view of a survey has the admin token in it.' },

  // 7.11 Response
  { id: 'response-fields', section: '7.11', text: 'A response item has exactly id, submitted_at and answers.' },
  { id: 'response-id-uuid', section: '7.11', text: 'The id of a response is a UUID, a different one for each row.' },
  { id: 'rating-reads-as-number', section: '7.11', text: 'A rating reads back as a number.' },

  // 7.12 Survey in a list
  { id: 'list-row-fields', section: '7.12', text: 'A list row has exactly id, title, status, created_at, response_count and url unless admin fields are asked for.' },
  { id: 'list-stored-status', section: '7.12', text: 'The list reports the stored status: an expired survey that is stored as open is listed as open.' },

  // 7.13 Created survey
  { id: 'created-survey-fields', section: '7.13', text: 'A created survey is returned with exactly id, title, url, admin_token, admin_url, created_at and theme.' },
  { id: 'admin-token-per-survey', section: '7.13', text: 'The admin token is a UUID, a different one for each survey, and create, clone and launch return it.' },
  { id: 'admin-url-contains-token', section: '7.13', text: 'admin_url contains the admin token.' },
  { id: 'launch-returns-template-id', section: '7.13', text: 'A launched survey is returned with template_id, the template it came from.' },
  { id: 'clone-returns-cloned-from', section: '7.13', text: 'A clone is returned with cloned_from, the id of the original, and without template_id.' },

  // 7.14 Template
  { id: 'template-fields', section: '7.14', text: 'A template has exactly id, name, questions, created_at and updated_at, each question with its index.' },

  // 7.15 Token identity
  { id: 'me-fields', section: '7.15', text: '/me returns exactly user_id, scope (separated by spaces) and kind.' },
  { id: 'me-kind', section: '7.15', text: 'kind is pat for a personal token and oauth for one held by an application.' },

  // 8.1 Status
  { id: 'expired-is-derived', section: '8.1', text: 'An open survey past its expiry reads as expired while its stored status stays open.' },
  { id: 'closed-beats-expired', section: '8.1', text: 'A survey closed by hand reads as closed whatever its expiry.' },

  // 8.2 Changes
  { id: 'new-survey-open', section: '8.2', text: 'A created, cloned or launched survey is open at once and has no responses.' },
  { id: 'close-survey', section: '8.2', text: 'PATCH status closed closes an open survey.' },
  { id: 'reopen-survey', section: '8.2', text: 'PATCH status open reopens a closed survey whose expiry is not set or is in the future.' },
  { id: 'reopen-expired-stays-closed', section: '8.2', text: 'A closed survey whose expiry has passed stays closed when reopening is refused.' },
  { id: 'patch-open-when-expired', section: '8.2', text: 'PATCH status open past the expiry is 409 even if the stored status is open, and nothing of the request is written.' },

  // 8.3 Archiving
  { id: 'archive-hides-from-list', section: '8.3', text: 'Archiving takes a survey off the list and leaves its status, its read and its public link as they are.' },
  { id: 'archive-idempotent', section: '8.3', text: 'Archiving an archived survey is not an error.' },
  { id: 'unarchive-restores', section: '8.3', text: 'archived false brings a survey back to the list.' },
  { id: 'archived-never-listed', section: '8.3', text: 'An archived survey is never listed, whatever include_closed says.' },
  { id: 'archived-counts-toward-limit', section: '8.3', text: 'Archived surveys count toward the 500.' },

  // 8.4 Copies
  { id: 'clone-survey', section: '8.4', text: 'A clone has the questions of the original, unknown properties included, its own link and admin token, and no responses.' },
  { id: 'clone-not-archived', section: '8.4', text: 'The clone of an archived survey is not archived.' },
  { id: 'clone-never-expires', section: '8.4', text: 'The clone of an expired survey is open and has no expiry.' },
  { id: 'template-is-snapshot', section: '8.4', text: 'Editing a survey does not change a template saved from it.' },
  { id: 'launch-changes-nothing-else', section: '8.4', text: 'Launching a template changes neither the template nor the survey it was saved from.' },

  // 9.2 GET /surveys
  { id: 'list-newest-first', section: '9.2', text: "The list has the caller's own surveys, newest first, in an object under surveys." },
  { id: 'list-include-admin', section: '9.2', text: 'include_admin=1 adds admin_token and admin_url to each row, the same as at creation; without it they are absent.' },
  { id: 'list-include-closed', section: '9.2', text: 'include_closed=0 leaves out closed surveys; by default they are listed.' },
  { id: 'list-include-closed-stored', section: '9.2', text: 'include_closed=0 goes by the stored status: an expired survey that is stored as open stays listed.' },
  { id: 'list-order-not-clock', section: '9.2', text: 'Newest first goes by creation: equal times and a clock set back do not change the order.' },

  // 9.3 POST /surveys
  { id: 'create-survey', section: '9.3', text: 'A valid create is 201, and the survey reads back with its title and questions.' },
  { id: 'create-custom-slug', section: '9.3', text: 'A legal slug that is free becomes the id and the link of the survey.' },

  // 9.4 GET /surveys/{id}
  { id: 'read-full-by-default', section: '9.4', text: 'The full view is the default and has every response.' },
  { id: 'read-aggregate', section: '9.4', text: 'view=aggregate gives counts in place of the responses.' },
  { id: 'full-read-complete', section: '9.4', text: 'A full read has as many responses as response_count says. If responses or the survey are deleted while it is sent, the connection breaks.' },
  { id: 'read-full-streams', section: '9.4', text: 'A full read of any size is streamed: memory does not grow with the number of responses.' },

  // 9.5 PATCH /surveys/{id}
  { id: 'patch-replaces-questions', section: '9.5', text: 'questions in a PATCH replaces the whole list.' },
  { id: 'patch-all-or-nothing', section: '9.5', text: 'A PATCH that is partly invalid changes nothing.' },
  { id: 'patch-cannot-retitle', section: '9.5', text: 'A title in a PATCH changes nothing, and sent alone it is nothing to change.' },
  { id: 'patch-nothing-to-change', section: '9.5', text: '400 "nothing to change: send status, theme, questions or archived".' },
  { id: 'patch-status-value', section: '9.5', text: '400 "status must be "open" or "closed"" for any other value.' },
  { id: 'patch-archived-boolean', section: '9.5', text: 'archived that is not a boolean is 400.' },
  { id: 'patch-response', section: '9.5', text: 'PATCH returns id, the stored status and every field that was sent, and no other.' },

  // 9.6 POST /surveys/{id}/clone
  { id: 'clone-body-optional', section: '9.6', text: "A clone without a body keeps the original's title and palette and gets a random link." },
  { id: 'clone-title', section: '9.6', text: 'A clone takes the title that is sent.' },
  { id: 'clone-theme', section: '9.6', text: 'A clone takes the theme that is sent, default included.' },
  { id: 'clone-slug', section: '9.6', text: 'A clone takes the slug that is sent.' },

  // 9.7 POST /surveys/{id}/save-as-template
  { id: 'save-template', section: '9.7', text: 'Save-as-template is 201 with exactly id, name, question_count, created_at and saved_from.' },
  { id: 'save-template-default-name', section: '9.7', text: "A template saved without a name has the survey's title." },
  { id: 'save-template-name', section: '9.7', text: 'A template saved with a name has that name.' },
  { id: 'save-template-blank-name', section: '9.7', text: 'A blank name on save-as-template is "name is required".' },
  { id: 'save-template-questions', section: '9.7', text: "The saved template has the survey's questions, unknown properties included." },

  // 9.8 GET /templates
  { id: 'template-list-order', section: '9.8', text: "The list has the caller's own templates, last updated first, in an object under templates." },

  // 9.9 POST /templates
  { id: 'create-template', section: '9.9', text: 'A valid create is 201 with the template.' },
  { id: 'template-questions-validated', section: '9.9', text: "A template's questions are refused for the same reasons, in the same words, as on creating a survey." },

  // 9.10 POST /templates/{id}/launch
  { id: 'launch-template', section: '9.10', text: "A launch makes an open survey with the template's questions and its name as title." },
  { id: 'launch-body-optional', section: '9.10', text: 'A launch without a body gets the saved palette and a random link.' },
  { id: 'launch-slug', section: '9.10', text: 'A launch takes the slug that is sent.' },
  { id: 'launch-theme', section: '9.10', text: 'A launch takes the theme that is sent.' },

  // 10.1 Matching
  { id: 'edit-by-position', section: '10.1', text: 'Without any index, the list sent is matched with the stored one by position.' },
  { id: 'edit-unmarked-reorder', section: '10.1', text: 'Without any index, a text that moved is 400 where there are responses or a condition, and accepted where there are neither.' },
  { id: 'edit-index-valid', section: '10.1', text: 'An index that is not an integer, not in the stored list or repeated is 400.' },
  { id: 'edit-index-null', section: '10.1', text: 'An index of null is 400.' },
  { id: 'edit-new-and-removed', section: '10.1', text: 'Where any index is sent, questions without one are new, and stored ones that nobody carries are removed.' },
  { id: 'edit-reorder-message', section: '10.1', text: 'A reorder that cannot be followed is "cannot follow this reorder: " and the reason.' },

  // 10.2 New positions
  { id: 'edit-new-indexes', section: '10.2', text: 'After an edit each question has its new position as index, in the response and in the next read.' },

  // 10.3 Conditions in an edit
  { id: 'edit-moved-rule', section: '10.3', text: 'A condition group sent back with its stored questionIndex values follows its questions to their new positions.' },
  { id: 'edit-moved-rule-changed', section: '10.3', text: 'A group counts as moved even if its op, its values or other parts of it were changed.' },
  { id: 'edit-written-rule', section: '10.3', text: 'A group with other questionIndex values than stored is read as positions in the list as sent.' },
  { id: 'edit-moved-rule-broken', section: '10.3', text: 'A moved group is 400 if a question it depends on was removed or now stands after it.' },

  // 10.4 Surveys that have responses
  { id: 'edit-answered-add', section: '10.4', text: 'Questions may be added to a survey that has responses.' },
  { id: 'edit-answered-keeps-meaning', section: '10.4', text: 'With responses, texts may be reworded and options added or reordered; every answer keeps its meaning.' },
  { id: 'edit-answered-new-questions-last', section: '10.4', text: 'With responses, a new question before a stored one is refused.' },
  { id: 'edit-answered-remove', section: '10.4', text: '400 "cannot remove a question from a survey that already has responses".' },
  { id: 'edit-answered-reorder', section: '10.4', text: '400 "cannot reorder the questions of a survey that already has responses".' },
  { id: 'edit-answered-retype', section: '10.4', text: '400 "cannot change the type of a question in a survey that already has responses".' },
  { id: 'edit-answered-options', section: '10.4', text: '400 "cannot rename or drop an option in a survey that already has responses".' },
  { id: 'edit-answered-precedence', section: '10.4', text: 'Of several such faults, removal answers first, then order, type, options.' },
  { id: 'edit-fewer-is-removal', section: '10.4', text: 'With responses, a list shorter than the stored one gets the removal text before any other reason.' },
  { id: 'edit-board-counts-as-answered', section: '10.4', text: 'Without responses, a board on which anything was asked is not removed, moved or retyped, with the texts for surveys that have responses.' },

  // 10.5 Edits and arriving answers
  { id: 'edit-atomic', section: '10.5', text: 'No answer is stored against a list that it was not validated against, even while edits and answers race.' },

  // 11.1 Values
  { id: 'answer-choice', section: '11.1', text: 'An answer to a multiple_choice question is exactly the text of one option.' },
  { id: 'answer-rating', section: '11.1', text: 'An answer to a rating is an integer from 1 to 10.' },
  { id: 'answer-free-text', section: '11.1', text: 'An answer to a free_text question is a string of at most 10,000 characters, stored as sent.' },
  { id: 'answer-board-null', section: '11.1', text: 'For an upvoted_question only null is accepted.' },
  { id: 'answer-blank-is-none', section: '11.1', text: 'A blank text counts as no answer and becomes null.' },
  { id: 'answers-short-array', section: '11.1', text: 'Answers left off at the end count as none, and the stored array is padded with null.' },
  { id: 'answers-long-array', section: '11.1', text: 'More answers than questions are refused.' },

  // 11.2 Required answers
  { id: 'answer-required-missing', section: '11.2', text: 'A response without an answer to a required question is refused.' },
  { id: 'answers-all-null', section: '11.2', text: 'Where nothing is required, a response of nulls only is stored.' },

  // 11.3 Reading back
  { id: 'responses-in-order', section: '11.3', text: 'Responses read back in the order they arrived.' },
  { id: 'responses-padded', section: '11.3', text: 'Older answers read back padded with null to the questions the survey has now.' },

  // 12.1 Shape
  { id: 'aggregate-shape', section: '12.1', text: 'The aggregate is SurveyDetail with results in place of responses: index, type, text and answered for each question, in order.' },
  { id: 'aggregate-answered', section: '12.1', text: 'answered is the number of responses that answered the question.' },
  { id: 'aggregate-tally', section: '12.1', text: "A multiple_choice result has a count for each option, in the question's order, zeros included." },
  { id: 'aggregate-mean', section: '12.1', text: 'mean is rounded to 2 places, and null where nobody answered.' },
  { id: 'aggregate-distribution', section: '12.1', text: 'distribution lists the ten values, 1 to 10, each with its count.' },
  { id: 'aggregate-free-text', section: '12.1', text: 'A free_text result has nothing beyond the four common fields.' },
  { id: 'aggregate-board', section: '12.1', text: 'An upvoted_question result has answered 0 and a board of items and votes.' },

  // 12.2 Counts
  { id: 'aggregate-counts-exact', section: '12.2', text: 'The counts equal those of all stored answers, and are read without reading responses.' },
  { id: 'aggregate-board-counts', section: '12.2', text: 'board counts the shown and answered questions of that board and their votes, and nothing held or hidden; its cost does not grow with the responses.' },

  // 13.1 The public link
  { id: 'respondent-page', section: '13.1', text: 'The public link is a page with the title and every question, whose form works without JavaScript.' },
  { id: 'respondent-page-current', section: '13.1', text: 'The page shows the questions and status of the moment, at once after a change.' },
  { id: 'respondent-page-closed', section: '13.1', text: 'The page of a closed or expired survey says so and has no form.' },
  { id: 'respondent-page-missing', section: '13.1', text: 'A link without a survey is a 404 page.' },
  { id: 'respondent-json', section: '13.1', text: 'With Accept: application/json the public link returns exactly id, title, status, questions and theme.' },
  { id: 'respondent-question-properties', section: '13.1', text: 'Respondents see of a question its type, text, options, index, requirement and moderated, nothing else, in JSON and in the page.' },
  { id: 'page-fresh-key', section: '13.1', text: 'Each load of the page carries a different key, and sending its form twice stores one row.' },
  { id: 'respondent-page-no-store', section: '13.1', text: 'The page forbids storing it.' },
  { id: 'respondent-no-store', section: '13.1', text: 'Every answer under /s/{slug} but the QR code forbids storing it, redirects and refusals included.' },
  { id: 'respondent-vary', section: '13.1', text: 'Every answer under /s/{slug} says that it varies by Accept, Accept-Encoding and Accept-Language.' },
  { id: 'public-link-redirects', section: '13.1', text: 'A public link with capitals, with dots, spaces or underscores for hyphens, with a slash at its end or with its three words run together redirects to the survey.' },

  // 13.2 The form
  { id: 'form-accepted', section: '13.2', text: 'A valid form is stored and is 303 to the thanks page.' },
  { id: 'form-refused', section: '13.2', text: 'An invalid form is 400 with what was typed and a message at each question at fault, and stores nothing.' },
  { id: 'form-outdated', section: '13.2', text: 'A form that was made for other questions than the survey has now is 409 and comes back with its texts and the answers to unchanged questions, and stores nothing; questions added at the end make no difference.' },
  { id: 'thanks-page', section: '13.2', text: "The thanks page says that the response was stored, what is stored and what is not; neither it nor its address contains anyone's answer." },
  { id: 'form-asks', section: '13.2', text: "The form asks what was typed for a board: its own button does and sends nothing else, Send does once the answers are valid; the page says what happened, a question that is refused comes back with its reason, and nothing is asked twice." },
  { id: 'board-alone-no-send', section: '13.2', text: 'A survey that has only boards has no Send; an empty response to it is stored.' },

  // 13.3 Submitting JSON
  { id: 'submission-receipt', section: '13.3', text: 'A JSON submission is 201 with exactly id, submitted_at and answers, the row as it was stored.' },
  { id: 'submission-invalid-answers', section: '13.3', text: 'Invalid answers are 400 with code invalid_answers and index and error of each question at fault.' },
  { id: 'submission-answers-not-array', section: '13.3', text: 'answers that is not an array, or too long, is invalid_answers without questions.' },
  { id: 'submission-missing', section: '13.3', text: 'A submission to a survey that does not exist is 404.' },
  { id: 'submission-closed', section: '13.3', text: 'A submission to a closed survey is 409 with code survey_closed, and nothing is stored.' },
  { id: 'submission-expired', section: '13.3', text: 'A submission past the expiry is 409 with code survey_expired, and nothing is stored.' },
  { id: 'submission-too-large', section: '13.3', text: 'A submission that is too large is 413.' },
  { id: 'submission-unknown-dropped', section: '13.3', text: 'Unknown properties of a submission are stored nowhere.' },

  // 13.4 Submission keys
  { id: 'submission-key-once', section: '13.4', text: 'The same key with the same answers gives the first result and one row, even when sent in parallel.' },
  { id: 'submission-key-other-answers', section: '13.4', text: 'The same key with other answers is another response.' },
  { id: 'submission-key-stored-answers', section: '13.4', text: 'Keys are compared by the answers as stored: blanks for null, or a left-off end, are the same response.' },
  { id: 'submission-without-key', section: '13.4', text: 'Without a key, each send is another response with a random id.' },
  { id: 'submission-malformed-key', section: '13.4', text: 'A key that is not a UUID is 400.' },
  { id: 'submission-key-before-status', section: '13.4', text: 'A repeated send of a stored response is 201 with the first row, even after the survey was closed, expired or changed.' },
  { id: 'removed-response-stays-removed', section: '13.4', text: 'A repeated send of a response that was removed is 404 with code response_removed and stores nothing.' },

  // 13.5 Durability
  { id: 'submissions-survive-kill', section: '13.5', text: 'After a kill nothing acknowledged is missing, nothing is there twice, and counts agree.' },
  { id: 'response-sequence', section: '13.5', text: 'The responses of a survey are numbered 1, 2, 3 and so on, without a gap, even when they arrive in parallel.' },
  { id: 'submission-queue-bounded', section: '13.5', text: 'With 4,000 submissions of a survey waiting, or 16,000 in all, one more is 503 "temporarily unavailable" with Retry-After, at once, and is not stored; every one that was accepted is stored.' },
  { id: 'submission-queue-fair', section: '13.5', text: 'Surveys whose submissions wait take turns: a flood on one does not hold up another.' },

  // 13.6 Boards
  { id: 'board-list', section: '13.6', text: "A board's list has exactly id, text, votes, answered and sequence of each question that is shown or answered, most votes first." },
  { id: 'board-list-order', section: '13.6', text: 'With order=new a list begins with the newest question; another order is 404.' },
  { id: 'board-order', section: '13.6', text: 'The page shows a board in an order in which a late question of equal appeal reaches the top five at least 0.9 times as often as an early one; the newest ten are on it whatever their votes.' },
  { id: 'board-list-pages', section: '13.6', text: 'A list comes in pages of 100; next is the number of the next page and is left out on the last one; a page that is not a number from 1 is 404.' },
  { id: 'board-page-first', section: '13.6', text: "A survey's page has the first page of a board's list, and leads to the rest without JavaScript too." },
  { id: 'board-ties', section: '13.6', text: 'Questions with equally many votes are listed older first.' },
  { id: 'board-unpublished-items', section: '13.6', text: 'Held and hidden questions are in no list, and a vote for one is 404.' },
  { id: 'board-ask', section: '13.6', text: 'Asking on a board is 201 with exactly id and state: held where the board is moderated, otherwise shown.' },
  { id: 'board-similar', section: '13.6', text: 'While a question is typed, the page offers up to three similar ones that it has, in any language; nothing is sent for that and asking is not held up.' },
  { id: 'board-ask-once', section: '13.6', text: 'The same key with the same text on the same board is one question and returns the first result, even after the creator has changed its state or the moderation of the board or closed the survey; a key that is not a UUID is 400.' },
  { id: 'board-text', section: '13.6', text: "The text of a board's question has 1 to 500 characters, is not blank and is stored as sent; a NUL is refused and a lone surrogate becomes U+FFFD." },
  { id: 'board-missing', section: '13.6', text: 'A survey that does not exist, an index that is not a board, and a question that is not on that board are 404.' },
  { id: 'board-full', section: '13.6', text: 'A board holds 1,000 questions that are shown or held, even under parallel calls; one more is 409 with code board_full.' },
  { id: 'board-closed', section: '13.6', text: 'A closed or expired survey refuses questions and votes with 409 and its code; its boards can still be read.' },
  { id: 'board-unknown-dropped', section: '13.6', text: "Unknown properties of a board's question or a vote are stored nowhere." },

  // 13.7 Votes
  { id: 'vote-once', section: '13.7', text: 'A vote or its withdrawal returns exactly votes and counts once, however often and however many at once it is sent.' },
  { id: 'voter-uuid', section: '13.7', text: 'A voter that is not a UUID is 400.' },

  // 13.8 Events
  { id: 'respondent-events', section: '13.8', text: 'GET /s/{slug}/events tells everyone who listens, within a second, that the survey opened or closed.' },
  { id: 'respondent-events-change', section: '13.8', text: 'The event of a board has votes and answered of each question that changed, text if it has entered the first page, and the ids of those that can no longer be seen; if that is over 16 kB it has the index alone.' },
  { id: 'respondent-events-initial', section: '13.8', text: 'A stream begins with the current state.' },
  { id: 'respondent-events-coalesced', section: '13.8', text: 'Changes of one survey are sent at most four times a second.' },
  { id: 'respondent-events-expired', section: '13.8', text: 'A survey whose expiry passes is reported as expired.' },
  { id: 'respondent-events-no-answers', section: '13.8', text: 'Streams of respondents say nothing about responses, except to thanks pages of surveys that share results.' },
  { id: 'respondent-events-recover', section: '13.8', text: "What could not be read for respondents' streams because the database was away is read again and sent." },
  { id: 'respondent-events-resume', section: '13.8', text: 'With the Last-Event-ID of the last event nothing is sent again; with an older one the whole state is.' },
  { id: 'events-end-on-shutdown', section: '13.8', text: 'A server that stops ends its streams, so that browsers reconnect elsewhere.' },
  { id: 'events-slow-reader', section: '13.8', text: 'What waits for a slow reader is bounded; beyond it the stream is ended.' },
  { id: 'event-streams-limited', section: '13.8', text: 'Open streams of pages are limited by address (429) and by survey and process (503), with Retry-After, and leave room for dashboards.' },

  // 13.9 Rate limit
  { id: 'respondent-limit', section: '13.9', text: 'One address may write 3,000 times a minute to one survey, or as often as RESPONDENT_LIMIT says; 0 lifts the limit.' },
  { id: 'respondent-limit-429', section: '13.9', text: 'Beyond the limit the answer is 429 with Retry-After, and a form keeps what was typed.' },
  { id: 'respondent-bytes', section: '13.9', text: 'One address may write 32 MiB a minute to one survey, or as RESPONDENT_BYTES says; beyond it the answer is 429 storage_limit_reached with Retry-After.' },
  { id: 'guessing-limited', section: '13.9', text: 'An address that has asked for 300 missing surveys within a minute is refused surveys that it has not opened before, until the minute ends.' },
  { id: 'addresses-by-network', section: '13.9', text: 'IPv6 addresses are counted by their /64 network.' },
  { id: 'trust-proxy', section: '13.9', text: 'The address is taken from X-Forwarded-For only as TRUST_PROXY says.' },

  // 13.10 Other routes
  { id: 'cross-site-write-refused', section: '13.10', text: 'A write to a route of respondents that its browser marks as cross-site is 403.' },
  { id: 'respondent-qr', section: '13.11', text: 'GET /s/{slug}/qr.svg is the public link as a QR code.' },
  { id: 'privacy-page', section: '13.11', text: "/privacy says what each stored column of respondents' data holds, read from the database's own schema." },
  { id: 'respondent-assets', section: '13.11', text: 'The script has a path that changes with its content and may be cached for ever; /robots.txt keeps robots away from what is behind a token.' },
  { id: 'respondent-page-listed', section: '13.11', text: 'Search engines may list the page of an open survey whose link was chosen; every other page and answer asks them not to, in its head and in a header.' },
  { id: 'respondent-page-preview', section: '13.11', text: 'A page names title, description and one picture under BASE_URL for link previews.' },

  // 13.11 Languages
  { id: 'respondent-language', section: '13.12', text: 'The words of a page are those of ?lang=, else of Accept-Language by its weights, else English, in en, de, fr, es, pt and zh; lang and dir are set, and the form keeps the language.' },

  // 13.13 Shared results
  { id: 'share-results-nothing-else', section: '13.13', text: 'Results that a survey does not share are not sent to any browser: pages, JSON and streams are the same byte for byte, whoever has answered; a survey that was taken down shares nothing.' },
  { id: 'share-results-few', section: '13.13', text: 'A question with fewer than five answers has no counts, and a survey with fewer than five responses no number of them.' },
  { id: 'share-results-announced', section: '13.13', text: 'The page of a survey that shares results says so above its questions, and leads to them, also once it is closed.' },
  { id: 'share-results-thanks-page', section: '13.13', text: 'The thanks page of a survey that shares results has the counts of choices and ratings as tables, without JavaScript, and neither texts nor boards.' },
  { id: 'share-results-events', section: '13.13', text: 'The stream of a thanks page begins with the counts and sends each change of them, never over 16 kB; revealing and hiding change no revision.' },

  // 13.14 The operator's links
  { id: 'site-links', section: '13.14', text: "Every page but the presenter's and the projector's has the links that the operator has set at its foot." },
  { id: 'report-survey', section: '13.14', text: "A survey's pages have a link that writes a mail to the operator about it, if the operator has set an address." },

  // 14 Dashboard
  { id: 'dashboard-no-subscription', section: '14', text: 'The dashboard needs no subscription and spends no calls of a token.' },
  { id: 'dashboard-limit', section: '14', text: 'A dashboard answers 1,200 requests a minute, or as many as DASHBOARD_LIMIT says, and its projector link as many of its own; beyond them 429 with Retry-After.' },
  { id: 'dashboard-no-store', section: '14', text: 'Nothing of a dashboard is stored by browsers.' },

  // 14.1 Credentials
  { id: 'dashboard-session', section: '14.1', text: "POST session takes the admin token and is 204 with a strict same-site HttpOnly cookie for that survey and this host alone: a new random id each time, which ends the browser's earlier one and with the survey." },
  { id: 'dashboard-session-stored', section: '14.1', text: 'The id of a session is stored as a hash only.' },
  { id: 'dashboard-session-expiry', section: '14.1', text: 'A session ends after 24 hours without a request and 14 days after sign-in, with its event streams.' },
  { id: 'dashboard-sessions-bounded', section: '14.1', text: 'A survey has at most 100 sessions, and a browser cookies of at most 20 dashboards; beyond that the oldest end.' },
  { id: 'dashboard-sign-out', section: '14.1', text: 'DELETE session ends the session of the cookie at once in every process, with its event streams, and no other.' },
  { id: 'dashboard-origin', section: '14.1', text: "A write by cookie must come from a page of the service's own origin." },
  { id: 'dashboard-unauthenticated', section: '14.1', text: 'Without a token and a cookie the dashboard is 401.' },
  { id: 'dashboard-foreign-equals-missing', section: '14.1', text: "A wrong admin token, another survey's and a missing survey are one and the same 404: status, body, header names." },
  { id: 'dashboard-foreign-same-time', section: '14.1', text: "On every route of a dashboard a wrong admin token, another survey's and a missing survey are answered in the same time: medians within 0.2 ms." },

  // 14.2 Reading and changing
  { id: 'dashboard-read', section: '14.2', text: 'GET is the aggregate, what the survey shares, and whether it is archived, has a projector link and was taken down.' },
  { id: 'dashboard-change', section: '14.2', text: 'PATCH changes status, theme, questions, archived, expires_at, share_results and results_revealed, and returns id, status and what was sent.' },
  { id: 'dashboard-change-all-or-nothing', section: '14.2', text: 'A PATCH of a dashboard that is partly invalid changes nothing.' },
  { id: 'dashboard-entitlement', section: '14.2', text: 'An owner without a subscription cannot set, extend or clear an expiry, nor choose own colours: 403 entitlement_required.' },
  { id: 'dashboard-delete', section: '14.2', text: 'DELETE is 204: the survey and its answers are gone, and its slug stays taken.' },

  // 14.3 Expiry
  { id: 'dashboard-expiry', section: '14.3', text: 'expires_at may lie in the past, is judged together with status, is cleared by null, and cannot be set through the API.' },
  { id: 'dashboard-expiry-format', section: '14.3', text: 'expires_at is an RFC 3339 time that exists, or null.' },

  // 14.4 Listing responses
  { id: 'dashboard-responses', section: '14.4', text: 'GET responses is {responses, next}: those after a position, in the order they arrived, padded; next is the position of the last one, null at the end.' },
  { id: 'dashboard-responses-limit', section: '14.4', text: 'A page has 1 to 1,000 responses as limit says, 100 by default, and fewer if their answers are longer than 4,000,000 characters together; another limit or after is 400.' },
  { id: 'dashboard-responses-newest', section: '14.4', text: 'With order=newest a page begins with the newest response; with after, it continues with the ones before.' },

  // 14.5 Searching responses
  { id: 'dashboard-search', section: '14.5', text: 'With text a page has the responses that contain it in a free-text answer, or in the answer to question, whatever its case; a blank text is ignored.' },
  { id: 'dashboard-search-question', section: '14.5', text: 'With question alone a page has the responses that answered that question.' },
  { id: 'dashboard-search-refused', section: '14.5', text: 'A text of over 200 characters, and a question that does not exist or cannot be answered that way, are 400 with a reason.' },
  { id: 'dashboard-search-bounded', section: '14.5', text: 'One request looks into 2,000 responses or 4,000,000 characters at most, for a second at most, and next is where it stopped; others are answered meanwhile.' },

  // 14.6 Arrivals
  { id: 'dashboard-arrivals', section: '14.6', text: 'GET arrivals is at most 61 points in order, the first and the last response among them: at, a minute, and count, how many had arrived by its last response, removed ones included.' },

  // 14.7 Removing a response
  { id: 'dashboard-remove-response', section: '14.7', text: 'DELETE of a response is 204: it is gone, and the counts are those of the rest.' },
  { id: 'dashboard-remove-once', section: '14.7', text: 'Of parallel removals one is 204, the others 404, and it is subtracted once.' },

  // 14.8 Moderating boards
  { id: 'dashboard-board', section: '14.8', text: 'GET board/{index} has exactly id, text, votes and state of each question, held and hidden ones included, most votes first.' },
  { id: 'dashboard-board-state', section: '14.8', text: "PATCH makes a board's question shown, held, hidden or answered, and respondents hear of it; another state is 400, and a question that does not exist 404." },
  { id: 'dashboard-board-answered', section: '14.8', text: 'A held or hidden question cannot become answered: that is 400, and it stays unpublished.' },
  { id: 'dashboard-board-full', section: '14.8', text: 'A change that would put one more shown or held question on a full board is 409 board_full.' },

  // 14.9 Events
  { id: 'dashboard-events', section: '14.9', text: 'GET events begins with status, response_count, results and what is shared, sends each change of them, and says when anything else of the survey was changed.' },
  { id: 'dashboard-events-board', section: '14.9', text: 'The stream begins with each board and names the board on which something was asked, voted on or moderated, even if no result changes; where changes may have been missed, it names all of them.' },
  { id: 'dashboard-events-change', section: '14.9', text: 'The event of a board has id, text, votes and state of up to 20 questions that changed; of more it has the index alone, and so it has always for a projector.' },
  { id: 'dashboard-events-recover', section: '14.9', text: 'What could not be read for a dashboard because the database was away is read again and sent.' },
  { id: 'dashboard-events-coalesced', section: '14.9', text: 'A dashboard is sent changes at most four times a second.' },
  { id: 'dashboard-events-expired', section: '14.9', text: 'A dashboard hears when its survey expires.' },
  { id: 'dashboard-events-end', section: '14.9', text: 'A new admin token, and the deletion of the survey, end the streams of the former token.' },

  // 14.10 Projector links
  { id: 'projector-link', section: '14.10', text: 'POST projector makes a new link under /p/ each time, and DELETE ends it.' },
  { id: 'projector-read', section: '14.10', text: 'GET /p/api/{token} is the aggregate of its survey as the API has it: nothing of its admin, no single response, no text of one.' },
  { id: 'projector-board', section: '14.10', text: 'GET /p/api/{token}/board/{index} has exactly the first 100 questions that respondents see on that board, most votes first.' },
  { id: 'projector-texts', section: '14.10', text: 'GET /p/api/{token}/projected-texts has exactly the texts that were picked, without the ids of their responses, and words where they are shown.' },
  { id: 'projector-events', section: '14.10', text: 'GET /p/api/{token}/events sends what the events of the dashboard send.' },
  { id: 'projector-read-only', section: '14.10', text: 'Behind a projector link every method but GET and HEAD is 405; no cookie is set, and nothing is stored by browsers.' },
  { id: 'projector-missing', section: '14.10', text: 'A projector token that is malformed, wrong, withdrawn, replaced or of a deleted survey is one and the same 404: status, body, header names.' },
  { id: 'projector-suspended', section: '14.10', text: 'A survey that was taken down or whose account is disabled is 404 behind its projector link until that is undone, and its streams end.' },
  { id: 'projector-events-end', section: '14.10', text: 'A projector link that is withdrawn or replaced, and the deletion of its survey, end its streams at once, whichever process did it; a new admin token does not.' },

  // 14.11 A new admin link
  { id: 'admin-link-rotate', section: '14.11', text: 'POST rotate returns a new admin token and its link; the old token and its cookies end at once.' },

  // 14.12 Pages
  { id: 'dashboard-page-shell', section: '14.12', text: 'The pages of dashboard, presenter and projector are the same whether there is a survey or not, and are no-store, noindex and no-referrer.' },
  { id: 'dashboard-page-token', section: '14.12', text: 'The dashboard page exchanges the token behind # for the cookie of that survey and takes it out of the address bar.' },
  { id: 'dashboard-page-history', section: '14.12', text: 'What a browser shows and lists as visited after an admin link was opened has no token and opens nothing without the cookie; loading the page uses up nothing.' },

  // 14.13 Newest texts
  { id: 'dashboard-newest-texts', section: '14.13', text: 'GET texts has of each free-text question the newest 5 answers, newest first, with the ids of their responses.' },

  // 14.14 Comparing
  { id: 'compare-group', section: '14.14', text: 'GET compare has the results of those who chose an option or gave a rating, without texts and boards.' },
  { id: 'compare-small', section: '14.14', text: 'A group of fewer than five people is 409 group_too_small, and so is one that, with others of its question, would leave one to four people over.' },
  { id: 'compare-refused', section: '14.14', text: 'A query that names no option or rating of the survey is 400 with a reason.' },
  { id: 'compare-bounded', section: '14.14', text: 'Responses are counted in turns with other work, at most 200 counts wait in a process, and one more is 503.' },

  // 14.15 Texts on the screen
  { id: 'projected-texts-pick', section: '14.15', text: 'PUT and DELETE projected-texts/{index}/{id} pick a text and take it off, and GET projected-texts has the picked texts of each free-text question in the order of picking.' },
  { id: 'projected-texts-missing', section: '14.15', text: 'Where the id is not that of an answer to a free-text question of the survey, that is 404.' },
  { id: 'projected-texts-limit', section: '14.15', text: 'At most 100 texts of a survey are picked; one more is 409 too_many_picks.' },
  { id: 'projected-texts-removed', section: '14.15', text: 'The texts of a removed response leave the screen with it.' },
  { id: 'projected-texts-only', section: '14.15', text: 'Nothing of the text of an answer that was not picked reaches a projector link by its routes or events, except in words and phrases where they are shown.' },

  // 14.16 Shared results
  { id: 'dashboard-share-results', section: '14.16', text: 'share_results is never, after_answering or when_revealed, and begins as never, even for a clone; a change of mode hides results; results_revealed reveals and hides; the API has neither.' },

  // 14.17 Words and phrases
  { id: 'words-counted', section: '14.17', text: 'Words and phrases of two words are counted once per response, whatever their case, without stop words of six languages, numbers and single letters.' },
  { id: 'words-shown', section: '14.17', text: 'PATCH words/{index} with shown projects words and phrases of a question or ends that; removed responses are counted no longer.' },
  { id: 'words-hidden', section: '14.17', text: 'PATCH with word and hidden hides one of them or shows it again, at most 200 in a survey; GET words/{index} lists all with hidden.' },
  { id: 'words-three', section: '14.17', text: 'Nothing that fewer than three people wrote is shown, nor a word that fewer than three wrote outside a phrase that is shown.' },
  { id: 'words-bounded', section: '14.17', text: 'Beyond a number of different words and phrases the rarest are forgotten.' },
  { id: 'words-refused', section: '14.17', text: 'Another body is 400, and a question that is not free text is 404.' },

  // 15.1 All formats
  { id: 'export-json', section: '15.1', text: 'export.json is the survey with all responses, as the API reads it but for the times, and with its boards and settings.' },
  { id: 'export-boards', section: '15.1', text: 'Boards are in every export: boards in export.json, export-boards.csv, and a sheet of export.xlsx, with id, text, votes and state of each item, held and hidden ones included, oldest first.' },
  { id: 'export-file', section: '15.1', text: 'An export is a file named after the survey, which browsers do not sniff.' },
  { id: 'export-streams', section: '15.1', text: 'export.csv and export.json are streamed: memory does not grow with the number of responses.' },

  // 15.2 CSV
  { id: 'export-csv', section: '15.2', text: 'export.csv is RFC 4180: a row per response, a column for each question that collects answers; bom=1 puts a byte-order mark at the beginning.' },
  { id: 'export-no-formula', section: '15.2', text: 'No cell of export.csv and export-boards.csv begins like a formula, by any character that a spreadsheet takes for one.' },

  // 15.3 XLSX
  { id: 'export-xlsx', section: '15.3', text: 'export.xlsx has a sheet with the rows and columns of export.csv, ratings as numbers and times as times, and a sheet with the count and share of each option and value.' },
  { id: 'export-xlsx-text', section: '15.3', text: 'A text in export.xlsx is stored as text even if it looks like a formula, whole, with line feeds as line ends; one of over 32,767 characters ends with a mark.' },
  { id: 'export-xlsx-limits', section: '15.3', text: 'Over 20,000 responses export.xlsx is 409 too_many_responses, beyond its room for cells and texts 409 too_large; both say to use CSV.' },
  { id: 'export-xlsx-one-at-a-time', section: '15.3', text: 'Spreadsheets are made one at a time, outside the event loop, and given up when nobody waits for them; of those that wait for their turn there is a bound.' },

  // 16.1 What is stored
  { id: 'response-is-anonymous', section: '16.1', text: 'Of a response, its answers, a random id and its arrival time are stored.' },
  { id: 'response-columns', section: '16.1', text: 'A response row has survey, number, answers, id and arrival time, and no further column.' },
  { id: 'board-columns', section: '16.1', text: "A board's question has survey, board, number, id, text, state and votes, a vote its question and a hash, and no further column." },

  // 16.2 Ids and votes
  { id: 'response-id-hides-key', section: '16.2', text: "A sender's key is stored nowhere, and the id cannot be computed from it without the installation's secret." },
  { id: 'vote-unlinkable', section: '16.2', text: 'A vote is stored as a keyed hash, a different one for each question of one voter, which does not reveal the voter.' },
  { id: 'vote-order', section: '16.2', text: "The votes of a board that has been quiet for some seconds are rewritten in the order of their hashes, so that neither the tables nor SQLite's write-ahead log tell in which order they were cast; no vote is lost by it." },
  { id: 'uuid-v4-shape', section: '16.2', text: 'Response ids and admin tokens have the version 4 and variant bits of a random UUID.' },

  // 16.3 Cookies, logs and other hosts
  { id: 'respondent-no-cookie', section: '16.3', text: "No respondents' route sets a cookie." },
  { id: 'respondent-cookie-ignored', section: '16.3', text: "A cookie sent to a respondents' route changes nothing in its answer." },
  { id: 'respondent-logs-anonymous', section: '16.3', text: "Log lines of respondents' routes have no address, user agent, referrer, duration or time finer than the second." },
  { id: 'respondent-no-third-party', section: '16.3', text: 'Pages load nothing from other hosts.' },

  // 16.4 Addresses
  { id: 'respondent-addresses-forgotten', section: '16.4', text: 'Addresses are counted under a key that is thrown away within the hour, in memory alone.' },

  // 16.5 Proxies
  { id: 'proxy-logs-anonymous', section: '16.5', text: 'The shipped proxy configurations log neither address, user agent, referrer nor path of a sender, and set X-Forwarded-For themselves.' },
  { id: 'proxy-streams-unbuffered', section: '16.5', text: 'The shipped proxy configurations pass event streams on as they come.' },

  // 17.1 The installation's secret
  { id: 'no-key-in-database', section: '17.1', text: 'Neither SECRET nor a key or admin token derived from it is in the database.' },
  { id: 'key-labels-distinct', section: '17.1', text: 'Keys for different purposes differ, with one HKDF label each.' },
  { id: 'secret-generated', section: '17.1', text: 'The first start without SECRET makes one in the data directory, and the next start uses it.' },
  { id: 'secret-never-beside-data', section: '17.1', text: 'Neither the server nor a command makes a secret for a database that has been used with another one; both refuse to run.' },
  { id: 'secret-mismatch-fails', section: '17.1', text: 'A start with another SECRET than the database was made with fails with a clear error.' },
  { id: 'secret-rotation', section: '17.1', text: 'After secret rotate links of the new and of earlier secrets work, after secret retire those of the new one alone; response ids, votes and taken slugs stay the same.' },
  { id: 'base-url-https', section: '17.1', text: 'In production a BASE_URL that is neither https nor loopback is refused at start.' },

  // 17.2 Logs
  { id: 'logs-name-route-pattern', section: '17.2', text: 'Logs name the pattern of a route and never a URL, so that they contain no token and no slug.' },
  { id: 'account-secrets-hidden', section: '17.2', text: "Passwords, tokens, ids of sessions and links that work once are stored as hashes only, and stand with the account's address in no log and no metric." },

  // 17.3 Hostile text
  { id: 'hostile-text-inert', section: '17.3', text: 'Texts of creators and respondents run no script on any page and break no rule of its policy.' },
  { id: 'page-trusted-types', section: '17.3', text: 'Every page enforces Trusted Types without any policy, and works so.' },
  { id: 'dashboard-hostile-text', section: '17.3', text: 'Texts of any kind in any field run nothing on the dashboard, the presenter and a projector page, and break no rule of these pages.' },

  // 18.1 Command line
  { id: 'cli-exit-status', section: '18.1', text: 'Commands exit with 0, 1 for a failure, 2 for a mistake in the command line, and 78 for invalid settings, a secret of another database, or a database that another version made.' },
  { id: 'cli-token-list-json', section: '18.1', text: 'token list --json is one line: an array without the value of any token.' },
  { id: 'cli-export', section: '18.1', text: 'export writes a survey with all of its responses to stdout, as the API reads it, and with its boards and settings.' },

  // 18.2 Deletion
  { id: 'account-deletion', section: '18.2', text: 'A deleted account is gone with its surveys, responses, templates and tokens; the slugs of its surveys stay taken.' },
  { id: 'deleted-is-gone', section: '18.2', text: 'A deletion overwrites its rows in the embedded database and truncates the log; no later backup and no row of PostgreSQL has what was deleted: of a removed response its id stays, of a deleted survey a keyed hash of its slug.' },
  { id: 'account-deletion-final', section: '18.2', text: 'An account whose holder has deleted it is not enabled again.' },
  { id: 'account-deletion-online', section: '18.2', text: 'While an account with many responses is deleted, a server beside it takes answers.' },
  { id: 'hourly-purge', section: '18.2', text: 'A server deletes what has expired at start and every hour: idempotency keys, sessions and closed hourly windows.' },

  // 18.3 Backup and restore
  { id: 'cli-backup', section: '18.3', text: 'backup writes one file beside a running server, with everything acknowledged before; it overwrites only when told to, and says whether the secret is in it.' },
  { id: 'cli-restore', section: '18.3', text: 'restore puts a whole backup in the place of the database, which it keeps; it refuses under a server and a file that is not a good backup, and says whether the secret fits.' },
  { id: 'backup-left-files', section: '18.3', text: 'What a killed backup has left is deleted by the next into the same folder, and a database that a restore has replaced by a running server after 14 days.' },
  { id: 'restore-atomic', section: '18.3', text: 'A restore that is killed at any moment leaves the old database or the new one, whole.' },

  // 18.4 Doctor
  { id: 'upgrade-beside-old', section: '18.3', text: 'On PostgreSQL, processes of the previous version keep accepting submissions while and after a newer one migrates the database.' },
  { id: 'upgrade-refused', section: '18.3', text: 'A server does not start on a database that is older than the first release, newer, altered or foreign: it ends with status 78 and says what to do.' },
  { id: 'upgrade-killed', section: '18.3', text: 'A database that another release has left is migrated although the process is killed at every statement of a migration.' },
  { id: 'dump-load-whole', section: '18.3', text: 'dump and load move an installation between machines and databases: everything that the API, dashboards and pages show stays, to the byte, and repeated sends stay known.' },
  { id: 'load-checked', section: '18.3', text: 'load verifies a dump before it writes, refuses a damaged, foreign or newer one and an installation with accounts, and leaves nothing half done when it is killed.' },
  { id: 'load-secret', section: '18.3', text: 'load refuses a secret that does not belong to the dump, unless links may stop working.' },
  { id: 'survey-restore', section: '18.3', text: 'survey restore brings back one survey from its export or out of a dump, with responses, boards and settings, under its slug unless another survey has it; it is complete or not there at all.' },
  { id: 'survey-restore-memory', section: '18.3', text: 'The memory of survey restore has a bound, however many responses there are.' },
  { id: 'dump-load-memory', section: '18.3', text: 'The memory of dump and load does not grow with the number of responses.' },
  { id: 'cli-doctor', section: '18.4', text: 'doctor says what is wrong and what to do about it, exits with 1 if anything is, changes nothing and holds up no server.' },

  // 18.5 Metrics and health
  { id: 'readiness-shared', section: '18.5', text: 'Callers of /readyz share one check a second.' },
  { id: 'readiness-disk', section: '18.5', text: 'While less than FREE_DISK is free, /readyz is 503 with that reason and /healthz is 200; once there is room, /readyz is 200 again.' },
  { id: 'connections-limited', section: '18.5', text: 'A process refuses connections before it runs out of file descriptors, and logs that.' },
  { id: 'connections-wait', section: '18.5', text: 'A thousand connections at once wait for a busy process and are not dropped.' },
  { id: 'metrics-port', section: '18.5', text: 'METRICS_PORT serves GET /metrics in the format of Prometheus and nothing else; PORT never does, and without the setting nothing does.' },
  { id: 'metrics-anonymous', section: '18.5', text: 'Requests are counted by method, route pattern and status, those without a route as one; no metric has a slug, token, address, user agent, referrer, cookie or language in it.' },
  { id: 'deleted-files-503', section: '18.5', text: 'If the files of the embedded database are deleted or replaced under a server, it acknowledges nothing more: writes and /readyz get 503, and the log has a line.' },
  { id: 'metrics-documents', section: '18.5', text: "Metrics count fetches of applications' documents by outcome." },
  { id: 'metrics-storage', section: '18.5', text: 'Metrics show the size of the database, when the last backup was made, and the free space on the disk of the embedded database, read at most once a minute.' },
  { id: 'metrics-commits', section: '18.5', text: 'Metrics show how many submissions shared each commit and how long it took, how many wait, and how many were refused because too many waited.' },

  // 18.6 Package, executable and container image
  { id: 'installed-package', section: '18.6', text: 'The npm package contains what runs and nothing else, brings its Node, and reaches a live survey in an empty folder.' },
  { id: 'client-program', section: '18.6', text: 'The package @soundings/client has the commands for remote servers as one file that runs in Node 20.3 and later.' },
  { id: 'single-executable', section: '18.6', text: 'The single executable needs no Node, packages or network, and everything works from it.' },
  { id: 'image-unprivileged', section: '18.6', text: 'The image runs as a user other than root, and writes to no folder but DATA_DIR.' },

  // 19.1 Sessions
  { id: 'account-session-cookie', section: '19.1', text: "The cookie of a session is HttpOnly, SameSite=Lax and for this host alone; on https it is Secure with the prefix __Host-." },
  { id: 'account-sign-in', section: '19.1', text: 'Signing in makes a session with a new id and ends the one that the browser had; unknown addresses and wrong passwords get the same page.' },
  { id: 'account-sign-out', section: '19.1', text: 'Signing out ends the session at once.' },
  { id: 'account-session-end', section: '19.1', text: 'A session ends after 24 hours without a request, after 14 days, and when its account is disabled.' },
  { id: 'account-session-limit', section: '19.1', text: 'An account has at most 20 sessions; one more ends the oldest.' },
  { id: 'account-session-stored', section: '19.1', text: "A session's id is stored as a hash only." },

  // 19.2 Requests with a session
  { id: 'account-session-needed', section: '19.2', text: 'A request under /app/api without a live session is 401, unless its path or method does not exist.' },
  { id: 'account-own-origin', section: '19.2', text: 'A request with a session that a page of another origin has sent is 403, and so are forms of the sign-in pages.' },
  { id: 'account-read', section: '19.2', text: 'GET /app/api/account is the account with what it may still make.' },
  { id: 'app-page', section: '19.2', text: 'Paths below /app are the page of the application; without a session they lead to the sign-in page and back.' },
  { id: 'app-next', section: '19.2', text: 'After signing in people go on to paths of the service only.' },

  // 19.3 Passwords
  { id: 'password-rules', section: '19.3', text: 'A password has 8 to 200 characters and is none of the commonest, and nothing like the address of its account.' },
  { id: 'password-queue', section: '19.3', text: 'A process hashes four passwords at a time; beyond a hundred that wait it answers 503.' },
  { id: 'password-attempts', section: '19.3', text: 'Attempts at passwords are limited for an account and for an address or /64 network, whether or not the account exists.' },
  { id: 'account-verification', section: '19.3', text: 'What is sensitive needs the password or a passkey within the last ten minutes.' },

  // 19.4 Settings
  { id: 'account-rename', section: '19.4', text: 'PATCH /account changes the name.' },
  { id: 'account-password', section: '19.4', text: 'A new password ends every other session.' },
  { id: 'account-email', section: '19.4', text: 'Without mail a new address counts at once.' },
  { id: 'account-sessions', section: '19.4', text: 'Sessions are listed and ended; what lists them signs nobody in.' },
  { id: 'account-tokens', section: '19.4', text: 'Tokens are created with a subscription, listed without their value, and revoked.' },
  { id: 'account-delete', section: '19.4', text: 'An account that its holder deletes is disabled at once, and everything in it is deleted.' },

  // 19.5 Links by mail
  { id: 'sign-up-by-mail', section: '19.5', text: 'Where the service sends mail, an account is made by who follows a link that works once and for a day.' },
  { id: 'mail-same-answer', section: '19.5', text: 'Known and unknown addresses get the same answer at sign-up and reset.' },
  { id: 'password-reset', section: '19.5', text: 'A reset by a link that works once and for an hour ends all sessions; links of a disabled account are refused.' },
  { id: 'first-proof', section: '19.5', text: 'A link by which somebody first proves to read mail at the address of an account that others could sign in to ends its passkeys, connections with a provider, tokens and applications.' },
  { id: 'account-email-by-mail', section: '19.5', text: 'With mail a new address takes effect once somebody who is signed in to the account confirms it by the link, and the former address is told; nobody else can.' },
  { id: 'mail-limits', section: '19.5', text: 'Mails that are asked for are limited for an address and for a sender.' },
  { id: 'mail-jobs', section: '19.5', text: 'A mail that is not taken is tried again later, unless the server refuses it for good.' },
  { id: 'mail-parts', section: '19.5', text: 'A mail is plain text and HTML that say the same, names the service and the address of its operator, loads nothing and runs nothing.' },
  { id: 'sign-up-modes', section: '19.5', text: 'SIGNUP says whether anybody, only people who were invited, or nobody can create an account.' },
  { id: 'cli-account-links', section: '19.5', text: 'account reset-link and account invite print links that work once.' },

  // 19.6 Export
  { id: 'account-restore', section: '19.6', text: 'The holder of an account can load an archive into it: all of it or nothing, within the limits of the account, and never under a slug that another survey has or had.' },
  { id: 'account-export', section: '19.6', text: 'GET /app/api/export.zip is everything of the account in one archive.' },

  // 19.7 Passkeys
  { id: 'passkey-possible', section: '19.7', text: 'Passkeys are offered where browsers have them: for names, over https or on the same machine.' },
  { id: 'passkey-register', section: '19.7', text: 'A passkey that a browser has made is added if all about it is right: found without naming its account, with its holder recognised, and without a certificate.' },
  { id: 'passkey-sign-in', section: '19.7', text: 'A passkey signs in with a new session, and a disabled account stays out.' },
  { id: 'passkey-sign-in-refused', section: '19.7', text: 'Whatever is wrong with a passkey, unknown ones included, gets one answer.' },
  { id: 'passkey-challenge', section: '19.7', text: 'A challenge is answered once, within five minutes, for what it was issued for and in the session that it was issued to.' },
  { id: 'passkey-copied', section: '19.7', text: 'A passkey whose count of signatures does not grow is refused.' },
  { id: 'passkey-attempts', section: '19.7', text: 'Attempts with passkeys are limited as those at passwords are, and apart from them.' },
  { id: 'passkey-verification', section: '19.7', text: 'A passkey of the account counts as giving the password again, in its session.' },
  { id: 'passkey-manage', section: '19.7', text: 'Passkeys are listed, renamed and removed; an account has at most ten.' },
  { id: 'passkey-last-way-in', section: '19.7', text: 'The last passkey of an account that has neither a password nor a sign-in provider is not removed.' },
  { id: 'passkey-notice', section: '19.7', text: 'An account is told by mail that a passkey was added or removed.' },

  // 19.8 Signing in with another provider
  { id: 'provider-sign-in', section: '19.8', text: 'Whom the provider confirms signs in to the account that belongs to them there.' },
  { id: 'provider-checked', section: '19.8', text: 'An answer that does not belong to the request signs nobody in.' },
  { id: 'provider-sign-up', section: '19.8', text: 'SIGNUP says who gets an account by signing in with the provider.' },
  { id: 'provider-unverified', section: '19.8', text: 'An address that the provider has not verified makes no account.' },
  { id: 'provider-existing', section: '19.8', text: 'An account that exists is connected by its own password.' },
  { id: 'provider-suspended', section: '19.8', text: 'A disabled account stays out.' },
  { id: 'provider-verify', section: '19.8', text: 'Signing in at the provider again counts as giving the password again; a session there does not.' },
  { id: 'provider-only', section: '19.8', text: 'With OIDC_ONLY no password is asked for or taken.' },
  { id: 'provider-bounds', section: '19.8', text: 'A provider that is slow, broken or out of reach is reported in time, and is not asked by everybody.' },
  { id: 'provider-stored', section: '19.8', text: 'No secret of a sign-in is stored or logged.' },

  // 20.1 Answers and errors of tools
  { id: 'mcp-authentication', section: '20.1', text: 'Without a valid token a request of an AI client is 401, and a client sees the tools that its scopes allow.' },
  { id: 'mcp-tools', section: '20.1', text: 'Clients of the current revision of the protocol and of those before it can list and use the tools.' },
  { id: 'mcp-batch-bounded', section: '20.1', text: 'The answers to a batch have a bound; beyond it, calls do nothing and say so.' },
  { id: 'mcp-schemas', section: '20.1', text: 'The arguments and answers of every tool fit its schemas.' },
  { id: 'mcp-read-only-hint', section: '20.1', text: 'The tools that need surveys:write, admin_link included, do not say that they only read; all others do.' },
  { id: 'mcp-errors', section: '20.1', text: 'A refusal is a tool result with the text and code of the API and a sentence on what to do.' },
  { id: 'mcp-dry-run', section: '20.1', text: 'With dry_run, create_survey and change_survey say what would happen, and change nothing.' },
  { id: 'mcp-idempotency', section: '20.1', text: 'A write that is sent again with its idempotency_key makes nothing more.' },

  // 20.2 What strangers wrote
  { id: 'mcp-untrusted-texts', section: '20.2', text: 'Texts of respondents are given by read_text_answers and read_board only, each on one line between random boundaries.' },
  { id: 'mcp-admin-link', section: '20.2', text: 'Admin tokens and links are in no answer but that of admin_link.' },

  // 20.3 Waiting
  { id: 'mcp-wait', section: '20.3', text: 'wait_for_responses is final with the count, the time or the end of the survey, and otherwise says when to ask again.' },
  { id: 'mcp-wait-shutdown', section: '20.3', text: 'A server that stops answers the calls of wait_for_responses at once, as if their time were over.' },
  { id: 'mcp-waits-limited', section: '20.3', text: 'An account can have ten calls waiting at a time.' },

  // 20.4 Results in a conversation
  { id: 'mcp-pages-only', section: '20.4', text: 'moderate_board is listed only for a client that says in the request that it can show pages.' },
  { id: 'mcp-results-app', section: '20.4', text: 'Clients that can show pages get one small page of results, which follows the responses and moderates boards.' },

  // 21. The application
  { id: 'app-foreign-equals-missing', section: '21', text: "Another account's draft, template or survey is answered like one that does not exist: same 404, same body, same header names." },

  // 21.1 Surveys
  { id: 'app-surveys', section: '21.1', text: 'GET /app/api/surveys is all surveys of the account, newest first, each with the time of its last response to the minute.' },
  { id: 'app-clone', section: '21.1', text: 'A survey is cloned in the browser as through the API.' },
  { id: 'survey-to-template', section: '21.1', text: 'A survey is saved as a template in the browser as through the API.' },
  { id: 'slug-available', section: '21.1', text: 'GET /app/api/slugs/{slug} says whether a slug is free; that of a deleted survey is not.' },
  { id: 'limit-slug-checks-120', section: '21.1', text: 'An account can check 120 slugs an hour; beyond that 429 with Retry-After.' },

  // 21.2 Drafts
  { id: 'draft-kept', section: '21.2', text: 'A draft may be incomplete, and is kept and returned as it was sent, with every digit and member.' },
  { id: 'draft-list', section: '21.2', text: 'The list of drafts has the last changed first.' },
  { id: 'draft-content', section: '21.2', text: 'A draft is a title, at most 1,000 questions and a theme or null, in at most 1 MiB.' },
  { id: 'draft-revision', section: '21.2', text: 'Of two replacements of the same revision one is stored, and the other is 409 draft_changed with the stored draft.' },
  { id: 'draft-delete', section: '21.2', text: 'A deleted draft is gone.' },
  { id: 'limit-drafts-100', section: '21.2', text: 'An account has at most 100 drafts, even under parallel calls: 409 draft_limit_reached.' },
  { id: 'draft-quota', section: '21.2', text: "Drafts count toward the stored bytes of their account." },
  { id: 'draft-preview', section: '21.2', text: 'The preview of a draft is the respondents\' page as far as it is complete; it runs no script, sends nothing, and only our own pages frame it.' },

  // 21.3 Publishing
  { id: 'publish-draft', section: '21.3', text: 'Publishing a draft makes a survey and removes the draft, in one transaction.' },
  { id: 'publish-once', section: '21.3', text: 'Publishing again, even in parallel, returns the first result and makes nothing.' },
  { id: 'publish-refused', section: '21.3', text: 'Publishing has the refusals of creating a survey, which leave the draft as it is.' },
  { id: 'publish-slug-limit', section: '21.3', text: "Publishing under a slug is one of the account's custom-slug attempts." },

  // 21.4 Templates
  { id: 'template-app', section: '21.4', text: 'Templates are made, read and listed in the browser; one made there may have a theme.' },
  { id: 'template-replace', section: '21.4', text: 'A replacement that was made from an earlier revision is 409 template_changed with the stored template; launched surveys stay as they are.' },
  { id: 'template-delete', section: '21.4', text: 'A deleted template is gone.' },
  { id: 'template-copies', section: '21.4', text: 'A template can be duplicated, and a draft made of it.' },
  { id: 'template-launch', section: '21.4', text: 'A launch in the browser takes the theme of the template; one through the API, or of a template without a theme, the palette.' },

  // 21.5 Without a subscription
  { id: 'free-plan-expiry', section: '21.5', text: 'Without a subscription, a survey made in the browser expires after FREE_SURVEY_DAYS days.' },
  { id: 'free-plan-deadline', section: '21.5', text: 'Without a subscription, an expiry cannot be chosen: 403 entitlement_required.' },
  { id: 'free-plan-colours', section: '21.5', text: 'Without a subscription, own colours are 403 entitlement_required, and those of an earlier one become the default in new surveys.' },
  { id: 'free-plan-upgrade', section: '21.5', text: 'A subscription clears the automatic expiries in the future, and no others.' },

  // 21.6 The palette
  { id: 'palette-browser', section: '21.6', text: 'The theme last published in the browser, or set there by the owner on the dashboard, is the palette; nothing else changes it.' },

  // 21.7 The owner's dashboard
  { id: 'owner-dashboard', section: '21.7', text: 'The session of an account opens the dashboards of its own surveys, with everything that the admin link can do there.' },
  { id: 'owner-dashboard-foreign', section: '21.7', text: "To a session, another account's survey is the 404 of a missing one; a session that has ended is 401." },
  { id: 'owner-dashboard-origin', section: '21.7', text: 'A request with a session that a page of another origin has sent is 403, also one that only reads.' },
  { id: 'owner-dashboard-end', section: '21.7', text: 'Event streams of the owner end with the session and when the account is disabled, and outlive a new admin link.' },

  // 21.8 Subscription
  { id: 'billing-latest-end', section: '21.8', text: 'The latest end of granted and purchased subscriptions counts, and ending either leaves the other.' },
  { id: 'billing-ends', section: '21.8', text: 'A trial and a cancelled subscription end exactly; a renewal is awaited for a day; what is unpaid, incomplete or paused does not count.' },
  { id: 'billing-checkout', section: '21.8', text: 'POST /billing/checkout is the Checkout page, one at a time, with a trial for the first subscription.' },
  { id: 'billing-one-subscription', section: '21.8', text: 'While a subscription exists, paid or not, another is 409 already_subscribed.' },
  { id: 'billing-portal', section: '21.8', text: 'POST /billing/portal is the page to manage the subscription; 404 for an account that never had one there.' },
  { id: 'billing-verification', section: '21.8', text: 'Paying and managing need the password within the last ten minutes, our own page, and are limited.' },
  { id: 'billing-unavailable', section: '21.8', text: 'While the provider gives no answer, it is 503 billing_unavailable, and nothing is changed.' },
  { id: 'billing-not-sold', section: '21.8', text: 'Where nothing is sold, buying and managing are 404.' },
  { id: 'billing-event-signature', section: '21.8', text: 'An event counts only with a signature over its very bytes that is at most five minutes old.' },
  { id: 'billing-event-truth', section: '21.8', text: 'Late, doubled, reordered and lost events end in what the provider says.' },
  { id: 'billing-event-retry', section: '21.8', text: 'An event that cannot be dealt with is refused, and has its effect when it is sent again.' },
  { id: 'billing-deletion', section: '21.8', text: 'Deleting an account ends its purchased subscriptions, after an outage of the provider too, and does not wait for that.' },

  // 22.1 Discovery
  { id: 'oauth-metadata', section: '22.1', text: 'The metadata of the authorization server describe what it does (RFC 8414).' },
  { id: 'oauth-issuer', section: '22.1', text: 'Issuer and addresses come from BASE_URL, whatever host a request names.' },
  { id: 'oauth-resource-metadata', section: '22.1', text: 'Service, API and tools each say which server gives tokens for them (RFC 9728).' },
  { id: 'oauth-tools-challenge', section: '22.1', text: 'A 401 of /mcp names its metadata in WWW-Authenticate.' },

  // 22.2 Registration
  { id: 'oauth-registration', section: '22.2', text: 'Public clients register with https, loopback or private-scheme addresses; forgotten after a week if nobody allows them.' },
  { id: 'oauth-documents', section: '22.2', text: 'A client can describe itself in a JSON document whose https address is its id; a faulty one is refused, and the consent page names its host.' },
  { id: 'oauth-documents-allowed', section: '22.2', text: 'What needs no sign-in fetches no document but that of an application that somebody has allowed.' },
  { id: 'outgoing-guard', section: '22.2', text: 'Documents are fetched from checked addresses of the public internet only, without redirects, small, in time and few at once.' },
  { id: 'oauth-limits', section: '22.2', text: 'One address has 60 registrations, 6,000 requests for tokens and 600 revocations in a quarter of an hour.' },

  // 22.3 Consent
  { id: 'oauth-consent', section: '22.3', text: 'The page says who asks, for which account, for what and where it leads, each time, and only its own answer in the same browser counts.' },
  { id: 'oauth-deny', section: '22.3', text: 'A refusal redirects with access_denied.' },
  { id: 'oauth-needs-subscription', section: '22.3', text: 'Without a current subscription no code is made.' },
  { id: 'oauth-hostile-names', section: '22.3', text: "An application's name is text on one line that turns and hides nothing." },
  { id: 'oauth-redirect', section: '22.3', text: 'The redirect address is exactly a registered one, but for the port of a loopback address.' },
  { id: 'oauth-pkce', section: '22.3', text: 'PKCE with S256 is required.' },
  { id: 'oauth-errors', section: '22.3', text: 'Requests without an application get a page, other methods 405, and pages of every origin may call the token endpoint.' },

  // 22.4 Codes and tokens
  { id: 'oauth-code', section: '22.4', text: 'A code works for a minute, for the client that asked.' },
  { id: 'oauth-code-once', section: '22.4', text: 'Of parallel redemptions of a code exactly one succeeds.' },
  { id: 'oauth-code-reuse', section: '22.4', text: 'A code that is used again after its tokens were sent ends all that came of it.' },
  { id: 'oauth-scopes', section: '22.4', text: 'A token has the scopes that were asked for; without one of ours, both.' },
  { id: 'oauth-resource', section: '22.4', text: 'Tokens are for the service, the API or the tools, and for no other resource.' },
  { id: 'oauth-access-token', section: '22.4', text: 'An access token works for an hour.' },
  { id: 'oauth-refresh', section: '22.4', text: 'A refresh token works for 30 days, is replaced with each use, and is of no use to another client.' },
  { id: 'oauth-lapse', section: '22.4', text: 'A lapse of the subscription neither revokes a token nor keeps it from being renewed.' },
  { id: 'oauth-refresh-once', section: '22.4', text: 'Of parallel renewals with one token exactly one succeeds.' },
  { id: 'oauth-double-send', section: '22.4', text: 'A refresh token that is sent again within ten seconds is refused, and its family lives.' },
  { id: 'oauth-refresh-reuse', section: '22.4', text: 'A refresh token that is sent again later ends its family.' },
  { id: 'oauth-refresh-failed', section: '22.4', text: 'A renewal that fails uses no refresh token up.' },
  { id: 'oauth-shared-limit', section: '22.4', text: 'All tokens of one application and account share one call limit.' },
  { id: 'oauth-revocation', section: '22.4', text: 'An application that revokes a token is disconnected.' },
  { id: 'oauth-disabled', section: '22.4', text: 'Tokens of a disabled account are refused and not renewed.' },
  { id: 'oauth-stored', section: '22.4', text: 'The database holds no token, code or key in clear.' },

  // 22.5 Connected applications
  { id: 'applications-list', section: '22.5', text: 'Connected applications are listed with name, destination, scopes, since when, and last use to the hour.' },
  { id: 'applications-disconnect', section: '22.5', text: 'Disconnecting an application ends its tokens at once.' },
] as const satisfies readonly Requirement[]
