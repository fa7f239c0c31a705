import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import budget from './first-load-budget.json' with { type: 'json' }

const limits: Readonly<Record<string, number>> = budget.routes
const built = join(import.meta.dirname, '../.next')

beforeAll(() => {
  if (!existsSync(join(built, 'build-manifest.json')))
    throw new Error(`There is no build in ${built}. Run "npm test build" first.`)
})

/**
 * What a browser loads before a page works: the scripts that its first HTML names, of the page, its layouts and its error pages,
 * with Brotli as the server sends them. The goal is 200 kB. What opens, and later tabs, are loaded when they are used (`late`, and the
 * dialogs, menus and lists of packages/ui). Raise a limit only for a page that shows more at once.
 */
it('sends no page more JavaScript than its budget', () => {
  const frame = readFrame()
  const over = listRoutes(frame).flatMap(({ route, chunks }) => {
    const limit = limits[route] ?? budget.others
    const sizes = [...chunks].map((chunk) => ({ chunk, kb: compressedKb(chunk) }))
    const kb = sizes.reduce((sum, each) => sum + each.kb, 0)
    if (kb <= limit) return []
    const largest = sizes.toSorted((a, b) => b.kb - a.kb).filter(({ chunk }) => !frame.has(chunk))
    return [
      `${route} loads ${kb.toFixed(1)} kB, ${(kb - limit).toFixed(1)} kB above its ${limit} kB. Its largest chunks:`,
      ...largest
        .slice(0, 6)
        .map(({ chunk, kb: size }) => `  ${size.toFixed(1)} kB ${chunk}: ${nameContents(chunk)}`),
    ]
  })
  expect(over.join('\n')).toBe('')
})

it('has no limit without a route', () => {
  const routes = new Set(listRoutes(readFrame()).map(({ route }) => route))
  expect(Object.keys(limits).filter((route) => !routes.has(route))).toEqual([])
})

const frameSchema = z.object({ rootMainFiles: z.array(z.string()) })

/** React and Next.js: each page has them. */
function readFrame(): ReadonlySet<string> {
  const text = readFileSync(join(built, 'build-manifest.json'), 'utf8')
  return new Set(frameSchema.parse(JSON.parse(text)).rootMainFiles)
}

const manifest = z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) })
const suffix = '/page_client-reference-manifest.js'

function listRoutes(frame: ReadonlySet<string>): { route: string; chunks: ReadonlySet<string> }[] {
  const app = join(built, 'server/app')
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith(suffix) && !file.startsWith('_'))
    .map((file) => {
      const text = readFileSync(join(app, file), 'utf8')
      const json = text.slice(text.indexOf('] = ') + 4).replace(/;\s*$/, '')
      const { entryJSFiles } = manifest.parse(JSON.parse(json))
      const route = `/${file.slice(0, -suffix.length).replace(/\(console\)\/?/, '')}`
      return { route, chunks: new Set([...frame, ...Object.values(entryJSFiles).flat()]) }
    })
}

const sizes = new Map<string, number>()

function compressedKb(chunk: string): number {
  const known = sizes.get(chunk)
  if (known !== undefined) return known
  const kb = statSync(join(built, `${chunk}.br`)).size / 1000
  sizes.set(chunk, kb)
  return kb
}

/** A build has no module names. A chunk with one of these texts contains the library. */
const marks: Readonly<Record<string, string>> = {
  zod: 'ZodError',
  recharts: 'recharts-',
  croner: 'CronPattern',
  cronstrue: 'atX0SecondsPastTheMinute',
  '@tanstack/react-query': 'getQueryCache',
  '@trpc/client': 'TRPCClientError',
  '@floating-ui': 'flipAlignment',
  '@base-ui select': 'alignItemWithTrigger',
  '@base-ui menu': 'closeParentOnEsc',
  'better-auth': '$sessionSignal',
  superjson: 'referentialEqualities',
}

function nameContents(chunk: string): string {
  const text = readFileSync(join(built, chunk), 'utf8')
  const found = Object.entries(marks).flatMap(([name, mark]) => (text.includes(mark) ? [name] : []))
  return found.join(', ') || 'our own code'
}
