export { type AddressExemption, parseAddressRanges } from './explain-address.ts'
export { limitBody } from './limit-body.ts'
export { retryAfter } from './retry-after.ts'
