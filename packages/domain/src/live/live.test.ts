import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { endedRunStatuses, openRunStatuses, runStatuses } from '../run/run-status.ts'
import {
  diskOfPath,
  judgeKill,
  judgeKilled,
  type KillAnswer,
  markStatement,
  readMissingGrant,
  runOfMove,
} from './index.ts'

describe('markStatement', () => {
  const facts = fc.record({
    queryId: fc.string(),
    initialQueryId: fc.oneof(fc.string(), fc.constant('frostline-move-1')),
    byConsole: fc.boolean(),
    logComment: fc.oneof(fc.string(), fc.constant('_frostline/tier-migration')),
    readOnly: fc.boolean(),
  })
  it('marks nothing of another user, whatever its comment and its id are', () => {
    fc.assert(
      fc.property(facts, (statement) => {
        const mark = markStatement(statement)
        expect(mark !== null).toBe(statement.byConsole && statement.logComment.startsWith('_frostline/'))
      }),
    )
  })
  it('takes a statement for a read only if it can change nothing and has no id of a run', () => {
    const own = { queryId: 'q', byConsole: true, logComment: '_frostline/list_parts' }
    expect(markStatement({ ...own, initialQueryId: 'q', readOnly: true })).toEqual({
      kind: 'read',
      purpose: 'list_parts',
    })
    expect(markStatement({ ...own, initialQueryId: 'q', readOnly: false })?.kind).toBe('work')
    expect(markStatement({ ...own, initialQueryId: 'frostline-deep-check-1', readOnly: true })?.kind).toBe(
      'work',
    )
  })
})

describe('judgeKill', () => {
  const anyMark = fc.constantFrom(
    null,
    { kind: 'read', purpose: 'x' } as const,
    {
      kind: 'work',
      purpose: 'x',
    } as const,
  )
  it('never allows what belongs to an open run, and always what belongs to an ended one', () => {
    fc.assert(
      fc.property(anyMark, fc.constantFrom(...runStatuses), fc.boolean(), (mark, status, hasOpenRuns) => {
        const isOpen = openRunStatuses.some((open) => open === status)
        expect(isOpen).toBe(!endedRunStatuses.some((ended) => ended === status))
        expect(judgeKill(mark, { status }, hasOpenRuns)).toBe(isOpen ? 'cancel-run' : 'allowed')
      }),
    )
  })
  it('rejects only work without a known run, and only while runs are open', () => {
    fc.assert(
      fc.property(anyMark, fc.boolean(), (mark, hasOpenRuns) => {
        const expected = mark?.kind === 'work' && hasOpenRuns ? 'may-be-of-run' : 'allowed'
        expect(judgeKill(mark, null, hasOpenRuns)).toBe(expected)
      }),
    )
  })
})

describe('judgeKilled', () => {
  const answers: KillAnswer[] = [
    { kind: 'ok' },
    { kind: 'refused', code: 497, message: 'no' },
    { kind: 'refused', code: 241, message: 'memory' },
    { kind: 'lost' },
    { kind: 'unsent' },
  ]
  it('never reports an end of what is still there or could not be read', () => {
    for (const answer of answers)
      for (const stillThere of [true, null])
        expect(['killed', 'already_ended']).not.toContain(judgeKilled(answer, stillThere))
  })
  it('never takes a lost answer for a failure', () => {
    expect(judgeKilled({ kind: 'lost' }, false)).toBe('killed')
    expect(judgeKilled({ kind: 'lost' }, true)).toBe('unknown')
    expect(judgeKilled({ kind: 'lost' }, null)).toBe('unknown')
  })
  it('names a missing grant and what still stops', () => {
    expect(judgeKilled({ kind: 'ok' }, true)).toBe('stopping')
    expect(judgeKilled({ kind: 'ok' }, false)).toBe('killed')
    expect(judgeKilled({ kind: 'refused', code: 497, message: '' }, true)).toBe('not_allowed')
    expect(judgeKilled({ kind: 'refused', code: 241, message: '' }, true)).toBe('rejected')
    expect(judgeKilled({ kind: 'refused', code: 497, message: '' }, false)).toBe('already_ended')
  })
})

describe('readMissingGrant', () => {
  it('reads the grant of both forms of the message', () => {
    const message = (grant: string) =>
      `Code: 497. DB::Exception: Not allowed to kill mutation. To execute this query, it's necessary to have the grant ${grant}. (ACCESS_DENIED) (version 26.7.2.1)`
    expect(readMissingGrant(message("GRANT ALTER MODIFY COLUMN(s) ON lv.`m'x`"))).toBe(
      "ALTER MODIFY COLUMN(s) ON lv.`m'x`",
    )
    expect(readMissingGrant(message('ALTER UPDATE(s) ON a.b'))).toBe('ALTER UPDATE(s) ON a.b')
    // As the driver has it.
    expect(readMissingGrant('It is necessary to have the grant GRANT ALTER UPDATE(s) ON a.b. ')).toBe(
      'ALTER UPDATE(s) ON a.b',
    )
    expect(readMissingGrant('Code: 497. User x attempts to kill a query of y')).toBeNull()
  })
})

describe('diskOfPath', () => {
  const disks = [
    { name: 'default', path: '/data/', isCache: false },
    { name: 'cold', path: '/data/disks/cold/', isCache: false },
    { name: 'cold_cache', path: '/data/disks/cold/', isCache: true },
    { name: 'co', path: '/data/disks/co', isCache: false },
  ]
  it('returns the closest disk, and the cache before what is behind it', () => {
    expect(diskOfPath('/data/store/1/all_1_1_0/', disks)).toBe('default')
    expect(diskOfPath('/data/disks/cold/store/1/', disks)).toBe('cold_cache')
    expect(diskOfPath('/data/disks/co/store/1/', disks)).toBe('co')
    expect(diskOfPath('/elsewhere/', disks)).toBeNull()
    expect(diskOfPath('/data/', [])).toBeNull()
  })
  it('does not depend on the order of the disks', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(disks, { minLength: disks.length }),
        fc.constantFrom('/data/x', '/data/disks/cold/x', '/data/disks/co/x', '/x'),
        (shuffled, path) => {
          expect(diskOfPath(path, shuffled)).toBe(diskOfPath(path, disks))
        },
      ),
    )
  })
})

describe('runOfMove', () => {
  const name = fc.constantFrom('a', 'b')
  const move = fc.record({ node: name, database: name, table: name, part: name })
  it('is the run that has sent this part of this table on this node, and no other', () => {
    fc.assert(
      fc.property(move, move, (sent, seen) => {
        const { part, ...place } = sent
        const same = (['node', 'database', 'table', 'part'] as const).every((key) => sent[key] === seen[key])
        expect(runOfMove(seen, [{ ...place, runId: 'run', parts: [part] }])).toBe(same ? 'run' : null)
      }),
    )
  })
})
