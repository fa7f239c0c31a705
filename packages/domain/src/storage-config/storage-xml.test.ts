import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goodDraft } from '../testing/bad-drafts.ts'
import { type ConfigElement, parseConfigXml, printConfigXml } from './config-xml.ts'
import { diffStorage, judgeRollout } from './diff-storage.ts'
import { readStorageXml } from './read-draft.ts'
import { renderStorageXml } from './render-draft.ts'
import type { SettingValue, StorageDraft } from './storage-draft.ts'

const name = fc.stringMatching(/^[A-Za-z_][\w.-]{0,8}$/).filter((text) => text !== '__proto__')
/** XML has no control characters, and leading and trailing space is not kept. */
const text = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  .map((raw) => raw.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').trim())
const value: fc.Arbitrary<SettingValue> = fc.oneof(text, fc.record({ fromEnv: name }))
const settings = (without: string) =>
  fc.dictionary(
    name.filter((each) => each !== without),
    value,
    { maxKeys: 4 },
  )
const draft: fc.Arbitrary<StorageDraft> = fc.record({
  disks: fc.array(fc.record({ name, settings: settings('') }), { maxLength: 3 }),
  policies: fc.array(
    fc.record({
      name,
      volumes: fc.array(
        fc.record({ name, disks: fc.array(name, { maxLength: 3 }), settings: settings('disk') }),
        { maxLength: 3 },
      ),
      settings: settings('volumes'),
    }),
    { maxLength: 3 },
  ),
})
const { element } = fc.letrec<{ element: ConfigElement }>((tie) => ({
  element: fc.record({
    name,
    attributes: fc.dictionary(name, fc.string({ unit: 'grapheme', maxLength: 8 }), { maxKeys: 2 }),
    content: fc.oneof({ maxDepth: 3 }, text, fc.array(tie('element'), { minLength: 1, maxLength: 3 })),
  }),
}))

describe('the drop-in', () => {
  test('round-trips to its draft', () => {
    fc.assert(
      fc.property(draft, (given) => {
        expect(readStorageXml(renderStorageXml(given))).toEqual({ kind: 'ok', draft: given })
      }),
    )
  })
  test('any element round-trips', () => {
    fc.assert(
      fc.property(element, (given) => {
        expect(parseConfigXml(printConfigXml(given))).toEqual({ kind: 'ok', root: given })
      }),
    )
  })
  test('any text is parsed or rejected with its line, without an exception', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[<>&;/a"= !-]{0,40}$/)), (given) => {
        const parsed = parseConfigXml(given)
        expect(parsed.kind === 'ok' || parsed.line >= 1).toBe(true)
        readStorageXml(given)
      }),
    )
  })
  test('fills placeholders per node, references variables and leaves sealed secrets out', () => {
    const xml = renderStorageXml(
      {
        disks: [
          {
            name: 's',
            settings: {
              endpoint: 'http://h/b/{shard}/{replica}/{node}/',
              access_key_id: { fromEnv: 'KEY' },
              secret_access_key: { sealed: '1' },
            },
          },
        ],
        policies: [],
      },
      { place: { node: 'n7', shard: 3, replica: 2 } },
    )
    expect(xml).toBe(`<clickhouse>
  <storage_configuration>
    <disks>
      <s replace="replace">
        <endpoint>http://h/b/3/2/n7/</endpoint>
        <access_key_id from_env="KEY"/>
        <secret_access_key/>
      </s>
    </disks>
  </storage_configuration>
</clickhouse>
`)
  })
})

describe('a third-party configuration', () => {
  test('is read without what is around it', () => {
    const read = readStorageXml(`<?xml version="1.0"?><!-- ours -->
      <yandex><logger><level>trace</level></logger><storage_configuration>
        <disks><hdd><path>/hdd/</path></hdd></disks>
        <policies><p><volumes><v><disk>default</disk><disk>hdd</disk><prefer_not_to_merge>1</prefer_not_to_merge></v></volumes></p></policies>
      </storage_configuration></yandex>`)
    expect(read).toEqual({
      kind: 'ok',
      draft: {
        disks: [{ name: 'hdd', settings: { path: '/hdd/' } }],
        policies: [
          {
            name: 'p',
            volumes: [{ name: 'v', disks: ['default', 'hdd'], settings: { prefer_not_to_merge: '1' } }],
            settings: {},
          },
        ],
      },
    })
  })
  test.each([
    ['<clickhouse><a></clickhouse>', /closes <a>/],
    ['<clickhouse/>', /no <storage_configuration>/],
    [
      '<storage_configuration><disks><d><proxy><uri>x</uri></proxy></d></disks></storage_configuration>',
      /<proxy>/,
    ],
  ])('%s', (given, says) => {
    const read = readStorageXml(given)
    expect(read.kind === 'fault' && read.text).toMatch(says)
  })
})

test('shows changes on a node line by line, and no change for what stays', () => {
  const volume = (name: string, disks: string[]) => ({
    name,
    disks,
    maxDataPartSizeBytes: 0n,
    moveFactor: 0.10000000149011612,
    preferNotToMerge: false,
    performTtlMoveOnInsert: true,
    loadBalancing: 'ROUND_ROBIN',
  })
  const node = {
    node: 'n',
    shard: 1,
    replica: 1,
    disks: [],
    policies: [
      {
        name: 'tiers',
        tableCount: 0,
        volumes: [volume('hot', ['default']), volume('cold', ['store_cache'])],
      },
    ],
  }
  const diffs = diffStorage(goodDraft, node)
  expect(diffs.map(({ object, name: of, change }) => [object, of, change])).toEqual([
    ['disk', 'fast', 'new'],
    ['disk', 'store', 'new'],
    ['disk', 'store_cache', 'new'],
    ['policy', 'tiers', 'same'],
  ])
  expect(judgeRollout(diffs)).toBe('partly')
  expect(judgeRollout(diffs.slice(0, 3))).toBe('not-yet')
  expect(judgeRollout(diffs.slice(3))).toBe('running')
  const [policy] = goodDraft.policies
  if (!policy) throw new Error('The draft has no policy.')
  const factor = { ...goodDraft, disks: [], policies: [{ ...policy, settings: { move_factor: '0.3' } }] }
  expect(diffStorage(factor, node)[0]?.lines.filter(({ sign }) => sign !== ' ')).toEqual([
    { sign: '-', text: '  move_factor: 0.1' },
    { sign: '+', text: '  move_factor: 0.3' },
    { sign: '-', text: '  move_factor: 0.1' },
    { sign: '+', text: '  move_factor: 0.3' },
  ])
})
