import { createMcpHandler } from '@modelcontextprotocol/server'
import { Refusal } from '../../src/domain/values/refusal.ts'
import { endpoint } from '../../src/mcp/endpoint.ts'
import { Authentication } from '../../src/service/access/authentication.ts'
import { contextOn } from '../../src/service/test-context.ts'
import { Store } from '../../src/store/store.ts'
import { bodyReader } from '../../src/transport/bodies/body-reader.ts'
import { sendJsonError } from '../../src/transport/errors.ts'
import { hostCheck } from '../../src/transport/host.ts'
import { PROCESS_WAITING_BYTES, SLOW_READER_MS } from '../../src/transport/limits.ts'
import { Pace } from '../../src/transport/pace.ts'
import { responseHeaders } from '../../src/transport/security-headers.ts'
import { createHttpServer } from '../../src/transport/server.ts'
import { newDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { newCaller } from '../harness.ts'
import { conformanceServer } from './conformance-features.ts'

export interface ConformanceServer {
  readonly baseUrl: string
  /** The token of an account that may do everything. */
  readonly token: string
  close(): Promise<void>
}

/**
 * Our own protocol stack (HTTP server, host check, tokens, endpoint), with the tools, prompts and resources that the
 * conformance suite asks for instead of ours.
 */
export async function startConformanceServer(): Promise<ConformanceServer> {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const database = await newDatabase()
  const context = contextOn(new Store(await database.open(), { submissionsPerCommit: 1 }), Date.now)
  const app = createHttpServer({
    log: context.log,
    logRequest: () => undefined,
    bodyReader: bodyReader(() => ''),
    pace: new Pace(),
    slowReaders: { afterMs: SLOW_READER_MS, waitingBytes: PROCESS_WAITING_BYTES },
    maxConnections: 100,
    drainMs: 0,
    headers: responseHeaders(false),
    isOwnHost: hostCheck(baseUrl),
    isFromProxy: () => false,
    renderUnknownPath: sendJsonError,
  })
  const handler = createMcpHandler(({ era }) => conformanceServer(era))
  await app.register(
    endpoint({
      authentication: new Authentication(context),
      baseUrl,
      answer: async (request, parsedBody, admitted) => {
        if (admitted instanceof Refusal) throw admitted
        return handler.fetch(request, { parsedBody })
      },
    }),
  )
  await app.listen({ port, host: '127.0.0.1' })
  const { token } = await newCaller(context)
  const close = async () => {
    await app.close()
    await context.store.close()
    await database.drop()
  }
  return { baseUrl, token, close }
}
