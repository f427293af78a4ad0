package io.tributary.pull;

import java.util.stream.Stream;

/**
 * SQL that claims due rows fairly across the teams of each provider.
 *
 * <p>Each provider gets as many rows as it has free slots. Within a provider, the next row comes
 * from the team with the fewest rows in progress on this node; among equal teams, from the one that
 * was served longest ago; within a team, the row that has waited longest comes first. A team that
 * requested the history of all its users therefore does not delay a team that links one user.
 *
 * <p>How it works: for each provider the {@link #WINDOW} oldest due rows are read. If the queue is
 * shorter, these rows are the whole queue and are ranked directly. A longer queue is read by an
 * index skip scan over (application, team), which costs one step per team regardless of the number
 * of rows, and the oldest rows of each team are read: as many as the provider has free slots, or
 * {@code WINDOW} divided by the number of teams if that is more. Each row gets the rank "position
 * within its team plus rows of the team in progress". Rows are ordered by that rank, then by the
 * time the team was last served, then by due time, and are locked in this order with {@code skip
 * locked} until the slots are filled.
 *
 * <p>Parameters: {@code $1} maximum number of rows; {@code $2} and {@code $3} providers and their
 * free slots; {@code $4} and {@code $5} providers and applications in cooldown; {@code $6} to
 * {@code $9} providers, teams, their rows in progress, and the sequence number of their last
 * service.
 */
final class FairClaimSql {
  /**
   * Number of due rows that are read per provider. A longer queue is read by a skip scan over its
   * teams.
   */
  static final int WINDOW = 64;

  /**
   * Claim statement up to the locked rows. Each subquery requests an order that only its own index
   * provides, both fully and as a prefix. The planner therefore cannot choose another index and
   * sort. Exactly the rows that are claimed are locked: concurrent claimers get the next rows, and
   * a row that is locked for another reason blocks nothing.
   */
  private static final String DUE =
      """
      with recursive oldest as materialized (
        select p.provider, p.places, d.*
          from unnest($2::text[], $3::int[]) as p(provider, places)
         cross join lateral (
           select r.id, r.app_id as app, r.team_id as team, r.{due} as at from {rows} r
            where r.provider >= p.provider and r.provider <= p.provider
              and r.{due} <= now() and {open} and {free}
            order by r.provider, r.{due} limit {window}) d
      ), crowd as materialized (
        select provider, places from oldest group by provider, places having count(*) = {window}
      ), line (provider, places, app, team) as (
        select c.provider, c.places, f.app_id, f.team_id
          from crowd c
         cross join lateral (
           select r.app_id, r.team_id from {rows} r
            where r.provider = c.provider and {open}
            order by r.app_id, r.team_id limit 1) f
         union all
        select l.provider, l.places, n.app_id, n.team_id
          from line l
         cross join lateral (
           select r.app_id, r.team_id from {rows} r
            where r.provider = l.provider and (r.app_id, r.team_id) > (l.app, l.team) and {open}
            order by r.app_id, r.team_id limit 1) n
      ), calling as materialized (
        select l.*, count(*) over (partition by l.provider) as lines
          from line l
         where not exists (select 1 from unnest($4::text[], $5::uuid[]) as s(provider, app)
                            where s.provider = l.provider and s.app = l.app)
      ), found as materialized (
        select o.id, o.at, o.provider, o.team
          from oldest o
         where not exists (select 1 from crowd c where c.provider = o.provider)
           and not exists (select 1 from unnest($4::text[], $5::uuid[]) as s(provider, app)
                            where s.provider = o.provider and s.app = o.app)
         union all
        select d.id, d.at, l.provider, l.team
          from calling l
         cross join lateral (
           select r.id, r.{due} as at from {rows} r
            where r.provider = l.provider
              and (r.app_id, r.team_id, r.{due}) >= (l.app, l.team, '-infinity'::timestamptz)
              and (r.app_id, r.team_id, r.{due}) <= (l.app, l.team, now())
              and {open} and {free}
            order by r.app_id, r.team_id, r.{due}, r.id
            limit greatest(l.places, {window} / l.lines)) d
      ), turned as (
        select f.*, coalesce(b.served, 0) as served,
               row_number() over (partition by f.provider, f.team order by f.at, f.id)
                 + coalesce(b.running, 0) as turn
          from found f
          left join unnest($6::text[], $7::uuid[], $8::int[], $9::bigint[])
                 as b(provider, team, running, served)
                 on b.provider = f.provider and b.team = f.team
      ), ranked as materialized (
        select id, at, provider,
               row_number() over (partition by provider order by turn, served, at, id) as place
          from turned
      ), due as materialized (
        select id
          from (select h.*, row_number() over (partition by p.provider order by h.place) as seat
                  from unnest($2::text[], $3::int[]) as p(provider, places)
                 cross join lateral (
                   select k.*
                     from (select * from ranked where provider = p.provider
                            order by place offset 0) k
                    cross join lateral (
                      select 1 from {rows} r
                       where r.id = k.id and r.{due} <= now() and {open} and {free}
                         for {lock} of r skip locked) mine
                    limit p.places) h) seated
         order by seat, at, id
         limit $1
      )
      """;

  private FairClaimSql() {}

  /**
   * Returns the start of a claim statement. It continues with the locked IDs in the common table
   * expression {@code due}.
   *
   * @param rows table with the columns id, provider, app_id and team_id
   * @param due column with the due time
   * @param lease column with the end of the lease
   * @param open condition of the partial indexes, with alias r
   * @param lock lock strength of the rows
   */
  static String claimStart(String rows, String due, String lease, String open, String lock) {
    return DUE.replace("{rows}", rows)
        .replace("{due}", due)
        .replace("{open}", open)
        .replace("{free}", "(r.%1$s is null or r.%1$s < now())".formatted(lease))
        .replace("{lock}", lock)
        .replace("{window}", Integer.toString(WINDOW));
  }

  /** Returns the first nine parameters of a claim, followed by more. */
  static Object[] parameters(int most, ProviderSlotPool.Offer offer, Object... more) {
    return Stream.concat(
            Stream.of(
                most,
                offer.providers(),
                offer.freeSlotCounts(),
                offer.cooldownProviders(),
                offer.cooldownApps(),
                offer.knownProviders(),
                offer.knownTeams(),
                offer.inProgressCounts(),
                offer.lastServedNumbers()),
            Stream.of(more))
        .toArray();
  }
}
