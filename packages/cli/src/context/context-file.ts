import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { CliError } from '../exit-codes.ts'

export interface Context {
  url: string
  token: string
}
export interface ContextFile {
  current: string | null
  contexts: Record<string, Context>
}

type Env = Readonly<Record<string, string | undefined>>

/** `$XDG_CONFIG_HOME/frostline/contexts.json`, by default below `~/.config`. */
export function contextPath(env: Env): string {
  const base = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config')
  return join(base, 'frostline', 'contexts.json')
}

export function readContexts(env: Env): ContextFile {
  const path = contextPath(env)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: null, contexts: {} }
    throw new CliError('failed', `Cannot read ${path}: ${(error as Error).message}.`)
  }
  const parsed = parse(text)
  if (!parsed) throw new CliError('failed', `${path} is not valid.`, 'Delete it, then run `frostline login`.')
  return parsed
}

/** Others must not read tokens: folder 0700, file 0600. It is complete at any moment. */
export function writeContexts(env: Env, file: ContextFile): void {
  const path = contextPath(env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const next = `${path}.${process.pid}.new`
  writeFileSync(next, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 })
  chmodSync(next, 0o600)
  renameSync(next, path)
}

function parse(text: string): ContextFile | undefined {
  try {
    const { current, contexts } = JSON.parse(text) as Partial<ContextFile>
    if (typeof contexts !== 'object' || contexts === null) return undefined
    const isWhole = Object.values(contexts).every(
      (each) => typeof each?.url === 'string' && typeof each.token === 'string',
    )
    return isWhole ? { current: typeof current === 'string' ? current : null, contexts } : undefined
  } catch {
    return undefined
  }
}
