import type { Database, SignInProvider } from '@frostline/db'
import { createRemoteJWKSet, customFetch } from 'jose'
import type { SecretBox } from '../../../platform/base/secret-box.ts'
import { type CheckedRequest, checkedFetch } from '../../../platform/net/checked-fetch.ts'
import type { AddressExemption } from '../../../platform/net/explain-address.ts'
import { providerSecretPlace, readRoleRules } from '../../sign-in-provider/provider-row.ts'
import { readDiscovery } from '../../sign-in-provider/read-discovery.ts'
import type { OpenedProvider } from './opened-provider.ts'

const discoveryAgeMs = 10 * 60_000

/** One per process: discovery documents and keys are kept for minutes. */
export interface ProviderDirectory {
  /** `unknown`: none, or disabled. `unreachable`: its discovery cannot be read. */
  open(id: string): Promise<OpenedProvider | 'unknown' | 'unreachable'>
}

export function createProviderDirectory(options: {
  db: Database
  secrets: SecretBox
  addresses: AddressExemption
  log: (message: string) => void
}): ProviderDirectory {
  const kept = new Map<string, { version: number; readAtMs: number; provider: OpenedProvider }>()
  return {
    async open(id) {
      const row = await options.db.signInProvider.findUnique({ where: { id } })
      if (!row?.enabled) return 'unknown'
      const version = row.updatedAt.getTime()
      const present = kept.get(id)
      const fresh = present && performance.now() - present.readAtMs < discoveryAgeMs
      if (fresh && present.version === version) return present.provider
      const clientSecret =
        row.sealedSecret === null ? null : options.secrets.open(providerSecretPlace(id), row.sealedSecret)
      const provider = await read(row, clientSecret, options)
      if (provider === 'unreachable') return provider
      kept.set(id, { version, readAtMs: performance.now(), provider })
      return provider
    },
  }
}

async function read(
  row: SignInProvider,
  clientSecret: string | null,
  { addresses, log }: { addresses: AddressExemption; log: (message: string) => void },
): Promise<OpenedProvider | 'unreachable'> {
  const found = await readDiscovery(row.issuer, clientSecret !== null, addresses)
  if (!found.ok) {
    log(`Sign-in provider ${row.id}: ${found.fault}`)
    return 'unreachable'
  }
  const send = (url: string, request: CheckedRequest) => checkedFetch(url, request, addresses)
  const keys = createRemoteJWKSet(new URL(found.discovery.jwksUri), {
    // Tokens come from the provider itself, so that an unknown key is looked up at once.
    cooldownDuration: 0,
    [customFetch]: (url) => send(url, { headers: { accept: 'application/json' } }),
  })
  const { id, name, issuer, clientId, scopes, groupsClaim, roleRules, defaultRole, linkByEmail } = row
  return {
    ...{ id, name, issuer, clientId, clientSecret, scopes, groupsClaim, defaultRole, linkByEmail },
    roleRules: readRoleRules(roleRules),
    discovery: found.discovery,
    keys,
    send,
    log,
  }
}
