# An image with the binary and nothing else. The build context is the folder of an archive for a musl target:
#   docker build --file Dockerfile --tag puppet-analyzer puppet-analyzer-VERSION-x86_64-unknown-linux-musl
#   docker run --rm --volume "$PWD:/code:ro" puppet-analyzer check
FROM scratch
COPY puppet-analyzer /puppet-analyzer
WORKDIR /code
ENTRYPOINT ["/puppet-analyzer"]
