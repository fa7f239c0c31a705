import { spawn } from 'node:child_process'

/**
 * The database is detached and would outlive a test run that is killed. This shell waits for the end of our
 * pipe, then stops the server on the stack's folder, if it still is one, and removes the folder once the
 * nodes and the store, which end by themselves, have had their time.
 */
const SCRIPT = `
  cat > /dev/null
  pid=$(head -n 1 "$1/postgres/data/postmaster.pid" 2> /dev/null)
  if [ -n "$pid" ] && ps -o args= -p "$pid" | grep -qF -- "-D $1/postgres/data "; then kill -INT "$pid"; fi
  sleep 10
  rm -rf "$1"
`

/** Guards a folder against the sudden end of this process. The result takes the guard away. */
export function guardFolder(folder: string): () => void {
  const guard = spawn('sh', ['-c', SCRIPT, 'guard', folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  return () => void guard.kill('SIGKILL')
}
