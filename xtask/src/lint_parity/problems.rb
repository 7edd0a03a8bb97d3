# Prints what puppet-lint and the plugins on the load path report, one line of JSON for each problem.
# Arguments: a file with the paths of the manifests, one a line; then the plugins to require.
require 'json'
require 'puppet-lint'

list, *plugins = ARGV
plugins.each { |plugin| require plugin }
# All checks, also those that are off by default.
PuppetLint.configuration.checks.each { |check| PuppetLint.configuration.send(:"enable_#{check}") }
output = $stdout.dup
# What puppet-lint itself prints when it fails at a file.
$stdout = File.open(File::NULL, 'w')
started = Process.clock_gettime(Process::CLOCK_MONOTONIC)
File.readlines(list, chomp: true).each do |path|
  lint = PuppetLint.new
  lint.file = path
  begin
    lint.run
  rescue SystemExit
    output.puts JSON.generate({ path: path, failed: true })
    next
  end
  lint.problems.each do |problem|
    next if problem[:kind] == :ignored

    output.puts JSON.generate(
      path: path, check: problem[:check], line: problem[:line], column: problem[:column], message: problem[:message],
    )
  end
end
seconds = Process.clock_gettime(Process::CLOCK_MONOTONIC) - started
output.puts JSON.generate({ seconds: seconds, checks: PuppetLint.configuration.checks })
