# The gateway over HTTP. Mount a directory with plugboard.json at /config/plugboard; docs/team.md has an example.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm pack --silent && mv plugboard-*.tgz /plugboard.tgz

FROM node:22-bookworm-slim
RUN --mount=from=build,source=/plugboard.tgz,target=/plugboard.tgz npm install --global --offline /plugboard.tgz \
  && mkdir -p /config/plugboard /state && chown -R node:node /config /state
USER node
ENV XDG_CONFIG_HOME=/config XDG_STATE_HOME=/state NODE_ENV=production
EXPOSE 7420
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "const ask=(scheme)=>new Promise((done)=>require('node:'+scheme).get(scheme+'://127.0.0.1:7420/health',{rejectUnauthorized:false},(response)=>done(response.statusCode===200)).on('error',()=>done(false)));Promise.all(['http','https'].map(ask)).then((well)=>process.exit(well.includes(true)?0:1))"]
ENTRYPOINT ["plugboard"]
CMD ["serve", "--http", "7420"]
