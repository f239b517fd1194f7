/** Whether the user `u` has a second factor: SQL. Not EXISTS, for which PostgreSQL may read those of all users first. */
export const HAS_SECOND_FACTOR = '((SELECT f.confirmed_at FROM second_factors f WHERE f.user_id = u.id) IS NOT NULL)';
