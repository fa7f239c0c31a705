import type { ApiContext } from '../context.ts'
import { answerRestRequest } from '../rest/answer-rest-request.ts'
import type { DescribedTool } from './describe-tool.ts'

export interface ToolResult {
  [key: string]: unknown
  content: { type: 'text'; text: string }[]
  isError?: boolean
}

/** More does not help an assistant: it is told to narrow the request. */
const maxCharacters = 400_000

/** Sends the operation of a tool through the REST API: the same role, checks, audit entries and errors. */
export async function callTool(
  tool: DescribedTool,
  input: Readonly<Record<string, unknown>>,
  ctx: ApiContext,
): Promise<ToolResult> {
  const { ok, body } = await sendTool(tool, input, ctx)
  return ok ? succeed(body) : fail(body)
}

export async function sendTool(
  tool: Pick<DescribedTool, 'method' | 'path' | 'inPath' | 'inQuery' | 'inputSchema'>,
  input: Readonly<Record<string, unknown>>,
  ctx: ApiContext,
): Promise<{ ok: boolean; body: unknown }> {
  const unknown = Object.keys(input).find((name) => !Object.hasOwn(tool.inputSchema.properties, name))
  if (unknown !== undefined)
    return {
      ok: false,
      body: { message: `Unknown argument ${unknown}.`, hint: 'See the input schema of the tool.' },
    }
  const missing = tool.inPath.find((name) => typeof input[name] !== 'string' || input[name] === '')
  if (missing !== undefined)
    return { ok: false, body: { message: `The argument ${missing} is missing.`, hint: null } }
  // An address with such a segment is that of another operation, and the tool could be one that starts something.
  const dots = tool.inPath.find((name) => /^\.{1,2}$/.test(String(input[name])))
  if (dots !== undefined)
    return {
      ok: false,
      body: { message: `The argument ${dots} is not valid.`, hint: 'Give a name or an id.' },
    }
  const path = tool.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const url = new URL(`/api/v1${path}`, ctx.publicOrigin)
  for (const name of tool.inQuery)
    if (input[name] !== undefined) url.searchParams.set(name, String(input[name]))
  const sent = Object.entries(input).filter(([name]) => ![...tool.inPath, ...tool.inQuery].includes(name))
  const response = await answerRestRequest(
    new Request(url, {
      method: tool.method,
      headers: { 'content-type': 'application/json' },
      ...(tool.method === 'GET' ? {} : { body: JSON.stringify(Object.fromEntries(sent)) }),
    }),
    ctx,
  )
  return { ok: response.ok, body: await response.json() }
}

export function succeed(body: unknown): ToolResult {
  const text = JSON.stringify(withoutQueries(body))
  if (text.length > maxCharacters)
    return fail({ message: 'The result is too large.', hint: 'Use a filter or a smaller limit.' })
  return { content: [{ type: 'text', text }] }
}

export function fail(body: unknown): ToolResult {
  const { message = 'The call failed.', hint = null } = (body ?? {}) as {
    message?: string
    hint?: string | null
  }
  return { content: [{ type: 'text', text: hint === null ? message : `${message} ${hint}` }], isError: true }
}

/** The SQL behind the figures is for people who check them. Which nodes answered stays. */
function withoutQueries(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('queries' in body) || !('observedAt' in body))
    return body
  const { queries: _, ...rest } = body
  return rest
}
