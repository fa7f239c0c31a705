import { type Actor, actorFor, highestRoleOf, limitBody, roleAllows, ServiceError } from '@frostline/services'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import type { ApiContext, Caller } from '../context.ts'
import { callTool, fail } from './call-tool.ts'
import { type DescribedTool, describeTool } from './describe-tool.ts'
import { mcpTools, proposeTool } from './mcp-tools.ts'
import { proposeMove, review } from './propose-move.ts'

const maxBodyBytes = 1_048_576

/**
 * The Model Context Protocol for assistants, over streamable HTTP: reads and dry runs with the token of the caller.
 * It keeps no session: each request is answered on its own, as JSON.
 */
export async function answerMcpRequest(request: Request, ctx: ApiContext): Promise<Response> {
  const caller = await identify(ctx)
  if (caller instanceof Response) return caller
  const limited = await limitBody(request, maxBodyBytes)
  if (!limited) return refuse(413, 'The request is too large.')
  const server = createServer(ctx, caller.actor)
  // Without a session there is nothing to stream between requests or to delete.
  if (limited.method !== 'POST') return refuse(405, 'Send requests with POST.', { allow: 'POST' })
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const response = await transport.handleRequest(limited)
  response.headers.set('cache-control', 'no-store')
  return response
}

async function identify(ctx: ApiContext): Promise<Caller | Response> {
  try {
    const caller = await ctx.identify()
    if (caller) return caller
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'unauthenticated') throw error
  }
  const hint = 'Send an API token as "Authorization: Bearer …".'
  return refuse(401, `The request has no valid API token. ${hint}`, { 'www-authenticate': 'Bearer' })
}

/** As the protocol reports faults of the transport. */
function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  const body = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null }
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })
}

const instructions = `Frostline shows where a ClickHouse cluster on object storage keeps its bytes, and plans moves between local disks and
object storage. Sizes and counts are decimal strings, times are in UTC. A figure that is null or a node that is not "ok" is unknown,
never zero: say so. No tool starts a change. A proposed plan waits until a person approves and starts it in the console.`

/** By its role or a custom role, on anything: what it may touch is decided by the operation. */
const mayUse = ({ verb, role }: DescribedTool, actor: Actor) =>
  roleAllows(highestRoleOf(actorFor(actor, verb, role)) ?? 'member', role)

function createServer(ctx: ApiContext, actor: Actor): Server {
  const server = new Server(
    { name: 'frostline', version: '1' },
    { capabilities: { tools: {} }, instructions },
  )
  const propose = describeTool(proposeTool)
  const mayPropose = mayUse(propose, actor) && mayUse(review(), actor)
  const tools = [...describeTools().filter((tool) => mayUse(tool, actor)), ...(mayPropose ? [propose] : [])]
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map((tool) => ({
      ...{ name: tool.name, description: tool.description, inputSchema: tool.inputSchema },
      annotations: { readOnlyHint: tool.name !== propose.name, destructiveHint: false, openWorldHint: false },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: input = {} } }) => {
    const tool = tools.find((each) => each.name === name)
    if (!tool) return fail({ message: `There is no tool ${name} that this token may use.`, hint: null })
    return tool.name === propose.name ? proposeMove(tool, input, ctx) : callTool(tool, input, ctx)
  })
  return server
}

let described: DescribedTool[] | undefined

function describeTools(): DescribedTool[] {
  described ??= mcpTools.map(describeTool)
  return described
}
