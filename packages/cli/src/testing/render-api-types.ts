interface Schema {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string | string[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}
interface Operation {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: { 200: { content: { 'application/json': { schema: Schema } } } }
}
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** TypeScript of these operations, such as `GET /clusters`, from the OpenAPI document. */
export function renderApiTypes(document: ApiDocument, operations: readonly string[]): string {
  const render = renderIn(document.components.schemas)
  const entries = operations.map((name) => {
    const [method = '', path = ''] = name.split(' ')
    const operation = document.paths[path]?.[method.toLowerCase()]
    if (!operation) throw new Error(`The API has no operation ${name}.`)
    const parametersIn = (place: string) => {
      const found = (operation.parameters ?? []).filter((parameter) => parameter.in === place)
      const properties = Object.fromEntries(found.map((parameter) => [parameter.name, parameter.schema]))
      const required = found.filter((parameter) => parameter.required).map((parameter) => parameter.name)
      return render({ type: 'object', properties, required }, '    ', [])
    }
    const body = operation.requestBody
      ? render(operation.requestBody.content['application/json'].schema, '    ', [])
      : 'undefined'
    const answer = render(operation.responses[200].content['application/json'].schema, '    ', [])
    return [
      `  '${name}': {`,
      `    path: ${parametersIn('path')}`,
      `    query: ${parametersIn('query')}`,
      `    body: ${body}`,
      `    answer: ${answer}`,
      '  }',
    ].join('\n')
  })
  return `// Generated from the OpenAPI document by packages/api/src/rest/cli-types.test.ts, and updated by: npx vitest run --project unit packages/api/src/rest/cli-types.test.ts --update\n\nexport interface Operations {\n${entries.join('\n')}\n}\n`
}

function renderIn(schemas: Record<string, Schema>) {
  return function render(schema: Schema, indent: string, open: readonly string[]): string {
    if (schema.$ref !== undefined) {
      const name = schema.$ref.split('/').at(-1) ?? ''
      const target = schemas[name]
      // A schema that contains itself is JSON of any depth.
      if (!target || open.includes(name)) return 'unknown'
      return render(target, indent, [...open, name])
    }
    if ('const' in schema) return literal(schema.const)
    if (schema.enum) return union(schema.enum.map(literal))
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) return union(variants.map((variant) => render(variant, indent, open)))
    const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'unknown']
    return union(types.map((type) => renderType({ ...schema, type }, indent, open)))
  }

  function renderType(schema: Schema, indent: string, open: readonly string[]): string {
    const render = renderIn(schemas)
    switch (schema.type) {
      case 'array':
        return `Array<${schema.items ? render(schema.items, indent, open) : 'unknown'}>`
      case 'object':
        return renderObject(schema, indent, open)
      case 'integer':
      case 'number':
        return 'number'
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type
      default:
        return 'unknown'
    }
  }

  function renderObject(schema: Schema, indent: string, open: readonly string[]): string {
    const render = renderIn(schemas)
    const { properties = {}, required = [], additionalProperties } = schema
    const inner = `${indent}  `
    const lines = Object.entries(properties).map(([name, property]) => {
      const optional = required.includes(name) ? '' : '?'
      const type = render(property, inner, open)
      return `${inner}${name}${optional}: ${optional ? `${type} | undefined` : type}`
    })
    if (typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0)
      lines.push(`${inner}[key: string]: ${render(additionalProperties, inner, open)}`)
    // Any JSON object.
    if (lines.length === 0 && typeof additionalProperties === 'object') return 'Record<string, unknown>'
    if (lines.length === 0) return 'Record<string, never>'
    return `{\n${lines.join('\n')}\n${indent}}`
  }
}

const literal = (value: unknown) => JSON.stringify(value) ?? 'unknown'

function union(members: readonly string[]): string {
  const unique = [...new Set(members)]
  return unique.length === 1 ? (unique[0] ?? 'unknown') : unique.join(' | ')
}
