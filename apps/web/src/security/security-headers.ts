/** On every response of the web process: pages, files, API, guard. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Responses under /api run nothing, even where Next.js makes an error page there. Pages have a policy with a nonce of
 * their own (src/proxy.ts), and so has the report: two policies would both apply.
 */
export function policyOf(path: string): string | null {
  return path.startsWith('/api/') && !path.startsWith('/api/reports/') ? nothing : null
}

/** For the guard's own responses. */
export const policyOfRefusals = nothing
