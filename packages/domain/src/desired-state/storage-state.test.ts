import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../audit/canonical-json.ts'
import { diffStorage, draftOfPolicy } from '../storage-config/diff-storage.ts'
import type { NodeStorageFacts, PolicyFact } from '../storage-config/node-storage-facts.ts'
import type { StorageDraft } from '../storage-config/storage-draft.ts'
import { type Json, secretRefsOf, withoutFields, withSecretRefs } from './json.ts'
import { isSameSpec } from './plan-state.ts'
import { type StorageState, storageSpec } from './storage-spec.ts'
import { describeStorage, draftOfState } from './storage-state.ts'

const name = fc.constantFrom('a', 'b', 'cold')
const policyFact: fc.Arbitrary<PolicyFact> = fc.record({
  name,
  tableCount: fc.constant(0),
  volumes: fc.uniqueArray(
    fc.record({
      name,
      disks: fc.uniqueArray(name, { minLength: 1 }),
      maxDataPartSizeBytes: fc.constantFrom(0n, 1n << 40n),
      moveFactor: fc.constant(0.25),
      preferNotToMerge: fc.boolean(),
      performTtlMoveOnInsert: fc.boolean(),
      loadBalancing: fc.constantFrom('ROUND_ROBIN', 'LEAST_USED'),
    }),
    { minLength: 1, selector: (volume) => volume.name },
  ),
})
const state: fc.Arbitrary<StorageState> = fc
  .record({
    disks: fc.dictionary(
      name,
      fc.record(
        {
          type: fc.constant('s3'),
          endpoint: fc.constantFrom('http://a/b/{node}/', 'http://c/d/'),
          secret_access_key: fc.constantFrom({ secret: 'env:A' }, { secret: 'file:b' }, { fromEnv: 'KEY' }),
          s3_retry_attempts: fc.constantFrom('3', 10),
        },
        { requiredKeys: ['type', 'endpoint'] },
      ),
      { minKeys: 1, noNullPrototype: true },
    ),
    policies: fc.dictionary(
      name,
      policyFact.map((fact) => {
        const { name: _, ...policy } = draftOfPolicy(fact)
        return policy
      }),
      { noNullPrototype: true },
    ),
  })
  .map((given) => storageSpec.parse(given))

/** A node that runs a draft, as its system tables show it. */
function run(node: string, { disks, policies }: StorageDraft): NodeStorageFacts {
  return {
    ...{ node, shard: 1, replica: 1 },
    disks: disks.map((disk) => ({
      ...{ name: disk.name, type: 'S3', onObjectStorage: true, path: '/', cachePath: null },
      ...{ keepFreeBytes: 0n, totalBytes: null },
    })),
    policies: policies.map((policy) => ({
      ...{ name: policy.name, tableCount: 0 },
      volumes: policy.volumes.map((volume) => ({
        ...{ name: volume.name, disks: volume.disks },
        maxDataPartSizeBytes: BigInt(String(volume.settings.max_data_part_size_bytes ?? 0)),
        moveFactor: Number(policy.settings.move_factor ?? 0.1),
        preferNotToMerge: volume.settings.prefer_not_to_merge === 'true',
        performTtlMoveOnInsert: volume.settings.perform_ttl_move_on_insert !== 'false',
        loadBalancing: String(volume.settings.load_balancing ?? 'round_robin').toUpperCase(),
      })),
    })),
  }
}
const sealed = (of: StorageState) => draftOfState(of, (place) => ({ sealed: place }))
const byName = <Item extends { name: string }>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.name, item]))
const appliedOf = (draft: StorageDraft) => ({
  disks: byName(draft.disks),
  policies: byName(draft.policies),
})
const nothing = { disks: [], policies: [] }

