package io.tributary.pull;

import java.util.stream.Stream;

/**
 * Whose rows a claim takes. Each provider is given its free places; there the team goes first of
 * which the fewest rows are under way on this node, of several such teams the one that was served
 * longest ago, and of a team what has waited longest. So a team that has asked for the history of
 * all its users holds nobody up who links one.
 *
 * <p>Parameters: {@code $1} rows at most, {@code $2} and {@code $3} providers and their places,
 * {@code $4} and {@code $5} providers and applications that rest, {@code $6} to {@code $9}
 * providers, teams, how many rows of them are under way, and when they were served, as a number
 * that grows.
 */
final class FairClaimSql {
  /** So many rows of a provider are looked at, and a queue that is longer is gone through. */
  static final int WINDOW = 64;

  /**
   * A queue that fits into the window is seen as a whole. In a longer one it is stepped over an
   * index from team to team, however many rows of them there are. Each look asks for an order that
   * only its index has, in whole and in part: another one would be read and sorted for it. What is
   * locked is what is taken: others that claim at the same time find the next rows, and who holds
   * some for another reason holds up nobody else.
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
   * The begin of a claim, which goes on with the ids of table {@code due}, locked.
   *
   * @param rows table with id, provider, app_id and team_id
   * @param due column of when a row is due
   * @param lease column of until when it is somebody's
   * @param open which rows the indexes have, by alias r
   * @param lock how a row is locked
   */
  static String due(String rows, String due, String lease, String open, String lock) {
    return DUE.replace("{rows}", rows)
        .replace("{due}", due)
        .replace("{open}", open)
        .replace("{free}", "(r.%1$s is null or r.%1$s < now())".formatted(lease))
        .replace("{lock}", lock)
        .replace("{window}", Integer.toString(WINDOW));
  }

  /** The first nine parameters of a claim, and what comes behind them. */
  static Object[] parameters(int most, ProviderSlotPool.Offer offer, Object... more) {
    return Stream.concat(
            Stream.of(
                most,
                offer.providers(),
                offer.numbers(),
                offer.restingProviders(),
                offer.restingApps(),
                offer.knownProviders(),
                offer.knownTeams(),
                offer.busyNumbers(),
                offer.servedNumbers()),
            Stream.of(more))
        .toArray();
  }
}
