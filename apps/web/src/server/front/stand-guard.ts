import { parseAddressRanges } from '@frostline/services/net'
import { readFrontEnv } from '../env.ts'
import { addressHeader } from './address-header.ts'
import { frontRefusals } from './front-refusals.ts'
import { guardRequests } from './guard-requests.ts'

export function startGuard(): void {
  const { trustedProxies, publicUrl } = readFrontEnv()
  guardRequests({
    addressHeader: addressHeader(),
    trustedProxies: parseAddressRanges(trustedProxies),
    https: publicUrl.startsWith('https:'),
    maxBodyBytes: 1_048_576,
    requestTimeoutMs: 30_000,
    lingerMs: 5_000,
    onRefusal: (refusal) => frontRefusals().note(refusal),
  })
}
