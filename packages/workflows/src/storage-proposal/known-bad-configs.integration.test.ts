import { type ConfigVerdict, checkConfig } from '@frostline/clickhouse/engine'
import {
  diskTemplates,
  hasErrors,
  lintDraft,
  type NodeStorageFacts,
  renderCheckConfig,
  type StorageDraft,
} from '@frostline/domain'
import { badDrafts, goodDraft } from '@frostline/domain/testing'
import { describe, expect, test } from 'vitest'

const node: NodeStorageFacts = {
  node: 'n1',
  shard: 1,
  replica: 1,
  disks: [
    {
      name: 'default',
      type: 'Local',
      onObjectStorage: false,
      path: '/ch/',
      cachePath: null,
      keepFreeBytes: 0n,
      totalBytes: 500n * 2n ** 30n,
    },
    {
      name: 'cold',
      type: 'S3',
      onObjectStorage: true,
      path: '/ch/disks/cold/',
      cachePath: null,
      keepFreeBytes: 0n,
      totalBytes: null,
    },
    {
      name: 'hot2',
      type: 'Local',
      onObjectStorage: false,
      path: '/hot2/',
      cachePath: null,
      keepFreeBytes: 0n,
      totalBytes: 500n * 2n ** 30n,
    },
  ],
  policies: [
    {
      name: 'tiered',
      tableCount: 0,
      volumes: [
        { name: 'hot', disks: ['default', 'hot2'] },
        { name: 'cold', disks: ['cold'] },
      ].map((volume) => ({
        ...volume,
        maxDataPartSizeBytes: 0n,
        moveFactor: 0.1,
        preferNotToMerge: false,
        performTtlMoveOnInsert: true,
        loadBalancing: 'ROUND_ROBIN',
      })),
    },
  ],
}

function ask(draft: StorageDraft): Promise<ConfigVerdict> {
  return checkConfig({
    files: (folder) => renderCheckConfig(draft, node, folder).files,
    env: renderCheckConfig(draft, node, '').env,
  })
}

describe('the twelve known faults: the engine rejects each, and our message says why before', () => {
  test('there are twelve, made from a configuration that both accept', async () => {
    expect(badDrafts).toHaveLength(12)
    expect(hasErrors(lintDraft(goodDraft, [node]))).toBe(false)
    const verdict = await ask(goodDraft)
    expect(
      verdict.kind === 'accepted' && verdict.volumes.filter((row) => row.policy_name === 'tiers'),
    ).toMatchObject([
      { volume_name: 'hot', disks: ['default'] },
      { volume_name: 'cold', disks: ['store_cache'] },
    ])
  })
  test.each(badDrafts)('$what', async ({ draft, code, says }) => {
    const findings = lintDraft(draft, [node]).filter(({ level }) => level === 'error')
    expect(findings.map(({ text }) => text).join('\n')).toMatch(says)
    expect(await ask(draft)).toMatchObject({ kind: 'refused', code, message: expect.stringMatching(/\w{4}/) })
  })
})

describe('what the lints accept, the engine accepts', () => {
  const take = async (draft: StorageDraft) => {
    expect(lintDraft(draft, [node]).filter(({ level }) => level === 'error')).toEqual([])
    expect(await ask(draft)).toMatchObject({ kind: 'accepted' })
  }
  test.each(diskTemplates.filter(({ id }) => id !== 'cache'))(
    'template $label, with a cache over it',
    ({ disk }) => {
      const over = {
        name: 'over',
        settings: { type: 'cache', disk: disk.name, path: 'over/', max_size: '1Gi' },
      }
      const disks = disk.settings.type === 'local' ? [disk] : [disk, over]
      const name = disks.at(-1)?.name ?? ''
      return take({
        disks,
        policies: [
          {
            name: 'p',
            volumes: [
              { name: 'default', disks: ['default'], settings: { max_data_part_size_bytes: '53687091200' } },
              {
                name: 'cold',
                disks: [name],
                settings: {
                  perform_ttl_move_on_insert: 'false',
                  prefer_not_to_merge: 'true',
                  load_balancing: 'least_used',
                },
              },
            ],
            settings: { move_factor: '0.2' },
          },
        ],
      })
    },
  )
  test('a cache for the disk of a server, though this machine has a smaller one', () =>
    take({
      disks: [{ name: 'big', settings: { type: 'cache', disk: 'cold', path: 'big/', max_size: '400Gi' } }],
      policies: [],
    }))
  test('a policy of the node with a volume more, over a disk of the node', () =>
    take({
      disks: [{ name: 'default', settings: { keep_free_space_bytes: '1048576' } }],
      policies: [
        {
          name: 'tiered',
          volumes: [
            { name: 'hot', disks: ['default', 'hot2'], settings: {} },
            { name: 'cold', disks: ['cold'], settings: {} },
          ],
          settings: { move_factor: '0' },
        },
      ],
    }))
})
