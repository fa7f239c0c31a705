import { mkdir, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeFileAtomic } from '../files/write-file-atomic.ts'
import { assertXml } from './check-xml.ts'

/** Writes a node's configuration (0600, it holds keys) and removes drop-ins that are no longer wanted. */
export async function writeNodeFiles(
  nodeDir: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, xml] of Object.entries(files)) assertXml(join(nodeDir, name), xml)
  const dropInDir = join(nodeDir, 'conf.d')
  await mkdir(dropInDir, { recursive: true, mode: 0o700 })
  for (const name of await readdir(dropInDir)) {
    if (!(join('conf.d', name) in files)) await rm(join(dropInDir, name), { recursive: true })
  }
  for (const [name, xml] of Object.entries(files)) {
    await mkdir(dirname(join(nodeDir, name)), { recursive: true })
    await writeFileAtomic(join(nodeDir, name), xml)
  }
}
