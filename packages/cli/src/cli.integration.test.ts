import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureApiToken, reviewTierMigration } from '@frostline/services'
import { type LoadLab, openLoadLab } from '@frostline/workflows/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTerraform } from './testing/open-terraform.ts'
import { type Ended, spawnCli } from './testing/spawn-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'frostline-cli-'))
const tokens = {
  viewer: 'fl_viewer_0123456789',
  operator: 'fl_operator_0123456789',
  admin: 'fl_admin_0123456789',
}
type Role = keyof typeof tokens

let lab: LoadLab
let web: Awaited<ReturnType<LoadLab['startWeb']>>
let door: Awaited<ReturnType<LoadLab['openDoor']>>
let url: string

beforeAll(async () => {
  execFileSync(process.execPath, ['build.mjs'], { cwd: fileURLToPath(new URL('..', import.meta.url)) })
  lab = await openLoadLab({ shards: 1 })
  door = await lab.openDoor()
  for (const role of Object.keys(tokens) as Role[])
    await ensureApiToken(lab.ctx, { name: `ci-${role}`, role, secret: tokens[role] })
  ;[web] = await Promise.all([lab.startWeb(door), lab.startWorker()])
  url = `http://127.0.0.1:${door.port}`
})
afterAll(async () => {
  await lab?.close()
  rmSync(folder, { recursive: true, force: true })
})

const envOf = (role: Role) => ({ FROSTLINE_URL: url, FROSTLINE_TOKEN: tokens[role], XDG_CONFIG_HOME: folder })
const start = (role: Role, ...words: string[]) => spawnCli(words, envOf(role))
const run = (role: Role, ...words: string[]): Promise<Ended> => start(role, ...words).ended
const fast = ['--to', 'cold', '--older-than', '2030-01-01', '--yes'] as const
/** Each part takes more than a second. A pause waits for the end of its step, so a step has one part. */
const slow = [...fast, '--rate', '64KiB', '--wait'] as const
const idIn = (notes: string) => /Started tier migration (\S+)\./.exec(notes)?.[1] ?? ''

async function startSlowly(table: string) {
  await lab.createTable(table, { months: 36, parts: 1, rowsPerPart: 1_000 })
  const cli = start('operator', 'move', `lab.${table}`, ...slow)
  await expect.poll(() => idIn(cli.notes())).not.toBe('')
  return { cli, id: idIn(cli.notes()) }
}

describe('login', () => {
  const config = { XDG_CONFIG_HOME: join(folder, 'login') }
  const file = join(config.XDG_CONFIG_HOME, 'frostline', 'contexts.json')

  it('saves nothing if the token is not valid', async () => {
    const { code, notes } = await spawnCli(['login', url], config, 'fl_wrong_0123456789').ended
    expect([code, notes]).toEqual([3, expect.stringContaining('Error: ')])
    expect(() => statSync(file)).toThrow()
  })

  it('saves the token where only its owner can read it, and never prints it', async () => {
    const outputs: Ended[] = []
    for (const [words, input] of [
      [['login', url, '--name', 'lab'], tokens.viewer],
      [['contexts'], ''],
      [['whoami'], ''],
      [['whoami', '--json'], ''],
      [['clusters'], ''],
      [['logout'], ''],
    ] as const) {
      outputs.push(await spawnCli(words, config, input).ended)
      if (words[0] === 'login') {
        expect(statSync(file).mode & 0o777).toBe(0o600)
        expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700)
        expect(readFileSync(file, 'utf8')).toContain(tokens.viewer)
      }
    }
    expect(outputs.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0])
    expect(outputs.map(({ out, notes }) => `${out}${notes}`).join('\n')).not.toContain(tokens.viewer)
    expect(outputs[2]?.out).toContain('ci-viewer (viewer)')
    expect(readFileSync(file, 'utf8')).not.toContain(tokens.viewer)
  })
})

