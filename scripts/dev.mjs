// Builds in debug, serves the demo, and does both again when a source changes.
import { spawn, spawnSync } from 'node:child_process'
import { watch } from 'node:fs'

const target = process.env.CARGO_TARGET_DIR ?? 'target'
let server
let waiting

const build = () => {
  server?.kill('SIGTERM')
  const steps = [['scripts/site.sh', ['dev']], ['cargo', ['build', '-p', 'server']]]
  const failed = steps.some(([command, args]) => spawnSync(command, args, { stdio: 'inherit' }).status !== 0)
  if (failed) return console.log('dev: waiting for a change')
  server = spawn(`${target}/debug/touchstone`, ['--data', 'touchstone-data', 'serve', '--demo'], { stdio: 'inherit' })
}
const soon = (_, name) => {
  if (!/\.(rs|css|sql|toml|svg)$/.test(name ?? '')) return
  clearTimeout(waiting)
  waiting = setTimeout(build, 300)
}
for (const folder of ['app/src', 'domain/src', 'store/src', 'server/src', 'style', 'migrations', 'public']) watch(folder, { recursive: true }, soon)
process.on('SIGINT', () => { server?.kill('SIGTERM'); process.exit(0) })
build()
