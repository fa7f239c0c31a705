/** Of every answer of the web process, whoever makes it: a page, a file, a door, the guard. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * What the doors under /api answer runs nothing, also where Next.js makes a page of an error there. Pages have a policy with a
 * nonce of their own (src/proxy.ts), and so has the report: two policies would both hold.
 */
export function policyOf(path: string): string | null {
  return path.startsWith('/api/') && !path.startsWith('/api/reports/') ? nothing : null
}

/** Of what the guard answers itself. */
export const policyOfRefusals = nothing
