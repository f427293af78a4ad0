package io.tributary.lab.catalogue;

import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads markers for comparison. */
final class CompendiumRepo {
  /** Enough to choose twenty from; the most popular come first. */
  private static final int MOST = 1000;

  /** Limit when several sets are read together. */
  private static final int MOST_OF_SEVERAL = 10_000;

  private static final String FROM =
      """
      select m.id, m.lab_id, l.slug as lab_slug, m.provider_id, m.name, m.aliases, m.cpt_codes,
             m.loinc_codes, m.loinc_set_hash, m.popularity,
             array(select c.component from loinc c where c.code = any(m.loinc_codes)
                    order by c.code) as components,
             array(select r.name from marker_result r where r.marker_id = m.id and r.active
                    order by r.position) as result_names
        from marker m join lab l on l.id = m.lab_id and l.active
      """;
  private static final String OFFERED =
      """
       where m.active and m.orderable and not m.reflex and m.lab_id = any($1::int[])
         and (cardinality($2::text[]) = 0 or m.cpt_codes && $2)
      """;
  private static final String LAST = " order by m.popularity desc, m.id limit " + MOST;
  private static final String NAMED =
      FROM
          + OFFERED
          + " and lab_grams(m.terms) @> $3::text[] and m.terms like all($4::text[])"
          + LAST;
  private static final String NAMED_SHORTLY =
      FROM + OFFERED + " and m.terms like all($3::text[])" + LAST;
  private static final String NAMED_IN_PART =
      FROM + OFFERED + " and m.terms like any($3::text[])" + LAST;
  private static final String OF_SET = FROM + OFFERED + " and m.loinc_set_hash = $3" + LAST;
  // The identical set comes first, so that the limit cannot cut it off.
  private static final String TOUCHING =
      FROM
          + OFFERED
          + """
           and m.loinc_codes && $3::text[]
           order by coalesce(m.loinc_set_hash = $4, false) desc, m.popularity desc, m.id
           limit $5
          """;
  private static final String OF_CODES =
      FROM + " where m.active and m.lab_id = any($1::int[]) and m.provider_id = any($2::text[])";
  private static final String OF_IDS = FROM + " where m.id = any($1::int[]) order by m.id";

  private final Db db;

  CompendiumRepo(Db db) {
    this.db = db;
  }

  /**
   * Labs to search, and CPT codes of which a marker must have at least one; an empty list accepts
   * all.
   */
  record Scope(List<Integer> labs, List<String> cptCodes) {
    private Integer[] labIds() {
      return labs.toArray(Integer[]::new);
    }

    private String[] cpt() {
      return cptCodes.toArray(String[]::new);
    }
  }

  /**
   * Markers whose names contain all words. If there are none, markers that contain one of the
   * words.
   */
  Future<List<CompendiumEntry>> named(Scope scope, String query) {
    List<String> words = List.of(Trigrams.fold(query).strip().split("\\s+"));
    String[] patterns = words.stream().map(Trigrams::pattern).toArray(String[]::new);
    String[] grams =
        words.stream().flatMap(w -> Stream.of(Trigrams.of(w))).distinct().toArray(String[]::new);
    Future<RowSet<Row>> all =
        grams.length == 0
            ? db.read(NAMED_SHORTLY, scope.labIds(), scope.cpt(), patterns)
            : db.read(NAMED, scope.labIds(), scope.cpt(), grams, patterns);
    return all.compose(
            rows ->
                rows.size() > 0 || words.size() == 1
                    ? Future.succeededFuture(rows)
                    : db.read(NAMED_IN_PART, scope.labIds(), scope.cpt(), patterns))
        .map(rows -> Rows.list(rows, CompendiumEntry::read));
  }

  Future<List<CompendiumEntry>> ofSet(Scope scope, String hash) {
    return db.read(OF_SET, scope.labIds(), scope.cpt(), hash)
        .map(rows -> Rows.list(rows, CompendiumEntry::read));
  }

  /**
   * Markers that measure at least one of the LOINC codes.
   *
   * @param exact hash of the set that comes first
   */
  Future<List<CompendiumEntry>> touching(
      Scope scope, Collection<String> loinc, Optional<String> exact) {
    return db.read(
            TOUCHING,
            scope.labIds(),
            scope.cpt(),
            loinc.toArray(String[]::new),
            exact.orElse(null),
            exact.isPresent() ? MOST : MOST_OF_SEVERAL)
        .map(rows -> Rows.list(rows, CompendiumEntry::read));
  }

  Future<List<CompendiumEntry>> ofCodes(List<Integer> labs, Collection<String> codes) {
    return db.read(OF_CODES, labs.toArray(Integer[]::new), codes.toArray(String[]::new))
        .map(rows -> Rows.list(rows, CompendiumEntry::read));
  }

  Future<List<CompendiumEntry>> ofIds(Collection<Integer> ids) {
    return db.read(OF_IDS, (Object) ids.toArray(Integer[]::new))
        .map(rows -> Rows.list(rows, CompendiumEntry::read));
  }
}
