import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findMovesAtOnce } from './moves-at-once.ts'
import { judgePolicyChange } from './policy-change.ts'
import { checkPolicyChange } from './policy-change-checks.ts'
import type { StoragePolicy, Volume } from './storage-policy.ts'

function makeVolume(name: string, disks: readonly string[], given: Partial<Volume> = {}): Volume {
  return {
    name,
    priority: 1,
    disks,
    maxDataPartSizeBytes: 0n,
    moveFactor: 0.1,
    preferNotToMerge: false,
    ...given,
  }
}
const makePolicy = (name: string, ...volumes: Volume[]): StoragePolicy => ({ name, volumes })

const plain = makePolicy('default', makeVolume('default', ['default']))
const tiered = makePolicy('tiered', makeVolume('hot', ['default']), makeVolume('cold', ['s3']))
const widened = makePolicy('default_tiered', makeVolume('default', ['default']), makeVolume('cold', ['s3']))

const check = (from: StoragePolicy, to: StoragePolicy | undefined, freeBytes = 90n) =>
  checkPolicyChange({
    node: 'n1',
    from,
    to,
    toName: to?.name ?? 'gone',
    rooms: [{ name: 'default', totalBytes: 100n, unreservedBytes: freeBytes }],
    held: new Map([['default', 50n]]),
  })
const blocking = (from: StoragePolicy, to: StoragePolicy | undefined) =>
  check(from, to).checks.filter(({ outcome }) => outcome === 'blocking')

describe('whether a table may change its policy', () => {
  test('a table on default needs a volume of that name, and the message says so', () => {
    expect(judgePolicyChange(plain, tiered)).toEqual({
      kind: 'refused',
      gaps: [{ volume: 'default', disks: null }],
    })
    expect(blocking(plain, tiered)).toMatchObject([
      {
        text: "'tiered' has no volume named 'default', which 'default' has.",
        hint: expect.stringMatching(/can change only to a policy with a volume named 'default'/),
      },
    ])
  })
  test('extending is allowed and cannot be undone', () => {
    expect(judgePolicyChange(plain, widened)).toEqual({
      kind: 'allowed',
      addedVolumes: ['cold'],
      addedDisks: [],
      wayBack: false,
    })
    expect(check(plain, widened).checks).toContainEqual(
      expect.objectContaining({ id: 'way-back', outcome: 'warning' }),
    )
    expect(judgePolicyChange(widened, plain)).toMatchObject({ kind: 'refused' })
  })
  test('a missing disk is named with its volume', () => {
    const jbod = makePolicy('jbod', makeVolume('hot', ['default', 'hot2']), makeVolume('cold', ['s3']))
    expect(judgePolicyChange(jbod, tiered)).toEqual({
      kind: 'refused',
      gaps: [{ volume: 'hot', disks: ['hot2'] }],
    })
    expect(judgePolicyChange(tiered, jbod)).toMatchObject({
      kind: 'allowed',
      addedDisks: [{ volume: 'hot', disks: ['hot2'] }],
    })
  })
  test('rejects a policy that the node lacks, and one that a table made for itself', () => {
    expect(blocking(plain, undefined)).toMatchObject([{ id: 'policy-known' }])
    expect(judgePolicyChange(makePolicy('__disk', makeVolume('v', ['d'])), plain).kind).toBe('own-disk')
  })
  test('reports changed settings and a changed volume for inserts', () => {
    const capped = makePolicy(
      'capped',
      makeVolume('cold', ['s3']),
      makeVolume('hot', ['default'], { maxDataPartSizeBytes: 1n << 30n, preferNotToMerge: true }),
    )
    expect(check(tiered, capped).checks.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        "New parts will be written to 'cold' instead of 'hot'.",
        "max_data_part_size of 'hot' changes from no limit to 1.00 GiB.",
        "Parts on 'hot' will no longer be merged (prefer_not_to_merge).",
      ]),
    )
  })

  const name = fc.constantFrom('a', 'b', 'c', 'd')
  const policy = (policyName: string) =>
    fc
      .uniqueArray(fc.tuple(name, fc.uniqueArray(name, { minLength: 1 })), {
        selector: ([volume]) => volume,
        minLength: 1,
      })
      .map((volumes) =>
        makePolicy(policyName, ...volumes.map(([volume, disks]) => makeVolume(volume, disks))),
      )

  test('allows a change exactly when nothing is lost, and the way back only when nothing is gained', () => {
    fc.assert(
      fc.property(policy('from'), policy('to'), (from, to) => {
        const pairs = (given: StoragePolicy) =>
          given.volumes.flatMap((volume) => volume.disks.map((disk) => `${volume.name}.${disk}`))
        const lost = pairs(from).filter((pair) => !pairs(to).includes(pair))
        const verdict = judgePolicyChange(from, to)
        expect(verdict.kind).toBe(lost.length === 0 ? 'allowed' : 'refused')
        if (verdict.kind === 'allowed')
          expect(verdict.wayBack).toBe(pairs(to).every((pair) => pairs(from).includes(pair)))
      }),
    )
  })
})

describe('what the server moves by itself after the change', () => {
  test('nothing while there is space', () => {
    expect(check(plain, widened).checks).toContainEqual(
      expect.objectContaining({ id: 'moves-at-once', outcome: 'passed' }),
    )
  })
  test("what is missing to move_factor, at most the table's data there", () => {
    const rooms = [{ name: 'default', totalBytes: 1000n, unreservedBytes: 30n }]
    const due = (bytes: bigint) =>
      findMovesAtOnce(widened, rooms, new Map([['default', bytes]])).map(({ dueBytes }) => dueBytes)
    expect(due(500n)).toEqual([70n])
    expect(due(20n)).toEqual([20n])
    expect(due(0n)).toEqual([])
  })
  test('never from the last volume', () => {
    expect(
      findMovesAtOnce(
        plain,
        [{ name: 'default', totalBytes: 100n, unreservedBytes: 0n }],
        new Map([['default', 9n]]),
      ),
    ).toEqual([])
  })
})
