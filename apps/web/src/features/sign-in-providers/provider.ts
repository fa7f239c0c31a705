import type { RouterOutputs } from '@/trpc/router-outputs.ts'

type List = RouterOutputs['signInProviders']['list']
/** A sign-in provider as admins see it. */
export type Provider = List['providers'][number]
/** What admins enter at the provider. */
export type ProviderAddresses = Pick<List, 'callbackUrl' | 'signedOutUrl' | 'scimUrl'>
