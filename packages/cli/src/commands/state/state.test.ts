import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runCli } from '../../run-cli.ts'
import { type FakeIo, fakeIo, json } from '../../testing/fake-io.ts'
import type { StatePlan } from './render-plan.ts'

const folder = mkdtempSync(join(tmpdir(), 'frostline-state-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'frostline.yaml')
writeFileSync(join(folder, 'key'), 'a-secret-from-a-file\n')
writeFileSync(
  file,
  `version: 1
channels:
  ops: { type: webhook, url: https://hooks.example.com/, secret: env:HOOK }
  chat: { type: slack, secret: env:UNSET }
sources:
  landing: { buckets: [landing], auth: keys, accessKeyId: AK, secret: file:key }
`,
)

const plan: StatePlan = {
  ...{
    file: 'frostline',
    observedAt: '2026-11-25T12:00:00Z',
    fingerprint: 'f',
    unchanged: 3,
    needsApproval: false,
  },
  ...{ newlyManaged: [], released: ['sources.old'], missingSecrets: [], skipped: [] },
  changes: [
    {
      ...{ address: 'channels.ops', kind: 'channels', title: 'channel ops', action: 'update', blocked: null },
      ...{
        newSecret: true,
        secretRefs: ['env:HOOK'],
        cluster: null,
        loss: null,
        accept: null,
        notes: ['A note.'],
      },
      fields: [{ path: 'url', before: '"https://a/"', after: '"https://hooks.example.com/"' }],
    },
    {
      ...{ address: 'sources.gone', kind: 'sources', title: 'source gone', action: 'remove', blocked: null },
      ...{
        newSecret: false,
        secretRefs: [],
        cluster: null,
        loss: 'Its key is deleted.',
        accept: null,
        notes: [],
        fields: [],
      },
    },
  ],
}
const empty = { ...plan, changes: [], released: [] }

function consoleWith(answer: StatePlan): FakeIo {
  const env = {
    FROSTLINE_URL: 'http://console.test',
    FROSTLINE_TOKEN: 'fl_secret',
    HOOK: 'a-signing-secret',
    GITHUB_SHA: 'abc123',
  }
  return fakeIo(
    (_, path) =>
      path === '/state/plan' ? json(answer) : json({ id: 'run-1', changes: 2, needsApproval: true }),
    { env },
  )
}
const run = async (io: FakeIo, ...words: string[]) => ({
  code: await runCli(words, io),
  out: io.outs.join('\n'),
  notes: io.notes.join('\n'),
})

it('prints a plan as a diff, and sends values of secrets that it never prints', async () => {
  const io = consoleWith(plan)
  const { code, out, notes } = await run(io, 'plan', file)
  expect(code).toBe(0)
  expect(out).toBe(
    [
      ...['~ change channel ops  (channels.ops)', '    url: "https://a/" → "https://hooks.example.com/"'],
      ...['    secret: env:HOOK (stored anew)', '    # A note.'],
      ...['', '- remove source gone  (sources.gone)', '    # Its key is deleted.', ''],
      ...['No longer managed, and left as they are:', '  sources.old', ''],
      'Plan: 1 to change, 1 to remove. 3 objects are as the file says.',
    ].join('\n'),
  )
  expect(notes).toContain('there is no value here: env:UNSET')
  expect(io.sent[0]?.body).toMatchObject({
    document: { version: 1, sources: { landing: { secret: 'file:key' } } },
    secrets: { 'env:HOOK': 'a-signing-secret', 'file:key': 'a-secret-from-a-file' },
  })
  expect(`${out}${notes}`).not.toMatch(/a-signing-secret|a-secret-from-a-file/)
})

it('prints a plan as a comment', async () => {
  const { out } = await run(consoleWith(plan), 'plan', file, '--format', 'markdown')
  expect(out).toContain('```diff\n! change channel ops')
  expect(out).toContain('\n- remove source gone')
})

it('ends with another code if there is drift', async () => {
  expect((await run(consoleWith(plan), 'drift', file)).code).toBe(7)
  expect(await run(consoleWith(empty), 'drift', file)).toMatchObject({
    code: 0,
    out: 'Nothing to change. 3 objects are as the file says.',
  })
})

it('applies the reviewed plan with the commit of CI, and only with --yes', async () => {
  const dry = consoleWith(plan)
  expect(await run(dry, 'apply', file)).toMatchObject({
    code: 0,
    notes: expect.stringContaining('with --yes'),
  })
  expect(dry.sent.map(({ url }) => url)).toEqual(['/api/v1/state/plan'])
  const io = consoleWith(plan)
  const { code, notes } = await run(io, 'apply', file, '--yes')
  expect([code, notes]).toEqual([
    0,
    expect.stringContaining('Started change set run-1.\nIt waits for the approval'),
  ])
  expect(io.sent[1]?.body).toMatchObject({ fingerprint: 'f', commit: 'abc123' })
})

it('deletes rows only if it is told to', async () => {
  const [first] = plan.changes
  const accept = [{ place: 'shard 1', rows: '12', columns: [], uncountedParts: 0 }]
  const losing = first ? { ...plan, changes: [{ ...first, accept }] } : plan
  const refused = consoleWith(losing)
  expect(await run(refused, 'apply', file, '--yes')).toMatchObject({
    code: 3,
    notes: expect.stringContaining('The plan deletes rows or values.'),
  })
  expect(refused.sent).toHaveLength(1)
  const io = consoleWith(losing)
  expect(await run(io, 'apply', file, '--yes', '--accept-loss')).toMatchObject({ code: 0 })
  expect(io.sent[1]?.body).toMatchObject({ accepts: { 'channels.ops': accept } })
})

it('applies no blocked plan, and says where YAML is wrong', async () => {
  const [first] = plan.changes
  const blocked = first ? { ...plan, changes: [{ ...first, blocked: 'It cannot.' }] } : plan
  const io = consoleWith(blocked)
  expect(await run(io, 'apply', file, '--yes')).toMatchObject({
    code: 3,
    out: expect.stringContaining('Blocked: It cannot.'),
  })
  expect(io.sent).toHaveLength(1)
  const broken = join(folder, 'broken.yaml')
  writeFileSync(broken, 'version: 1\nchannels: [\n')
  expect(await run(consoleWith(plan), 'plan', broken)).toMatchObject({
    code: 2,
    notes: expect.stringContaining('line '),
  })
})
