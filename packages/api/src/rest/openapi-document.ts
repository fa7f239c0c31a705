import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi'
import { z } from 'zod'
import { listProcedures } from '../list-procedures.ts'
import { appRouter } from '../routers/index.ts'
import { restError } from './rest-error.ts'

let document: OpenAPIObject | undefined

/** OpenAPI 3.1 of the REST API, generated once from the procedures. */
export function openApiDocument(): OpenAPIObject {
  document ??= makeDocument()
  return document
}

function makeDocument(): OpenAPIObject {
  for (const { inputs, output } of listProcedures()) {
    for (const schema of [...inputs, output]) describeDates(schema)
  }
  const generated = generateOpenApiDocument(appRouter, {
    title: 'Frostline',
    description:
      'All operations of the console. 64-bit sizes and counts are decimal strings. Times are ISO 8601 in UTC.',
    version: '1',
    openApiVersion: '3.1.0',
    baseUrl: '/api/v1',
    securitySchemes: { apiToken: { type: 'http', scheme: 'bearer' } },
  })
  return describeErrors(describeBigints(generated) as OpenAPIObject)
}

/** The generator treats bigint as an int64 number; they are sent as text, since JSON numbers lose digits over 2^53. */
function describeBigints(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(describeBigints)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([key, value]) => [key, describeBigints(value)] as const)
  const mapped: Record<string, unknown> = Object.fromEntries(entries)
  if (mapped.format !== 'int64') return mapped
  const { format: _, ...rest } = mapped
  const type = Array.isArray(mapped.type)
    ? mapped.type.map((each) => (each === 'integer' ? 'string' : each))
    : 'string'
  return { ...rest, type, pattern: '^-?[0-9]+$' }
}

const refusals: Record<string, string> = {
  400: 'The input is invalid.',
  401: 'No valid API token was sent.',
  403: "The token's role does not allow this.",
  404: 'The object was not found.',
  409: 'The state of the object does not allow this.',
  422: 'ClickHouse refused.',
  500: 'Internal error.',
  503: 'A node or the database does not respond.',
}

/** All operations fail in the same format, which differs from the generator's. */
function describeErrors(generated: OpenAPIObject): OpenAPIObject {
  const errors = Object.fromEntries(
    Object.entries(refusals).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
    ]),
  )
  const paths = Object.entries(generated.paths ?? {}).map(([path, operations]) => {
    const described = Object.entries(
      operations as Record<string, { responses?: Record<string, unknown> }>,
    ).map(([method, operation]) => [
      method,
      { ...operation, responses: { 200: operation.responses?.[200], ...errors } },
    ])
    return [path, Object.fromEntries(described)]
  })
  const kept = Object.entries(generated.components?.schemas ?? {}).filter(
    ([name]) => !name.startsWith('error.'),
  )
  const schemas = { ...Object.fromEntries(kept), Error: z.toJSONSchema(restError) }
  return {
    ...generated,
    paths: Object.fromEntries(paths),
    components: { ...generated.components, schemas },
  } as OpenAPIObject
}

/** Gives every date in a schema the format `date-time` of the OpenAPI document, where it has no format of its own. */
export function describeDates(schema: unknown, seen = new Set<unknown>()): void {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return
  seen.add(schema)
  if (schema instanceof z.ZodDate) {
    const known = z.globalRegistry.get(schema)
    if (!known?.format) z.globalRegistry.add(schema, { ...known, format: 'date-time' })
    return
  }
  const { def } = schema._zod as unknown as { def: Record<string, unknown> }
  for (const part of Object.values(def)) {
    if (Array.isArray(part)) for (const each of part) describeDates(each, seen)
    else if (part instanceof z.ZodType) describeDates(part, seen)
  }
  if (schema instanceof z.ZodObject) for (const each of Object.values(schema.shape)) describeDates(each, seen)
  if (schema instanceof z.ZodLazy) describeDates(schema.unwrap(), seen)
}
