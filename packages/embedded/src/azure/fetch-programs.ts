import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const descriptions = fileURLToPath(new URL('../../azure/', import.meta.url))
/** Beside other things that are built once and kept: a fresh `npm ci` fetches again. */
const kept = fileURLToPath(new URL('../../../../node_modules/.frostline/azure/', import.meta.url))
const maxMinutes = 10

/**
 * The folder of azurite, an Azure blob store for tests. It has 370 packages, more than the product itself, so it is
 * fetched on first use, with a lock file of its own.
 */
export function fetchAzurite(): Promise<string> {
  return fetchOnce('azurite', ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'])
}

/** The folder of s3proxy, an S3 gateway for Azure. Null: it needs a JVM and Maven, and this machine lacks one. */
export async function fetchS3Proxy(): Promise<string | null> {
  try {
    await Promise.all([run('java', ['-version']), run('mvn', ['-version'])])
  } catch {
    return null
  }
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies'
  return fetchOnce('s3proxy', ['mvn', '-q', '-B', copy, '-DoutputDirectory=lib', '-DincludeScope=runtime'])
}

/** Atomic: it is fetched into a temporary folder beside its place, whose name depends on its description. */
async function fetchOnce(name: string, [program = '', ...args]: readonly string[]): Promise<string> {
  const folder = join(kept, `${name}-${await hashFolder(join(descriptions, name))}`)
  if ((await readdir(folder).catch(() => [])).length > 0) return folder
  const fresh = `${folder}.${randomUUID()}`
  await mkdir(kept, { recursive: true })
  await cp(join(descriptions, name), fresh, { recursive: true })
  try {
    await run(program, args, { cwd: fresh, timeout: maxMinutes * 60_000, maxBuffer: 64 * 1024 * 1024 })
    // Another process may have been faster: its folder is as good.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }))
  } catch (cause) {
    await rm(fresh, { recursive: true, force: true })
    throw new Error(`${name} could not be fetched by ${program}. Is its registry reachable?`, { cause })
  }
  return folder
}

async function hashFolder(folder: string): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await readdir(folder)).toSorted()) hash.update(await readFile(join(folder, file)))
  return hash.digest('hex').slice(0, 12)
}