it('prints clusters and tables for people and as JSON', async () => {
  await lab.createTable('shown', { months: 2, parts: 1, rowsPerPart: 500 })
  const { out } = await run('viewer', 'clusters')
  expect(out).toMatch(/^lab +lab +1 +1 +no$/m)
  const tables = await run('viewer', 'tables', '--search', 'shown')
  expect(tables.out).toMatch(/^lab\.shown +MergeTree +tiered +\d.* [KM]iB +0 B .* +1,000 +2$/m)
  const listed = JSON.parse(
    (await run('viewer', 'tables', '--search', 'shown', '--limit', '5', '--json')).out,
  )
  expect(listed.data.tables).toMatchObject([{ database: 'lab', table: 'shown', logical: { rows: '1000' } }])
})

describe('a move', () => {
  it('shows its plan and sends nothing without --yes', async () => {
    await lab.createTable('planned', { months: 2, parts: 2, rowsPerPart: 100 })
    const { code, out, notes } = await run(
      'operator',
      'move',
      'lab.planned',
      '--to',
      'cold',
      '--older-than',
      '2030-01-01',
      '--sql',
    )
    expect([code, notes]).toEqual([
      0,
      expect.stringContaining('Nothing was sent. Start the plan with --yes.'),
    ])
    expect(out).toMatch(/2 steps: 4 parts, 400 rows, \d/)
    expect(out).toContain("TO VOLUME 'cold'")
    expect(await lab.db.tierMigration.count()).toBe(0)
  })

  it('is done by one command, with its proof in a file, and again without work', async () => {
    await lab.createTable('moved', { months: 3, parts: 2, rowsPerPart: 300 })
    const before = await lab.sumPartitions('moved')
    const file = join(folder, 'proof.json')
    const { code, out, notes } = await run(
      'operator',
      'move',
      'lab.moved',
      ...fast,
      '--deep-check',
      '--proof',
      file,
    )
    expect([code, notes]).toEqual([0, expect.stringContaining(`Wrote the proof to ${file}.`)])
    expect(out).toContain('3 steps: 6 parts, 1,800 rows')
    expect(notes).toMatch(
      /Tier migration of lab\.moved completed after .*\nMoved 6 parts, .* Proof: 3 steps identical, deep check passed\./,
    )
    // No terminal: no progress.
    expect(`${out}${notes}`).not.toContain('\r')
    const proof = JSON.parse(readFileSync(file, 'utf8'))
    expect(proof.steps).toHaveLength(3)
    for (const step of proof.steps)
      expect(step).toMatchObject({ status: 'completed', proof: 'identical', deepCheckVerdict: 'passed' })
    expect(await lab.sumPartitions('moved')).toEqual(before)
    expect(Object.keys(await lab.placeParts('moved')).every((place) => place.includes('cold'))).toBe(true)

    const again = await run('operator', 'move', 'lab.moved', ...fast, '--wait')
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('Nothing to move')])
    const id = idIn(notes)
    expect(JSON.parse((await run('viewer', 'proof', id)).out)).toMatchObject({ steps: proof.steps })
    const log = await run('viewer', 'logs', id)
    expect(log.out).toMatch(/UTC {2}start → queued {2}\(ci-operator\)\n/)
    expect(log.out.match(/completed, 2 parts, .*, proof: identical/g)).toHaveLength(3)
    const followed = await run('viewer', 'logs', '-f', id, '--json')
    expect(followed.code).toBe(0)
    expect(
      followed.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).source),
    ).toContain('step')
    const runs = JSON.parse((await run('viewer', 'runs', '--kind', 'tier-migration', '--json')).out)
    expect(runs.runs.map((each: { id: string }) => each.id)).toContain(id)
    const audit = await run(
      'viewer',
      'audit',
      '--action',
      'tier-migration.',
      '--actor',
      'ci-operator',
      '--limit',
      '5',
    )
    expect(audit.out).toMatch(/ci-operator +tier-migration\.start +lab\.moved +lab +requested/)
  })

  it('prints one JSON value with --json', async () => {
    await lab.createTable('json', { months: 1, parts: 1, rowsPerPart: 100 })
    const planned = await run(
      'operator',
      'move',
      'lab.json',
      '--to',
      'cold',
      '--older-than',
      '2030-01-01',
      '--json',
    )
    expect(JSON.parse(planned.out)).toMatchObject({ state: 'planned', id: null, preview: { accepted: true } })
    const moved = await run('operator', 'move', 'lab.json', ...fast, '--wait', '--json')
    expect(JSON.parse(moved.out)).toMatchObject({
      state: 'completed',
      migration: { movedParts: 1 },
      proofFile: null,
    })
  })

  it('is refused by the role, by the plan and by an approval that is missing', async () => {
    await lab.createTable('refused', { months: 1, parts: 1, rowsPerPart: 100 })
    const viewer = await run('viewer', 'move', 'lab.refused', ...fast)
    expect([viewer.code, viewer.notes]).toEqual([3, expect.stringMatching(/Error: .*operator/)])
    const volume = await run(
      'operator',
      'move',
      'lab.refused',
      '--to',
      'nowhere',
      '--older-than',
      '2030-01-01',
      '--yes',
    )
    expect([volume.code, volume.out]).toEqual([3, expect.stringContaining('Blocked: ')])
    const table = await run('operator', 'move', 'lab.nothing', ...fast)
    expect([table.code, table.notes]).toEqual([1, expect.stringMatching(/^Error: .+\n/)])
    expect(await lab.db.tierMigration.count({ where: { table: { in: ['refused', 'nothing'] } } })).toBe(0)

    await lab.db.cluster.updateMany({ data: { approvalRequired: true } })
    try {
      const start = await run('operator', 'move', 'lab.refused', ...fast)
      expect([start.code, start.notes]).toEqual([3, expect.stringContaining('--request-review')])
      const asked = await run(
        'operator',
        'move',
        'lab.refused',
        '--to',
        'cold',
        '--older-than',
        '2030-01-01',
        '--request-review',
        '--json',
      )
      const { id, state } = JSON.parse(asked.out)
      expect(state).toBe('waits-for-review')
      expect(await run('operator', 'start', id)).toMatchObject({
        code: 3,
        notes: expect.stringContaining('approve'),
      })
      await reviewTierMigration(lab.ctx, { id, outcome: 'approved', note: '' })
      const approved = await run('operator', 'start', id, '--wait', '--json')
      expect([approved.code, JSON.parse(approved.out).state]).toEqual([0, 'completed'])
    } finally {
      await lab.db.cluster.updateMany({ data: { approvalRequired: false } })
    }
  })

  it('continues when the command is interrupted, and is paused, resumed and cancelled by others', async () => {
    const { cli, id } = await startSlowly('controlled')
    cli.child.kill('SIGINT')
    expect(await cli.ended).toMatchObject({
      code: 130,
      notes: expect.stringContaining(`frostline logs -f ${id}`),
    })
    expect((await run('operator', 'pause', id)).code).toBe(0)
    const paused = () => lab.db.run.findUniqueOrThrow({ where: { id } })
    await expect.poll(async () => (await paused()).status, { timeout: 90_000 }).toBe('paused')
    const limited = await run('operator', 'resume', id, '--wait', '--timeout', '1s')
    expect([limited.code, limited.notes]).toEqual([6, expect.stringContaining('The run continues.')])
    const log = start('viewer', 'logs', '-f', id)
    const late = await run('operator', 'resume', id)
    expect([late.code, late.notes]).toEqual([3, expect.stringMatching(/^Error: .+\n.+/)])
    expect(await run('viewer', 'cancel', id)).toMatchObject({ code: 3 })
    expect(await run('operator', 'cancel', id, '--wait')).toMatchObject({ code: 0 })
    const { code, out } = await log.ended
    expect([code, out]).toEqual([5, expect.stringContaining('cancel')])
  })

  it('is waited for while the console restarts', async () => {
    const { cli, id } = await startSlowly('restarted')
    await web.kill()
    const down = await run('viewer', 'runs')
    expect([down.code, down.notes]).toEqual([4, expect.stringMatching(/^Error: Cannot reach http.*\n.+/)])
    web = await lab.startWeb(door)
    expect(cli.child.exitCode).toBe(null)
    expect((await run('operator', 'cancel', id)).code).toBe(0)
    expect(await cli.ended).toMatchObject({
      code: 5,
      notes: expect.stringContaining('cancelled by ci-operator'),
    })
  })
})

