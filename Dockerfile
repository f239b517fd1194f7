# No build step for the service: Node 26 runs the TypeScript. The `node` npm package is a dev dependency and stays out.
FROM node:26-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

# The panel is built by what `npm ci` brings, and only what comes of it goes on.
FROM node:26-bookworm-slim AS panel
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY server ./server
COPY web ./web
RUN npm ci

FROM node:26-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data GLIBC_TUNABLES=glibc.malloc.hugetlb=1
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY server ./server
COPY routers ./routers
COPY adapters ./adapters
COPY db ./db
COPY client ./client
COPY --from=panel /app/web/dist ./web/dist
COPY docs ./docs
# What a first start on the embedded database copies.
RUN npm run -s prepare:database
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "server/main.ts"]
