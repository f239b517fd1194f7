/** Whether the user `u` has a second factor: SQL. */
export const HAS_SECOND_FACTOR =
  'EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)';
