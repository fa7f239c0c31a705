import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { listProcedures } from '../list-procedures.ts'
import { describeDates, openApiDocument } from './openapi-document.ts'

const document = openApiDocument()
const text = JSON.stringify(document)

describe('openApiDocument', () => {
  it('is OpenAPI 3.1 and requires a token everywhere', () => {
    expect(document.openapi).toBe('3.1.0')
    for (const operations of Object.values(document.paths ?? {})) {
      for (const operation of Object.values(operations as Record<string, { security: unknown }>)) {
        expect(operation.security).toEqual([{ apiToken: [] }])
      }
    }
  })

  it('has each operation that a procedure declares', () => {
    for (const { openapi } of listProcedures()) {
      if (!openapi) continue
      const operations = document.paths?.[openapi.path] as Record<string, unknown> | undefined
      expect(operations?.[openapi.method.toLowerCase()]).toBeDefined()
    }
  })

  it('has every schema that it refers to', () => {
    const pointers = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, pointer]) => pointer ?? '')
    const referred = pointers.map((pointer) => pointer.replace(/^#\/components\/schemas\//, ''))
    expect(referred).toContain('Error')
    for (const name of referred) expect(document.components?.schemas).toHaveProperty([name])
  })

  it('never promises a number where text is sent', () => {
    expect(text).not.toContain('int64')
  })

  it('lists the states that a kind of run has', () => {
    const statesOf = (path: string) => {
      const answer = document.paths?.[path]?.post?.responses?.['200']
      return answer.content['application/json'].schema.properties.status.enum
    }
    expect(statesOf('/benchmarks/{id}/cancel')).toEqual([
      'queued',
      'running',
      'cancelling',
      'completed',
      'failed',
      'cancelled',
    ])
    expect(statesOf('/data-generations/{id}/cancel')).toContain('pausing')
    expect(statesOf('/data-generations/{id}/cancel')).not.toContain('waiting')
    expect(statesOf('/orphan-removals/{id}/restore')).toContain('waiting')
    // A kind has these states if it can be paused. A batch returns its tables.
    const paths = Object.keys(document.paths ?? {})
    for (const path of paths.filter((each) => /^(?!\/tier-batches).*\/\{id\}\/cancel$/.test(each)))
      expect([path, statesOf(path).includes('paused')]).toEqual([
        path,
        paths.includes(path.replace('cancel', 'pause')),
      ])
  })

  it('marks dates as dates', () => {
    const clusters = document.paths?.['/clusters/{cluster}']?.get?.responses?.['200']
    expect(clusters.content['application/json'].schema.properties.createdAt).toMatchObject({
      type: 'string',
      format: 'date-time',
    })
  })
})

it('describeDates reaches dates under anything', () => {
  const date = z.date()
  describeDates(
    z.array(z.object({ a: z.union([z.string(), z.record(z.string(), date.nullable())]).optional() })),
  )
  expect(z.globalRegistry.get(date)).toMatchObject({ format: 'date-time' })
})
