/** Which process ran which attempt of a job, and by which death the attempt was charged: each process has its own role. */

/** Notes each change of a job with the role that made it. */
const TABLES = `
  CREATE TABLE public.seen (
    at bigint DEFAULT extract(epoch FROM clock_timestamp()) * 1000, role text DEFAULT session_user,
    id text, state text, attempts integer, crashes integer
  );
  CREATE FUNCTION public.see() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO public.seen (id, state, attempts, crashes)
      VALUES (NEW.id, NEW.state, NEW.attempts, (NEW.record->>'crashes')::integer);
    RETURN NULL;
  END $$;
  CREATE TRIGGER see AFTER UPDATE ON docconv.jobs FOR EACH ROW EXECUTE FUNCTION public.see()`;

export async function watchCharges(store, count) {
  await store.rows(TABLES);
  const roles = Array.from({ length: count }, (_, i) => `process${i}`);
  for (const role of roles) await store.rows(`CREATE ROLE ${role} SUPERUSER LOGIN`);
  return roles.map(role => ({ role, url: store.url.replace('//docconv@', `//${role}@`) }));
}

/**
 * The crashes that jobs were charged for, and what ended the process of each. @param processes with `role` and `deaths`
 * @return `{ id, by }`; by: 'itself' (a document), 'the benchmark', or 'no death' (stopped, or the database was away)
 */
export async function chargesOf(store, processes) {
  const rows = await store.rows('SELECT * FROM public.seen ORDER BY at');
  const deathsOf = Object.fromEntries(processes.map(({ role, deaths }) => [role, deaths]));
  const latest = new Map();
  const charges = [];
  for (const row of rows) {
    const before = latest.get(row.id);
    latest.set(row.id, row);
    if (!before || row.crashes <= before.crashes) continue;
    const death = deathsOf[before.role].find(({ at }) => at >= Number(before.at) && at <= Number(row.at));
    charges.push({ id: row.id, by: death?.by ?? 'no death' });
  }
  return charges;
}