it('lists runs that wait for an approval', async () => {
  await lab.createTable('waits', { months: 1, parts: 1, rowsPerPart: 100 })
  expect((await run('viewer', 'approvals')).out).toBe('Nothing waits for an approval.\n')
  const at = new Date()
  const rule = { name: 'Held', table: 'waits', createdAt: at, updatedAt: at, updatedBy: 'test' }
  await lab.db.approvalRule.create({ data: rule })
  await run('operator', 'move', 'lab.waits', '--to', 'cold', '--older-than', '2030-01-01', '--yes')
  const { out, notes } = await run('viewer', 'approvals')
  expect(out).toMatch(/ tier-migration +lab\.waits +lab +\d+.* [KM]iB +ci-operator .* 1 +Held$/m)
  expect(notes).toContain('People approve in the console')
  expect(JSON.parse((await run('viewer', 'approvals', '--json')).out)).toMatchObject([
    { name: 'lab.waits', missing: 1, rules: ['Held'], mayApprove: false },
  ])
  await lab.db.approvalRule.deleteMany()
})

it('explains parts and shows costs', async () => {
  await lab.createTable('explained', { months: 1, parts: 1, rowsPerPart: 100 })
  const why = await run('viewer', 'why', 'lab.explained')
  expect([why.code, why.out]).toEqual([0, expect.stringContaining('1 part')])
  const part = await run('viewer', 'why', 'lab.explained', '202401_1_1_0')
  expect([part.code, part.out]).toEqual([0, expect.stringContaining('202401_1_1_0 on ')])
  expect(await run('viewer', 'why', 'lab.explained', 'nothing')).toMatchObject({ code: 1 })
  const cost = await run('viewer', 'cost')
  expect([cost.code, cost.out]).toEqual([0, expect.stringMatching(/^lab\.explained .*\n/m)])
  const table = await run('viewer', 'cost', 'lab.explained')
  expect([table.code, table.out]).toEqual([0, expect.stringContaining('202401')])
  expect(await run('viewer', 'pipelines')).toMatchObject({ code: 0, out: 'No pipelines.\n' })
})

