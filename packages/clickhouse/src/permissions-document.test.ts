import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderReasons, renderStatements } from '../test/render-permissions.ts'
import { requiredGrants } from './grants.ts'

const document = readFileSync(new URL('../../../docs/permissions.md', import.meta.url), 'utf8')

function block(name: string): string {
  const found = new RegExp(`<!-- ${name}:[^>]*-->\n([\\s\\S]*?)\n?<!-- /${name} -->`).exec(document)
  if (found?.[1] === undefined) throw new Error(`docs/permissions.md has no block "${name}".`)
  return found[1]
}

// A failure prints the text to put between the two comments.
test('docs/permissions.md has the statements that the product needs', () => {
  expect(block('statements')).toBe(renderStatements())
})

test('docs/permissions.md has the reason for each', () => {
  expect(block('reasons')).toBe(renderReasons())
})

test('every grant is in one group of the document', () => {
  for (const grant of requiredGrants) {
    const lines = document
      .split('\n')
      .filter((line) => line.startsWith(`GRANT ${grant.access} ON ${grant.on} TO`))
    expect(lines).toHaveLength(1)
  }
})
