# The `node` npm package is a dev dependency and stays out.
FROM node:26-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

# Panel and service are built by what `npm ci` brings, and only what comes of it goes on.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci --ignore-scripts
COPY server ./server
COPY routers ./routers
COPY adapters ./adapters
COPY db ./db
COPY client ./client
COPY web ./web
RUN npm run -s build

FROM node:26-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data GLIBC_TUNABLES=glibc.malloc.hugetlb=1
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json package-lock.json ./
COPY server ./server
COPY routers ./routers
COPY adapters ./adapters
COPY db ./db
COPY client ./client
COPY --from=build /app/web/dist ./web/dist
COPY --from=build /app/node_modules/.cache/service ./node_modules/.cache/service
COPY docs ./docs
# What a first start on the embedded database copies, and compiled code.
RUN npm run -s prepare:start
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "server/main.ts"]
