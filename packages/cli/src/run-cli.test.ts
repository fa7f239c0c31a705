import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { createProgram } from './create-program.ts'
import { runCli } from './run-cli.ts'
import { fakeIo, json, unreachable } from './testing/fake-io.ts'
import { splitLine } from './testing/split-line.ts'

const silent = { out: () => undefined, note: () => undefined }
const parse = (line: string) =>
  createProgram({ run: async () => undefined }, silent).parseAsync(splitLine(line), { from: 'user' })

function listCommands(command: Command, prefix = ''): [string, Command][] {
  return command.commands
    .filter((each) => !each.name().startsWith('__'))
    .flatMap((each) => [
      [`${prefix}${each.name()}`, each] as [string, Command],
      ...listCommands(each, `${prefix}${each.name()} `),
    ])
}
const commands = listCommands(createProgram({ run: async () => undefined }, silent))

async function run(
  line: string,
  answers = unreachable as Parameters<typeof fakeIo>[0],
  env?: Record<string, string>,
) {
  const io = fakeIo(answers, env ? { env } : {})
  return { code: await runCli(splitLine(line), io), io, out: io.outs.join('\n'), notes: io.notes.join('\n') }
}

describe('every command', () => {
  it.each(commands)('%s has help with examples that it accepts', async (name) => {
    const { code, out } = await run(`${name} --help`)
    expect(code).toBe(0)
    const examples = [...out.matchAll(/^ {2}\$ frostline (.+)$/gm)].map(([, line = '']) => line)
    expect(examples.length).toBeGreaterThan(0)
    for (const example of examples) await parse(example.replace(/ [<>] .*$/, ''))
  })
  it.each(commands)('%s can print JSON', (_, command) => {
    expect(command.options.map(({ long }) => long)).toContain('--json')
  })
})

describe('the exit code', () => {
  const cluster = { id: 'c', slug: 'demo', name: 'Demo', approvalRequired: false, nodes: [] }
  it.each([
    ['--help', 0],
    ['--version', 0],
    ['', 2],
    ['nothing', 2],
    ['tables --nothing', 2],
    ['tables --limit none', 2],
    ['logs nothing', 2],
    ['completion tcsh', 2],
    ['clusters', 4],
  ])('of "frostline %s" is %i', async (line, code) => {
    expect((await run(line)).code).toBe(code)
  })
  it.each([
    ['move demo.t', 'What to move is missing.'],
    ['move demo.t --older-than 90d', 'The target volume is missing.'],
    ['move demo.t --older-than 90d --newer-than 1d --to cold', 'Several choices of what to move.'],
    ['move demo.t --to cold --align coldest', '--align chooses the volumes itself.'],
    ['move demo.t --to cold --older-than 90d --proof p.json', '--wait and --proof need a started plan.'],
    ['move demo --to cold --older-than 90d', 'demo is not a table.'],
    [
      'move demo.t --to cold --older-than 90d --yes --request-review',
      'A plan is either started or sent for review.',
    ],
    ['ttl demo.t --yes', 'There is nothing to apply.'],
    ['load --yes', 'A load has either a table or --spec.'],
    ['tables -c other', 'There is no cluster other.'],
  ])('of "frostline %s" is 2, with the reason', async (line, reason) => {
    const { code, notes } = await run(line, () => json({ clusters: [cluster] }))
    expect([code, notes]).toEqual([2, expect.stringMatching(new RegExp(`^Error: ${reason}\\n.+`))])
  })
  it('is 3 for a role that may not do it, with what the API says', async () => {
    const { code, notes } = await run('clusters', () =>
      json({ code: 'FORBIDDEN', message: 'Not allowed.', hint: 'Ask an admin.' }, 403),
    )
    expect([code, notes]).toEqual([3, 'Error: Not allowed.\nAsk an admin.'])
  })
  it('is 3 without a login', async () => {
    const { code, notes } = await run('clusters', unreachable, { XDG_CONFIG_HOME: '/nonexistent' })
    expect([code, notes]).toEqual([3, expect.stringContaining('frostline login')])
  })
})

it('sends the token to the API and prints it nowhere', async () => {
  const answers = () => json({ code: 'UNAUTHORIZED', message: 'The token is not valid.', hint: null }, 401)
  for (const line of ['whoami', 'whoami --json', 'contexts', 'clusters']) {
    const { io, out, notes } = await run(line, answers)
    for (const { token } of io.sent) expect(token).toBe('Bearer fl_secret')
    expect(`${out}${notes}`).not.toContain('fl_secret')
  }
})

it('prints errors as JSON with --json', async () => {
  const { code, notes } = await run('clusters --json')
  expect(code).toBe(4)
  expect(JSON.parse(notes)).toEqual({
    error: {
      exit: 'unreachable',
      exitCode: 4,
      code: null,
      message: expect.any(String),
      hint: expect.any(String),
    },
  })
})

it('suggests the command that was meant', async () => {
  expect((await run('tabels')).notes).toContain('Did you mean tables?')
})
