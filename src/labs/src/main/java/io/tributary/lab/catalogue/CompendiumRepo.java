package io.tributary.lab.catalogue;

import io.tributary.db.Db;
import io.tributary.db.RowMapping;
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
  private static final int MAX_ENTRIES = 1000;

  /** Limit when several sets are read together. */
  private static final int MAX_ENTRIES_OF_SEVERAL_SETS = 10_000;

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
  private static final String ORDER_AND_LIMIT =
      " order by m.popularity desc, m.id limit " + MAX_ENTRIES;
  private static final String BY_ALL_WORDS =
      FROM
          + OFFERED
          + " and trigrams(m.terms) @> $3::text[] and m.terms like all($4::text[])"
          + ORDER_AND_LIMIT;
  private static final String BY_SHORT_WORDS =
      FROM + OFFERED + " and m.terms like all($3::text[])" + ORDER_AND_LIMIT;
  private static final String BY_ANY_WORD =
      FROM + OFFERED + " and m.terms like any($3::text[])" + ORDER_AND_LIMIT;
  private static final String BY_SET =
      FROM + OFFERED + " and m.loinc_set_hash = $3" + ORDER_AND_LIMIT;
  // The identical set comes first, so that the limit cannot cut it off.
  private static final String OVERLAPPING =
      FROM
          + OFFERED
          + """
           and m.loinc_codes && $3::text[]
           order by coalesce(m.loinc_set_hash = $4, false) desc, m.popularity desc, m.id
           limit $5
          """;
  private static final String BY_CODES =
      FROM + " where m.active and m.lab_id = any($1::int[]) and m.provider_id = any($2::text[])";
  private static final String BY_IDS = FROM + " where m.id = any($1::int[]) order by m.id";

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

    private String[] cptArray() {
      return cptCodes.toArray(String[]::new);
    }
  }

  /**
   * Markers whose names contain all words of the query. If there are none, markers that contain at
   * least one word.
   */
  Future<List<CompendiumEntry>> byName(Scope scope, String query) {
    List<String> words = List.of(Trigrams.fold(query).strip().split("\\s+"));
    String[] patterns = words.stream().map(Trigrams::likePattern).toArray(String[]::new);
    String[] grams =
        words.stream().flatMap(w -> Stream.of(Trigrams.of(w))).distinct().toArray(String[]::new);
    Future<RowSet<Row>> all =
        grams.length == 0
            ? db.read(BY_SHORT_WORDS, scope.labIds(), scope.cptArray(), patterns)
            : db.read(BY_ALL_WORDS, scope.labIds(), scope.cptArray(), grams, patterns);
    return all.compose(
            rows ->
                rows.size() > 0 || words.size() == 1
                    ? Future.succeededFuture(rows)
                    : db.read(BY_ANY_WORD, scope.labIds(), scope.cptArray(), patterns))
        .map(rows -> RowMapping.list(rows, CompendiumEntry::read));
  }

  Future<List<CompendiumEntry>> bySet(Scope scope, String hash) {
    return db.read(BY_SET, scope.labIds(), scope.cptArray(), hash)
        .map(rows -> RowMapping.list(rows, CompendiumEntry::read));
  }

  /**
   * Markers that measure at least one of the LOINC codes.
   *
   * @param exact hash of the set that comes first
   */
  Future<List<CompendiumEntry>> overlapping(
      Scope scope, Collection<String> loinc, Optional<String> exact) {
    return db.read(
            OVERLAPPING,
            scope.labIds(),
            scope.cptArray(),
            loinc.toArray(String[]::new),
            exact.orElse(null),
            exact.isPresent() ? MAX_ENTRIES : MAX_ENTRIES_OF_SEVERAL_SETS)
        .map(rows -> RowMapping.list(rows, CompendiumEntry::read));
  }

  Future<List<CompendiumEntry>> byCodes(List<Integer> labs, Collection<String> codes) {
    return db.read(BY_CODES, labs.toArray(Integer[]::new), codes.toArray(String[]::new))
        .map(rows -> RowMapping.list(rows, CompendiumEntry::read));
  }

  Future<List<CompendiumEntry>> byIds(Collection<Integer> ids) {
    return db.read(BY_IDS, (Object) ids.toArray(Integer[]::new))
        .map(rows -> RowMapping.list(rows, CompendiumEntry::read));
  }
}
