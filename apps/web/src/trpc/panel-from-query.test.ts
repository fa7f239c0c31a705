import { QueryClient, QueryObserver, type UseQueryResult } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { panelFromQuery, placeholderFromQuery } from './panel-from-query.ts'

/** A useQuery result, from a real query that succeeds or fails in turn. */
async function runQuery<Data>(...answers: (() => Data)[]): Promise<UseQueryResult<Data, Error>> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let turn = 0
  const observer = new QueryObserver<Data, Error>(client, {
    queryKey: ['test'],
    queryFn: () => {
      const answer = answers[turn++]
      if (!answer) throw new Error('asked too often')
      return answer()
    },
  })
  const stop = observer.subscribe(() => undefined)
  for (let index = 0; index < answers.length; index += 1) await observer.refetch()
  const result = observer.getCurrentResult() as UseQueryResult<Data, Error>
  stop()
  client.clear()
  return result
}

const fail = () => {
  throw new Error('ch-2 is away')
}
const answer = {
  observedAt: new Date('2026-11-21T02:00:00Z'),
  queries: [{ name: 'list-parts', sql: 'SELECT 1', node: 'ch-1', elapsedMs: 3, rows: 1, error: null }],
  nodes: [
    { name: 'ch-1', state: 'ok', message: null },
    { name: 'ch-2', state: 'timeout', message: null },
  ],
  data: [1],
}

describe('panelFromQuery', () => {
  it('takes age, SQL and unreachable nodes from the envelope', async () => {
    const panel = panelFromQuery(await runQuery(() => answer), { task: 'read the parts' })
    expect(panel).toMatchObject({
      state: { kind: 'ready' },
      observedAt: answer.observedAt,
      sql: answer.queries,
      missingNodes: [{ name: 'ch-2', reason: 'timeout' }],
    })
  })
  it('keeps earlier data when a refresh fails, and says so', async () => {
    const panel = panelFromQuery(await runQuery<typeof answer>(() => answer, fail), {
      task: 'read the parts',
    })
    expect(panel.state).toMatchObject({ kind: 'ready', staleError: { title: 'Could not read the parts' } })
  })
  it('is an error only when there was never any data', async () => {
    const panel = panelFromQuery(await runQuery<typeof answer>(fail), { task: 'read the parts' })
    expect(panel.state).toMatchObject({ kind: 'error', error: { title: 'Could not read the parts' } })
    expect(panel.observedAt).toBeNull()
  })
  it('is empty when the page says so', async () => {
    const panel = panelFromQuery(await runQuery(() => ({ ...answer, data: [] })), {
      task: 'read the parts',
      empty: ({ data }) => (data.length === 0 ? { title: 'No parts' } : null),
    })
    expect(panel.state).toEqual({ kind: 'empty', empty: { title: 'No parts' } })
  })
})

describe('placeholderFromQuery', () => {
  it('never takes options that could not be read for none', async () => {
    const none = 'None found.'
    const waiting = { data: undefined, error: null }
    expect(placeholderFromQuery(waiting, 'the disks', none)).toBe('Reading the disks…')
    const failed = await runQuery<never>(fail)
    expect(placeholderFromQuery(failed, 'the disks', none)).toBe('Could not read the disks')
    const read = await runQuery<unknown>(() => [], fail)
    expect(placeholderFromQuery(read, 'the disks', none)).toBe(none)
  })
})
