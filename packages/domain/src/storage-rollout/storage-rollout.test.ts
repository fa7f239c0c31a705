import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderStorageXml } from '../storage-config/render-draft.ts'
import type { StorageDraft } from '../storage-config/storage-draft.ts'
import { decideRolloutStep, type RolloutStepState } from './decide-rollout-step.ts'
import { diffFiles, hideSecretsIn } from './diff-files.ts'
import { mergeStorageXml } from './merge-storage-xml.ts'
import { planLoad } from './plan-load.ts'

const disk = (name: string, settings: Record<string, string> = { type: 'local', path: `/${name}/` }) => ({
  name,
  settings,
})
const policy = (name: string, disks: string[]) => ({
  name,
  volumes: [{ name: 'main', disks, settings: {} }],
  settings: {},
})
const file = (draft: Partial<StorageDraft>) => renderStorageXml({ disks: [], policies: [], ...draft })
const merged = (former: string | null, addition: string) => {
  const result = mergeStorageXml(former, addition)
  if (result.kind === 'fault') throw new Error(result.text)
  return result.text
}

test('what a later proposal does not name stays, and a cache comes after the disk it wraps', () => {
  const first = merged(null, file({ disks: [disk('a'), disk('a_cache', { type: 'cache', disk: 'a' })] }))
  const second = merged(first, file({ disks: [disk('b')], policies: [policy('p', ['b'])] }))
  expect(second).toContain('<a_cache replace="replace">')
  expect(second).toContain('<p replace="replace">')
  const moved = merged(second, file({ disks: [disk('a_cache', { type: 'cache', disk: 'b' })] }))
  expect(moved.indexOf('<b ')).toBeLessThan(moved.indexOf('<a_cache '))
  expect(merged(moved, file({ disks: [disk('b')] }))).toBe(moved)
})

test('a file with anything else in it is not overwritten', () => {
  const foreign = '<clickhouse><max_connections>5</max_connections></clickhouse>'
  expect(mergeStorageXml(foreign, file({ disks: [disk('a')] }))).toMatchObject({
    kind: 'fault',
    text: expect.stringContaining('<max_connections>'),
  })
  expect(mergeStorageXml('<clickhouse>', file({}))).toMatchObject({ kind: 'fault' })
})

test('merging the same twice changes nothing more', () => {
  // A disk wraps one earlier in the alphabet: the engine rejects cycles.
  const name = fc.constantFrom('b', 'c', 'd')
  const under = (own: string, at: number) => 'abc'[at % (own.charCodeAt(0) - 97)] ?? 'a'
  const draft = fc.record({
    disks: fc.uniqueArray(
      fc.tuple(name, fc.nat(5)).map(([own, at]) => disk(own, { type: 'cache', disk: under(own, at) })),
      { selector: (each) => each.name },
    ),
    policies: fc.uniqueArray(
      name.map((each) => policy(each, ['a'])),
      { selector: (each) => each.name },
    ),
  })
  fc.assert(
    fc.property(draft, draft, (one, two) => {
      const before = merged(null, file(one))
      const after = merged(before, file(two))
      expect(merged(after, file(two))).toBe(after)
      for (const each of [...one.disks, ...two.disks]) expect(after).toContain(`<${each.name} `)
    }),
  )
})

test('no secret is shown, and a changed one shows as changed', () => {
  const at = (key: string) =>
    file({ disks: [disk('s', { type: 's3', endpoint: 'http://h/b/', secret_access_key: key })] })
  expect(JSON.stringify(diffFiles(null, at('topsecret')))).not.toContain('topsecret')
  expect(diffFiles(at('one'), at('one')).every(({ sign }) => sign === ' ')).toBe(true)
  expect(
    diffFiles(at('one'), at('two'))
      .filter(({ sign }) => sign !== ' ')
      .map(({ sign }) => sign),
  ).toEqual(['-', '+'])
  expect(hideSecretsIn('Access with topsecret was denied', at('topsecret'))).toBe(
    'Access with [secret] was denied',
  )
})

