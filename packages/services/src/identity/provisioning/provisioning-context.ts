import type { Database, Transaction } from '@frostline/db'
import { z } from 'zod'
import { ScimFault } from './scim-fault.ts'

/** One request of a provider that provisions people. */
export interface ProvisioningContext {
  db: Database
  now: () => Date
  provider: { id: string; name: string }
  /** The address of the SCIM endpoint. */
  base: string
}

/**
 * One change after another per provider: two requests that touch the same person or group never interleave.
 * @throws ScimFault 401 where provisioning was turned off meanwhile.
 */
export function changeProvisioned<Answer>(
  { db, provider }: ProvisioningContext,
  change: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  return db.$transaction(
    async (tx) => {
      const [held] = await tx.$queryRaw<{ providerId: string }[]>`
        SELECT "providerId" FROM "provisioning" WHERE "providerId" = ${provider.id} FOR UPDATE`
      if (!held) throw new ScimFault(401, null, 'Provisioning was turned off.')
      return change(tx)
    },
    { timeout: 60_000, maxWait: 30_000 },
  )
}

/** What a list is asked for. Pages begin at 1. */
export interface ListQuery {
  filter: string | null
  startIndex: number
  count: number
}

export const maxPage = 1_000
const whole = z.coerce.number().int().catch(Number.NaN)

/** By RFC 7644, section 3.4.2.4: an index below one is one, a negative count is none. */
export function readListQuery(search: URLSearchParams): ListQuery {
  const number = (name: string, otherwise: number) => {
    const text = search.get(name)
    const value = text === null ? otherwise : whole.parse(text)
    if (Number.isNaN(value)) throw new ScimFault(400, 'invalidValue', `${name} is a whole number.`)
    return value
  }
  return {
    filter: search.get('filter'),
    startIndex: Math.min(2 ** 31 - 1, Math.max(1, number('startIndex', 1))),
    count: Math.min(maxPage, Math.max(0, number('count', 100))),
  }
}

export function listResponse(
  total: number,
  { startIndex }: ListQuery,
  resources: readonly object[],
): Record<string, unknown> {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    ...{ totalResults: total, startIndex, itemsPerPage: resources.length, Resources: resources },
  }
}
