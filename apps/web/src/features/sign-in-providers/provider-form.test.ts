import { expect, it } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import { draftOf, idFromName, providerForm } from './provider-form.ts'

const draft = {
  ...draftOf(undefined),
  ...{ name: 'Okta', id: 'okta', issuer: 'https://example.okta.com', clientId: 'abc' },
}

it('becomes the input of the API', () => {
  const { value, faults } = readForm(providerForm, {
    ...draft,
    scopes: 'openid, email  profile',
    roleRules: [{ group: ' admins ', role: 'admin' }],
  })
  expect(faults).toEqual({})
  expect(value).toMatchObject({
    scopes: ['openid', 'email', 'profile'],
    roleRules: [{ group: 'admins', role: 'admin' }],
    defaultRole: null,
  })
})

it('says what is missing, by rule', () => {
  const { faults } = readForm(providerForm, { ...draft, issuer: 'example.com', id: 'A' })
  expect(Object.keys(faults).sort()).toEqual(['id', 'issuer', 'roleRules.0.group'])
})

it.each([
  ['Okta', 'okta'],
  ['Microsoft Entra ID', 'microsoft-entra-id'],
  ['  – Žluťoučký 2 ', 'lu-ou-k-2'],
])('%s suggests the ID %s', (name, id) => {
  expect(idFromName(name)).toBe(id)
})
