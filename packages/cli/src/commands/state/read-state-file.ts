import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseDocument } from 'yaml'
import { CliError } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'

export interface StateFile {
  document: Record<string, unknown>
  /** Values by reference. */
  secrets: Record<string, string>
  /** References without a value here. */
  missing: string[]
}

const reference = /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/

/** The file, and the values of its secrets. "-" is the standard input. */
export async function readStateFile(io: Io, path: string): Promise<StateFile> {
  const text = path === '-' ? await io.readInput() : readText(resolve(path))
  const parsed = parseDocument(text, { prettyErrors: true })
  const [fault] = parsed.errors
  if (fault) throw new CliError('usage', `${path} is not valid YAML: ${fault.message}`, 'Correct the file.')
  const document: unknown = parsed.toJS({ maxAliasCount: 100 })
  if (!isMap(document)) throw new CliError('usage', `${path} is not a map.`, 'It begins with `version: 1`.')
  const references = [...new Set(listReferences(document))]
  const found = references.map((name) => [name, readSecret(io, name, dirname(resolve(path)))] as const)
  return {
    document,
    secrets: Object.fromEntries(
      found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    missing: found.filter(([, value]) => value === undefined).map(([name]) => name),
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new CliError(
      'usage',
      `Cannot read ${path}: ${(error as Error).message}.`,
      'Check the name of the file.',
    )
  }
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Every `secret:` that is a reference. */
function listReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listReferences)
  if (!isMap(value)) return []
  return Object.entries(value).flatMap(([key, own]) =>
    key === 'secret' && typeof own === 'string' && reference.test(own) ? [own] : listReferences(own),
  )
}

/** Paths are relative to the file. A last line break is not part of the secret. */
function readSecret(io: Io, name: string, folder: string): string | undefined {
  if (name.startsWith('env:')) {
    const value = io.env[name.slice('env:'.length)]
    return value === '' ? undefined : value
  }
  try {
    return readFileSync(resolve(folder, name.slice('file:'.length)), 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}

/** Of the file, as CI systems name it. */
export function findCommit(io: Io, given: string | undefined): string | undefined {
  const { GITHUB_SHA, CI_COMMIT_SHA, BUILDKITE_COMMIT, CIRCLE_SHA1 } = io.env
  return given ?? GITHUB_SHA ?? CI_COMMIT_SHA ?? BUILDKITE_COMMIT ?? CIRCLE_SHA1
}
