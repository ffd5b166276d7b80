import {
  type CallToolResult,
  type ClientCapabilities,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server'

/** An image of one pixel, and a sound without samples. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='
const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const
const text = (words: string) => ({ type: 'text', text: words }) as const
const embedded = (uri: string, words: string, mimeType = 'text/plain') =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const
const said = (...content: CallToolResult['content']): CallToolResult => ({ content })

type Answer = CallToolResult | ReturnType<typeof inputRequired>
type Run = (context: ServerContext, capabilities: ClientCapabilities) => Answer | Promise<Answer>

const states = createRequestStateCodec({ key: 'a secret for tests, of no use anywhere else' })

const ask = (message: string, name: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
  })
const sample = (words: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(words) }], maxTokens: 100 })

/** The text somebody entered, if the request has it. */
function entered({ mcpReq }: ServerContext, key: string): Record<string, unknown> | undefined {
  const response = inputResponse(mcpReq.inputResponses, key)
  return response.kind === 'elicit' && response.action === 'accept' ? response.content : undefined
}

async function confirm(context: ServerContext): Promise<Answer> {
  if (entered(context, 'confirm') !== undefined && context.mcpReq.requestState() === 'confirming')
    return said(text('state-ok'))
  const requestState = await states.mint('confirming')
  return inputRequired({ inputRequests: { confirm: ask('Please confirm', 'ok') }, requestState })
}

async function logSteps({ mcpReq }: ServerContext): Promise<Answer> {
  for (const step of ['started', 'processing', 'completed']) await mcpReq.log('info', step)
  return said(text('logged'))
}

const askForName: Run = context => {
  const name = entered(context, 'user_name')?.name
  if (typeof name === 'string') return said(text(`Hello, ${name}!`))
  return inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } })
}

/** The tools that the suite calls, by the names that it uses. */
const TOOLS: Readonly<Record<string, Run>> = {
  test_simple_text: () => said(text('This is a simple text response for testing.')),
  test_image_content: () => said(image),
  test_audio_content: () => said({ type: 'audio', data: WAV, mimeType: 'audio/wav' }),
  test_embedded_resource: () => said(embedded('test://embedded-resource', 'This is an embedded resource content.')),
  test_multiple_content_types: () =>
    said(text('Several:'), image, embedded('test://mixed-content-resource', '{"test":"data"}', 'application/json')),
  test_error_handling: () => ({ ...said(text('This tool intentionally returns an error for testing')), isError: true }),
  test_tool_with_logging: logSteps,
  test_logging_tool: logSteps,
  async test_tool_with_progress({ mcpReq: { _meta, notify } }) {
    const progressToken = _meta?.progressToken
    if (progressToken !== undefined)
      for (const progress of [0, 50, 100])
        await notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
    return said(text('done'))
  },
  test_missing_capability(_, { sampling }) {
    if (sampling !== undefined) return said(text('sampling is there'))
    throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
  },
  test_streaming_elicitation: askForName,
  test_input_required_result_elicitation: askForName,
  test_input_required_result_sampling({ mcpReq }) {
    const response = inputResponse(mcpReq.inputResponses, 'capital_question')
    if (response.kind === 'sampling') return said(text(JSON.stringify(response.result.content)))
    return inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } })
  },
  test_input_required_result_list_roots({ mcpReq }) {
    const response = inputResponse(mcpReq.inputResponses, 'client_roots')
    if (response.kind === 'roots') return said(text(response.roots.map(({ uri }) => uri).join()))
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  },
  test_input_required_result_request_state: confirm,
  test_input_required_result_tampered_state: confirm,
  async test_input_required_result_multiple_inputs({ mcpReq }) {
    const inputRequests = {
      user_name: ask('What is your name?', 'name'),
      greeting: sample('Generate a greeting'),
      client_roots: inputRequired.listRoots(),
    }
    const given = Object.keys(inputRequests).filter(key => inputResponse(mcpReq.inputResponses, key).kind !== 'missing')
    if (given.length === 3) return said(text(given.join()))
    return inputRequired({ inputRequests, requestState: await states.mint('several') })
  },
  async test_input_required_result_multi_round(context) {
    const round = context.mcpReq.requestState()
    if (round === 'second' && entered(context, 'step2') !== undefined) return said(text('both steps'))
    if (round === 'first' && entered(context, 'step1') !== undefined) {
      const inputRequests = { step2: ask('Step 2: What is your favorite color?', 'color') }
      return inputRequired({ inputRequests, requestState: await states.mint('second') })
    }
    const inputRequests = { step1: ask('Step 1: What is your name?', 'name') }
    return inputRequired({ inputRequests, requestState: await states.mint('first') })
  },
  test_input_required_result_capabilities(_, { sampling, elicitation }) {
    const inputRequests = {
      ...(sampling && { sampling: sample('Anything') }),
      ...(elicitation && { elicitation: ask('Anything?', 'answer') }),
    }
    return inputRequired({ inputRequests })
  },
}

