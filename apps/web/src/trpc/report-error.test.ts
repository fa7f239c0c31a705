import { TRPCClientError } from '@trpc/client'
import { describe, expect, it } from 'vitest'
import { ExplainedError } from './explained-error.ts'
import { reportError } from './report-error.ts'

const refusal = (httpStatus: number, hint: string | null) =>
  TRPCClientError.from({
    error: {
      message: 'No table taxi.trips on ch-2.',
      code: -32004,
      data: { code: 'NOT_FOUND', httpStatus, hint },
    },
  })

describe('reportError', () => {
  it('shows what happened, to which object and what to do next, like the API', () => {
    expect(reportError(refusal(404, 'Choose another.'), 'read the parts')).toMatchObject({
      title: 'Could not read the parts',
      object: 'No table taxi.trips on ch-2.',
      hint: 'Choose another.',
      details: expect.stringContaining('NOT_FOUND (HTTP 404)'),
    })
  })
  it('has a default hint when the API has none', () => {
    expect(reportError(refusal(403, null), 'start the migration').hint).toMatch(/role does not allow/)
  })
  it('distinguishes no response from a rejection', () => {
    const silence = TRPCClientError.from(new TypeError('Failed to fetch'))
    expect(reportError(silence, 'read the tables').object).toBe('The console is not responding.')
  })
  it('shows the text of an error that is written for people', () => {
    const report = reportError(new ExplainedError('The password is incorrect.'), 'turn it off')
    expect(report).toEqual({ title: 'Could not turn it off', object: 'The password is incorrect.' })
  })
  it('keeps the text of an unexpected error', () => {
    expect(reportError(new Error('boom'), 'draw').details).toContain('boom')
  })
  it.each([
    ['links', [{ objectType: 'load-job', objectId: 'a', clusterSlug: 'c', name: 'Load 1' }], 1],
    ['no page for such an object', [{ objectType: 'moon', objectId: 'a', clusterSlug: 'c', name: 'x' }], 0],
    ['a part is missing', [{ objectType: 'load-job', objectId: 'a' }], 0],
    ['not a list', 'load-job', 0],
  ])('links to the objects that the error names: %s', (_, related, count) => {
    const error = TRPCClientError.from({
      error: { message: 'It is in use.', code: -32009, data: { code: 'CONFLICT', httpStatus: 409, related } },
    })
    expect(reportError(error, 'drop it').links).toHaveLength(count)
  })
})