describe('the present storage', () => {
  it('is as the file says where a rollout wrote it and all nodes run it', () => {
    fc.assert(
      fc.property(state, (wanted) => {
        const draft = sealed(wanted)
        const nodes = [run('n1', draft), run('n2', draft)]
        const sight = { applied: appliedOf(draft), unfinished: nothing, nodes }
        expect(isSameSpec(describeStorage({ ...sight, wanted }).spec, wanted as Json)).toBe(true)
        // An export of it is the same, but for the references.
        const all = describeStorage({ ...sight, wanted: 'all' })
        expect(canonicalJson(withSecretRefs(all.spec, secretRefsOf(wanted as Json)))).toBe(
          canonicalJson(wanted as Json),
        )
        expect(all.leftOut).toEqual({ unknown: [], uneven: [] })
      }),
    )
  })

  it('differs where one node does not run it, or a rollout has not ended well', () => {
    fc.assert(
      fc.property(state, (wanted) => {
        const draft = sealed(wanted)
        const sight = { applied: appliedOf(draft), unfinished: nothing, wanted }
        const half = describeStorage({ ...sight, nodes: [run('n1', draft), run('n2', nothing)] })
        expect(isSameSpec(half.spec, wanted as Json)).toBe(false)
        expect(JSON.stringify(half.spec)).toContain('"byNode":{"n1":')
        // A file cannot say that nodes differ, so an export leaves it out.
        const exported = describeStorage({
          ...{ ...sight, wanted: 'all' },
          nodes: [run('n1', draft), run('n2', nothing)],
        })
        expect(exported.spec).toEqual({ disks: {}, policies: {} })
        expect(exported.leftOut.uneven.toSorted()).toEqual(
          [...draft.disks, ...draft.policies].map((each) => each.name).toSorted(),
        )
        const nodes = [run('n1', draft)]
        const open = describeStorage({ ...sight, nodes, unfinished: { ...draft, policies: [] } })
        expect(isSameSpec(open.spec, wanted as Json)).toBe(false)
      }),
    )
  })

  it('shows all of a policy that Frostline did not write, and only the type of a disk', () => {
    fc.assert(
      fc.property(state, (wanted) => {
        const draft = sealed(wanted)
        const sight = { applied: appliedOf(nothing), unfinished: nothing, nodes: [run('n1', draft)] }
        const { spec } = describeStorage({ ...sight, wanted })
        expect((spec as { policies: Json }).policies).toEqual(wanted.policies)
        expect((spec as { disks: Json }).disks).toEqual(
          Object.fromEntries(Object.keys(wanted.disks).map((disk) => [disk, { type: 's3' }])),
        )
        const all = describeStorage({ ...sight, wanted: 'all' })
        expect(all.leftOut.unknown.toSorted()).toEqual(Object.keys(wanted.disks).toSorted())
      }),
    )
  })

  it('has a policy as a draft that the node runs', () => {
    fc.assert(
      fc.property(policyFact, (fact) => {
        const draft = { disks: [], policies: [draftOfPolicy(fact)] }
        const node = { ...run('n', nothing), policies: [fact] }
        expect(diffStorage(draft, node).map(({ change }) => change)).toEqual(['same'])
      }),
    )
  })
})

describe('references of secrets', () => {
  it('are found, set and left out at any depth', () => {
    const spec = { secret: 'env:A', disks: { cold: { key: { secret: 'env:B' }, type: 's3' } } }
    expect(secretRefsOf(spec)).toEqual({ secret: 'env:A', 'disks.cold.key.secret': 'env:B' })
    expect(withSecretRefs(spec, { 'disks.cold.key.secret': 'env:C' })).toEqual({
      ...spec,
      disks: { cold: { key: { secret: 'env:C' }, type: 's3' } },
    })
    expect(withoutFields(spec, new Set(['secret']))).toEqual({ disks: { cold: { key: {}, type: 's3' } } })
  })

  it('are required for secret settings, which are never plain text', () => {
    const parse = (setting: unknown) =>
      storageSpec.safeParse({ disks: { d: { type: 's3', secret_access_key: setting } } }).success
    expect(parse('hunter2')).toBe(false)
    expect(parse({ secret: 'hunter2' })).toBe(false)
    expect([parse({ secret: 'env:KEY' }), parse({ fromEnv: 'KEY' })]).toEqual([true, true])
    expect(storageSpec.safeParse({ disks: { 'x.y': { type: 's3' } } }).success).toBe(false)
    expect(storageSpec.safeParse({}).success).toBe(false)
  })
})
