package io.tributary.report.parsing;

import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.db.Tx;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.loinc.Synonyms.Synonym;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.Comparator;
import java.util.List;

/** Meanings that a team's reviewers have assigned to printed names: the rows of report_synonym. */
public final class SynonymRepo {
  /**
   * Limit above the number of names that a team's laboratories print; the most recent ones count.
   */
  private static final int MAX_SYNONYMS = 20_000;

  private static final String ALL =
      """
      select name, unit, specimen, loinc_code, confirmations from report_synonym
       where team_id = $1 and environment = $2 order by updated_at desc limit $3
      """;

  private static final String UPSERT =
      """
      insert into report_synonym (team_id, environment, name, unit, specimen, loinc_code)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (team_id, environment, name, unit, specimen, loinc_code)
      do update set confirmations = report_synonym.confirmations + 1, updated_at = now()
      """;

  private final Db db;

  public SynonymRepo(Db db) {
    this.db = db;
  }

  /** Returns all synonyms of a team, for the interpretation of its next reports. */
  public Future<Synonyms> ofTeam(Tenant tenant) {
    return db.read(ALL, tenant.team(), tenant.environment().wire(), (long) MAX_SYNONYMS)
        .map(
            rows ->
                new Synonyms(
                    RowMapping.list(
                        rows,
                        r ->
                            new Synonym(
                                r.getString("name"),
                                r.getString("unit"),
                                r.getString("specimen"),
                                r.getString("loinc_code"),
                                r.getInteger("confirmations")))));
  }

  /** Stores a reviewer's synonyms; repeating one increases its weight. */
  public void add(Tx tx, Tenant tenant, List<Synonym> said) {
    tx.batch(
        UPSERT,
        said.stream()
            // Sorting makes concurrent reviews lock rows in the same order, which prevents
            // deadlocks.
            .sorted(Comparator.comparing(Synonym::name).thenComparing(Synonym::loincCode))
            .map(
                s ->
                    Tuple.of(
                        tenant.team(),
                        tenant.environment().wire(),
                        Synonyms.normalize(s.name()),
                        s.unit(),
                        s.specimen(),
                        s.loincCode()))
            .toList());
  }
}
