import { describe, expect, test } from 'vitest'
import { badDrafts, goodDraft } from '../testing/bad-drafts.ts'
import { diskTemplates } from './disk-templates.ts'
import { lintDraft } from './lint-draft.ts'
import { readBytes } from './lint-value.ts'
import type { NodeStorageFacts } from './node-storage-facts.ts'
import { listSettingsOf, listSettingsOfDisk, settingCatalogue } from './setting-catalogue.ts'
import { diskKinds } from './setting-explanation.ts'
import type { StorageDraft } from './storage-draft.ts'

const makeNode = (node: string, shard: number): NodeStorageFacts => ({
  node,
  shard,
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
  ],
  policies: [
    {
      name: 'tiered',
      tableCount: 2,
      volumes: ['hot', 'cold'].map((name) => ({
        name,
        disks: [name === 'hot' ? 'default' : 'cold'],
        maxDataPartSizeBytes: 0n,
        moveFactor: 0.1,
        preferNotToMerge: false,
        performTtlMoveOnInsert: true,
        loadBalancing: 'ROUND_ROBIN',
      })),
    },
  ],
})
const nodes = [makeNode('n1', 1), makeNode('n2', 2)]
const errors = (draft: StorageDraft) => lintDraft(draft, nodes).filter(({ level }) => level === 'error')
const texts = (draft: StorageDraft) => lintDraft(draft, nodes).map(({ text }) => text)
const policy = (volumes: StorageDraft['policies'][number]['volumes'], name = 'p'): StorageDraft => ({
  disks: [],
  policies: [{ name, volumes, settings: {} }],
})
const volume = (name: string, disks: string[], settings: Record<string, string> = {}) => ({
  name,
  disks,
  settings,
})

describe('the known faults', () => {
  test('the draft that they are based on has none', () => expect(errors(goodDraft)).toEqual([]))
  test.each(badDrafts)('$what', ({ draft, says }) => {
    const found = errors(draft)
    expect(found.map(({ text }) => text).join('\n')).toMatch(says)
    for (const { hint } of found) expect(hint).not.toBe('')
  })
})

describe('what the server does not know', () => {
  test('nodes must not share a prefix', () => {
    const shared = (endpoint: string): StorageDraft => ({
      disks: [
        {
          name: 's',
          settings: { type: 's3', endpoint, use_environment_credentials: 'true', s3_retry_attempts: '3' },
        },
      ],
      policies: [],
    })
    expect(errors(shared('https://h/bucket/x/'))).toMatchObject([
      { setting: 'endpoint', text: expect.stringContaining('2 nodes would share one prefix') },
    ])
    expect(errors(shared('https://h/bucket/{shard}-{replica}/'))).toEqual([])
    expect(errors(shared('https://h/bucket/{replica}/'))).toHaveLength(1)
  })
  test('the default policy is left alone', () => {
    expect(errors(policy([volume('default', ['default'])], 'default'))).toMatchObject([
      { text: expect.stringContaining('must not be overridden') },
    ])
  })
  test('a policy must not lose what a node has of it', () => {
    expect(errors(policy([volume('hot', ['default'])], 'tiered'))).toMatchObject([
      {
        text: expect.stringMatching(
          /loses the volume cold, which it has on n1, n2 and where 2 tables may have parts/,
        ),
      },
    ])
  })
  test('an existing disk keeps its kind', () => {
    const disks = [{ name: 'cold', settings: { type: 'local', path: '/x/' } }]
    expect(errors({ disks, policies: [] })).toMatchObject([{ text: expect.stringContaining('is s3 on n1') }])
  })
  test('warns of 500 retries, small parts, unmerged parts, inserts to a store and a bypassed cache', () => {
    const disks: StorageDraft['disks'] = [
      { name: 's', settings: { type: 's3', endpoint: 'https://h/bucket/{node}/' } },
      { name: 'c', settings: { type: 'cache', disk: 's', path: 'c/', max_size: '1Gi' } },
    ]
    const { policies } = policy([
      volume('a', ['s']),
      volume('b', ['default'], { max_data_part_size_bytes: '1024', prefer_not_to_merge: 'true' }),
    ])
    const found = lintDraft({ disks, policies }, nodes)
    expect(found.every(({ level }) => level === 'warning')).toBe(true)
    expect(found.map(({ text }) => text).join('\n')).toMatch(
      /no credentials[\s\S]*500 times[\s\S]*never merged[\s\S]*first volume is on object storage[\s\S]*bypasses its cache c/,
    )
  })
  test('names the node whose file system is smaller than the cache', () => {
    const cached = (max_size: string): StorageDraft => ({
      disks: [{ name: 'c', settings: { type: 'cache', disk: 'cold', path: 'c/', max_size } }],
      policies: [],
    })
    const [first] = nodes
    const small = first?.disks.map((disk) => ({ ...disk, totalBytes: disk.totalBytes && 2n ** 30n })) ?? []
    const mixed = [makeNode('n1', 1), { ...makeNode('n2', 2), disks: small }]
    expect(lintDraft(cached('2Gi'), mixed)).toMatchObject([
      { level: 'warning', setting: 'max_size', text: expect.stringMatching(/data path on n2\.$/) },
    ])
    expect(lintDraft(cached('1Gi'), mixed)).toEqual([])
  })
  test('settings that are ignored or unknown', () => {
    const disks = [
      {
        name: 's',
        settings: { type: 's3', endpoint: 'https://h/bucket/{node}/', retry_attempts: '1', colour: 'blue' },
      },
    ]
    expect(texts({ disks, policies: [] })).toEqual(
      expect.arrayContaining([
        'The server ignores retry_attempts.',
        expect.stringContaining('colour is not a known setting'),
      ]),
    )
  })
  test('gives the number where the server accepts no unit', () => {
    const found = errors(policy([volume('a', ['default'], { max_data_part_size_bytes: '50Gi' })]))
    expect(found).toMatchObject([{ text: expect.stringContaining('without a unit: 53687091200.') }])
  })
  test('names the node that lacks a disk', () => {
    const [first] = nodes
    const lacking = { ...makeNode('n2', 2), disks: first?.disks.slice(0, 1) ?? [] }
    const found = lintDraft(policy([volume('cold', ['cold'])]), [makeNode('n1', 1), lacking])
    expect(found).toMatchObject([{ level: 'error', text: 'The disk cold is not on n2.' }])
  })
})

test('every template passes its own lints, except for example names', () => {
  for (const { id, disk } of diskTemplates) {
    const before = id === 'cache' ? diskTemplates.find((each) => each.id === 'aws')?.disk : undefined
    expect(errors({ disks: before ? [before, disk] : [disk], policies: [] })).toEqual([])
  }
})

test('the catalogue names each setting of a kind once, and explains it fully', () => {
  const lists = [...diskKinds.map(listSettingsOfDisk), listSettingsOf('volume'), listSettingsOf('policy')]
  for (const list of lists) expect(new Set(list.map(({ name }) => name)).size).toBe(list.length)
  for (const { meaning, range, default: initial } of settingCatalogue)
    for (const text of [meaning, range, initial]) expect(text).not.toBe('')
})

test('parses sizes as the server does', () => {
  expect(['10Gi', '1k', '5', '2Ti', '2TiB', '1.5Gi', 'x'].map(readBytes)).toEqual([
    10n << 30n,
    1_000n,
    5n,
    2n << 40n,
    undefined,
    undefined,
    undefined,
  ])
})
