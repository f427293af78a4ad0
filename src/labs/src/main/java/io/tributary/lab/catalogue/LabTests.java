package io.tributary.lab.catalogue;

import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.AsyncReads;
import io.tributary.db.RowMapping;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Reads tests. A team sees its own and the installation's, in one environment. */
final class LabTests {
  private static final String FROM =
      """
      select t.id, t.team_id, t.lab_id, t.slug, t.name, t.description, t.method, t.sample_type,
             t.fasting, t.status, t.auto_generated, t.created_at, t.updated_at, p.minor
        from lab_test t
        join lab l on l.id = t.lab_id
        cross join lateral
             (select coalesce(sum(m.price_minor), 0)::bigint as minor,
                     coalesce(array_agg(m.id), '{}') as ids,
                     coalesce(array_agg(m.provider_id), '{}') as codes
                from lab_test_marker x join marker m on m.id = x.marker_id
               where x.lab_test_id = t.id) p
      """;
  private static final String VISIBLE =
      FROM
          + """
           where (t.team_id = $1 or t.team_id is null) and t.environment = $2
          """;
  private static final String BY_IDS = FROM + " where t.id = any($1::uuid[])";
  private static final String ONE = VISIBLE + " and t.id = $3";
  private static final String MANY = VISIBLE + " and t.id = any($3::uuid[])";
  private static final String FILTERED =
      VISIBLE
          + """
           and ($3 = 'all' or t.auto_generated = ($3 = 'auto'))
           and ($4::text is null or l.slug = $4)
           and ($5::text is null or t.method = $5)
           and ($6::text is null or t.status = $6)
           and p.ids @> $7::int[] and p.codes @> $8::text[]
           and strpos(lower(t.name), $9) > 0
           and ($10::int is null or t.lab_id = $10)
          """;

  /** One statement text per sort order, so that no request data becomes part of a statement. */
  private static final Map<String, String> LIST_STATEMENTS = listStatements();

  private static final String MARKERS =
      """
      select lab_test_id, marker_id from lab_test_marker where lab_test_id = any($1::uuid[])
       order by lab_test_id, position, marker_id
      """;

  private final AsyncReads db;

  LabTests(AsyncReads db) {
    this.db = db;
  }

  private static Map<String, String> listStatements() {
    Map<String, String> out = new HashMap<>();
    for (LabTestFilter.OrderKey key : LabTestFilter.OrderKey.values()) {
      String column =
          key == LabTestFilter.OrderKey.PRICE ? "p.minor" : "t." + WireEnum.wireName(key);
      String type = key == LabTestFilter.OrderKey.PRICE ? "bigint" : "timestamptz";
      for (boolean down : new boolean[] {false, true}) {
        String direction = down ? " desc" : "";
        out.put(
            key + direction,
            FILTERED
                + " and ($11::%s is null or (%s, t.id) %s ($11, $12::uuid))"
                    .formatted(type, column, down ? "<" : ">")
                + " order by %s%s, t.id%s limit $13".formatted(column, direction, direction));
      }
    }
    return Map.copyOf(out);
  }

  /** Position in a list: key and ID of the last test of the previous page. */
  record LabTestPosition(Object key, UUID id) {}

  Future<List<LabTest>> list(
      Tenant tenant,
      LabTestFilter f,
      Optional<Integer> lab,
      Optional<LabTestPosition> after,
      int limit) {
    return db.read(
            LIST_STATEMENTS.get(f.orderKey() + (f.descending() ? " desc" : "")),
            tenant.team(),
            tenant.environment().wire(),
            WireEnum.wireName(f.generation()),
            f.labSlug().orElse(null),
            f.method().map(WireEnum::wireName).orElse(null),
            f.status().map(WireEnum::wireName).orElse(null),
            f.markerIds().toArray(Integer[]::new),
            f.providerIds().toArray(String[]::new),
            f.name(),
            lab.orElse(null),
            after.map(LabTestPosition::key).orElse(null),
            after.map(LabTestPosition::id).orElse(null),
            limit)
        .map(rows -> RowMapping.list(rows, LabTest::read));
  }

  /** Returns a test; fails with 404 when the team does not see it. */
  Future<LabTest> requireOne(Tenant tenant, UUID id) {
    return db.read(ONE, tenant.team(), tenant.environment().wire(), id)
        .map(
            rows ->
                RowMapping.first(rows, LabTest::read)
                    .orElseThrow(() -> ServiceException.notFound("lab test")));
  }

  /** Returns the tests; fails with 404 unless the team sees all of them. */
  Future<List<LabTest>> requireAll(Tenant tenant, Collection<UUID> ids) {
    Set<UUID> wanted = new LinkedHashSet<>(ids);
    return db.read(MANY, tenant.team(), tenant.environment().wire(), wanted.toArray(UUID[]::new))
        .map(
            rows -> {
              if (rows.size() < wanted.size()) {
                throw ServiceException.notFound("lab test");
              }
              return RowMapping.list(rows, LabTest::read);
            });
  }

  /** Tests of any team, for orders, which have checked the access before. */
  Future<List<LabTest>> byIds(Collection<UUID> ids) {
    return db.read(BY_IDS, (Object) ids.toArray(UUID[]::new))
        .map(rows -> RowMapping.list(rows, LabTest::read));
  }

  /** IDs of the markers of each test, in order. */
  Future<Map<UUID, List<Integer>>> markersByTest(Collection<UUID> tests) {
    return db.read(MARKERS, (Object) tests.toArray(UUID[]::new)).map(LabTests::grouped);
  }

  /** The markers of a test and their reflex markers. */
  Future<List<Integer>> markersWithReflexes(UUID test) {
    return db.read(
            """
            select x.marker_id as id from lab_test_marker x join marker m on m.id = x.marker_id
             where x.lab_test_id = $1 and m.active
            union
            select r.reflex_id from lab_test_marker x
              join marker_reflex r on r.marker_id = x.marker_id
              join marker m on m.id = r.reflex_id
             where x.lab_test_id = $1 and m.active
            """,
            test)
        .map(rows -> RowMapping.list(rows, r -> r.getInteger("id")));
  }

  private static Map<UUID, List<Integer>> grouped(RowSet<Row> rows) {
    Map<UUID, List<Integer>> out = new HashMap<>();
    rows.forEach(
        r ->
            out.computeIfAbsent(r.getUUID("lab_test_id"), k -> new ArrayList<>())
                .add(r.getInteger("marker_id")));
    return out;
  }

  static Set<Integer> distinctMarkers(Collection<List<Integer>> lists) {
    return lists.stream().flatMap(List::stream).collect(Collectors.toSet());
  }
}
