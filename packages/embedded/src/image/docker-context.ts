import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Files of a build context after its .dockerignore, as paths below the root. The last pattern that fits decides. */
export function listContext(root: string, ignoreText: string): string[] {
  const patterns = ignoreText
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), text: line.replace(/^!/, '') }))
    .map(({ keeps, text }) => ({ keeps, text, expression: toExpression(text) }))
  const isIgnored = (path: string) => {
    const steps = path.split('/')
    // A pattern that fits a folder fits all that is in it.
    const prefixes = steps.map((_, index) => steps.slice(0, index + 1).join('/'))
    const last = patterns.findLast(({ expression }) => prefixes.some((prefix) => expression.test(prefix)))
    return last !== undefined && !last.keeps
  }
  const mayHoldKept = (folder: string) =>
    patterns.some(({ keeps, text }) => keeps && text.startsWith(`${folder}/`))
  const walk = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) return isIgnored(path) && !mayHoldKept(path) ? [] : walk(path)
      return isIgnored(path) ? [] : [path]
    })
  return walk('').sort()
}

/** `**` is any number of folders, `*` anything but a slash. */
function toExpression(pattern: string): RegExp {
  const source = pattern
    .split('/')
    .map((step) =>
      step === '**' ? '**' : step.replaceAll(/[.+^${}()|[\]\\?]/g, '\\$&').replaceAll('*', '[^/]*'),
    )
    .join('/')
    .replaceAll('**/', '(?:.*/)?')
    .replaceAll('**', '.*')
  return new RegExp(`^${source}$`)
}
