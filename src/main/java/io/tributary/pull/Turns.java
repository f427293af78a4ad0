package io.tributary.pull;

import java.util.stream.Stream;

/**
 * Whose rows a claim takes. Each provider is given its free places; there the team goes first of
 * which the fewest rows are under way on this node, and of a team what has waited longest. So a
 * team that has asked for the history of all its users holds nobody up who links one.
 *
 * <p>Parameters: {@code $1} rows at most, {@code $2} and {@code $3} providers and their places,
 * {@code $4} and {@code $5} providers and applications that rest, {@code $6} to {@code $8}
 * providers, teams and how many rows of them are under way.
 */
final class Turns {
  /**
   * Steps over an index from team to team, however many rows of them there are; its order is asked
   * for as rows of columns, as no other index has it. Twice the places are looked at, since other
   * nodes claim as well and what they hold is left to them.
   */
  private static final String DUE =
      """
      with recursive line (provider, places, app, team) as (
        select p.provider, p.places, f.app_id, f.team_id
          from unnest($2::text[], $3::int[]) as p(provider, places)
         cross join lateral (
           select r.app_id, r.team_id from {rows} r
            where r.provider >= p.provider and r.provider <= p.provider and {open}
            order by r.provider, r.app_id, r.team_id limit 1) f
         union all
        select l.provider, l.places, n.app_id, n.team_id
          from line l
         cross join lateral (
           select r.app_id, r.team_id from {rows} r
            where (r.provider, r.app_id, r.team_id) > (l.provider, l.app, l.team)
              and r.provider <= l.provider and {open}
            order by r.provider, r.app_id, r.team_id limit 1) n
      ), found as materialized (
        select d.id, d.at, l.provider, l.places,
               row_number() over (partition by l.provider, l.team order by d.at, d.id)
                 + coalesce(b.running, 0) as turn
          from line l
          left join unnest($6::text[], $7::uuid[], $8::int[]) as b(provider, team, running)
                 on b.provider = l.provider and b.team = l.team
         cross join lateral (
           select r.id, r.{due} as at from {rows} r
            where (r.provider, r.app_id, r.team_id, r.{due})
                    >= (l.provider, l.app, l.team, '-infinity'::timestamptz)
              and (r.provider, r.app_id, r.team_id, r.{due}) <= (l.provider, l.app, l.team, now())
              and {open} and {free}
            order by r.provider, r.app_id, r.team_id, r.{due}, r.id
            limit 2 * l.places) d
         where not exists (select 1 from unnest($4::text[], $5::uuid[]) as s(provider, app)
                            where s.provider = l.provider and s.app = l.app)
      ), ranked as materialized (
        select id, at, provider, places,
               row_number() over (partition by provider order by turn, at, id) as place
          from found
      ), held as materialized (
        select k.* from ranked k
         cross join lateral (
           select 1 from {rows} r
            where r.id = k.id and r.{due} <= now() and {open} and {free}
              for {lock} of r skip locked) mine
         where k.place <= 2 * k.places
      ), due as materialized (
        select id
          from (select held.*, row_number() over (partition by provider order by place) as seat
                  from held) seated
         where seat <= places
         order by seat, at, id
         limit $1
      )
      """;

  private Turns() {}

  /**
   * The begin of a claim, which goes on with the ids of table {@code due}, locked.
   *
   * @param rows table with id, provider, app_id and team_id
   * @param due column of when a row is due
   * @param lease column of until when it is somebody's
   * @param open which rows the index has, by alias r
   * @param lock how a row is locked
   */
  static String due(String rows, String due, String lease, String open, String lock) {
    return DUE.replace("{rows}", rows)
        .replace("{due}", due)
        .replace("{open}", open)
        .replace("{free}", "(r.%1$s is null or r.%1$s < now())".formatted(lease))
        .replace("{lock}", lock);
  }

  /** The first eight parameters of a claim, and what comes behind them. */
  static Object[] parameters(int most, ProviderSlots.Offer offer, Object... more) {
    return Stream.concat(
            Stream.of(
                most,
                offer.providers(),
                offer.numbers(),
                offer.restingProviders(),
                offer.restingApps(),
                offer.busyProviders(),
                offer.busyTeams(),
                offer.busyNumbers()),
            Stream.of(more))
        .toArray();
  }
}