type Message = { readonly role: 'user'; readonly content: CallToolResult['content'][number] }
type PromptAnswer = { messages: Message[] } | ReturnType<typeof inputRequired>
interface Prompt {
  readonly takes?: readonly string[]
  readonly get: (args: Readonly<Record<string, string>>, context: ServerContext) => PromptAnswer
}

const messages = (...contents: CallToolResult['content']): PromptAnswer => ({
  messages: contents.map(content => ({ role: 'user', content })),
})

const PROMPTS: Readonly<Record<string, Prompt>> = {
  test_simple_prompt: { get: () => messages(text('This is a simple prompt for testing.')) },
  test_prompt_with_arguments: {
    takes: ['arg1', 'arg2'],
    get: ({ arg1, arg2 }) => messages(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  test_prompt_with_embedded_resource: {
    takes: ['resourceUri'],
    get: ({ resourceUri = '' }) =>
      messages(embedded(resourceUri, 'Embedded resource content for testing.'), text('Please process it.')),
  },
  test_prompt_with_image: { get: () => messages(image, text('Please analyze the image above.')) },
  test_input_required_result_prompt: {
    get(_, context) {
      const { context: words } = entered(context, 'user_context') ?? {}
      if (typeof words === 'string') return messages(text(words))
      return inputRequired({ inputRequests: { user_context: ask('What context should the prompt use?', 'context') } })
    },
  },
}

const TEMPLATE = 'test://template/{id}/data'

function readResource(uri: string) {
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PNG }
  const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? []
  if (id === undefined) throw new ResourceNotFoundError(uri)
  const data = { id, templateTest: true, data: `Data for ID: ${id}` }
  return { uri, mimeType: 'application/json', text: JSON.stringify(data) }
}

/** A schema with many features, to show that it arrives complete. */
const SCHEMA_TOOL = {
  name: 'json_schema_2020_12_tool',
  description: 'A schema with all that schemas can have.',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object' as const,
    $defs: { address: { $anchor: 'address', type: 'object', properties: { city: { type: 'string' } } } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    allOf: [{ anyOf: [{ required: ['name'] }, { required: ['address'] }] }],
    if: { required: ['address'] },
    // biome-ignore lint/suspicious/noThenProperty: it is a word of JSON Schema.
    then: { required: ['name'] },
    else: { required: [] },
    additionalProperties: false,
  },
}

/** A server with everything that the scenarios of the conformance suite ask for, for one request. */
export function conformanceServer(era: 'legacy' | 'modern'): Server {
  const server = new Server(
    { name: 'conformance', version: '1.0.0' },
    {
      capabilities: {
        tools: {},
        prompts: {},
        completions: {},
        logging: {},
        // A server without sessions accepts a subscription of the older revision, and never has anything to say.
        resources: era === 'legacy' ? { subscribe: true } : {},
      },
      requestState: { verify: states.verify },
    },
  )
  server.setRequestHandler('tools/list', () => {
    const tools = Object.keys(TOOLS).map(name => ({
      name,
      description: name,
      inputSchema: { type: 'object' as const },
    }))
    return { tools: [...tools, SCHEMA_TOOL] }
  })
  server.setRequestHandler('tools/call', ({ params: { name } }, context) =>
    named(TOOLS, name)(context, server.getClientCapabilities() ?? {}),
  )
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(PROMPTS).map(([name, { takes = [] }]) => ({
      name,
      description: name,
      arguments: takes.map(argument => ({ name: argument, required: true })),
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: args = {} } }, context) =>
    named(PROMPTS, name).get(args, context),
  )
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [] } }))
  server.setRequestHandler('resources/list', () => ({
    resources: ['test://static-text', 'test://static-binary'].map(uri => ({ uri, name: uri })),
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: TEMPLATE, name: 'template' }],
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) => ({ contents: [readResource(uri)] }))
  if (era === 'legacy') {
    server.setRequestHandler('resources/subscribe', () => ({}))
    server.setRequestHandler('resources/unsubscribe', () => ({}))
  }
  return server
}

function named<T>(table: Readonly<Record<string, T>>, name: string): T {
  const found = table[name]
  if (found === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no ${name}`)
  return found
}
