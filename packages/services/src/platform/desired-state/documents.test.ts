import { readFileSync } from 'node:fs'
import { desiredState, renderStateSchema } from '@frostline/domain'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const guide = new URL('../../../../../docs/guide/', import.meta.url)

it('accepts the file of the guide', () => {
  const page = readFileSync(new URL('desired-state.md', guide), 'utf8')
  const [, block = ''] = /^```yaml\n(# yaml-language-server[\s\S]*?)^```$/m.exec(page) ?? []
  expect(desiredState.parse(parse(block))).toMatchObject({
    version: 1,
    sources: { landing: { region: 'us-east-1' } },
  })
})

it('publishes the schema of the file with the guide', async () => {
  const schema = renderStateSchema('https://frostline.example.com/api/v1/state/schema.json')
  const path = new URL('frostline.schema.json', guide).pathname
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(path)
})
