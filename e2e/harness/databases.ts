/** Whether the tests run on TEST_DATABASE_URL's server; otherwise on the embedded database. */
export const onPostgres = process.env['TEST_DATABASE_URL'] !== undefined;
