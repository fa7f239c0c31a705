import { z } from 'zod'
import { accountRoles } from '../../platform/base/actor.ts'
import { flagInput } from '../../platform/base/flag-input.ts'
import { loopbackExempt } from '../../platform/net/explain-address.ts'
import { isAllowedEndpoint } from './read-discovery.ts'

const role = z.enum(accountRoles)

const id = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,38}[a-z0-9]$/,
    'An ID has 2 to 40 lowercase letters, digits and hyphens, and no hyphen at its ends.',
  )
  .refine((text) => text !== 'credential', 'This ID is reserved.')
  .describe('Part of the callback address. It never changes.')

const issuer = z
  .string()
  .trim()
  .max(500)
  .refine(
    (text) => isAllowedEndpoint(text, loopbackExempt),
    'An issuer is an https address. http is accepted for this machine only.',
  )
  .refine(
    (text) => !URL.canParse(text) || (new URL(text).search === '' && new URL(text).hash === ''),
    'An issuer has no query.',
  )

/** `openid` is always asked for; `offline_access` would give a token that is never used. */
const scopes = z
  .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, 'A scope has no spaces or quotes.'))
  .max(20)
  .transform((given) => [...new Set(['openid', ...given])].filter((scope) => scope !== 'offline_access'))

const roleRules = z
  .array(z.object({ group: z.string().trim().min(1).max(300), role }))
  .max(200)
  .describe('In order: the first rule whose group a person is in decides.')

const settings = {
  name: z.string().trim().min(1).max(60),
  buttonLabel: z.string().trim().max(60).describe('Empty: "Continue with" and the name.'),
  clientId: z.string().trim().min(1).max(500),
  clientSecret: z.string().max(2_000),
  scopes,
  groupsClaim: z.string().trim().min(1).max(200),
  roleRules,
  defaultRole: role.nullable().describe('For people whom no rule applies to. Null: they are refused.'),
  linkByEmail: flagInput,
  enabled: flagInput,
}

export const createProviderInput = z.object({ id, issuer, ...settings })
export const updateProviderInput = z.object({
  id: z.string().max(40),
  ...settings,
  clientSecret: settings.clientSecret.nullable().describe('Null: keep the current one. Empty: none.'),
})
export const providerRef = z.object({ id: z.string().max(40) })
export const checkProviderInput = z.object({ issuer, hasSecret: flagInput })

export const providerView = z.object({
  id: z.string(),
  name: z.string(),
  buttonLabel: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  scopes: z.array(z.string()),
  groupsClaim: z.string(),
  roleRules: z.array(z.object({ group: z.string(), role })),
  defaultRole: role.nullable(),
  linkByEmail: z.boolean(),
  enabled: z.boolean(),
  accounts: z.int().describe('People who have signed in with it.'),
  provisioning: z
    .object({
      tokenPrefix: z.string(),
      tokenSetAt: z.date(),
      lastUsedAt: z.date().nullable(),
      people: z.int(),
      inactive: z.int().describe('Of the people: those whose access the provider has ended.'),
      linked: z.int().describe('Of the people: those whose account is known.'),
      groups: z.int(),
    })
    .nullable()
    .describe('Null: the provider does not provision people by SCIM.'),
  createdBy: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type ProviderView = z.infer<typeof providerView>

/** What the check of an issuer found. */
export const providerCheck = z.object({
  ok: z.boolean(),
  fault: z.string().nullable(),
  hint: z.string().nullable(),
  announcesPkce: z.boolean(),
  signsOut: z.boolean().describe('Whether people can also be signed out at the provider.'),
})

export const signInPolicyView = z.object({
  enforceSso: z.boolean(),
  breakGlassAdmins: z.array(z.object({ id: z.string(), email: z.string(), name: z.string() })),
})
export const setSignInPolicyInput = z.object({ enforceSso: flagInput })
export const setBreakGlassInput = z.object({ id: z.string().max(200), breakGlass: flagInput })
