import { limitBody, retryAfter } from '@frostline/services'
import { createOpenApiFetchHandler } from 'trpc-to-openapi'
import type { ApiContext } from '../context.ts'
import { appRouter } from '../routers/index.ts'
import { openApiDocument } from './openapi-document.ts'
import { type RestError, toRestError } from './rest-error.ts'
import { stateSchema, stateSchemaPath } from './state-schema.ts'

const withBody = new Set(['POST', 'PUT', 'PATCH'])

/**
 * A change whose address says it all (`POST …/start`) needs no body, but the adapter refuses one that is empty or has
 * no content type. An absent body is an empty object.
 */
export async function fillEmptyBody(request: Request): Promise<Request> {
  if (!withBody.has(request.method)) return request
  const body = await request.clone().arrayBuffer()
  if (body.byteLength > 0) return request
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  return new Request(request.url, { method: request.method, headers, signal: request.signal, body: '{}' })
}

const endpoint = '/api/v1'
const maxBodyBytes = 1_048_576

/** The REST API for programs, under /api/v1: the same procedures by API token. Its description is public. */
export async function answerRestRequest(request: Request, ctx: ApiContext): Promise<Response> {
  if (new URL(request.url).pathname === `${endpoint}/openapi.json`) return answer(200, openApiDocument())
  if (new URL(request.url).pathname === stateSchemaPath) return answer(200, stateSchema(ctx.publicOrigin))
  const misnamed = [...new URL(request.url).searchParams.keys()].find((name) => name in Object.prototype)
  if (misnamed !== undefined)
    return refuse(400, {
      code: 'BAD_REQUEST',
      message: `Unknown query parameter ${misnamed}.`,
      hint: 'Leave it out.',
    })
  const limited = await limitBody(request, maxBodyBytes)
  if (!limited)
    return refuse(413, { code: 'PAYLOAD_TOO_LARGE', message: 'The request is too large.', hint: null })
  const response = await createOpenApiFetchHandler({
    endpoint,
    req: await fillEmptyBody(limited),
    router: appRouter,
    createContext: () => ctx,
  })
  const text = await response.text()
  if (response.ok) return answer(response.status, text)
  return refuse(response.status, toRestError(JSON.parse(text)))
}

function refuse(status: number, error: RestError): Response {
  const response = answer(status, error)
  if (status === 401) response.headers.set('www-authenticate', 'Bearer')
  if (status === 503) response.headers.set('retry-after', retryAfter['retry-after'])
  return response
}

function answer(status: number, body: unknown): Response {
  if (status === 204) return new Response(null, { status })
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(text, { status, headers })
}
