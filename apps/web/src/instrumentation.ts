/** Next.js calls this once, before the first request is answered. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { startGuard } = await import('./server/front/stand-guard.ts')
  startGuard()
}