it('changes a TTL after a dry run', async () => {
  await lab.createTable('aged', { months: 2, parts: 1, rowsPerPart: 100 })
  const ttl = "day + INTERVAL 1 MONTH TO VOLUME 'cold'"
  expect(await run('viewer', 'ttl', 'lab.aged')).toMatchObject({
    code: 0,
    out: expect.stringContaining('No TTL.'),
  })
  const dry = await run('admin', 'ttl', 'lab.aged', '--set', ttl)
  expect([dry.code, dry.out]).toEqual([0, expect.stringContaining('MODIFY TTL')])
  expect((await run('operator', 'ttl', 'lab.aged', '--set', ttl, '--yes')).code).toBe(3)
  expect((await run('viewer', 'ttl', 'lab.aged')).out).toContain('No TTL.')
  const set = await run('admin', 'ttl', 'lab.aged', '--set', ttl, '--yes')
  expect([set.code, set.out]).toEqual([0, expect.stringContaining('Applied.')])
  expect((await run('viewer', 'ttl', 'lab.aged', '--json')).out).toContain('toIntervalMonth(1)')
  const loss = await run(
    'admin',
    'ttl',
    'lab.aged',
    '--set',
    'day + INTERVAL 1 DAY DELETE',
    '--mode',
    'heavy',
    '--yes',
  )
  expect([loss.code, loss.notes]).toEqual([3, expect.stringContaining('--accept-loss')])
  expect((await run('admin', 'ttl', 'lab.aged', '--remove', '--yes')).code).toBe(0)
})

