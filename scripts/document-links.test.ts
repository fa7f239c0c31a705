import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const documents = [
  ...readdirSync(root),
  ...['docs', 'docker'].flatMap((folder) =>
    readdirSync(join(root, folder), { encoding: 'utf8', recursive: true }).map((path) => join(folder, path)),
  ),
].filter((path) => path.endsWith('.md'))

/** Code contains no links. */
function readProse(path: string): string {
  return readFileSync(join(root, path), 'utf8')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, ' '))
}

/** The anchor that GitHub gives a heading. */
function toAnchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}

const listAnchors = (path: string) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    toAnchor(heading),
  )

function findBrokenLinks(path: string): string[] {
  return [...readProse(path).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?|mailto):/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#')
      const aim = file === '' ? path : relative(root, join(root, dirname(path), file))
      if (!existsSync(join(root, aim))) return true
      return (
        anchor !== undefined &&
        (statSync(join(root, aim)).isDirectory() || !listAnchors(aim).includes(anchor))
      )
    })
}

test.each(documents)('every link of %s points to an existing file and heading', (path) => {
  expect(findBrokenLinks(path)).toEqual([])
})

test('every page of the guide is linked from the README', () => {
  const readme = readProse('README.md')
  for (const page of documents.filter((path) => path.startsWith('docs/guide/')))
    expect(readme).toContain(page)
})

test('the README is short', () => {
  expect(statSync(join(root, 'README.md')).size).toBeLessThanOrEqual(8 * 1024)
})
