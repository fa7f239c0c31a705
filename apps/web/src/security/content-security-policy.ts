/**
 * Scripts run by nonce only: pages are rendered per request (see the root layout), so Next puts the nonce of the
 * request's policy on its own scripts, also on the inline ones that stream data. A hash policy cannot hold for those,
 * because their content differs by request. Style attributes come from server-rendered sizes (bars, virtual rows) and
 * are allowed; style elements are not. There is no upgrade-insecure-requests: the console may be served over http.
 */
export function renderContentSecurityPolicy(nonce: string, development: boolean): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    // React rebuilds server stacks with eval in development only.
    'script-src': [
      "'self'",
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      ...(development ? ["'unsafe-eval'"] : []),
    ],
    // The development server injects its styles as elements without a nonce.
    'style-src-elem': development ? ["'self'", "'unsafe-inline'"] : ["'self'", `'nonce-${nonce}'`],
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
