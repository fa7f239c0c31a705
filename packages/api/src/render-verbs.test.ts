import { expect, it } from 'vitest'
import { renderVerbs } from './render-verbs.ts'

it('gives custom roles the verbs of the API as they are', async () => {
  await expect(renderVerbs()).toMatchFileSnapshot('../../domain/src/access/verb-catalog.ts')
})

it('keeps those that give roles', () => {
  expect(renderVerbs()).not.toMatch(/"(users|teams|tokens|signIn\w*|desiredState|changeSets|customRoles)\./)
  expect(renderVerbs()).toContain('"path":"loads.start"')
})
