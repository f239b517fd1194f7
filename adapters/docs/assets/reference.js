/* global SwaggerUIBundle */
const dark = matchMedia('(prefers-color-scheme: dark)');

// Swagger UI's own dark colours depend on this class.
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

const described = await (await fetch('/openapi.json')).json();
// A header's example is not a value to send: one Idempotency-Key for every try would replay the first.
for (const parameter of Object.values(described.components.parameters)) delete parameter.example;

// Keys are kept in memory only: `persistAuthorization` is off, and the page writes nothing to storage.
SwaggerUIBundle({
  spec: described,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 4,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
