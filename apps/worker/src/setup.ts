import { runSetup } from './run-setup.ts'
import { readSetupEnv } from './setup-env.ts'

try {
  await runSetup(readSetupEnv(), (line) => console.log(line))
} catch (error) {
  // Only the text: a stack does not help an operator, and a cause may contain what was sent.
  console.error(error instanceof Error ? error.message : 'The set-up failed.')
  process.exitCode = 1
}
