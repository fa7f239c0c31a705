import { describe, expect, it } from 'vitest'
import { listProcedures } from '../list-procedures.ts'
import { callTool, fail, succeed } from './call-tool.ts'
import { describeTool } from './describe-tool.ts'
import { mcpTools, proposeTool } from './mcp-tools.ts'

const tools = mcpTools.map(describeTool)

describe('the tools of assistants', () => {
  it('are queries of the API: none can start, change or delete anything', () => {
    for (const { method, path } of tools) {
      const procedure = listProcedures().find(
        ({ openapi }) => openapi?.method === method && openapi.path === path,
      )
      expect([path, procedure?.type]).toEqual([path, 'query'])
    }
  })
  it('have different names, a description and an input', () => {
    const names = [...tools.map(({ name }) => name), proposeTool.name]
    expect(new Set(names).size).toBe(names.length)
    for (const { name, description, inputSchema } of tools) {
      expect(name).toMatch(/^[a-z_]{3,40}$/)
      expect(description.length).toBeGreaterThan(10)
      for (const required of inputSchema.required) expect(inputSchema.properties).toHaveProperty([required])
      expect(JSON.stringify(inputSchema)).not.toContain('$ref')
    }
  })
  it('have the arguments of the address and of the body, and the role of the procedure', () => {
    const ttl = tools.find(({ name }) => name === 'preview_ttl')
    expect(ttl).toMatchObject({ role: 'admin', inPath: ['cluster', 'database', 'table'], inQuery: [] })
    expect(ttl?.inputSchema.required.toSorted()).toEqual(['cluster', 'database', 'table', 'ttl'])
    expect(describeTool(proposeTool).role).toBe('operator')
  })
  it('refuse a name that is not in the API', () => {
    expect(() => describeTool({ name: 'x', operation: 'GET /nothing' })).toThrow('no operation GET /nothing')
  })
})

describe('a result', () => {
  it('leaves out the SQL behind figures and keeps which nodes answered', () => {
    const read = {
      observedAt: 'now',
      nodes: [{ name: 'n1', state: 'unreachable' }],
      queries: [{ sql: 'SELECT 1' }],
      data: {},
    }
    const { queries: _, ...rest } = read
    expect(succeed(read).content).toEqual([{ type: 'text', text: JSON.stringify(rest) }])
  })
  it('is an error that says what to do if it is too large, or if the API refuses', () => {
    expect(succeed('x'.repeat(500_000))).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('smaller limit') }],
    })
    expect(fail({ message: 'No.', hint: 'Do this.' }).content).toEqual([
      { type: 'text', text: 'No. Do this.' },
    ])
  })
})

it('rejects arguments that are unknown or missing before anything is sent', async () => {
  const [table] = tools.filter(({ name }) => name === 'get_table')
  if (!table) throw new Error('There is no tool get_table.')
  const never = {} as Parameters<typeof callTool>[2]
  const whole = { cluster: 'c', database: 'd', table: 't' }
  for (const input of [{ ...whole, constructor: 'x' }, { ...whole, table: '' }, { cluster: 'c' }])
    expect(await callTool(table, input, never)).toMatchObject({ isError: true })
})