it('loads objects with the columns of their names', async () => {
  for (const [, client] of lab.admins)
    await client.command({
      query: 'CREATE TABLE lab.landed (id UInt64, text String, extra String) ENGINE = MergeTree ORDER BY id',
    })
  await lab.put('cli/1.csv', 'id,text\n1,one\n2,two\n')
  await lab.put('cli/2.csv', 'id,text\n3,three\n')
  const words = ['load', 'lab.landed', '--source', 'lab', '--glob', 'cli/*.csv', '--format', 'CSVWithNames']
  const dry = await run('operator', ...words)
  expect([dry.code, dry.notes, dry.out]).toEqual([
    0,
    expect.stringContaining('--yes'),
    expect.stringContaining('2 objects'),
  ])
  const loaded = await run('operator', ...words, '--yes', '--wait')
  expect([loaded.code, loaded.notes]).toEqual([0, expect.stringContaining('Loaded 3 rows')])
  const [[, client] = []] = lab.admins
  expect(client && (await lab.rows(client, 'SELECT id, text FROM lab.landed ORDER BY id'))).toHaveLength(3)
  expect(await run('operator', 'load', 'lab.landed', '--source', 'nothing', '--glob', 'x')).toMatchObject({
    code: 2,
  })
  expect(await run('operator', 'load', 'lab.landed', '--source', 'lab', '--glob', 'cli/*.orc')).toMatchObject(
    { code: 1 },
  )
})

it('completes commands and names of the console in bash', async () => {
  const env = { ...envOf('viewer'), PATH: `${folder}:${process.env.PATH}` }
  const script = `
    frostline() { "${process.execPath}" "${fileURLToPath(new URL('../bin/frostline.mjs', import.meta.url))}" "$@"; }
    source <(frostline completion bash)
    try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _frostline; echo "\${COMPREPLY[*]}"; }
    try frostline pip; try frostline move --to; try frostline tables -c ""; try frostline why lab.exp`
  const complete = () => execFileSync('bash', ['-c', script], { env, encoding: 'utf8' }).split('\n')
  // Names that the console of a busy machine sends after two seconds are left out.
  await expect.poll(complete, { timeout: 120_000 }).toEqual(['pipelines', '--to', 'lab', 'lab.explained', ''])
})

it('applies a file from Terraform when it changes, and not otherwise', async () => {
  const at = mkdtempSync(join(folder, 'terraform-'))
  const bin = join(at, 'bin')
  mkdirSync(bin)
  symlinkSync(fileURLToPath(new URL('../bin/frostline.mjs', import.meta.url)), join(bin, 'frostline'))
  const main = readFileSync(new URL('../../../docs/guide/terraform/main.tf', import.meta.url), 'utf8')
  writeFileSync(join(at, 'main.tf'), main)
  const write = (threshold: number) =>
    writeFileSync(
      join(at, 'frostline.yaml'),
      `version: 1\nalertRules:\n  hot-disk-full:\n    threshold: ${threshold}\n`,
    )
  const thresholds = async () =>
    (await lab.db.changeSet.findMany({ orderBy: { id: 'asc' } })).map(({ document }) =>
      JSON.stringify(document),
    )
  const apply = openTerraform(at, main, { ...envOf('admin'), PATH: `${bin}:${process.env.PATH}` })

  write(7)
  await apply()
  await apply()
  expect(await thresholds()).toEqual([expect.stringContaining('"threshold":7')])
  write(9)
  await apply()
  expect(await thresholds()).toHaveLength(2)
  expect((await run('admin', 'drift', join(at, 'frostline.yaml'))).code).toBe(0)
  const wrong = openTerraform(at, main, { ...envOf('viewer'), PATH: `${bin}:${process.env.PATH}` })
  write(11)
  await expect(wrong()).rejects.toThrow()
  expect(await thresholds()).toHaveLength(2)
})
