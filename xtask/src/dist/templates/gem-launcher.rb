#!/usr/bin/env ruby
# frozen_string_literal: true

# Starts the binary that this gem carries.
binary = Dir[File.expand_path('../libexec/puppet-analyzer{,.exe}', __dir__)].first
exec(binary, *ARGV)
