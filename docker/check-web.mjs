// Health check of the web image: the process answers. Whether it reaches the database is a matter of readiness
// (/api/health/ready), which a restart of the container would not mend.
const url = `http://127.0.0.1:${process.env.PORT ?? 3000}/api/health/live`
try {
  const response = await fetch(url, { signal: AbortSignal.timeout(4000) })
  if (!response.ok) throw new Error(`status ${response.status}`)
} catch (error) {
  console.error(`${url}: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
