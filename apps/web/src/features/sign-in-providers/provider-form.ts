import { z } from 'zod'
import type { AccountRole } from '@/auth/use-person.ts'
import { choice, requiredText } from '@/form/field-schemas.ts'
import type { Provider } from './provider.ts'

/** The role of people whom no rule applies to; `none` refuses them. */
export type DefaultRole = AccountRole | 'none'

export const providerForm = z.object({
  name: requiredText('Enter a name.'),
  id: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9-]{0,38}[a-z0-9]$/, 'Use 2 to 40 lowercase letters, digits and hyphens.'),
  issuer: requiredText('Enter the issuer.').refine(
    (text) => /^https?:\/\/\S+$/.test(text),
    'Enter an https address.',
  ),
  clientId: requiredText('Enter the client ID.'),
  clientSecret: z.string(),
  buttonLabel: z.string(),
  scopes: z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean)),
  groupsClaim: requiredText('Enter the claim.'),
  roleRules: z.array(z.object({ group: requiredText('Enter a group.'), role: choice<AccountRole>() })),
  defaultRole: choice<DefaultRole>().transform((role) => (role === 'none' ? null : role)),
  linkByEmail: z.boolean(),
  enabled: z.boolean(),
})

export function draftOf(provider: Provider | undefined): z.input<typeof providerForm> {
  return {
    ...{ name: provider?.name ?? '', id: provider?.id ?? '', issuer: provider?.issuer ?? '' },
    ...{ clientId: provider?.clientId ?? '', clientSecret: '', buttonLabel: provider?.buttonLabel ?? '' },
    scopes: (provider?.scopes ?? ['openid', 'email', 'profile', 'groups']).join(' '),
    groupsClaim: provider?.groupsClaim ?? 'groups',
    roleRules: provider?.roleRules ?? [{ group: '', role: 'viewer' }],
    defaultRole: provider ? (provider.defaultRole ?? 'none') : 'none',
    linkByEmail: provider?.linkByEmail ?? false,
    enabled: provider?.enabled ?? true,
  }
}

/** The ID that a name suggests. */
export function idFromName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
}