test('additions need a reload; removals, and settings read once, a restart', () => {
  const none = new Set<string>()
  const a = file({ disks: [disk('a')], policies: [policy('p', ['a'])] })
  const more = file({ disks: [disk('a'), disk('b')], policies: [policy('p', ['a', 'b'])] })
  expect(planLoad(null, a, none)).toEqual({ load: 'reload', reasons: [] })
  expect(planLoad(a, a, none).load).toBe('none')
  expect(planLoad(a, more, none).load).toBe('reload')
  expect(planLoad(more, a, none).reasons.join(' ')).toMatch(/Disk b is removed.*Policy p loses/)
  expect(planLoad(a, null, none).reasons.join(' ')).toMatch(/Policy p is removed/)
  expect(planLoad(null, a, new Set(['a'])).reasons[0]).toContain('another file')
  expect(
    planLoad(
      a,
      file({ disks: [disk('a', { type: 'local', path: '/z/' })], policies: [policy('p', ['a'])] }),
      none,
    ).load,
  ).toBe('restart')
})

const sight: RolloutStepState = {
  direction: 'apply',
  file: 'origin',
  fileFault: null,
  noted: false,
  load: 'restart',
  loaded: false,
  restartBy: 'supervisor',
  node: { kind: 'otherwise', differences: 'policy p' },
  waitedMs: 0,
}
const decide = (change: Partial<RolloutStepState>) => decideRolloutStep({ ...sight, ...change }).kind

test('a step does write, note, restart, complete, each decided by the observed state', () => {
  expect(decide({})).toBe('write')
  expect(decide({ file: 'goal' })).toBe('note')
  expect(decide({ file: 'goal', noted: true })).toBe('restart')
  expect(decide({ file: 'goal', noted: true, restartBy: 'person' })).toBe('wait-for-person')
  expect(decide({ file: 'goal', noted: true, load: 'reload' })).toBe('reload')
  expect(decide({ file: 'goal', noted: true, loaded: true })).toBe('wait')
  expect(decide({ file: 'goal', noted: true, loaded: true, waitedMs: 10_000 })).toBe('fail')
  expect(decide({ file: 'goal', noted: true, loaded: true, node: { kind: 'as-wanted' } })).toBe('complete')
})

test('nothing is written for an unreachable node, but a node that is down is repaired', () => {
  const node = { kind: 'away' as const, reason: 'refused' }
  expect(decide({ node })).toBe('wait')
  expect(decide({ node, waitedMs: 60_000 })).toBe('fail')
  expect(decide({ node, direction: 'revert' })).toBe('write')
})

test('a file changed by others is never overwritten, and nothing completes unverified', () => {
  fc.assert(
    fc.property(
      fc.record({
        direction: fc.constantFrom('apply' as const, 'revert' as const),
        file: fc.constantFrom('origin' as const, 'goal' as const, 'foreign' as const, 'unreadable' as const),
        noted: fc.boolean(),
        load: fc.constantFrom('none' as const, 'reload' as const, 'restart' as const),
        loaded: fc.boolean(),
        restartBy: fc.constantFrom('supervisor' as const, 'person' as const),
        node: fc.constantFrom(
          { kind: 'away' as const, reason: 'x' },
          { kind: 'as-wanted' as const },
          { kind: 'otherwise' as const, differences: 'x' },
        ),
        waitedMs: fc.nat(1_000_000),
      }),
      (change) => {
        const kind = decide(change)
        if (change.file === 'foreign' || change.file === 'unreadable') expect(kind).toBe('fail')
        if (kind === 'write') expect(change.file).toBe('origin')
        if (kind === 'complete') {
          expect(change).toMatchObject({ file: 'goal', noted: true, node: { kind: 'as-wanted' } })
          expect(change.loaded || change.load === 'none').toBe(true)
        }
      },
    ),
  )
})
