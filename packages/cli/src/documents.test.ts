import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { createProgram } from './create-program.ts'
import { exitCodes } from './exit-codes.ts'
import { splitLine } from './testing/split-line.ts'

const read = (path: string) => readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8')
const documents = ['guide/ci.md', 'guide/cli.md', 'guide/desired-state.md'] as const

const listBlocks = (path: string, language: string) =>
  [...read(path).matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  )

/** Every text of a parsed document. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(listTexts)
}

/** Command lines of a shell script, without redirections. `"$@"` is what the other line of the example passes. */
function listCommandLines(script: string): string[] {
  const passed = '--yes --wait --timeout 5h'
  return script
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .map((line) => /(?:^|[;|&]\s*|\bdo\s+)(?:npx )?frostline (.*)$/.exec(line)?.[1])
    .filter((line) => line !== undefined)
    .map((line) => line.replace('"$@"', passed).replace(/\s(?:[<>|;]|&&).*$/, ''))
}

const program = () =>
  createProgram({ run: async () => undefined }, { out: () => undefined, note: () => undefined })
const accept = (line: string) => program().parseAsync(splitLine(line), { from: 'user' })

describe('the command lines of the documents', () => {
  const scripts = documents.flatMap((path) => listBlocks(path, 'sh'))
  const jobs = documents
    .flatMap((path) => listBlocks(path, 'yaml'))
    .map((block) => parse(block, { strict: true, uniqueKeys: true }))
    // The settings themselves.
    .filter((job) => job.version === undefined)
  const lines = [...scripts, ...jobs.flatMap(listTexts)].flatMap(listCommandLines)

  it('are found', () => {
    expect(jobs.map((job) => Object.keys(job))).toEqual([
      ['name', 'on', 'env', 'jobs'],
      ['default', 'variables', 'plan', 'apply'],
      ['name', 'on', 'env', 'jobs'],
      ['default', 'variables', 'plan', 'apply', 'drift'],
    ])
    expect(lines).toHaveLength(22)
    expect(lines).toContain(
      'move demo.trips_local --to cold --older-than 90d --rate 50MiB --yes --wait --timeout 5h',
    )
  })

  it.each(lines)('are accepted: frostline %s', async (line) => {
    await accept(line)
  })

  it('would not be accepted with a mistake', async () => {
    await expect(accept('move demo.trips_local --older-then 90d')).rejects.toThrow(
      "unknown option '--older-then'",
    )
  })

  it('contain no token', () => {
    for (const job of jobs) for (const text of listTexts(job)) expect(text).not.toMatch(/--token|fl_/)
  })
})

describe('the page of the command line', () => {
  const page = read('guide/cli.md')
  it('names every command', () => {
    const names = program().commands.map((command) => command.name())
    const missing = names.filter((name) => !name.startsWith('__') && !new RegExp(`\\b${name}\\b`).test(page))
    expect(missing).toEqual([])
  })
  it('lists every exit code', () => {
    const listed = [...page.matchAll(/^\| (\d+) \| /gm)].map(([, code]) => Number(code))
    expect(listed).toEqual(Object.values(exitCodes))
  })
})
