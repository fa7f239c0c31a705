import type { Role } from '@frostline/services'
import { listProcedures } from '../list-procedures.ts'
import { openApiDocument } from '../rest/openapi-document.ts'
import type { McpTool } from './mcp-tools.ts'

type Schema = Record<string, unknown>

/** A tool with what the OpenAPI document says about its operation. */
export interface DescribedTool extends McpTool {
  method: string
  path: string
  /** Names of its input, by where they are sent. */
  inPath: readonly string[]
  inQuery: readonly string[]
  /** Its procedure, which a custom role may name. */
  verb: string
  /** The lowest role that may use it. */
  role: Role
  description: string
  inputSchema: {
    type: 'object'
    properties: Record<string, object>
    required: string[]
    [key: string]: unknown
  }
}

interface Operation {
  summary?: string
  parameters?: { in: string; name: string; required?: boolean; schema: Schema; description?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

export function describeTool(tool: McpTool): DescribedTool {
  const [method = '', path = ''] = tool.operation.split(' ')
  const document = openApiDocument()
  const operation = document.paths?.[path]?.[method.toLowerCase() as 'get'] as Operation | undefined
  const procedure = listProcedures().find(
    ({ openapi }) => openapi?.method === method && openapi.path === path,
  )
  const { role, path: verb = '' } = procedure ?? {}
  if (!operation || !role) throw new Error(`The API has no operation ${tool.operation}.`)
  const parameters = operation.parameters ?? []
  const body = operation.requestBody?.content['application/json']?.schema ?? {}
  const { properties = {}, required = [] } = body as {
    properties?: Record<string, object>
    required?: string[]
  }
  const described = parameters.map(({ name, schema, description }) => [
    name,
    { ...schema, ...(description ? { description } : {}) },
  ])
  const summary = operation.summary ?? tool.name
  return {
    ...tool,
    ...{ method, path, verb, role },
    inPath: parameters.filter((each) => each.in === 'path').map(({ name }) => name),
    inQuery: parameters.filter((each) => each.in === 'query').map(({ name }) => name),
    description: tool.advice === undefined ? `${summary}.` : `${summary}. ${tool.advice}`,
    inputSchema: {
      type: 'object',
      properties: { ...properties, ...Object.fromEntries(described) },
      required: [...required, ...parameters.filter((each) => each.required).map(({ name }) => name)],
      additionalProperties: false,
    },
  }
}
