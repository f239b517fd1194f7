/* global SwaggerUIBundle */
// Keys are kept in memory alone: `persistAuthorization` stays off, and nothing of the page writes to storage.
SwaggerUIBundle({
  url: '/openapi.json',
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
  syntaxHighlight: { activated: true, theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'nord' : 'idea' },
});

// Swagger UI's own dark colours hang on this class.
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
